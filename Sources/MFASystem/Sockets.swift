#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The socket calls, with what differs between the systems.
enum Sockets {
  /// A socket that listens at `address`, with the port that it got, or the `errno` that prevented it.
  static func listen(
    at address: InternetAddress,
    port: UInt16
  ) -> Result<(descriptor: Int32, port: UInt16), SocketError> {
    #if canImport(Darwin)
      let descriptor = socket(address.family, SOCK_STREAM, 0)
    #else
      let descriptor = socket(address.family, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    guard descriptor >= 0 else { return .failure(SocketError(code: errno)) }
    Descriptors.makeNonBlocking(descriptor)
    // A port in use is taken over from connections that are only waiting to be forgotten.
    setOption(descriptor, SOL_SOCKET, SO_REUSEADDR)
    let bound: UInt16? = address.withSocketAddress(port: port) { address, length in
      guard bind(descriptor, address, length) == 0, listenOn(descriptor),
        getsockname(descriptor, address, &length) == 0
      else { return nil }
      // The port is at the same place in both families' addresses.
      return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        UInt16(bigEndian: $0.pointee.sin_port)
      }
    }
    guard let bound else {
      let error = SocketError(code: errno)
      close(descriptor)
      return .failure(error)
    }
    return .success((descriptor, bound))
  }

  enum Acceptance {
    case connection(Int32)
    /// Nobody is waiting.
    case none
    /// No descriptor or memory is left: trying again at once would spin.
    case exhausted
  }

  static func accept(on listener: Int32) -> Acceptance {
    while true {
      let descriptor = acceptOnce(listener)
      if descriptor >= 0 {
        Descriptors.makeNonBlocking(descriptor)
        // A reply is sent in one piece, and the one behind it must not wait until the client says that it came.
        setOption(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY)
        #if canImport(Darwin)
          setOption(descriptor, SOL_SOCKET, SO_NOSIGPIPE)
        #endif
        return .connection(descriptor)
      }
      switch errno {
      // A client that gave up while it waited is no reason not to look at the next one.
      case EINTR, ECONNABORTED, EPROTO: continue
      case EAGAIN, EWOULDBLOCK: return .none
      default: return .exhausted
      }
    }
  }

  enum Transfer {
    case bytes(Int)
    case wouldBlock
    /// The other side has ended, or the connection broke.
    case ended
  }

  static func receive(from descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
    while true {
      let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .ended }
      if let outcome = outcome(ofError: errno) { return outcome }
    }
  }

  /// Sends without SIGPIPE, which would end the process because a client went away.
  static func send(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Transfer {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    while true {
      let count = sendOnce(descriptor, bytes, flags)
      if count >= 0 { return .bytes(count) }
      if let outcome = outcome(ofError: errno) { return outcome }
    }
  }

  /// Tells the other side that nothing more will be sent.
  static func endSending(_ descriptor: Int32) {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Nil when the call was only interrupted.
  private static func outcome(ofError code: Int32) -> Transfer? {
    switch code {
    case EINTR: nil
    case EAGAIN, EWOULDBLOCK: .wouldBlock
    default: .ended
    }
  }

  private static func setOption(_ descriptor: Int32, _ level: Int32, _ option: Int32) {
    var on: Int32 = 1
    setsockopt(descriptor, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
  }
}

/// An `errno` of a socket call.
struct SocketError: Error {
  let code: Int32
}

// The system calls under names that the methods above don't hide.

private func listenOn(_ descriptor: Int32) -> Bool {
  listen(descriptor, SOMAXCONN) == 0
}

private func acceptOnce(_ listener: Int32) -> Int32 {
  accept(listener, nil, nil)
}

private func sendOnce(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ flags: Int32) -> Int {
  send(descriptor, bytes.baseAddress, bytes.count, flags)
}
