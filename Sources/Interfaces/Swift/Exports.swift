/// All public modules, for Swift programs with the one line `import SwiftAudioToolbox`.
///
/// It brings the vocabulary (formats, packets, metadata), files of every kind, conversion, whole-file jobs, players and
/// recorders, the receiving of streams, devices, rate conversion and loudness, and the catalog of all codecs and
/// containers. To link less, depend on single modules: each codec and each container is its own product.
@_exported public import AudioBase
@_exported public import AudioCatalog
@_exported public import AudioConversion
@_exported public import AudioDevices
@_exported public import AudioErrors
@_exported public import AudioFiles
@_exported public import AudioJobs
@_exported public import AudioPlayback
@_exported public import AudioReception
@_exported public import SignalProcessing
