import MFACore

/// What of the user's secrets others on the machine can see.
extension SettingsResolution {
  var exposures: [Warning] {
    [secretInArguments].compactMap(\.self) + flagExposures + folderExposures + fileExposures
  }

  private var secretInArguments: Warning? {
    switch command {
    case .enroll:
      guard case .text? = try? enrolmentSource() else { return nil }
      return .secretInArguments("the enrollment URI", instead: "give it in a file, or - for standard input")
    case .login where raw.deepLink != nil:
      return .secretInArguments(
        "the deep link",
        instead: "--qr takes it from a file, or - for standard input"
      )
    case .login:
      guard case .qrText? = try? loginSource() else { return nil }
      return .secretInArguments("the text of the code", instead: "--qr takes a file, or - for standard input")
    case .devicePair where operand?.text != "-":
      return .secretInArguments("the pairing key", instead: "- takes it from standard input")
    default: return nil
    }
  }

  /// Secrets in the values of flags. What came from a variable is not in the list of processes.
  private var flagExposures: [Warning] {
    var exposures: [Warning] = []
    for case .line(.set(let name, _)) in raw.headers where HeaderLine.namesCredential(name) {
      exposures.append(.secretInArguments("the value of '\(name)'", instead: "-H @FILE takes it from a file"))
    }
    if let endpoint = raw.endpoint, case .flag = endpoint.origin, !endpoint.value.secrets.isEmpty {
      exposures.append(
        .secretInArguments("the endpoint", instead: "MFA_ENDPOINT takes it from the environment")
      )
    }
    if let proxy = raw.proxy?.address, !proxy.secrets.isEmpty {
      exposures.append(.secretInArguments("the proxy", instead: "https_proxy takes it from the environment"))
    }
    return exposures
  }

  /// The files that were named for secrets, and those of the state.
  private var fileExposures: [Warning] {
    let headers = raw.headers.compactMap { if case .file(let path) = $0 { path } else { nil } }
    let named = [
      raw.bearerTokenFile?.value, raw.pinFile, raw.keyPasswordFile, raw.keyFile ?? raw.certificateFile,
      raw.credentialFile,
    ]
    var paths = named.compactMap(\.self) + headers
    if let folder {
      let names = raw.credentialFile == nil ? ["credentials.json", "device.json"] : ["device.json"]
      paths += names.map { folder.appending($0) }
    }
    return paths.compactMap { path in
      guard let access = system.othersAccess(path), access.mayRead || access.mayWrite else { return nil }
      return .fileOpenToOthers(path.text, isWritable: access.mayWrite)
    }
  }

  private var folderExposures: [Warning] {
    guard let folder, system.othersAccess(folder)?.mayWrite ?? false else { return [] }
    return [.folderOpenToOthers(folder.text)]
  }

  /// The state's, for a command that reads or writes there.
  private var folder: FilePath? {
    switch command {
    case .respond, .inspect, .listen, .enroll, .credentialsList, .credentialsShow, .credentialsLock,
      .credentialsUnlock, .credentialsRemove:
      raw.credentialFile == nil ? try? StateFolder.path(in: system.environment) : nil
    case .deviceRegister, .deviceTokenNew, .deviceClearToken, .devicePair, .deviceUnpair, .deviceShow:
      try? StateFolder.path(in: system.environment)
    default: nil
    }
  }
}

extension HeaderLine {
  /// Whether a header of that name says who is calling, as far as its words tell: most of a tester's own headers do not.
  fileprivate static func namesCredential(_ name: String) -> Bool {
    let words = ["auth", "cookie", "token", "secret", "key", "password", "session"]
    return !isHarmless(name) && words.contains(where: name.lowercased().containsText)
  }
}
