import MFACore

/// Slots by the time when they expire: a binary heap that knows where each slot stands, so that one can be taken out
/// anywhere. Everything takes logarithmic time.
struct ExpiryQueue: Sendable {
  private struct Entry: Sendable {
    let time: Timestamp
    let slot: Int
  }

  private var heap: [Entry] = []
  /// Where each slot stands in the heap; -1 for one that is not in it.
  private var places: [Int] = []

  var count: Int { heap.count }
  /// When the first of them expires.
  var earliest: Timestamp? { heap.first?.time }

  mutating func insert(_ slot: Int, expiringAt time: Timestamp) {
    while places.count <= slot { places.append(-1) }
    heap.append(Entry(time: time, slot: slot))
    places[slot] = heap.count - 1
    rise(from: heap.count - 1)
  }

  mutating func remove(_ slot: Int) {
    guard slot < places.count, places[slot] >= 0 else { return }
    let place = places[slot]
    swap(place, heap.count - 1)
    heap.removeLast()
    places[slot] = -1
    guard place < heap.count else { return }
    rise(from: place)
    sink(from: place)
  }

  /// Some of the slots whose time has come, the earliest among them.
  func due(at now: Timestamp, most: Int) -> [Int] {
    guard let first = heap.first, first.time <= now else { return [] }
    var due: [Int] = []
    var unvisited = [0]
    // What stands below one that is not due yet is due even later.
    while let place = unvisited.popLast(), due.count < most {
      guard place < heap.count, heap[place].time <= now else { continue }
      due.append(heap[place].slot)
      unvisited += [2 * place + 2, 2 * place + 1]
    }
    return due
  }

  private mutating func swap(_ left: Int, _ right: Int) {
    heap.swapAt(left, right)
    places[heap[left].slot] = left
    places[heap[right].slot] = right
  }

  private mutating func rise(from start: Int) {
    var place = start
    while place > 0, heap[place].time < heap[(place - 1) / 2].time {
      swap(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func sink(from start: Int) {
    var place = start
    while true {
      var first = place
      for child in (2 * place + 1)...(2 * place + 2)
      where child < heap.count && heap[child].time < heap[first].time {
        first = child
      }
      guard first != place else { return }
      swap(place, first)
      place = first
    }
  }
}
