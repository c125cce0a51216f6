public import Foundation

/// A number of sample frames, as a position in a file or a stream.
public typealias AVAudioFramePosition = Int64

/// A number of sample frames.
public typealias AVAudioFrameCount = UInt32

/// A number of packets.
public typealias AVAudioPacketCount = UInt32

/// A number of channels.
public typealias AVAudioChannelCount = UInt32

/// The place where an Objective-C caller receives an error.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
