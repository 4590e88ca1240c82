import MFACore

extension Misfit {
  var diagnostic: Diagnostic {
    let nothingSent = "; nothing was sent"
    let force = "--force sends it all the same, to test the service's own check"
    switch self {
    case .nothingToAnswer(let kind):
      return said("a push of kind \(kind.rawValue) takes no answer" + nothingSent, force)
    case .numberNeeded(let offered):
      return said(
        "a challenge is approved by its number, not by --approve" + nothingSent,
        "--number with the one that the sign-on page shows: \(Words.list(offered))"
      )
    case .typedNumberNeeded:
      return said(
        "a challenge is approved by its number, not by --approve" + nothingSent,
        "--number with the one that the sign-on page shows"
      )
    case .noNumberExpected:
      return said("the push is not a challenge and takes no number" + nothingSent, "--approve or --deny")
    case .notOffered(let value, let offered):
      return said(
        "\(Words.quoted(value.text)) was not offered" + nothingSent,
        "offered are \(Words.list(offered)); \(force)"
      )
    case .noOtherOffered(let value):
      return said(
        "nothing but \(Words.quoted(value.text)) is offered" + nothingSent,
        "--number with it approves, --deny denies"
      )
    case .numberNotRevealed(let field):
      return said(
        "the push has no number in its custom field \(Words.quoted(field))" + nothingSent,
        "--number-from names the field in which the service reveals it"
      )
    case .noDenyReason(let taking):
      return said(
        "a denial of this push takes no reason" + nothingSent,
        taking == .never ? "leave --deny-reason out" : force
      )
    case .notANumber(let value):
      return said("\(Words.quoted(value.text)) is not a number of 1 to 10 digits" + nothingSent, force)
    }
  }
}

private func said(_ message: String, _ hint: String?) -> Diagnostic {
  Diagnostic(.notAnswerable, "not-answerable", message, hint)
}
