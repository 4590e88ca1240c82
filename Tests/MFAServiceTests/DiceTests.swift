import Testing

@testable import MFAService

/// The practice service's random numbers: reproducible, and in range.
@Suite("Dice")
struct DiceTests {
  /// The published first values of SplitMix64 for the seed 1234567.
  @Test func followsSplitMix64() {
    var dice = Dice(seed: 1_234_567)
    let expected: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
    ]
    #expect(expected.map { _ in dice.roll() } == expected)
  }

  @Test(arguments: UInt64(0)..<200)
  func numbersAreDifferentAndHaveTwoDigits(_ seed: UInt64) {
    var dice = Dice(seed: seed)
    let numbers = dice.twoDigitNumbers(3)
    #expect(Set(numbers).count == 3)
    for number in numbers { #expect((10...99).contains(Int(number) ?? 0), "\(number)") }
  }
}
