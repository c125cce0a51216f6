public import AudioBase

extension AudioFile {
  /// Reads bytes of audio and returns the number read: `AudioFileReadBytes`.
  ///
  /// If all packets are alike these are the bytes of the packets, one after the other. Elsewhere they are the file's
  /// bytes from the first packet on, including any between packets.
  ///
  /// - Parameters:
  ///   - offset: The number of bytes from the first byte of audio.
  ///   - bytes: Filled from its start on; fewer bytes than fit come only at the end of the audio.
  public func readBytes(
    at offset: Int64, into bytes: inout MutableSpan<UInt8>
  ) throws(ContainerError) -> Int {
    let input = try reading()
    guard offset >= 0 else {
      throw ContainerError(.invalidState, "there is no audio before its first byte", at: input.info.dataOffset)
    }
    return input.info.format.hasConstantPackets
      ? try input.readPacketBytes(at: offset, into: &bytes) : try input.readFileBytes(at: offset, into: &bytes)
  }
}

extension AudioFileInput {
  /// Reads bytes of packets that are all alike.
  fileprivate func readPacketBytes(
    at offset: Int64, into bytes: inout MutableSpan<UInt8>
  ) throws(ContainerError) -> Int {
    let size = Int64(info.format.bytesPerPacket)
    var done = 0
    do throws(ContainerError) {
      while done < bytes.count {
        let (place, overflow) = offset.addingReportingOverflow(Int64(done))
        guard !overflow, try load(place / size) else { break }
        let start = Int(place - batch.firstPacket * size)
        let count = min(bytes.count - done, batch.bytes.count - start)
        guard count > 0 else { break }
        let memory = batch.bytes
        bytes.copy(memory.span.extracting(start..<(start + count)), at: done)
        done += count
      }
    } catch {
      if done == 0 { throw error }
    }
    return done
  }

  /// Reads bytes of the file from the first packet on, up to the end of the chunk that holds the packets.
  fileprivate func readFileBytes(
    at offset: Int64, into bytes: inout MutableSpan<UInt8>
  ) throws(ContainerError) -> Int {
    let (place, overflow) = info.dataOffset.addingReportingOverflow(offset)
    // Read once: a source may report another size the next time.
    let end = audioEnd
    guard !overflow, place >= 0, place < end, !bytes.isEmpty else { return 0 }
    let count = Int(min(Int64(bytes.count), end - place))
    var part = bytes._mutatingExtracting(0..<count)
    return try source.read(at: place, into: &part)
  }

  /// The first byte after the audio, according to the file's structure.
  var audioEnd: Int64 {
    let chunk = reader.chunks.first {
      $0.bodyOffset <= info.dataOffset && info.dataOffset - $0.bodyOffset < $0.byteCount
    }
    if let chunk {
      let (end, overflow) = chunk.bodyOffset.addingReportingOverflow(chunk.byteCount)
      return overflow ? Int64.max : end
    }
    return source.byteCount ?? Int64.max
  }
}
