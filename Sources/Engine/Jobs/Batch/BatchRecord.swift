import AudioFiles

/// The action of a batch for each file.
package enum BatchAction: String, CaseIterable, Sendable {
  /// Convert the file into another.
  case convert
  /// Report the contents of the file.
  case info
  /// The loudness is measured.
  case loudness
  /// The decoded samples are hashed.
  case hash
  /// Read and decode the whole file, and check its checksums.
  case verify
}

/// The reason for which a file of a batch failed, for programs.
package struct BatchFailure: Codable, Sendable, Hashable {
  /// The known place of the error.
  package struct Place: Codable, Sendable, Hashable {
    /// The file.
    package var file: String
    /// The offset from the start of the file, in bytes.
    package var offset: Int64?
    /// The structure, such as a box or chunk.
    package var structure: String?
    /// The index of the packet.
    package var packet: Int64?

    /// Creates a place.
    package init(file: String, offset: Int64? = nil, structure: String? = nil, packet: Int64? = nil) {
      (self.file, self.offset, self.structure, self.packet) = (file, offset, structure, packet)
    }
  }

  /// The kind of failure, as in the records of other commands.
  package var kind: String
  /// The place of the error.
  package var place: Place
  /// The reason of the error, in words.
  package var text: String

  /// Creates a failure.
  package init(kind: String, place: Place, text: String) {
    (self.kind, self.place, self.text) = (kind, place, text)
  }
}

/// The result for one file of a batch: a line of its report.
package struct BatchRecord: Codable, Sendable {
  /// The input's name to show, as in the records of all commands.
  package var file: String
  /// The action: `convert`, `info`, `loudness`, `hash`, `verify`.
  package var action: String
  /// The input's name in the form of `Pathname.argument`: plain names stay unchanged.
  package var input: String
  package var output: String?
  package var options: [String]?
  /// The input's size in bytes and its last change in microseconds since 1970, before it was read.
  package var inputByteCount: Int64?
  package var inputModified: Int64?
  /// The MD5 of the input's bytes, if inputs are compared by it.
  package var inputHash: String?
  package var outputByteCount: Int64?
  /// The seconds of sound.
  package var durationSeconds: Double?
  package var fileFormat: String?
  package var formatID: String?
  package var codec: String?
  package var sampleRate: Double?
  package var channelsPerFrame: Int?
  package var bitRate: Int?
  package var frameCount: Int64?
  package var integratedLoudness: Double?
  package var loudnessRange: Double?
  package var truePeak: Double?
  package var samplePeak: Double?
  package var maximumMomentaryLoudness: Double?
  package var maximumShortTermLoudness: Double?
  package var algorithm: String?
  package var sampleFormat: String?
  package var hash: String?
  /// The seconds that the work took.
  package var seconds = 0.0
  package var warnings: [String] = []
  package var error: BatchFailure?

  init(_ item: BatchItem, _ action: BatchAction, state: FileState?, options: [String]) {
    file = item.input.description
    self.action = action.rawValue
    input = item.input.argument
    output = item.output?.argument
    self.options = options.isEmpty ? nil : options
    inputByteCount = state?.byteCount
    inputModified = state?.modified
  }

  /// The digest that identifies the line in its report; see `BatchItem.target`.
  var target: UInt128 {
    var item = BatchItem(Pathname(argument: input), to: output.map { Pathname(argument: $0) })
    item.options = options ?? []
    return item.target
  }

  /// Returns a number that stays the same while the result and everything it depends on are unchanged.
  func state(byContents: Bool) -> UInt128 {
    let parts = [
      action, "\(inputByteCount ?? -1)", "\(outputByteCount ?? -1)", input,
      byContents ? inputHash ?? "unknown" : "\(inputModified ?? -1)",
    ]
    return NameDigest.of((parts + (options ?? [])).map { Array($0.utf8) })
  }
}
