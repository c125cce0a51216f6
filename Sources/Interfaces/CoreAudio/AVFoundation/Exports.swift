// The contents of `import AVFoundation` for audio programs on Apple's systems.
@_exported public import AVFAudio
@_exported public import AudioToolbox
@_exported public import CoreMedia
@_exported public import Foundation

/// Audio Toolbox's class of this name, as distinct from Core Foundation's.
public typealias CFURL = NSURL
