import Testing

/// A row of a table: its name says what the row is about, and is what a failure prints.
protocol NamedCase: CustomTestStringConvertible, Sendable {
  var name: String { get }
}

extension NamedCase {
  var testDescription: String { name }
}
