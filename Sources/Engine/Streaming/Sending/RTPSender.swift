import AudioBase
import AudioDevices
public import AudioErrors
import NIOCore
import RTPPayloads

/// Sends a stream over a network, with RTCP reports.
///
/// ```swift
/// let format = try PayloadFormat.mpeg4Generic(configuration: [0xF8, 0xE6, 0x50, 0x00])
/// let sender = try RTPSender(TransmissionSettings(format), to: RTPSender.Destination(host: "127.0.0.1", port: 5004))
/// for unit in units { try sender.send(unit) }
/// try sender.finish()
/// ```
/// Any thread may call, but only calls one at a time keep the order of units; none may be an event loop's, for calls
/// wait.
public final class RTPSender: Sendable {
  /// The destination of the packets.
  public struct Destination: Sendable, Equatable {
    /// A host's name or address, or a group's address.
    public var host: String
    /// The port of the packets, 1…65535.
    public var port: Int
    /// The port of the reports; `nil` for the one after the packets' port.
    public var controlPort: Int?
    /// The number of routers that a packet to a group may pass, 0…255.
    public var timeToLive = 1
    /// The name or the address of the network interface of a group; `nil` for the system's choice.
    public var interface: String?
    /// The port that packets are sent from; 0 for any.
    public var localPort = 0

    /// Creates a destination.
    public init(host: String, port: Int) {
      self.host = host
      self.port = port
    }
  }

  /// The timing of packets.
  public enum Pacing: Sendable {
    /// Each packet as soon as it is complete, for units in real time.
    case asFed
    /// Each packet at the time of its first frame, counted from the first packet, for files.
    case realTime
  }

  private struct State: Sendable {
    var transmission: RTPTransmission
    var start: UInt64?
    var nextReport: UInt64 = 0
  }

  /// The settings.
  public let settings: TransmissionSettings
  /// The timing of packets.
  public let pacing: Pacing
  /// The mean interval of reports, in seconds.
  public let reportInterval: Double
  private let state: Lock<State>
  private let socket: DatagramSocket
  private let controlSocket: DatagramSocket
  private let address: SocketAddress
  private let controlAddress: SocketAddress

  /// Opens the sockets. Nothing is sent before the first unit.
  ///
  /// - Parameters:
  ///   - settings: The stream.
  ///   - destination: The destination of the packets.
  ///   - pacing: The times at which packets are sent.
  ///   - reportInterval: The mean time between reports, in seconds; RFC 3550 requires at least 5 on open
  ///     networks.
  /// - Throws: `AudioError` for settings that make no sense, a host that is not found, and sockets that cannot be
  ///   opened.
  public init(
    _ settings: TransmissionSettings, to destination: Destination, pacing: Pacing = .realTime,
    reportInterval: Double = 5
  ) throws(AudioError) {
    let controlPort = destination.controlPort ?? destination.port + 1
    guard (1...65_535).contains(destination.port), (1...65_535).contains(controlPort),
      (0...255).contains(destination.timeToLive), (0...65_534).contains(destination.localPort)
    else { throw .streaming(.unsupported, "ports are 1…65535, and a packet passes 0…255 routers") }
    self.settings = settings
    self.pacing = pacing
    self.reportInterval = reportInterval
    state = Lock(State(transmission: try RTPTransmission(settings)))
    address = try Self.resolve(destination.host, destination.port)
    controlAddress = try Self.resolve(destination.host, controlPort)
    let relay = ReportRelay()
    let local = try Self.resolve(address.protocol == .inet6 ? "::" : "0.0.0.0", destination.localPort)
    var place = DatagramSocket.Place(address: local)
    place.interface = destination.interface
    place.timeToLive = address.isMulticast ? destination.timeToLive : nil
    socket = try DatagramSocket.bind(place) { relay.receive(&$0) }
    controlSocket = try Self.bindControl(place, port: socket.port + 1) { relay.receive(&$0) }
    relay.sender.withLock { $0 = Weak(self) }
  }

  private static func resolve(_ host: String, _ port: Int) throws(AudioError) -> SocketAddress {
    do {
      return try SocketAddress.makeAddressResolvingHost(host, port: port)
    } catch {
      throw .streaming(.inputOutput, "the host is found", detail: "\(host): \(error)")
    }
  }

  /// Opens the socket of the reports at the next port, or if that is taken at any.
  private static func bindControl(
    _ place: DatagramSocket.Place, port: Int, _ receive: @escaping @Sendable (inout DatagramSocket.Arrival) -> Void
  ) throws(AudioError) -> DatagramSocket {
    var next = place
    next.address.port = port
    if port < 65_536, let socket = try? DatagramSocket.bind(next, receive) { return socket }
    next.address.port = 0
    return try DatagramSocket.bind(next, receive)
  }

  /// Sends a unit, or keeps it until its packet is full.
  ///
  /// - Parameters:
  ///   - unit: An access unit, or samples in the byte order of the payload format.
  ///   - frameCount: The number of frames of the unit; `nil` for those that the format states.
  /// - Throws: `AudioError` for a unit that the format cannot carry, and where the key is used up.
  public func send(_ unit: [UInt8], frameCount: Int? = nil) throws(AudioError) {
    let datagrams = try state.withLock { (state) throws(AudioError) in
      var datagrams: [RTPTransmission.Datagram] = []
      try state.transmission.add(unit.span, frameCount: frameCount, into: &datagrams)
      return datagrams
    }
    deliver(datagrams)
  }

  /// Sends the remaining packets, and the report that the sender leaves.
  ///
  /// - Throws: `AudioError` if the key is used up.
  public func finish() throws(AudioError) {
    let datagrams = try state.withLock { (state) throws(AudioError) in
      var datagrams: [RTPTransmission.Datagram] = []
      try state.transmission.finish(into: &datagrams)
      return datagrams
    }
    deliver(datagrams)
    let goodbye = state.withLock { state in
      state.transmission.goodbye(time: .now, frame: state.transmission.report.frameCount)
    }
    if let goodbye { _ = controlSocket.send([goodbye], to: controlAddress) }
  }

  /// Closes the sockets. Nothing can be sent afterwards.
  public func close() {
    socket.close()
    controlSocket.close()
  }

  private func deliver(_ datagrams: [RTPTransmission.Datagram]) {
    var start = 0
    while start < datagrams.count {
      let frame = datagrams[start].frame
      let end = datagrams[start...].firstIndex { $0.frame != frame } ?? datagrams.count
      waitUntilDue(frame)
      report(frame)
      let failed = socket.send(datagrams[start..<end].map(\.bytes), to: address)
      if failed > 0 { state.withLock { $0.transmission.account.failedCount += Int64(failed) } }
      start = end
    }
  }

  private func waitUntilDue(_ frame: Int64) {
    let start = state.withLock { state in
      let start = state.start ?? HostClock.now
      state.start = start
      return start
    }
    guard case .realTime = pacing else { return }
    let seconds = Double(frame) / max(1, settings.format.format.sampleRate)
    HostClock.sleep(until: start + UInt64(max(0, seconds) * 1e9))
  }

  /// Sends a report if one is due. The interval is random, so that many senders do not synchronise: RFC 3550, 6.3.1.
  private func report(_ frame: Int64) {
    let now = HostClock.now
    let packet: [UInt8]? = state.withLock { state in
      guard now >= state.nextReport else { return nil }
      let interval = reportInterval * Double.random(in: 0.5...1.5)
      state.nextReport = now + UInt64(min(max(interval, 0.01), 1e6) * 1e9)
      return state.transmission.controlPacket(time: .now, frame: frame)
    }
    if let packet { _ = controlSocket.send([packet], to: controlAddress) }
  }

  fileprivate func receiveControl(_ arrival: inout DatagramSocket.Arrival) {
    // A group's members report from anywhere, and a key says by itself who speaks.
    let isOfReceiver = address.isMulticast || settings.key != nil || address.ipAddress == arrival.sender.ipAddress
    let farewell: [UInt8]? = state.withLock { state in
      guard isOfReceiver else {
        state.transmission.account.droppedReports.wrongSource += 1
        return nil
      }
      state.transmission.receiveControl(
        arrival.takeBytes(), time: .now, arrival: arrival.time, from: arrival.sender.hashValue)
      guard state.transmission.own.isFarewellDue else { return nil }
      return state.transmission.controlPacket(time: .now, frame: state.transmission.report.frameCount)
    }
    // Receivers continue with the new number the sooner they know that the old one is silent.
    if let farewell { controlSocket.post(farewell, to: controlAddress) }
  }

  /// The statistics of the sent packets, with the last receiver report.
  public var report: TransmissionReport { state.withLock { $0.transmission.report } }
}

/// A reference that does not keep its object.
private struct Weak: Sendable {
  weak let sender: RTPSender?

  init(_ sender: RTPSender?) { self.sender = sender }
}

/// Hands reports to the sender, which is made after its sockets.
private final class ReportRelay: Sendable {
  let sender = Lock<Weak>(Weak(nil))

  func receive(_ arrival: inout DatagramSocket.Arrival) {
    let sender = self.sender.withLock { $0.sender }
    sender?.receiveControl(&arrival)
  }
}
