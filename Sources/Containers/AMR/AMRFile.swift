public import AudioBase
import SpeechFrames

/// AMR and AMR-WB in files of their own: a line that names the codec, and frames one after the other.
///
/// RFC 4867, 5.
public enum AMRFile {
  /// `kAudioFileAMRType`, for a catalog; AMR-WB has a number of our own, for Core Audio has one for both.
  public static let descriptors = [
    descriptor("amrf", "samr", "AMR", .narrowBand, extensions: ["amr"], mediaType: "audio/amr"),
    descriptor("awbf", "sawb", "AMR-WB", .wideBand, extensions: ["awb"], mediaType: "audio/amr-wb"),
  ]

  private static func descriptor(
    _ fileType: FourCharacterCode, _ formatID: FourCharacterCode, _ name: String, _ frame: AMRFrame,
    extensions: [String], mediaType: String
  ) -> ContainerDescriptor {
    ContainerDescriptor(fileType: fileType, name: name, formatIDs: [formatID]) {
      $0.extensions = extensions
      $0.mediaTypes = [mediaType]
      $0.probe = { head in begins(head, with: magic(frame)) ? 100 : 0 }
      $0.open = { source, limits throws(ContainerError) in
        try AMRReader(source, frame, fileType: fileType, formatID: formatID, limits: limits)
      }
      $0.makeWriter = { sink, settings throws(ContainerError) in
        try AMRWriter(sink, settings: settings, frame, fileType: fileType, formatID: formatID)
      }
      $0.canWriteToPipe = true
      $0.marksRecording = false
    }
  }

  /// Returns the bytes before the first frame. Files of several channels have another line, and are not read.
  static func magic(_ frame: AMRFrame) -> [UInt8] {
    Array((frame == .narrowBand ? "#!AMR\n" : "#!AMR-WB\n").utf8)
  }

  private static func begins(_ head: Span<UInt8>, with magic: [UInt8]) -> Bool {
    head.count >= magic.count && magic.indices.allSatisfy { head[$0] == magic[$0] }
  }
}
