import CTestTLS
import Foundation

/// The certificates of the tests, as `Certificates/make` makes them.
enum Certificates {
  /// The authority that signed most of the others: what `--cacert` gets.
  static let authority = file("ca.pem")
  /// Another one, that signed `Identity.unknownAuthority` and `otherClient`.
  static let otherAuthority = file("other-ca.pem")

  static let client = file("client.pem")
  static let clientKey = secretFile("client-key.pem")
  /// The same key, encrypted, and the file that holds its password.
  static let encryptedClientKey = secretFile("client-key-encrypted.pem")
  static let clientKeyPassword = secretFile("client-key-password")
  /// A client that `authority` did not sign.
  static let otherClient = file("other-client.pem")
  static let otherClientKey = secretFile("other-client-key.pem")

  /// A checkout's files may be read by everybody, which is warned about where they hold a secret.
  private static func secretFile(_ name: String) -> String {
    let path = file(name)
    chmod(path, 0o600)
    return path
  }

  /// Found by the place of this source: a test bundle with resources would not be the same on all systems.
  fileprivate static func file(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Certificates").appendingPathComponent(name).path
  }
}

/// What a TLS server shows, and asks of its clients.
struct TLSIdentity: Sendable {
  let certificate: String
  let key: String
  /// Only clients with a certificate signed by this authority are let in.
  var clientAuthority: String?

  private init(_ name: String) {
    certificate = Certificates.file("\(name).pem")
    key = Certificates.file("\(name)-key.pem")
  }

  /// For localhost, 127.0.0.1 and ::1, signed by `Certificates.authority`.
  static let good = TLSIdentity("server")
  static let selfSigned = TLSIdentity("self-signed")
  static let unknownAuthority = TLSIdentity("unknown-ca")
  static let expired = TLSIdentity("expired")
  /// For example.org.
  static let wrongHost = TLSIdentity("wrong-host")
  /// The good one, for clients signed by `Certificates.authority` alone.
  static let clientsOnly = {
    var identity = good
    identity.clientAuthority = Certificates.authority
    return identity
  }()

  /// Why there can be no TLS server here, for `.enabled(if: TLSIdentity.unavailable == nil, "needs OpenSSL 3")`.
  static var unavailable: String? { test_tls_unavailable().map { String(cString: $0) } }
}

/// The server side of TLS, for all connections of one server.
final class TLSServerSide: @unchecked Sendable {
  // OpenSSL allows the use of one context by several threads.
  private let server: OpaquePointer

  init(_ identity: TLSIdentity) throws {
    var reason = [CChar](repeating: 0, count: 400)
    guard
      let server = test_tls_server_create(
        identity.certificate,
        identity.key,
        identity.clientAuthority,
        &reason,
        reason.count
      )
    else {
      throw SupportFailure("no TLS server: \(text(reason))")
    }
    self.server = server
  }

  deinit { test_tls_server_free(server) }

  /// Does the handshake on a connection, which stays the caller's to close.
  func accept(_ descriptor: Int32) throws -> TLSConnection {
    var reason = [CChar](repeating: 0, count: 400)
    guard let connection = test_tls_accept(server, descriptor, &reason, reason.count) else {
      throw SupportFailure(text(reason))
    }
    return TLSConnection(connection, of: self)
  }
}

/// One connection after its handshake.
final class TLSConnection {
  private let connection: OpaquePointer
  private let server: TLSServerSide
  /// Whether the other side is told of the end, as a proper server does.
  var endsProperly = false

  fileprivate init(_ connection: OpaquePointer, of server: TLSServerSide) {
    self.connection = connection
    self.server = server
  }

  deinit { test_tls_close(connection, endsProperly ? 1 : 0) }

  /// At most 64 KiB; nothing at the end or on failure.
  func read() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = test_tls_read(connection, &buffer, buffer.count)
    return count > 0 ? Array(buffer[..<count]) : []
  }

  func write(_ bytes: [UInt8]) -> Bool {
    test_tls_write(connection, bytes, bytes.count) == 0
  }
}

private func text(_ characters: [CChar]) -> String {
  String(decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}
