import SwiftAudioToolbox

/// Plays the first second of a file, holds it, and plays the last second more softly.
@main
struct PlayFile {
  static func main() async throws {
    guard CommandLine.arguments.count == 2 else { fatalError("usage: PlayFile music.m4a") }
    let player = try Player(playing: CommandLine.arguments[1])
    let duration = player.duration ?? 0
    print("duration: \(duration) s")
    let events = player.events()

    try player.play()
    try await Task.sleep(for: .seconds(1))
    player.pause()
    try await Task.sleep(for: .milliseconds(100))
    let held = player.position
    print("played: \(held.seconds > 0.5 && held.seconds < 1.5 ? "about a second" : "\(held.seconds) s")")
    try await Task.sleep(for: .milliseconds(100))
    print("held: \(player.state == .paused && player.position == held)")

    try player.seek(toSeconds: max(0, duration - 1))
    print("sought: frame \(player.position.frame)")
    try player.setVolume(0.25, over: 0.5)
    try player.play()
    loop: for await event in events {
      switch event {
      case .underrun(let count): print("missing: \(count.frames) frames")
      case .failed(let error): throw error
      case .ended: break loop
      }
    }
    print("ended: frame \(player.position.frame), volume \(player.volume)")
  }
}
