// The table of functions over libasound. A handle is an address that `open` has returned, and is not used after
// `close`; lengths of bytes are compared with frames before they are lent to the library.

import AudioBase

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension PCMHandle {
  fileprivate var object: OpaquePointer? { unsafe OpaquePointer(bitPattern: address) }
}

extension PCMDriver {
  /// Returns the functions of the library.
  static func system(_ library: ALSALibrary) -> PCMDriver {
    var driver = PCMDriver()
    driver.open = { name, direction throws(DeviceError) in try library.openPCM(name, direction) }
    driver.configure = { handle, name, request throws(DeviceError) in
      try PCMNegotiation(library, handle, name).run(request)
    }
    driver.close = { handle in library.silently { _ = unsafe library.close(handle.object) } }
    driver.prepare = { unsafe Int(library.prepare($0.object)) }
    driver.start = { unsafe Int(library.start($0.object)) }
    driver.drop = { unsafe Int(library.drop($0.object)) }
    driver.resume = { unsafe Int(library.resume($0.object)) }
    driver.state = { unsafe PCMState(rawValue: library.state($0.object)) }
    driver.available = { unsafe library.available($0.object) }
    driver.delay = { handle in
      var frames = 0
      return unsafe library.delay(handle.object, &frames) == 0 ? frames : nil
    }
    driver.wait = { unsafe Int(library.wait($0.object, Int32(clamping: $1))) }
    driver.write = { handle, bytes, frameCount in
      unsafe bytes.withUnsafeBytes { unsafe library.write(handle.object, $0.baseAddress, UInt(frameCount)) }
    }
    driver.read = { handle, bytes, frameCount in
      unsafe bytes.withUnsafeMutableBytes { unsafe library.read(handle.object, $0.baseAddress, UInt(frameCount)) }
    }
    driver.silence = { library.silence() }
    return driver
  }
}

extension ALSALibrary {
  /// Opens a PCM that neither waits for others nor in its calls.
  fileprivate func openPCM(_ name: String, _ direction: DeviceDirection) throws(DeviceError) -> PCMHandle {
    var object: OpaquePointer?
    // 1 is SND_PCM_NONBLOCK; streams are numbered 0, playback, and 1, capture.
    let status = silently { unsafe open(&object, name, direction == .output ? 0 : 1, 1) }
    if let object = unsafe object, status == 0 { return PCMHandle(address: UInt(bitPattern: object)) }
    throw .cannotOpen(device: name, systemError: -status)
  }
}

/// Negotiates the parameters of a PCM: float samples if it takes them, the rate of the card rather than one to which
/// the library would convert, periods and buffers near the requested ones.
private struct PCMNegotiation {
  private let library: ALSALibrary
  private let handle: PCMHandle
  private let name: String

  init(_ library: ALSALibrary, _ handle: PCMHandle, _ name: String) {
    (self.library, self.handle, self.name) = (library, handle, name)
  }

  func run(_ request: PCMRequest) throws(DeviceError) -> PCMParameters {
    // A rate of the card itself is best. Where another one is requested, the library may convert.
    do throws(DeviceError) {
      return try settle(request, convertsRate: false)
    } catch {
      guard request.sampleRate != nil else { throw error }
      return try settle(request, convertsRate: true)
    }
  }

  private func settle(_ request: PCMRequest, convertsRate: Bool) throws(DeviceError) -> PCMParameters {
    var hardware: OpaquePointer?
    var software: OpaquePointer?
    defer {
      if let hardware = unsafe hardware { unsafe library.freeHardware(hardware) }
      if let software = unsafe software { unsafe library.freeSoftware(software) }
    }
    guard unsafe library.makeHardware(&hardware) == 0, unsafe library.makeSoftware(&software) == 0 else {
      throw .cannotStart
    }
    let pcm = unsafe handle.object
    let status = library.silently { unsafe library.anyHardware(pcm, hardware) }
    guard status >= 0 else { throw .cannotOpen(device: name, systemError: -status) }
    _ = unsafe library.setResampling(pcm, hardware, convertsRate ? 1 : 0)
    // 3 is SND_PCM_ACCESS_RW_INTERLEAVED.
    try check(unsafe library.setAccess(pcm, hardware, 3), "interleaved samples; 'plughw' in place of 'hw' does")
    let format = PCMSampleFormat.preferred.first { unsafe library.testFormat(pcm, hardware, $0.rawValue) == 0 }
    guard let format else { throw .refused(device: name, "linear PCM of 16 bits or more") }
    try check(unsafe library.setFormat(pcm, hardware, format.rawValue), "its own sample format")
    try unsafe setChannels(hardware, request.channelCount)
    try unsafe setRate(hardware, request.sampleRate)
    var period = UInt(max(16, request.periodFrameCount))
    var direction: Int32 = 0
    try check(unsafe library.setPeriodNear(pcm, hardware, &period, &direction), "periods of \(period) frames")
    var buffer = max(UInt(request.bufferFrameCount), 2 * period)
    try check(unsafe library.setBufferNear(pcm, hardware, &buffer), "a buffer of \(buffer) frames")
    try check(unsafe library.setHardware(pcm, hardware), "these settings together")
    let parameters = try unsafe read(hardware, format)
    try unsafe setSoftware(software, parameters)
    return parameters
  }

  private func check(_ status: Int32, _ what: String) throws(DeviceError) {
    if status < 0 { throw .refused(device: name, what) }
  }

  private func setChannels(_ hardware: OpaquePointer?, _ wanted: Int?) throws(DeviceError) {
    var count = UInt32(clamping: wanted ?? 2)
    try check(
      unsafe library.setChannelsNear(handle.object, hardware, &count), "\(wanted ?? 2) channels")
    guard wanted == nil || Int(count) == wanted else { throw .refused(device: name, "\(wanted ?? 2) channels") }
  }

  private func setRate(_ hardware: OpaquePointer?, _ wanted: Int?) throws(DeviceError) {
    var rate = UInt32(clamping: wanted ?? 48_000)
    var direction: Int32 = 0
    try check(
      unsafe library.setRateNear(handle.object, hardware, &rate, &direction), "a rate of \(wanted ?? 48_000) Hz")
    guard wanted == nil || Int(rate) == wanted else {
      throw .refused(device: name, "a rate of \(wanted ?? 0) Hz; the next is \(rate) Hz")
    }
  }

  private func read(
    _ hardware: OpaquePointer?, _ format: PCMSampleFormat
  ) throws(DeviceError) -> PCMParameters {
    var (rate, channels, direction): (UInt32, UInt32, Int32) = (0, 0, 0)
    var (period, buffer): (UInt, UInt) = (0, 0)
    try check(unsafe library.getRate(hardware, &rate, &direction), "any rate")
    try check(unsafe library.getChannels(hardware, &channels), "any number of channels")
    try check(unsafe library.getPeriod(hardware, &period, &direction), "any period")
    try check(unsafe library.getBuffer(hardware, &buffer), "any buffer")
    guard DeviceChoice.rates.contains(Int(rate)), ResourceLimits.channelCounts.contains(Int(channels)), buffer >= 2,
      period >= 1, buffer <= 1 << 24
    else {
      throw .refused(
        device: name, "sensible settings: \(rate) Hz, \(channels) channels, \(period) and \(buffer) frames")
    }
    var parameters = PCMParameters()
    (parameters.format, parameters.sampleRate, parameters.channelCount) = (format, Int(rate), Int(channels))
    (parameters.periodFrameCount, parameters.bufferFrameCount) = (Int(period), Int(buffer))
    return parameters
  }

  /// Leaves the start of the card to the program, and sets a wake-up for each cycle.
  private func setSoftware(_ software: OpaquePointer?, _ parameters: PCMParameters) throws(DeviceError) {
    let pcm = unsafe handle.object
    try check(unsafe library.currentSoftware(pcm, software), "software settings")
    let never = UInt(Int.max)
    try check(unsafe library.setStartThreshold(pcm, software, never), "a start by the program")
    _ = unsafe library.setAvailableMinimum(pcm, software, UInt(parameters.cycleFrameCount))
    try check(unsafe library.setSoftware(pcm, software), "software settings")
  }
}

// MARK: - Listing

/// A PCM as libasound lists it.
struct PCMHint: Sendable, Hashable {
  /// The name under which the PCM is opened.
  var name: String
  /// The name for people: the card, then the kind of connection.
  var text: String
  /// The directions: playing, capturing, or both.
  var directions: Set<DeviceDirection>
}

extension ALSALibrary {
  /// Returns the PCMs of all cards, and those of the configuration that have a description, in libasound's order.
  func listPCMs() -> [PCMHint] {
    silently {
      var list: HintList?
      guard unsafe listHints(-1, "pcm", &list) == 0, let list = unsafe list else { return [] }
      defer { _ = unsafe freeHints(list) }
      var found: [PCMHint] = []
      var index = 0
      // The list ends with a null pointer.
      while let hint = unsafe list[index] {
        index += 1
        guard let name = unsafe text(hint, "NAME") else { continue }
        let lines = unsafe text(hint, "DESC")?.split(separator: "\n").joined(separator: ", ")
        // There is no text for a PCM of both directions.
        let way = unsafe text(hint, "IOID")
        let directions: Set<DeviceDirection> =
          way == "Output" ? [.output] : way == "Input" ? [.input] : [.output, .input]
        found.append(PCMHint(name: name, text: lines ?? name, directions: directions))
      }
      return found
    }
  }

  private func text(_ hint: UnsafeMutableRawPointer, _ key: String) -> String? {
    guard let text = unsafe hintText(hint, key) else { return nil }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }
}
