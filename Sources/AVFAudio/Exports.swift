// What `import AVFAudio` brings on Apple's systems besides its own classes.
@_exported public import AudioToolbox
@_exported public import CoreMedia
@_exported public import Foundation
