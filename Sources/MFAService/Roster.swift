/// Elements in the order in which they came, each in a slot that stays its own until it is removed. Everything takes
/// constant time: adding, removing anywhere, the next one in either direction.
struct Roster<Element: Sendable>: Sendable {
  /// What is in a slot. Through a method of its own it is changed in its place, without a copy.
  private struct Content: Sendable {
    var element: Element

    mutating func update<Result>(_ change: (inout Element) -> Result) -> Result { change(&element) }
  }

  /// One slot; the neighbours are those in order of arrival, -1 for none.
  private struct Slot: Sendable {
    var content: Content?
    var older = -1
    var newer = -1
  }

  private var slots: [Slot] = []
  private var free: [Int] = []
  private var newest = -1
  private var oldest = -1
  private(set) var count = 0

  /// The element of a slot that is in use.
  subscript(slot: Int) -> Element? { slots[slot].content?.element }

  /// Adds the newest element and returns its slot.
  mutating func append(_ element: Element) -> Int {
    let slot = free.popLast() ?? slots.count
    if slot == slots.count { slots.append(Slot()) }
    slots[slot] = Slot(content: Content(element: element), older: newest)
    if newest >= 0 { slots[newest].newer = slot } else { oldest = slot }
    newest = slot
    count += 1
    return slot
  }

  mutating func remove(_ slot: Int) {
    let (older, newer) = (slots[slot].older, slots[slot].newer)
    if older >= 0 { slots[older].newer = newer } else { oldest = newer }
    if newer >= 0 { slots[newer].older = older } else { newest = older }
    slots[slot] = Slot()
    free.append(slot)
    count -= 1
  }

  /// Changes the element of a slot in its place.
  mutating func update<Result>(_ slot: Int, _ change: (inout Element) -> Result) -> Result? {
    slots[slot].content?.update(change)
  }

  /// The slots from the newest to the oldest.
  var newestFirst: some Sequence<Int> {
    sequence(state: newest) { slot in
      guard slot >= 0 else { return nil }
      defer { slot = slots[slot].older }
      return slot
    }
  }

  /// The slots from the oldest to the newest.
  var oldestFirst: some Sequence<Int> {
    sequence(state: oldest) { slot in
      guard slot >= 0 else { return nil }
      defer { slot = slots[slot].newer }
      return slot
    }
  }
}
