import MFACore
import Testing

@testable import MFAService

/// The collections under the books, compared with the plainest that do the same.
@Suite("Collections")
struct StructureTests {
  @Test(arguments: UInt64(1)...10)
  func aRosterKeepsItsOrder(seed: UInt64) {
    var (dice, roster) = (Dice(seed: seed), Roster<Int>())
    var expected: [(slot: Int, value: Int)] = []
    for value in 0..<400 {
      if dice.roll() % 5 < 3 || expected.isEmpty {
        expected.append((roster.append(value), value))
      } else {
        let place = Int(dice.roll() % UInt64(expected.count))
        let removed = expected.remove(at: place).slot
        roster.remove(removed)
        #expect(roster[removed] == nil)
      }
      if let (slot, value) = expected.randomElement(by: &dice) { #expect(roster[slot] == value) }
      #expect(roster.count == expected.count)
      #expect(roster.oldestFirst.compactMap { roster[$0] } == expected.map(\.value))
      #expect(roster.newestFirst.compactMap { roster[$0] } == expected.map(\.value).reversed())
    }
  }

  @Test(arguments: UInt64(1)...10)
  func anExpiryQueueFindsWhatIsDue(seed: UInt64) {
    var (dice, queue) = (Dice(seed: seed), ExpiryQueue())
    var expected: [Int: Timestamp] = [:]
    for slot in 0..<300 {
      if dice.roll() % 3 > 0 {
        let time = Client.time(Double(dice.roll() % 50))
        queue.insert(slot, expiringAt: time)
        expected[slot] = time
      } else {
        let removed = Int(dice.roll() % 300)
        queue.remove(removed)
        expected[removed] = nil
      }
      let now = Client.time(Double(dice.roll() % 50))
      let due = expected.filter { $0.value <= now }.map(\.key)
      #expect(queue.count == expected.count)
      #expect(Set(queue.due(at: now, most: 1000)) == Set(due))
      #expect(queue.due(at: now, most: 4).count == min(4, due.count))
      let earliest = due.compactMap { expected[$0] }.min()
      #expect(queue.due(at: now, most: 1).first.flatMap { expected[$0] } == earliest)
    }
  }

  @Test func aQueueGivesBackWhatItGot() {
    var (queue, taken) = (FirstInFirstOut<Int>(), 0)
    #expect(queue.popFirst() == nil && queue.first == nil)
    for value in 0..<2000 {
      queue.append(value)
      guard value % 3 > 0 else { continue }
      #expect(queue.first == taken)
      #expect(queue.popFirst() == taken)
      taken += 1
      #expect(queue.count == value + 1 - taken)
      #expect(Array(queue.all) == Array(taken..<(value + 1)))
    }
  }
}

extension Array {
  fileprivate func randomElement(by dice: inout Dice) -> Element? {
    isEmpty ? nil : self[Int(dice.roll() % UInt64(count))]
  }
}
