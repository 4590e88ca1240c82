/// Finds many texts in one pass over another, however many there are (Aho and Corasick, 1975).
package struct TextSearch: Sendable {
  private struct State: Sendable {
    let byte: UInt8
    var firstChild: Int32 = 0
    var sibling: Int32 = 0
    /// The state of the longest proper suffix that begins a text.
    var suffix: Int32 = 0
    /// Bytes of the longest text that ends here; 0 for none.
    var longest: Int32
  }

  private var states = [State(byte: 0, longest: 0)]
  /// The states behind a first byte. Most bytes of a text begin none.
  private var firsts = [Int32](repeating: 0, count: 256)

  package init(_ texts: [[UInt8]]) {
    for text in texts where !text.isEmpty { add(text) }
    linkSuffixes()
  }

  /// Tells where one of the texts stands. Of those that end at the same place only the longest is told, which covers
  /// the others.
  package func forEachMatch(in bytes: [UInt8], _ found: (Range<Int>) -> Void) {
    var state: Int32 = 0
    for (index, byte) in bytes.enumerated() {
      state = following(state, byte)
      let length = Int(states[Int(state)].longest)
      if length > 0 { found((index + 1 - length)..<(index + 1)) }
    }
  }

  private mutating func add(_ text: [UInt8]) {
    var state: Int32 = 0
    for byte in text {
      let known = child(of: state, byte)
      guard known == 0 else {
        state = known
        continue
      }
      let fresh = Int32(states.count)
      var child = State(byte: byte, longest: 0)
      if state == 0 {
        firsts[Int(byte)] = fresh
      }
      child.sibling = states[Int(state)].firstChild
      states[Int(state)].firstChild = fresh
      states.append(child)
      state = fresh
    }
    states[Int(state)].longest = Int32(text.count)
  }

  /// From the shortest beginnings to the longest: a suffix is shorter than what it is one of.
  private mutating func linkSuffixes() {
    var queue: [Int32] = [0]
    var next = 0
    while next < queue.count {
      let parent = queue[next]
      next += 1
      var child = states[Int(parent)].firstChild
      while child != 0 {
        let suffix = parent == 0 ? 0 : following(states[Int(parent)].suffix, states[Int(child)].byte)
        states[Int(child)].suffix = suffix
        if states[Int(child)].longest == 0 { states[Int(child)].longest = states[Int(suffix)].longest }
        queue.append(child)
        child = states[Int(child)].sibling
      }
    }
  }

  private func following(_ state: Int32, _ byte: UInt8) -> Int32 {
    var state = state
    while true {
      let next = child(of: state, byte)
      if next != 0 || state == 0 { return next }
      state = states[Int(state)].suffix
    }
  }

  private func child(of state: Int32, _ byte: UInt8) -> Int32 {
    guard state != 0 else { return firsts[Int(byte)] }
    var child = states[Int(state)].firstChild
    while child != 0, states[Int(child)].byte != byte { child = states[Int(child)].sibling }
    return child
  }
}
