import MFACore

/// What of the user's secrets others on the machine can see.
extension SettingsResolution {
  var exposures: [Warning] {
    [command.row.exposure?(self)].compactMap(\.self) + flagExposures + folderExposures + fileExposures
  }

  /// Secrets in the values of flags. What came from a variable is not in the list of processes.
  private var flagExposures: [Warning] {
    let send = options.send
    var exposures: [Warning] = []
    for case .line(.set(let name, _)) in send.headers where HeaderLine.namesCredential(name) {
      exposures.append(.secretInArguments("the value of '\(name)'", instead: "-H @FILE takes it from a file"))
    }
    if let endpoint = send.endpoint, case .flag = invocation.origin(of: "endpoint"), !endpoint.secrets.isEmpty
    {
      let instead = "MFA_ENDPOINT takes it from the environment"
      exposures.append(.secretInArguments("the endpoint", instead: instead))
    }
    if let proxy = send.proxy?.address, !proxy.secrets.isEmpty {
      exposures.append(.secretInArguments("the proxy", instead: "https_proxy takes it from the environment"))
    }
    return exposures
  }

  /// The files that were named for secrets, and those of the state.
  private var fileExposures: [Warning] {
    let headers = options.send.headers.compactMap { if case .file(let path) = $0 { path } else { nil } }
    let named = [
      options.send.bearerTokenFile, options.login.pinFile, options.send.keyPasswordFile,
      options.send.keyFile ?? options.send.certificateFile, options.credentialFile,
    ]
    var paths = named.compactMap(\.self) + headers + [codeFile].compactMap(\.self)
    if let folder {
      let names = options.credentialFile == nil ? ["credentials.json", "device.json"] : ["device.json"]
      paths += names.map { folder.appending($0) }
    }
    paths += keyFiles
    return paths.compactMap { path in
      guard let access = system.othersAccess(path), access.mayRead || access.mayWrite else { return nil }
      return .fileOpenToOthers(path.text, isWritable: access.mayWrite)
    }
  }

  /// The private keys of the credentials. A file that can't be read is told where it is needed.
  private var keyFiles: [FilePath] {
    guard command.has(.readsCredentials), let credentials else { return [] }
    return (try? CredentialStore(credentials, system: system).keyFiles()) ?? []
  }

  /// The file with the enrollment URI. The code of a sign-on is good once, and soon over.
  private var codeFile: FilePath? {
    guard command == .enroll, case .input(.file(let path))? = try? enrolmentSource() else { return nil }
    return path
  }

  private var folderExposures: [Warning] {
    guard let folder, system.othersAccess(folder)?.mayWrite ?? false else { return [] }
    return [.folderOpenToOthers(folder.text)]
  }

  /// The state's, for a command that reads or writes there.
  private var folder: FilePath? {
    guard command.has(.readsDevice) || command.has(.readsCredentials) && options.credentialFile == nil else {
      return nil
    }
    return try? StateFolder.path(in: system.environment)
  }
}

extension HeaderLine {
  /// Whether a header of that name says who is calling, as far as its words tell: most of a tester's own headers do not.
  fileprivate static func namesCredential(_ name: String) -> Bool {
    let words = ["auth", "cookie", "token", "secret", "key", "password", "session"]
    return !isHarmless(name) && words.contains(where: name.lowercased().containsText)
  }
}
