// Written by Scripts/extract-seed-code: the Swift code of a text about AAC-ELD, each block unchanged in what it presumes.
// swift-format-ignore-file
import Foundation
%% 000.8

// MARK: - What the text speaks of and does not show

enum DecoderError: Error {
  case cannotCreateConverter(OSStatus)
  case converterNotConfigured
  case decodeFailed(OSStatus)
}

enum AscError: Error { case unsupportedSampleRate, unsupportedChannelCount, unsupportedFrameDuration }

struct PacketContext {
  var data: UnsafeRawPointer
  var size: UInt32
  var channelCount: UInt32
  var packetDescPtr: UnsafeMutablePointer<AudioStreamPacketDescription>
}

extension AACELDDecoder {
  struct AACELDInputFormat: Sendable { static let `default` = AACELDInputFormat() }
  func configureDecoder(aacConfig: Data?, aaceldInputFormat: AACELDInputFormat) throws { try configureDecoder() }
}

/// The renderer's decoder. It does not throw: the block that calls it catches nothing.
struct RendererDecoder { func decode(_ packet: Data) -> (Data, Int, Int) { (packet, 0, 0) } }

// MARK: - The blocks

%% 000.6

%% 000.11

func creating(
  _ inDesc: AudioStreamBasicDescription, _ outDesc: AudioStreamBasicDescription
) throws -> AudioConverterRef {
  var (inDesc, outDesc) = (inDesc, outDesc)
%% 000.1
  return createdConverter
}

func inputFormat() -> AudioStreamBasicDescription {
%% 000.2
  return inDesc
}

func outputFormat() -> AudioStreamBasicDescription {
%% 000.3
  return outDesc
}

func decoding(
  _ converter: AudioConverterRef, _ packet: PacketContext, channels: UInt32, maxOutputFrames: UInt32,
  outBaseAddress: UnsafeMutableRawPointer, outputByteCount: Int
) -> OSStatus {
  var packetContext = packet
%% 000.4
  return decodeStatus
}

func bufferSize() -> Int {
%% 000.5
  return outputByteCount
}

func describing(_ aacFrame: Data, at inBaseAddress: UnsafeRawPointer, channels: UInt32) {
%% 000.7
}

final class Receiver {
  let decoder = AACELDDecoder()
  func start() throws {
%% 000.9
  }
}

final class Renderer {
  let decoder = RendererDecoder()
%% 000.12
}

struct Dumper {
%% 000.13
  var recordedData = Data()
  mutating func record(_ data: Data) {
%% 000.14
  }
}
