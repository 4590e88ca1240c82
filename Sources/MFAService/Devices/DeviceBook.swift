import MFACore

/// The registered devices.
struct DeviceBook: Sendable {
  static let mostDevices = 1000

  /// In the order in which they came.
  private(set) var devices: [Device] = []
  private var places: [String: Int] = [:]

  var isFull: Bool { devices.count >= DeviceBook.mostDevices }

  subscript(id: String) -> Device? { places[id].map { devices[$0] } }

  /// Takes the place of an earlier registration of the same device.
  mutating func put(_ device: Device) {
    if let place = places[device.id] {
      devices[place] = device
    } else {
      places[device.id] = devices.count
      devices.append(device)
    }
  }

  /// False when there is no such device.
  mutating func update(_ id: String, _ change: (inout Device) -> Void) -> Bool {
    guard let place = places[id] else { return false }
    change(&devices[place])
    return true
  }
}
