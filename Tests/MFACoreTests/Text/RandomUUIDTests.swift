import Foundation
import MFACore
import Testing

/// RFC 9562, section 5.4: 122 random bits, four of the version and two of the variant.
@Suite("Random UUIDs")
struct RandomUUIDTests {
  @Test(arguments: [
    (UInt64(0), UInt64(0), "00000000-0000-4000-8000-000000000000"),
    (UInt64.max, UInt64.max, "ffffffff-ffff-4fff-bfff-ffffffffffff"),
    (0x0123_4567_89AB_CDEF, 0xFEDC_BA98_7654_3210, "01234567-89ab-4def-bedc-ba9876543210"),
    (0x0000_0000_0000_0001, 0x0000_0000_0000_0001, "00000000-0000-4001-8000-000000000001"),
  ])
  func spells(_ high: UInt64, _ low: UInt64, _ text: String) {
    #expect(RandomUUID.make(from: (high, low)) == text)
  }

  @Test func everyOtherBitCounts() {
    var seen: Set<String> = []
    for bit in 0..<64 {
      seen.insert(RandomUUID.make(from: (1 << UInt64(bit), 0)))
      seen.insert(RandomUUID.make(from: (0, 1 << UInt64(bit))))
    }
    // 122 bits that count, and the six fixed ones, which all give the same.
    #expect(seen.count == 123)
    for text in seen { #expect(UUID(uuidString: text) != nil, "\(text)") }
  }
}
