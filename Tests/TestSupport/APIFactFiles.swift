/// The facts of Core Audio's API beside the clone, as far as the package has taken them over.
package enum APIFactFiles {
  /// Files of facts about services whose declarations are still to come: engines, audio units, clocks, players and
  /// assets.
  ///
  /// A file leaves the list when its header is declared whole.
  package static let filesToCome: Set<String> = [
    "AUGraph.json", "AVFAudio_base.json", "AVFAudio_engine.json", "AVFAudio_player_recorder.json",
    "AVFAudio_sequencer.json", "AVFAudio_session.json", "AVFAudio_units.json", "AVFoundation_asset.json",
    "AVFoundation_composition.json", "AVFoundation_metadata_keys.json", "AVFoundation_player_names.json",
    "AVFoundation_reader_writer.json", "AVFoundation_renderers.json", "AudioComponent.json", "AudioHardware.json",
    "AudioHardwareDeprecated.json", "AudioServices.json", "AudioUnit.json", "AudioUnitParameters.json",
    "AudioUnitProperties.json", "AudioUnitUtilities.json", "CAShow.json", "CMAudioClock.json", "CMMemoryPool.json",
    "CMSync.json", "CoreAudioClock.json", "CoreAudioTypes_inlines.json", "MusicDevice.json", "MusicPlayer.json",
  ]

  /// Returns true for a file of facts that the package has taken over.
  package static func isTakenOver(_ file: String) -> Bool { file.hasSuffix(".json") && !filesToCome.contains(file) }
}
