import ArgumentParser
import AudioFiles

/// What `--to` names: the time at which a part ends, or the folder that files go to. What reads as a time is one.
enum PartEndArgument: ExpressibleByArgument {
  case time(TimeArgument)
  case folder(FilePath)

  init?(argument: String) {
    if let time = TimeArgument(argument: argument) {
      self = .time(time)
    } else if !argument.isEmpty, argument.first != "-" {
      self = .folder(FilePath(argument: argument))
    } else {
      return nil
    }
  }
}
