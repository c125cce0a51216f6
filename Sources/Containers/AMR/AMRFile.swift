public import AudioBase
import SpeechFrames

/// AMR and AMR-WB in their own files: a line that names the codec, followed by frames.
///
/// RFC 4867, 5.
public enum AMRFile {
  /// The file types for a catalog: `kAudioFileAMRType` for AMR, and this package's type for AMR-WB, which shares that
  /// number in Core Audio.
  public static let descriptors = [AMRKind.narrowBand, .wideBand].map(descriptor)

  private static func descriptor(_ kind: AMRKind) -> ContainerDescriptor {
    ContainerDescriptor(fileType: kind.fileType, name: kind.name, formatIDs: [kind.formatID]) {
      $0.extensions = kind.extensions
      $0.mediaTypes = kind.mediaTypes
      $0.probe = { head in
        head.count >= kind.magic.count && kind.magic.indices.allSatisfy { head[$0] == kind.magic[$0] } ? 100 : 0
      }
      $0.open = { source, limits throws(ContainerError) in try AMRReader(source, kind, limits: limits) }
      $0.makeWriter = { sink, settings throws(ContainerError) in try AMRWriter(sink, settings: settings, kind) }
      $0.canWriteToPipe = true
      $0.marksRecording = false
    }
  }
}

/// One of the two codecs, and its files.
struct AMRKind: Sendable {
  var fileType: FourCharacterCode
  var formatID: FourCharacterCode
  var name: String
  var frame: AMRFrame
  var extensions: [String]
  var mediaTypes: [String]
  /// The bytes before the first frame. Files of several channels have others, and are not read.
  var magic: [UInt8]

  static let narrowBand = AMRKind(
    fileType: "amrf", formatID: "samr", name: "AMR", frame: .narrowBand, extensions: ["amr"],
    mediaTypes: ["audio/amr"], magic: Array("#!AMR\n".utf8))
  static let wideBand = AMRKind(
    fileType: "awbf", formatID: "sawb", name: "AMR-WB", frame: .wideBand, extensions: ["awb"],
    mediaTypes: ["audio/amr-wb"], magic: Array("#!AMR-WB\n".utf8))
}
