// The contents of `import AVFAudio` on Apple's systems besides its own classes.
@_exported public import AudioToolbox
@_exported public import CoreMedia
@_exported public import Foundation

/// As in Audio Toolbox, so that the name means that class here as well and not Core Foundation's own.
public typealias CFURL = NSURL
