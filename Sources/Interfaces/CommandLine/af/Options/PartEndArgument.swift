import ArgumentParser
import AudioFiles

/// The value of `--to`: the time at which a part ends, or the destination folder. A value that can be read as a time is
/// a time.
enum PartEndArgument: ExpressibleByArgument {
  case time(TimeArgument)
  case folder(Pathname)

  init?(argument: String) {
    if let time = TimeArgument(argument: argument) {
      self = .time(time)
    } else if !argument.isEmpty, argument.first != "-" {
      self = .folder(Pathname(argument: argument))
    } else {
      return nil
    }
  }
}
