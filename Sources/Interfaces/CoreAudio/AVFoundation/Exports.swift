// The contents of `import AVFoundation` for audio programs on Apple's systems.
@_exported public import AVFAudio
@_exported public import AudioToolbox
@_exported public import CoreMedia
@_exported public import Foundation

/// As in Audio Toolbox, so that the name means that class here as well and not Core Foundation's own.
public typealias CFURL = NSURL
