import MFACommand

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A socket that listens, for whoever takes it over to close.
struct ListeningSocket {
  let descriptor: Int32
  let address: InternetAddress
  /// The port that it got, also where any would do.
  let port: UInt16

  init(_ wanted: ListenAddress) throws(ServiceStartError) {
    let isName = wanted.host.lowercased() == "localhost"
    guard let address = isName ? .loopback : InternetAddress(wanted.host) else {
      throw .addressNotAvailable(wanted.host)
    }
    switch Sockets.listen(at: address, port: wanted.port) {
    case .success(let socket):
      self.descriptor = socket.descriptor
      self.address = address
      self.port = socket.port
    case .failure(let error):
      throw ListeningSocket.error(error.code, wanted)
    }
  }

  private static func error(_ code: Int32, _ wanted: ListenAddress) -> ServiceStartError {
    switch code {
    case EADDRINUSE where wanted.port != 0: .portInUse(wanted.port)
    // EAFNOSUPPORT: the machine has no addresses of that version at all.
    case EADDRNOTAVAIL, EAFNOSUPPORT: .addressNotAvailable(wanted.host)
    case EACCES, EPERM: .portNotPermitted(wanted.port)
    default: .system(OperatingSystemError.text(code))
    }
  }
}
