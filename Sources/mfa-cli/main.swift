import MFACommand
import MFASystem

Process.prepare()
let program = Program(system: .live())
Process.exit(program.run(Process.arguments?.map { Argument(bytes: $0) }).rawValue)
