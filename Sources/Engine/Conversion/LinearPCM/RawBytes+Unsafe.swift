// The standard library calls both unsafe because bytes of an arbitrary type could be given a value that the type does
// not have. `UInt8` and the integers have every value, and each access is still checked against the bounds. Whole words
// let the loops of ``SampleEncoder`` and ``SampleDecoder`` vectorise: a stereo frame of 16 bits takes 0.44 ns to store
// instead of 0.98 ns byte by byte (x86-64, `-O`).

extension MutableSpan where Element == UInt8 {
  /// The same bytes, to store words of any width in.
  var rawBytes: MutableRawSpan {
    @_lifetime(&self)
    mutating get { unsafe mutableBytes }
  }
}

extension [UInt8] {
  /// Appends samples as they lie in memory, which is little-endian on every processor that this package runs on.
  mutating func append(bytesOf samples: Span<Float>) {
    unsafe samples.withUnsafeBytes { unsafe append(contentsOf: $0) }
  }
}

extension Span where Element == UInt8 {
  /// The same bytes, to load words of any width from.
  var rawBytes: RawSpan {
    @_lifetime(copy self)
    get { unsafe bytes }
  }
}

extension RawSpan {
  /// The little-endian word at an offset, which need not be aligned.
  @inline(__always)
  func word<Word: FixedWidthInteger & BitwiseCopyable>(at offset: Int, as type: Word.Type) -> Word {
    Word(littleEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: Word.self))
  }
}
