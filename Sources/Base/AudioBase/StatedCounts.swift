// Memory for claimed sizes. A file of 100 bytes may state a structure of a gigabyte, a packet may state that it lasts a
// day: allocating by such a number takes memory out of proportion. So every stated number becomes memory through
// `ResourceLimits.room`, which gives the proven amount and a first step beyond it; the rest follows as data come.

extension ResourceLimits {
  /// Returns the number of elements to allocate at once, if that number comes from outside the program.
  ///
  /// It is the stated number, limited to what the available bytes prove, or, if they prove little or nothing, to what
  /// fits in ``unprovenByteCount`` bytes of memory. An array that needs more grows when it is appended to.
  ///
  /// - Parameters:
  ///   - count: The number that a file, a packet, the network or a caller states; a negative one counts as 0.
  ///   - provenCount: Elements that are known to be there, such as the available bytes divided by those of an
  ///     element.
  ///   - elementByteCount: The number of bytes of an element in memory.
  /// - Returns: 0 … `count`.
  package func room(
    forStated count: some BinaryInteger, backedBy provenCount: Int = 0, each elementByteCount: Int
  ) -> Int {
    let stated = max(0, Int(clamping: count))
    let firstStep = max(1, unprovenByteCount / max(1, elementByteCount))
    return min(stated, max(firstStep, provenCount))
  }
}

extension Array {
  /// Reserves capacity for a number of elements that comes from outside the program: see
  /// ``ResourceLimits/room(forStated:backedBy:each:)``.
  ///
  /// - Parameters:
  ///   - count: The number of elements that will be appended, if the statement is true.
  ///   - provenCount: Elements that are known to come, such as the available bytes divided by those of an element.
  package mutating func reserveCapacity(
    forStated count: some BinaryInteger, backedBy provenCount: Int = 0, limits: ResourceLimits = ResourceLimits()
  ) {
    // Bound: by the one function for stated numbers.
    let room = limits.room(forStated: count, backedBy: provenCount, each: MemoryLayout<Element>.stride)
    reserveCapacity(self.count + Swift.min(room, Int.max - self.count))
  }
}

extension ByteSource {
  /// Reads a structure of stated size in steps, so that memory grows only with bytes that exist.
  ///
  /// - Parameters:
  ///   - count: The stated size, in bytes.
  ///   - offset: The number of bytes from the start of the source.
  ///   - structure: The structure that is read, for the error; `nil` if it has no code.
  ///   - limits: ``ResourceLimits/structureByteCount`` bounds the size.
  /// - Throws: ``ContainerError`` of kind ``ErrorKind/limitExceeded`` if the structure is too large,
  ///   ``ErrorKind/truncated`` if the source ends within it, ``ErrorKind/inputOutput`` from below.
  package func readStructure(
    statedByteCount count: some BinaryInteger, at offset: Int64, structure: FourCharacterCode? = nil,
    limits: ResourceLimits = ResourceLimits()
  ) throws(ContainerError) -> [UInt8] {
    guard count >= 0, count <= limits.structureByteCount else {
      throw ContainerError(.limitExceeded, "a structure is larger than what is read whole", at: offset, in: structure)
    }
    var bytes: [UInt8] = []
    guard try append(statedByteCount: count, at: offset, to: &bytes, limits: limits) == count else {
      throw ContainerError(.truncated, "the source ends within a structure", at: offset, in: structure)
    }
    return bytes
  }

  /// Appends bytes from `offset` on to an array, doubling the size of each step, and returns their number: fewer than
  /// stated only at the end of the source.
  ///
  /// Memory grows with what has been read, and where the source knows its size never beyond that.
  ///
  /// - Parameters:
  ///   - count: The stated number of bytes. The caller bounds it, as by ``ResourceLimits/structureByteCount``,
  ///     where the source may truly be as large.
  ///   - offset: The number of bytes from the start of the source; a negative one is outside it.
  ///   - bytes: Receives the bytes; where an error is thrown, those read before it.
  ///   - limits: ``ResourceLimits/unprovenByteCount`` is the first step.
  package func append(
    statedByteCount count: some BinaryInteger, at offset: Int64, to bytes: inout [UInt8],
    limits: ResourceLimits = ResourceLimits()
  ) throws(ContainerError) -> Int {
    guard offset >= 0 else { return 0 }
    var wanted = max(0, Int(clamping: count))
    if let byteCount { wanted = Int(clamping: min(Int64(wanted), max(0, byteCount - offset))) }
    var done = 0
    while done < wanted {
      let (place, overflow) = offset.addingReportingOverflow(Int64(done))
      if overflow { break }
      let step = limits.room(forStated: wanted - done, backedBy: done, each: 1)
      let got = try append(step: step, at: place, to: &bytes)
      done += got
      if got < step { break }
    }
    return done
  }

  /// Appends at most `step` bytes.
  private func append(step: Int, at offset: Int64, to bytes: inout [UInt8]) throws(ContainerError) -> Int {
    let start = bytes.count
    // Bound: at most as many bytes as have been read before, or the first step.
    bytes.append(contentsOf: repeatElement(0, count: step))
    var got = 0
    defer { bytes.removeLast(step - got) }
    var all = bytes.mutableSpan
    var free = all._mutatingExtracting(start..<(start + step))
    // A caller's own source may answer anything.
    got = max(0, min(step, try read(at: offset, into: &free)))
    return got
  }
}

extension SampleBlock {
  /// Grows the block for the frames that a packet or a caller states, and returns how many fit; growing loses the
  /// contents.
  ///
  /// - Parameters:
  ///   - count: The stated frames.
  ///   - provenCount: The largest number of frames that the available bytes can yield: for a packet, the decoder's
  ///     maximum for the given number of bytes.
  @discardableResult
  package mutating func makeRoom(forStatedFrames count: Int, backedBy provenCount: Int) -> Int {
    let frames = min(max(0, count), max(0, provenCount))
    // Bound: no more frames than are proven.
    if frames > capacity { self = SampleBlock(channelCount: channelCount, capacity: frames) }
    return min(frames, capacity)
  }
}
