// Written by Scripts/extract-seed-code. Between the marks stands the code of a program for Apple's systems, unchanged.
// swift-format-ignore-file
import Foundation

enum DecoderError: Error {
  case cannotCreateConverter(OSStatus)
  case converterNotConfigured
  case decodeFailed(OSStatus)
}

struct PacketContext {
  var data: UnsafeRawPointer
  var size: UInt32
  var channelCount: UInt32
  var packetDescPtr: UnsafeMutablePointer<AudioStreamPacketDescription>
}

// MARK: - the seed's code
%% 000.6

%% 000.8
