package import AudioBase

/// Edits files so that a file is either the old or the new one whenever the program or the machine stops.
///
/// A change that lies within one block of ``blockByteCount`` bytes, counted from the start of the file, is written in
/// place by a single call: the operating system copies a block at once, whatever happens to the program, and disks
/// write blocks of that size. Any other change could be seen half done; the file is rewritten in a temporary file
/// beside it and renamed when it is complete.
package struct FileEditing {
  /// The number of bytes that a write changes atomically.
  package static let blockByteCount: Int64 = 4096
  /// The number of bytes that are copied at once.
  private static let copyByteCount = 1 << 20

  /// The manner in which a file was changed.
  package enum Outcome: Sendable {
    /// Not at all: all bytes already had the requested values.
    case unchanged
    /// In place: bytes were overwritten.
    case inPlace
    /// As a whole: the file was rewritten.
    case rewritten
  }

  private let claim: FileClaim
  private let old: any ByteSource
  private let edit: FileEdit
  private let new: EditedByteSource

  /// Prepares an edit of a file that was claimed and then opened.
  ///
  /// - Throws: `AudioError` if the edit reaches beyond the file.
  package init(of claim: FileClaim, _ source: any ByteSource, _ edit: FileEdit) throws(AudioError) {
    (self.claim, old, self.edit) = (claim, source, edit)
    new = try raising { () throws(ContainerError) in try EditedByteSource(source, edit) }
  }

  /// Changes the file.
  ///
  /// - Parameter progress: Called with the bytes that were written so far; where it returns false, the file stays as it
  ///   was.
  /// - Returns: `nil` if the work was ended.
  /// - Throws: `AudioError`, of the kind `changed` where another program that does not use claims has changed the
  ///   file; it is then left unchanged.
  package func run(progress: (Int64) -> Bool) throws(AudioError) -> Outcome? {
    let range: Range<Int64>?
    do throws(ContainerError) {
      range = edit.keepsPlaces ? try changedRange() : nil
    } catch {
      throw Self.failure(error)
    }
    if edit.keepsPlaces, range == nil { return .unchanged }
    if let range, range.lowerBound / Self.blockByteCount == (range.upperBound - 1) / Self.blockByteCount {
      guard progress(0) else { return nil }
      if try writeInPlace(range) { return .inPlace }
    }
    return try rewrite(progress) ? .rewritten : nil
  }

  /// Returns the bytes from the first that differs to the last, `nil` if none does.
  private func changedRange() throws(ContainerError) -> Range<Int64>? {
    var range: Range<Int64>?
    for replacement in edit.replacements {
      let start = replacement.range.lowerBound
      let bytes = try Self.bytes(start..<(start + Int64(replacement.bytes.count)), of: old)
      guard let first = bytes.indices.first(where: { bytes[$0] != replacement.bytes[$0] }),
        let last = bytes.indices.last(where: { bytes[$0] != replacement.bytes[$0] })
      else { continue }
      range = (range?.lowerBound ?? start + Int64(first))..<(start + Int64(last) + 1)
    }
    return range
  }

  /// Writes a stretch within one block; false if the file may not be opened for that.
  private func writeInPlace(_ range: Range<Int64>) throws(AudioError) -> Bool {
    let descriptor: FileDescriptor
    do throws(AudioError) {
      descriptor = try FileDescriptor.open(updating: claim.path)
    } catch {
      // A file that may be replaced need not be writable.
      return false
    }
    // Bound: one block.
    var found = [UInt8](repeating: 0, count: range.count)
    let before: [UInt8]
    let after: [UInt8]
    do throws(ContainerError) {
      (before, after) = (try Self.bytes(range, of: old), try Self.bytes(range, of: new))
      var span = found.mutableSpan
      _ = try descriptor.read(at: range.lowerBound, into: &span)
    } catch {
      throw Self.failure(error)
    }
    let own = try descriptor.status().stamp
    guard found == before, own == claim.stamp else { throw .changed }
    try claim.check()
    do throws(ContainerError) {
      try descriptor.overwrite(after.span, at: range.lowerBound)
      try descriptor.synchronize(byteCount: range.upperBound)
    } catch {
      throw .container(error)
    }
    return true
  }

  /// Returns the error for a file changed by others, or the given error.
  private static func failure(_ error: ContainerError) -> AudioError {
    error.systemError == changedFileError ? .changed : .container(error)
  }

  private static func bytes(_ range: Range<Int64>, of source: any ByteSource) throws(ContainerError) -> [UInt8] {
    // Bound: the length of the edit itself, or one block.
    var bytes = [UInt8](repeating: 0, count: range.count)
    var span = bytes.mutableSpan
    guard try source.read(at: range.lowerBound, into: &span) == bytes.count else {
      throw ContainerError(.truncated, "the file became shorter while it was read", at: range.lowerBound)
    }
    return bytes
  }

  private func rewrite(_ progress: (Int64) -> Bool) throws(AudioError) -> Bool {
    let sink = try FileByteSink(replacing: claim)
    do throws(ContainerError) {
      // Bound: a constant.
      var block = [UInt8](repeating: 0, count: Self.copyByteCount)
      var place: Int64 = 0
      while true {
        guard progress(place) else {
          sink.discard()
          return false
        }
        var span = block.mutableSpan
        let count = try new.read(at: place, into: &span)
        guard count > 0 else { break }
        try sink.append(block.span.extracting(0..<count))
        place += Int64(count)
      }
      guard place == new.byteCount else {
        throw ContainerError(.truncated, "the file became shorter while it was read", at: place)
      }
    } catch {
      sink.discard()
      throw Self.failure(error)
    }
    try sink.commit()
    return true
  }
}
