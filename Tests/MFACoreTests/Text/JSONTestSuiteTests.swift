import MFACore
import Testing

/// The reader against nst/JSONTestSuite, file by file.
@Suite("JSON test suite")
struct JSONTestSuiteTests {
  private static let folder = "corpus/json-test-suite/test_parsing"

  /// Refused by RFC 8259, taken by `simctl push`, and so taken here with a warning.
  private static let trailingCommas: Set<String> = [
    "n_array_extra_comma.json", "n_array_number_and_comma.json", "n_object_trailing_comma.json",
  ]

  /// What this reader makes of the files that the RFC leaves open: numbers keep their spelling, so no
  /// number is too large, and 500 levels are fewer than 512; broken text is refused.
  private static let readable: Set<String> = [
    "i_number_double_huge_neg_exp.json", "i_number_huge_exp.json", "i_number_neg_int_huge_exp.json",
    "i_number_pos_double_huge_exp.json", "i_number_real_neg_overflow.json",
    "i_number_real_pos_overflow.json", "i_number_real_underflow.json",
    "i_number_too_big_neg_int.json", "i_number_too_big_pos_int.json",
    "i_number_very_big_negative_int.json", "i_string_UTF-16LE_with_BOM.json",
    "i_structure_500_nested_arrays.json", "i_structure_UTF-8_BOM_empty_object.json",
  ]

  private func read(_ name: String) throws -> Result<JSONDocument, PayloadError> {
    let bytes = try TestData.bytes("\(Self.folder)/\(name)")
    do {
      return .success(try JSONReader.read(try SourceText.decode(bytes)))
    } catch let error as TextError {
      return .failure(.text(error))
    } catch let error as JSONError {
      return .failure(.json(error, within: nil))
    }
  }

  @Test func isComplete() {
    #expect(TestData.names(in: Self.folder).count == 318)
    #expect(TestData.names(in: Self.folder, prefix: "y_").count == 95)
    #expect(TestData.names(in: Self.folder, prefix: "n_").count == 188)
    #expect(TestData.names(in: Self.folder, prefix: "i_").count == 35)
  }

  @Test(arguments: TestData.names(in: folder, prefix: "y_"))
  func readsWhatIsJSON(_ name: String) throws {
    let document = try read(name).get()
    let hasDuplicate = name.hasPrefix("y_object_duplicated_key")
    #expect(document.notices.count == (hasDuplicate ? 1 : 0))
    // None of them is a push, and to be somebody else's document is no error in the data.
    guard case .notMFA? = Reading(try TestData.bytes("\(Self.folder)/\(name)")).error else {
      Issue.record("not taken for somebody else's document")
      return
    }
  }

  @Test(arguments: TestData.names(in: folder, prefix: "n_").filter { !trailingCommas.contains($0) })
  func refusesWhatIsNot(_ name: String) throws {
    #expect(throws: PayloadError.self) { try read(name).get() }
  }

  @Test(arguments: trailingCommas.sorted())
  func takesOneTrailingCommaAndSaysSo(_ name: String) throws {
    let notices = try read(name).get().notices
    guard notices.count == 1, case .trailingComma = notices[0] else {
      Issue.record("\(notices)")
      return
    }
  }

  @Test(arguments: TestData.names(in: folder, prefix: "i_"))
  func decidesWhatIsLeftOpen(_ name: String) throws {
    let isRead = (try? read(name).get()) != nil
    #expect(isRead == Self.readable.contains(name))
  }

  @Test(arguments: TestData.names(in: folder, prefix: "y_"))
  func writesWhatItReads(_ name: String) throws {
    let value = try read(name).get().value
    let written = JSONWriter.write(value)
    let again = try JSONReader.read(written)
    #expect(again.value == value)
    #expect(JSONWriter.write(again.value) == written)
  }
}
