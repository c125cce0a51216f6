import AudioBase
import AudioCatalog
import AudioDevices
import AudioFiles
import AudioPlayback
import CAudioToolbox
import CoreFoundation
import Foundation

/// The receiver of the end of a system sound, each time that it is played.
///
/// The pointer is only handed back to the program: `@unchecked` stands for that, and for the run loop, which any thread
/// may wake.
@safe
struct SoundCompletion: @unchecked Sendable {
  let function: AudioServicesSystemSoundCompletionProc
  let context: UnsafeMutableRawPointer?
  let loop: CFRunLoop
  let mode: CFString

  func tell(_ id: SystemSoundID) {
    CFRunLoopPerformBlock(loop, mode) { unsafe function(id, context) }
    CFRunLoopWakeUp(loop)
  }
}

/// The system sounds of a program: short files, played on the standard device on request.
enum SystemSounds {
  /// A sound, and its players now.
  private struct Sound {
    var path: String
    var isForUserInterface = true
    var goesOnBehindProgram = false
    var completion: SoundCompletion?
    var players: [UInt64: Player] = [:]
  }

  private struct Table {
    var sounds: [SystemSoundID: Sound] = [:]
    /// Smaller numbers are Apple's own system sounds.
    var nextID: SystemSoundID = 0x2000
    var nextPlay: UInt64 = 0
  }

  private static let table = Lock(Table())
  /// The seconds that a sound may last.
  private static let longestDuration = 30.0

  /// Makes a sound of a file.
  ///
  /// - Throws: `kAudioServicesSystemSoundUnspecifiedError` for files that cannot be played,
  ///   `kAudioServicesSystemSoundExceededMaximumDurationError` for more than 30 seconds.
  static func make(_ path: String) throws(Status) -> SystemSoundID {
    let player: Player
    do throws(AudioError) { player = try Player(playing: path) } catch {
      throw Status(kAudioServicesSystemSoundUnspecifiedError)
    }
    if let duration = player.duration, duration > longestDuration {
      throw Status(kAudioServicesSystemSoundExceededMaximumDurationError)
    }
    return table.withLock { table in
      table.nextID += 1
      table.sounds[table.nextID] = Sound(path: path)
      return table.nextID
    }
  }

  /// - Throws: `kAudioServicesSystemSoundUnspecifiedError` for a number of no sound.
  static func dispose(_ id: SystemSoundID) throws(Status) {
    guard let sound = table.withLock({ $0.sounds.removeValue(forKey: id) }) else {
      throw Status(kAudioServicesSystemSoundUnspecifiedError)
    }
    for player in sound.players.values { player.stop() }
  }

  /// Plays a sound from its beginning, together with those that already play. A sound that cannot be played ends
  /// immediately; so do alerts and vibrations, which do not exist on this system.
  static func play(_ id: SystemSoundID, _ completion: (@Sendable () -> Void)? = nil) {
    let path = table.withLock { $0.sounds[id]?.path }
    guard let path, let player = try? Player(playing: path) else { return end(id, nil, completion) }
    let play = table.withLock { table in
      table.nextPlay += 1
      table.sounds[id]?.players[table.nextPlay] = player
      return table.nextPlay
    }
    let events = player.events()
    guard (try? player.play()) != nil else { return end(id, play, completion) }
    Task.detached {
      for await event in events {
        if case .underrun = event { continue }
        break
      }
      player.stop()
      end(id, play, completion)
    }
  }

  /// Reports that a sound has ended.
  private static func end(_ id: SystemSoundID, _ play: UInt64?, _ completion: (@Sendable () -> Void)?) {
    let (told, player) = table.withLock { table in
      let player = play.flatMap { table.sounds[id]?.players.removeValue(forKey: $0) }
      return (table.sounds[id]?.completion, player)
    }
    // It is released outside the lock.
    _ = consume player
    told?.tell(id)
    completion?()
  }

  /// Sets the function that is called at the end, or none.
  ///
  /// - Throws: `kAudioServicesSystemSoundUnspecifiedError` for a number of no sound.
  static func setCompletion(_ id: SystemSoundID, _ completion: SoundCompletion?) throws(Status) {
    let isKnown = table.withLock { table in
      table.sounds[id]?.completion = completion
      return table.sounds[id] != nil
    }
    guard isKnown else { throw Status(kAudioServicesSystemSoundUnspecifiedError) }
  }

  // MARK: Properties

  /// Returns the value of a property of a sound.
  ///
  /// - Throws: `kAudioServicesUnsupportedPropertyError`, `kAudioServicesBadSpecifierSizeError`.
  static func value(_ property: AudioServicesPropertyID, _ specifier: PropertySource) throws(Status) -> Bool {
    let id = try id(property, specifier)
    return table.withLock { table in
      property == kAudioServicesPropertyIsUISound
        ? table.sounds[id]?.isForUserInterface ?? true : table.sounds[id]?.goesOnBehindProgram ?? false
    }
  }

  static func set(
    _ property: AudioServicesPropertyID, _ specifier: PropertySource, to value: Bool
  ) throws(Status) {
    let id = try id(property, specifier)
    table.withLock { table in
      if property == kAudioServicesPropertyIsUISound {
        table.sounds[id]?.isForUserInterface = value
      } else {
        table.sounds[id]?.goesOnBehindProgram = value
      }
    }
  }

  /// Returns the sound that a property query refers to.
  private static func id(
    _ property: AudioServicesPropertyID, _ specifier: PropertySource
  ) throws(Status) -> SystemSoundID {
    guard [kAudioServicesPropertyIsUISound, kAudioServicesPropertyCompletePlaybackIfAppDies].contains(property) else {
      throw Status(kAudioServicesUnsupportedPropertyError)
    }
    let id = try specifier.exactly(SystemSoundID.self, orThrow: kAudioServicesBadSpecifierSizeError)
    guard table.withLock({ $0.sounds[id] != nil }) else { throw Status(kAudioServicesSystemSoundUnspecifiedError) }
    return id
  }
}
