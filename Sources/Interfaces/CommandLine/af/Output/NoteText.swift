import AudioJobs
import CommandLineSupport

extension JobNote {
  /// Returns the note as text, with the names of the options that it concerns; `nil` if there is nothing to print.
  func text(_ names: OptionNames) -> String {
    switch self {
    case .oneJob, .oneJobAfterDamage: "--jobs: \(self)"
    case .configurationNotStored(let bytes): "\(self): --asc \(HexBytes(bytes).text)"
    case .withoutEffect(let request, _): "\(names.name(of: request)): \(self)"
    default: description
    }
  }
}
