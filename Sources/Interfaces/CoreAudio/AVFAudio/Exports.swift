// The contents of `import AVFAudio` on Apple's systems besides its own classes.
@_exported public import AudioToolbox
@_exported public import CoreMedia
@_exported public import Foundation

/// Audio Toolbox's class of this name, as distinct from Core Foundation's.
public typealias CFURL = NSURL
