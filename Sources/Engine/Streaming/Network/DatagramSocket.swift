import AudioBase
import AudioDevices
import AudioErrors
import NIOCore
import NIOPosix

/// A socket for datagrams: an address, and the receiver of the arriving ones.
final class DatagramSocket: Sendable {
  /// A datagram that has arrived.
  struct Arrival: Sendable {
    var bytes: [UInt8]
    var sender: SocketAddress
    /// The nanoseconds of `HostClock`.
    var time: Int64

    /// Moves the bytes out, so that the receiver is their only owner and can change them in place.
    mutating func takeBytes() -> [UInt8] {
      var taken: [UInt8] = []
      swap(&taken, &bytes)
      return taken
    }
  }

  /// The address of a socket, and its multicast groups.
  struct Place: Sendable {
    var address: SocketAddress
    /// The group whose packets are received; `nil` for none.
    var group: SocketAddress?
    /// The name or the address of the network interface of groups; `nil` for the system's choice.
    var interface: String?
    /// The number of routers that a packet to a group may pass; `nil` for a socket that does not send to a group.
    var timeToLive: Int?
    /// The largest number of bytes of a datagram.
    var maximumByteCount = 16_384
  }

  private let channel: any Channel

  private init(_ channel: any Channel) { self.channel = channel }

  /// Opens a socket. Arriving datagrams are passed to `receive`, on the event loop's thread, to change and to keep.
  static func bind(
    _ place: Place, _ receive: @escaping @Sendable (inout Arrival) -> Void
  ) throws(AudioError) -> DatagramSocket {
    do {
      let device = try Self.device(place.interface)
      let bootstrap = DatagramBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .channelOption(.socketOption(.so_reuseaddr), value: place.group == nil ? 0 : 1)
        .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: place.maximumByteCount))
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(DatagramHandler(receive))
          }
        }
      let channel = try bootstrap.bind(to: place.address).wait()
      if let multicast = channel as? any MulticastChannel, place.group != nil || place.timeToLive != nil {
        try Self.prepare(multicast, place, device)
      }
      return DatagramSocket(channel)
    } catch let error as AudioError {
      throw error
    } catch {
      throw .streaming(.inputOutput, "the socket can be opened", detail: "\(place.address): \(error)")
    }
  }

  private static func prepare(
    _ channel: any MulticastChannel, _ place: Place, _ device: NIONetworkDevice?
  ) throws {
    if let group = place.group { try channel.joinGroup(group, device: device).wait() }
    guard let hops = place.timeToLive else { return }
    if case .v6 = place.address {
      let option = ChannelOptions.Types.SocketOption(level: .ipv6, name: .ipv6_multicast_hops)
      try channel.setOption(option, value: SocketOptionValue(hops)).wait()
    } else {
      let option = ChannelOptions.Types.SocketOption(level: .ip, name: .ip_multicast_ttl)
      try channel.setOption(option, value: SocketOptionValue(hops)).wait()
    }
    if let device { try Self.use(device, of: channel) }
  }

  /// Sends the packets of a channel to groups through a device.
  private static func use(_ device: NIONetworkDevice, of channel: any Channel) throws {
    switch device.address {
    case .v4(_)?:
      // The address as it is in memory, its first number in the first byte.
      let numbers = (device.address?.ipAddress ?? "").split(separator: ".").compactMap { UInt32($0) }
      let address = numbers.reduce(0) { $0 << 8 | $1 & 255 }
      let option = ChannelOptions.Types.SocketOption(level: .ip, name: .ip_multicast_if)
      try channel.setOption(option, value: SocketOptionValue(Int32(bitPattern: address.bigEndian))).wait()
    case .v6(_)?:
      let option = ChannelOptions.Types.SocketOption(level: .ipv6, name: .ipv6_multicast_if)
      try channel.setOption(option, value: SocketOptionValue(device.interfaceIndex)).wait()
    default: return
    }
  }

  private static func device(_ name: String?) throws -> NIONetworkDevice? {
    guard let name else { return nil }
    let device = try System.enumerateDevices().first {
      $0.address != nil && ($0.name == name || $0.address?.ipAddress == name)
    }
    guard let device else {
      throw AudioError.streaming(.inputOutput, "there is a network interface of this name or address", detail: name)
    }
    return device
  }

  /// The port of the socket.
  var port: Int { channel.localAddress?.port ?? 0 }

  /// Sends datagrams and waits until the system has taken them. Must not be called on an event loop's thread.
  ///
  /// - Returns: The number of those that the system refused.
  func send(_ datagrams: [[UInt8]], to address: SocketAddress) -> Int {
    let futures = datagrams.map { bytes in
      channel.write(AddressedEnvelope(remoteAddress: address, data: channel.allocator.buffer(bytes: bytes)))
    }
    channel.flush()
    return futures.reduce(0) { count, future in
      do {
        try future.wait()
        return count
      } catch {
        return count + 1
      }
    }
  }

  /// Sends a datagram without waiting; one that the system does not accept immediately is dropped.
  func post(_ bytes: [UInt8], to address: SocketAddress) {
    guard channel.isWritable else { return }
    channel.writeAndFlush(
      AddressedEnvelope(remoteAddress: address, data: channel.allocator.buffer(bytes: bytes)), promise: nil)
  }

  /// Calls a function again and again, on the event loop's thread, until the socket is closed.
  func every(_ seconds: Double, _ work: @escaping @Sendable () -> Void) {
    let delay = TimeAmount.nanoseconds(Int64(min(max(seconds, 0.001), 1e6) * 1e9))
    channel.eventLoop.scheduleTask(in: delay) { [weak self] in
      guard let self, self.channel.isActive else { return }
      work()
      self.every(seconds, work)
    }
  }

  /// Closes the socket, and waits until no more packets arrive. Must not be called on an event loop's thread.
  func close() { try? channel.close().wait() }

  deinit { channel.close(promise: nil) }
}

/// Passes on the datagrams that a channel reads.
private final class DatagramHandler: ChannelInboundHandler {
  typealias InboundIn = AddressedEnvelope<ByteBuffer>

  private let receive: @Sendable (inout DatagramSocket.Arrival) -> Void

  init(_ receive: @escaping @Sendable (inout DatagramSocket.Arrival) -> Void) { self.receive = receive }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let envelope = unwrapInboundIn(data)
    // The one copy: out of the channel's buffer, which is as long as the longest datagram.
    var arrival = DatagramSocket.Arrival(
      bytes: Array(envelope.data.readableBytesView), sender: envelope.remoteAddress,
      time: Int64(truncatingIfNeeded: HostClock.now))
    receive(&arrival)
  }

  // An error of one datagram (a port without a listener) states nothing about the next.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {}
}
