/// A queue: added at the end, taken from the front, both in constant time on average.
struct FirstInFirstOut<Element: Sendable>: Sendable {
  private var elements: [Element] = []
  private var start = 0

  var count: Int { elements.count - start }
  var first: Element? { start < elements.count ? elements[start] : nil }
  /// All of them in order.
  var all: ArraySlice<Element> { elements[start...] }

  mutating func append(_ element: Element) {
    elements.append(element)
  }

  mutating func popFirst() -> Element? {
    guard let first else { return nil }
    start += 1
    // What was taken is thrown away once it is the larger part, so each element moves once at most.
    if start > 64, start > elements.count / 2 {
      elements.removeFirst(start)
      start = 0
    }
    return first
  }
}
