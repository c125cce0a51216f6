// Names and documentation are those of the header.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AudioBase
import AudioErrors
public import CSwiftAudioToolbox

@c(sat_open_decoder)
public func satOpenDecoder(
  _ stream: UnsafePointer<sat_stream>?, _ cookie: UnsafeRawPointer?, _ cookieCount: Int,
  _ firstPacket: UnsafeRawPointer?, _ firstPacketCount: Int, _ format: UnsafeMutablePointer<sat_format>?,
  _ error: UnsafeMutablePointer<sat_error>?
) -> UInt64 {
  unsafe calling(error, orElse: 0) { () throws(AudioError) in
    guard let stream = unsafe stream else { throw .nullPointer }
    let decoder = try unsafe StreamDecoder(
      stream.pointee, cookie: optional(cookie, cookieCount), firstPacket: optional(firstPacket, firstPacketCount))
    if let format = unsafe format { unsafe format.pointee = decoder.format }
    return Handles.add(decoder)
  }
}

@c(sat_decode)
public func satDecode(
  _ decoder: UInt64, _ packet: UnsafeRawPointer?, _ count: Int, _ error: UnsafeMutablePointer<sat_error>?
) -> Int32 {
  unsafe calling(error, orElse: -1) { () throws(AudioError) in
    let decoder = try Handles.thing(decoder, as: StreamDecoder.self)
    guard let packet = unsafe packet else { throw .nullPointer }
    guard count >= 0 else { throw .memory }
    let bytes = unsafe UnsafeBufferPointer(start: packet.assumingMemoryBound(to: UInt8.self), count: count)
    try decoder.append(unsafe bytes.span)
    return 0
  }
}

@c(sat_conceal)
public func satConceal(_ decoder: UInt64, _ packets: Int64, _ error: UnsafeMutablePointer<sat_error>?) -> Int32 {
  unsafe calling(error, orElse: -1) { () throws(AudioError) in
    try Handles.thing(decoder, as: StreamDecoder.self).appendLoss(packetCount: packets)
    return 0
  }
}

@c(sat_open_encoder)
public func satOpenEncoder(
  _ stream: UnsafeMutablePointer<sat_stream>?, _ error: UnsafeMutablePointer<sat_error>?
) -> UInt64 {
  unsafe calling(error, orElse: 0) { () throws(AudioError) in
    guard let stream = unsafe stream else { throw .nullPointer }
    let encoder = try unsafe StreamEncoder(stream.pointee)
    unsafe stream.pointee = encoder.stream
    return Handles.add(encoder)
  }
}

@c(sat_encode)
public func satEncode(
  _ encoder: UInt64, _ samples: UnsafePointer<Float>?, _ frames: Int64, _ error: UnsafeMutablePointer<sat_error>?
) -> Int32 {
  unsafe calling(error, orElse: -1) { () throws(AudioError) in
    let encoder = try Handles.thing(encoder, as: StreamEncoder.self)
    guard let samples = unsafe samples else { throw .nullPointer }
    let size = MemoryLayout<Float>.size * encoder.channelCount
    guard frames >= 0, !Int(frames).multipliedReportingOverflow(by: size).overflow else { throw .frameCount }
    try CallerMemory.check(byteCount: Int(frames) * size)
    let bytes = unsafe UnsafeRawBufferPointer(start: samples, count: Int(frames) * size)
    try encoder.append(unsafe bytes.assumingMemoryBound(to: UInt8.self).span)
    return 0
  }
}

@c(sat_end)
public func satEnd(_ codec: UInt64, _ error: UnsafeMutablePointer<sat_error>?) -> Int32 {
  unsafe calling(error, orElse: -1) { () throws(AudioError) in
    if let encoder = try? Handles.thing(codec, as: StreamEncoder.self) {
      try encoder.endInput()
    } else {
      try Handles.thing(codec, as: StreamDecoder.self).endInput()
    }
    return 0
  }
}

@c(sat_next_packet)
public func satNextPacket(
  _ encoder: UInt64, _ packet: UnsafeMutableRawPointer?, _ room: Int, _ frames: UnsafeMutablePointer<Int32>?,
  _ error: UnsafeMutablePointer<sat_error>?
) -> Int64 {
  unsafe calling(error, orElse: -1) { () throws(AudioError) in
    let encoder = try Handles.thing(encoder, as: StreamEncoder.self)
    guard let packet = unsafe packet, room >= 0 else { throw .nullPointer }
    var size: Int64 = 0
    _ = try encoder.next { (bytes, count) throws(AudioError) in
      guard bytes.count <= room else {
        throw AudioError(.limitExceeded, .call, "the packet has \(bytes.count) bytes, and there is room for \(room)")
      }
      for index in bytes.indices { unsafe packet.storeBytes(of: bytes[index], toByteOffset: index, as: UInt8.self) }
      if let frames = unsafe frames { unsafe frames.pointee = Int32(clamping: count) }
      size = Int64(bytes.count)
    }
    return size
  }
}

@c(sat_get_cookie)
public func satGetCookie(
  _ encoder: UInt64, _ cookie: UnsafeMutableRawPointer?, _ room: Int, _ error: UnsafeMutablePointer<sat_error>?
) -> Int64 {
  unsafe calling(error, orElse: -1) { () throws(AudioError) in
    let bytes = try Handles.thing(encoder, as: StreamEncoder.self).cookie
    if let cookie = unsafe cookie {
      guard bytes.count <= room else {
        throw AudioError(.limitExceeded, .call, "the cookie has \(bytes.count) bytes, and there is room for \(room)")
      }
      unsafe UnsafeMutableRawBufferPointer(start: cookie, count: bytes.count).copyBytes(from: bytes)
    }
    return Int64(bytes.count)
  }
}

@c(sat_describe_encoder)
public func satDescribeEncoder(
  _ encoder: UInt64, _ stream: UnsafeMutablePointer<sat_stream>?, _ error: UnsafeMutablePointer<sat_error>?
) -> Int32 {
  unsafe calling(error, orElse: -1) { () throws(AudioError) in
    guard let stream = unsafe stream else { throw .nullPointer }
    unsafe stream.pointee = try Handles.thing(encoder, as: StreamEncoder.self).stream
    return 0
  }
}
