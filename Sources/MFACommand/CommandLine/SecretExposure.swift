import MFACore

/// What of the user's secrets others on the machine can see.
extension SettingsResolution {
  var exposures: [Warning] {
    [command.row.exposure?(self)].compactMap(\.self) + folderExposures + fileExposures
  }

  /// The files that were named for secrets, and those of the state.
  private var fileExposures: [Warning] {
    let headers = options.send.headers.compactMap { if case .file(let path) = $0 { path } else { nil } }
    let named = [
      options.send.bearerTokenFile, options.login.pinFile, options.send.keyPasswordFile,
      options.send.keyFile ?? options.send.certificateFile, options.credentialFile,
    ]
    var paths = named.compactMap(\.self) + headers
    if let folder {
      let names = options.credentialFile == nil ? ["credentials.json", "device.json"] : ["device.json"]
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
    guard command.has(.readsDevice) || command.has(.readsCredentials) && options.credentialFile == nil else {
      return nil
    }
    return try? StateFolder.path(in: system.environment)
  }
}
