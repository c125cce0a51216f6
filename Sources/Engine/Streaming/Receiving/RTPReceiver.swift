import AudioBase
import AudioDevices
public import AudioErrors
public import AudioReception
import NIOCore
import RTPPayloads

/// Receives a stream from a network, and reports on it.
///
/// Units are passed on as they arrive, on the thread of an event loop: reordering, duplicates of time and delay are
/// left to a `JitterBuffer`. Memory is bounded for any input, and invalid packets are counted.
public final class RTPReceiver: Sendable {
  /// The addresses and ports for receiving.
  public struct Endpoint: Sendable, Equatable {
    /// The address to listen at; a group's address joins the group.
    public var address: String
    /// The port of the packets; 0 for any.
    public var port: Int
    /// The port of the reports; `nil` for the one after the packets' port.
    public var controlPort: Int?
    /// The name or the address of the network interface of a group; `nil` for the system's choice.
    public var interface: String?

    /// Creates an endpoint.
    public init(address: String = "0.0.0.0", port: Int) {
      self.address = address
      self.port = port
    }
  }

  private struct State: Sendable {
    var reception: RTPReception
    /// The origin of the source's packets, and of its reports.
    var sender: SocketAddress?
    var controlSender: SocketAddress?

    /// Returns true if a packet may be the source's: RFC 3550, 8.2. While a source is active, packets with its number
    /// from other addresses are rejected; with a key, the sender is authenticated.
    func mayBeOfSource(_ arrival: DatagramSocket.Arrival) -> Bool {
      guard reception.protection == nil, let sender, sender != arrival.sender, arrival.bytes.count >= 12,
        let source = reception.selection.current
      else { return true }
      let isNamed = arrival.bytes[8..<12].reduce(0 as UInt32) { $0 << 8 | UInt32($1) } == source
      return !isNamed || reception.selection.isSilent(at: arrival.time)
    }

    /// Returns true if a report may be the source's: if it comes from the same machine, though perhaps from another
    /// port.
    func mayBeReport(_ arrival: DatagramSocket.Arrival) -> Bool {
      guard reception.protection == nil, let sender else { return true }
      return sender.ipAddress == arrival.sender.ipAddress
    }
  }

  private final class Core: Sendable {
    let state: Lock<State>
    let deliver: @Sendable (ReceivedAccessUnit) -> Void

    init(_ reception: RTPReception, _ deliver: @escaping @Sendable (ReceivedAccessUnit) -> Void) {
      state = Lock(State(reception: reception))
      self.deliver = deliver
    }

    /// Takes a datagram of either kind: RFC 5761, 4, distinguishes them by their second byte.
    func receive(_ arrival: inout DatagramSocket.Arrival) {
      if arrival.bytes.count > 1, (192...223).contains(arrival.bytes[1]) { return receiveControl(&arrival) }
      let units = state.withLock { state in
        var units: [ReceivedAccessUnit] = []
        guard state.mayBeOfSource(arrival) else {
          state.reception.account.dropped.wrongSource += 1
          return units
        }
        let before = state.reception.account.packetCount
        state.reception.receive(
          arrival.takeBytes(), arrival: arrival.time, from: arrival.sender.hashValue, into: &units)
        if state.reception.account.packetCount > before { state.sender = arrival.sender }
        return units
      }
      for unit in units { deliver(unit) }
    }

    func receiveControl(_ arrival: inout DatagramSocket.Arrival) {
      state.withLock { state in
        guard state.mayBeReport(arrival) else {
          state.reception.account.dropped.wrongSource += 1
          return
        }
        let before = state.reception.account.dropped.count
        state.reception.receiveControl(
          arrival.takeBytes(), arrival: arrival.time, from: arrival.sender.hashValue)
        // Reports go only to where the packets of the source come from.
        guard state.reception.account.dropped.count == before,
          state.sender.map({ $0.ipAddress == arrival.sender.ipAddress }) ?? false
        else { return }
        state.controlSender = arrival.sender
      }
    }

    /// Returns the next report, and its destination.
    func nextReport() -> ([UInt8], SocketAddress)? {
      state.withLock { state in
        var address = state.controlSender ?? state.sender
        if state.controlSender == nil, let port = address?.port { address?.port = min(port + 1, 65_535) }
        guard let address, let packet = state.reception.controlPacket(now: Int64(truncatingIfNeeded: HostClock.now))
        else { return nil }
        return (packet, address)
      }
    }
  }

  private let core: Core
  private let socket: DatagramSocket
  private let controlSocket: DatagramSocket

  /// Opens the sockets and begins to receive.
  ///
  /// - Parameters:
  ///   - settings: The stream.
  ///   - endpoint: The address at which the packets arrive.
  ///   - reportInterval: The time between reports, in seconds; RFC 3550 requires at least 5 on open networks.
  ///   - deliver: Gets each unit, on the thread of an event loop: it must not wait.
  /// - Throws: `AudioError` for a format that cannot be read, and sockets that cannot be opened.
  public init(
    _ settings: ReceptionSettings, at endpoint: Endpoint, reportInterval: Double = 5,
    deliver: @escaping @Sendable (ReceivedAccessUnit) -> Void
  ) throws(AudioError) {
    guard (0...65_535).contains(endpoint.port), (1...65_535).contains(endpoint.controlPort ?? 1) else {
      throw .streaming(.unsupported, "ports are 0…65535")
    }
    let core = Core(try RTPReception(settings), deliver)
    self.core = core
    var place = try Self.place(endpoint)
    place.maximumByteCount = min(max(settings.maximumDatagramByteCount, 1), 65_535) + 1
    socket = try DatagramSocket.bind(place) { core.receive(&$0) }
    place.address.port = endpoint.controlPort ?? (socket.port < 65_535 ? socket.port + 1 : 0)
    if endpoint.controlPort == socket.port { place.address.port = 0 }
    let control = try DatagramSocket.bind(place) { core.receiveControl(&$0) }
    controlSocket = control
    control.every(reportInterval) { [weak control] in
      if let (packet, address) = core.nextReport() { control?.post(packet, to: address) }
    }
  }

  /// Opens the sockets and begins to receive into a jitter buffer.
  ///
  /// - Parameters:
  ///   - settings: The stream.
  ///   - endpoint: The address at which the packets arrive.
  ///   - buffer: Takes the units.
  /// - Throws: `AudioError` for a format that cannot be read, and sockets that cannot be opened.
  public convenience init(
    _ settings: ReceptionSettings, at endpoint: Endpoint, into buffer: JitterBuffer
  ) throws(AudioError) {
    try self.init(settings, at: endpoint) { buffer.append($0) }
  }

  private static func place(_ endpoint: Endpoint) throws(AudioError) -> DatagramSocket.Place {
    do {
      let address = try SocketAddress.makeAddressResolvingHost(endpoint.address, port: endpoint.port)
      var place = DatagramSocket.Place(address: address)
      place.interface = endpoint.interface
      if address.isMulticast { place.group = address }
      return place
    } catch {
      throw .streaming(.inputOutput, "the address is found", detail: "\(endpoint.address): \(error)")
    }
  }

  /// The port of the packets.
  public var port: Int { socket.port }

  /// The statistics of the reception.
  public var report: ReceptionReport {
    core.state.withLock { $0.reception.report(at: Int64(truncatingIfNeeded: HostClock.now)) }
  }

  /// The last AudioSpecificConfig received in band; `nil` for formats without one.
  public var configurationInBand: [UInt8]? { core.state.withLock { $0.reception.configurationInBand } }

  /// Reports that the receiver leaves, and closes the sockets; no unit is passed on afterwards.
  public func close() {
    if let (_, address) = core.nextReport(),
      let packet = core.state.withLock({ $0.reception.goodbye(now: Int64(truncatingIfNeeded: HostClock.now)) })
    {
      _ = controlSocket.send([packet], to: address)
    }
    socket.close()
    controlSocket.close()
  }
}
