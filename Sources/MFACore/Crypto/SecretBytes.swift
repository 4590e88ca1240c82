/// Bytes that prove who somebody is: a shared secret, a private key. Like `Secret`, they print as a mask.
package struct SecretBytes: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
  private let bytes: [UInt8]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The bytes themselves, for computing with them and for the file that keeps them.
  package func reveal() -> [UInt8] { bytes }

  package var description: String { Secret.mask }
  package var debugDescription: String { Secret.mask }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
