import AudioBase

/// A session description: the media, their destinations, and their formats. RFC 8866.
///
/// ```
/// v=0                                     the session
/// o=- 1 1 IN IP4 127.0.0.1
/// s=name
/// c=IN IP4 239.0.0.1/16
/// t=0 0
/// m=audio 5004 RTP/AVP 96                 a medium, followed by its own lines
/// a=rtpmap:96 mpeg4-generic/48000/2
/// ```
public struct SessionDescription: Sendable, Equatable {
  /// A line `a=name` or `a=name:value`.
  public struct Attribute: Sendable, Equatable {
    /// The name, as written.
    public var name: String
    /// The part after the colon, or `nil`.
    public var value: String?

    /// Creates an attribute.
    public init(_ name: String, _ value: String? = nil) {
      self.name = name
      self.value = value
    }
  }

  /// A line `c=`: the address that packets are sent to.
  public struct Connection: Sendable, Equatable {
    /// An address of IPv4 or IPv6, or a host's name.
    public var address: String
    /// The number of routers that a packet to an IPv4 group may pass; `nil` if it is not stated.
    public var timeToLive: Int?

    /// Creates a connection.
    public init(address: String, timeToLive: Int? = nil) {
      self.address = address
      self.timeToLive = timeToLive
    }
  }

  /// A line `m=` and the lines that belong to it.
  public struct Media: Sendable, Equatable {
    /// The kind, such as `audio`.
    public var kind: String
    /// The port, 0…65535; 0 refuses the medium.
    public var port: Int
    /// The profile, such as `RTP/AVP` or `RTP/SAVP`.
    public var transport: String
    /// The payload types, as written.
    public var formats: [String]
    /// The destination of the packets, if the medium states its own.
    public var connection: Connection?
    /// The attributes, in order.
    public var attributes: [Attribute] = []

    /// Creates a medium.
    public init(kind: String = "audio", port: Int, transport: String = "RTP/AVP", formats: [String]) {
      self.kind = kind
      self.port = port
      self.transport = transport
      self.formats = formats
    }

    /// Returns the value of the first attribute of a name, in upper or lower case.
    public func attribute(_ name: String) -> String? {
      attributes.first { $0.name.lowercased() == name }?.value
    }

    /// Returns true if there is an attribute of this name.
    public func has(_ name: String) -> Bool { attributes.contains { $0.name.lowercased() == name } }
  }

  /// The largest size of a readable description, in bytes.
  public static let maximumByteCount = 1 << 16
  /// The largest number of media in a readable description.
  public static let maximumMediaCount = 64

  /// The contents of the line `o=`.
  public var origin = "- 0 0 IN IP4 127.0.0.1"
  /// The name of the session.
  public var name = "-"
  /// The destination of the packets, unless a medium states its own.
  public var connection: Connection?
  /// The attributes of the session.
  public var attributes: [Attribute] = []
  /// The media, in order.
  public var media: [Media] = []

  /// Creates a description without media.
  public init() {}

  /// Reads a description.
  ///
  /// Lines may end with CR LF or LF. Text before `v=` is skipped, for FFmpeg prints a heading; lines of types that do
  /// not concern the packets (`b`, `i`, `t` and so on) are skipped too.
  ///
  /// - Throws: ``RTPError``: malformed with the place of the line, or limit exceeded.
  public init(parsing text: String) throws(RTPError) {
    guard text.utf8.count <= Self.maximumByteCount else {
      throw RTPError(.limitExceeded, "a session description has 65536 bytes at most")
    }
    var offset = 0
    var hasBegun = false
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      defer { offset += line.count + 1 }
      var bytes = Array(line)
      while let last = bytes.last, last == 13 || last == 32 || last == 9 { bytes.removeLast() }
      while let first = bytes.first, first == 32 || first == 9 { bytes.removeFirst() }
      hasBegun = hasBegun || bytes.starts(with: Array("v=".utf8))
      guard hasBegun, !bytes.isEmpty else { continue }
      guard bytes.count >= 2, bytes[1] == UInt8(ascii: "=") else {
        throw RTPError(.malformed, "a line is a letter, an equals sign and a value", clause: "RFC 8866, 5", at: offset)
      }
      try take(type: bytes[0], value: String(decoding: bytes.dropFirst(2), as: UTF8.self), at: offset)
    }
    guard hasBegun else { throw RTPError(.malformed, "a session description begins with v=", clause: "RFC 8866, 5") }
  }

  private mutating func take(type: UInt8, value: String, at offset: Int) throws(RTPError) {
    switch type {
    case UInt8(ascii: "v"):
      guard value == "0" else {
        throw RTPError(.unsupported, "the version of a session description is 0", clause: "RFC 8866, 5.1", at: offset)
      }
    case UInt8(ascii: "o"): origin = value
    case UInt8(ascii: "s"): name = value
    case UInt8(ascii: "c"):
      let parsed = try Connection(parsing: value, at: offset)
      if media.isEmpty { connection = parsed } else { media[media.count - 1].connection = parsed }
    case UInt8(ascii: "a"):
      let attribute = Attribute(parsing: value)
      if media.isEmpty { attributes.append(attribute) } else { media[media.count - 1].attributes.append(attribute) }
    case UInt8(ascii: "m"):
      guard media.count < Self.maximumMediaCount else {
        throw RTPError(.limitExceeded, "a session description has 64 media at most", at: offset)
      }
      media.append(try Media(parsing: value, at: offset))
    default: break
    }
  }

  /// Returns the connection of a medium: its own or the session's.
  public func connection(of medium: Media) -> Connection? { medium.connection ?? connection }
}

extension SessionDescription.Attribute {
  fileprivate init(parsing value: String) {
    let parts = value.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    self.init(String(parts.first ?? ""), parts.count > 1 ? String(parts[1]) : nil)
  }
}

extension SessionDescription.Connection {
  fileprivate init(parsing value: String, at offset: Int) throws(RTPError) {
    let words = value.split(separator: " ")
    let address = words.count >= 3 ? words[2].split(separator: "/") : []
    guard words.count >= 3, words[0].uppercased() == "IN", let host = address.first else {
      throw RTPError(.malformed, "a connection is IN, IP4 or IP6, and an address", clause: "RFC 8866, 5.7", at: offset)
    }
    self.init(address: String(host))
    guard address.count > 1, words[1].uppercased() == "IP4" else { return }
    guard let hops = Int(address[1]), (0...255).contains(hops) else {
      throw RTPError(.malformed, "the time to live is 0…255", clause: "RFC 8866, 5.7", at: offset)
    }
    timeToLive = hops
  }
}

extension SessionDescription.Media {
  fileprivate init(parsing value: String, at offset: Int) throws(RTPError) {
    let words = value.split(separator: " ").map(String.init)
    guard words.count >= 4, let first = words[1].split(separator: "/").first, let port = Int(first),
      (0...65_535).contains(port)
    else {
      throw RTPError(
        .malformed, "a medium has a kind, a port, a profile and formats", clause: "RFC 8866, 5.14", at: offset)
    }
    self.init(kind: words[0], port: port, transport: words[2], formats: Array(words.dropFirst(3)))
  }
}
