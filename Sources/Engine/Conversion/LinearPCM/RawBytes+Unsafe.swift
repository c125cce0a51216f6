import AudioBase

// The standard library calls both unsafe because bytes of an arbitrary type could be given a value that the type does
// not have. `UInt8` and the integers have every value, and each access is still checked against the bounds. Whole words
// let the loops of ``SampleEncoder`` and ``SampleDecoder`` vectorise: a stereo frame of 16 bits takes 0.44 ns to store
// instead of 0.98 ns byte by byte (x86-64, `-O`).

extension MutableSpan where Element == UInt8 {
  /// The same bytes, for storing words of any width.
  var rawBytes: MutableRawSpan {
    @_lifetime(&self)
    mutating get { unsafe mutableBytes }
  }
}

extension MutableSpan where Element: PlaneSample {
  /// Lends the memory of the samples as bytes, to put samples of this machine into: any bytes are a sample.
  mutating func withBytes<Result, Failure: Error>(
    _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe withUnsafeMutableBytes { (memory) throws(Failure) in
      var bytes = unsafe memory.assumingMemoryBound(to: UInt8.self).mutableSpan
      return try body(&bytes)
    }
  }
}

extension [UInt8] {
  /// Appends samples in memory order, which is little-endian on every processor that this package runs on.
  mutating func append(bytesOf samples: Span<Float>) {
    unsafe samples.withUnsafeBytes { unsafe append(contentsOf: $0) }
  }
}

extension Span where Element == UInt8 {
  /// The same bytes, for loading words of any width.
  var rawBytes: RawSpan {
    @_lifetime(copy self)
    get { unsafe bytes }
  }
}

extension RawSpan {
  /// Returns the little-endian word at an offset, which need not be aligned.
  @inline(__always)
  func word<Word: FixedWidthInteger & BitwiseCopyable>(at offset: Int, as type: Word.Type) -> Word {
    Word(littleEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: Word.self))
  }

  /// Converts each little-endian word of the bytes to a sample.
  ///
  /// That all of them lie within the bytes is checked once: a check of each would keep the loop from being vectorised.
  @inline(__always)
  func load<Word: FixedWidthInteger & BitwiseCopyable, Sample>(
    _ type: Word.Type, into samples: inout MutableSpan<Sample>, sample: (Word) -> Sample
  ) {
    let size = MemoryLayout<Word>.size
    // Holds: SampleDecoder cuts as many bytes out as there are samples.
    precondition(byteCount == samples.count * size)
    for index in samples.indices {
      samples[index] = sample(
        Word(littleEndian: unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: index * size, as: Word.self)))
    }
  }

  /// Converts each three-byte integer to a sample; they begin `stride` bytes after one another.
  ///
  /// A word is loaded for each, which begins with the byte before the integer. That all words but the first lie within
  /// the bytes is checked once, as above: that of integer `index` has the offsets stride × index − 1 up to
  /// stride × index + 2.
  ///
  /// - Parameter sample: Is given the integer in the upper 24 bits of a word; the others mean nothing.
  @inline(__always)
  func loadThreeBytes<Sample>(
    by stride: Int, isBigEndian: Bool, into samples: inout MutableSpan<Sample>, sample: (UInt32) -> Sample
  ) {
    guard !samples.isEmpty else { return }
    // Holds: SampleDecoder cuts out the bytes from the first sample to the last.
    precondition(stride >= 3 && byteCount == (samples.count - 1) * stride + 3)
    let first = UInt32(word(at: 0, as: UInt16.self)) << 8 | UInt32(word(at: 2, as: UInt8.self)) << 24
    samples[0] = sample(isBigEndian ? first.byteSwapped << 8 : first)
    for index in 1..<samples.count {
      let word = UInt32(
        littleEndian: unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: index * stride - 1, as: UInt32.self))
      samples[index] = sample(isBigEndian ? word.byteSwapped << 8 : word)
    }
  }
}
