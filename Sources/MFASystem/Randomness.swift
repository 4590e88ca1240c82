/// Random bits that nobody can guess.
enum Randomness {
  /// 128 of them, from the operating system's generator.
  static func bits() -> (UInt64, UInt64) {
    var generator = SystemRandomNumberGenerator()
    return (generator.next(), generator.next())
  }
}
