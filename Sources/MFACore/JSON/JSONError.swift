/// A place in a text: both count from 1, columns in Unicode scalars.
package struct TextPosition: Sendable, Equatable {
  package let line: Int
  package let column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The place of a byte offset in UTF-8 text; LF, CR and CR LF end a line.
  ///
  /// - Parameter known: an earlier place, from which it is counted on.
  init(offset: Int, in bytes: ArraySlice<UInt8>, from known: (offset: Int, position: TextPosition)? = nil) {
    let start = known?.offset ?? bytes.startIndex
    var line = known?.position.line ?? 1
    var column = known?.position.column ?? 1
    var previous = start > bytes.startIndex ? bytes[start - 1] : 0
    for byte in bytes[start..<max(start, min(offset, bytes.endIndex))] {
      if byte == UInt8(ascii: "\n") {
        if previous != UInt8(ascii: "\r") { line += 1 }
        column = 1
      } else if byte == UInt8(ascii: "\r") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
      previous = byte
    }
    self.init(line: line, column: column)
  }
}

/// Why a text is not a JSON document, and where.
package struct JSONError: Error, Sendable, Equatable {
  package enum Problem: Sendable, Equatable {
    /// Nothing but white space.
    case empty
    case unexpected(Unicode.Scalar, wanted: Wanted)
    case endsEarly(wanted: Wanted)
    /// A word such as `NaN` or `True` where a value has to stand.
    case unknownWord(String)
    /// More levels of arrays and objects than the limit.
    case tooDeep(limit: Int)
    case leadingZero
    case malformedNumber(String)
    /// Half of a surrogate pair, as in `"\ud800"`.
    case loneSurrogate
    /// A control character inside a string that has to be escaped.
    case controlCharacter(Unicode.Scalar)
    case unknownEscape(Unicode.Scalar)
    case malformedUnicodeEscape
    /// A whole document, and more behind it.
    case secondDocument
  }

  /// What has to stand where something else was met.
  package enum Wanted: Sendable, Equatable {
    case value
    case keyOrEnd
    case key
    case colon
    case commaOrEndOfArray
    case commaOrEndOfObject
    case endOfString
    case endOfDocument
  }

  /// The mistake that probably made it so, for a hint. A guess, never more.
  package enum Guess: Sendable, Equatable {
    case curlyQuotes
    case quotedLeadingZero
    case swiftDump
    case propertyList
    case nestedTooDeep
    case singleQuotes
    case comment
    case bareKey
    case pythonLiteral
    case javaScriptLiteral
    case notANumber
    case missingComma
    case cutOff
    case markup
    case oneAtATime
    case rawLineBreak
    case formEncoded
    case windowsPath
    case base64
    /// A map that a language printed.
    case printed(PrintedText)
    /// The address of a page or service, or of an enrollment.
    case address(scheme: String)
    /// There is JSON at a place, and this is why it is no push.
    case nothingInside(TextPosition, NotMFAReason)
  }

  package let problem: Problem
  package let position: TextPosition
  package let guess: Guess?

  package init(problem: Problem, position: TextPosition, guess: Guess?) {
    self.problem = problem
    self.position = position
    self.guess = guess
  }
}
