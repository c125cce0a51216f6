#pragma once
#include <stddef.h>
#include <stdint.h>

/// A decoder of FFmpeg's, as the peer of most of our measurements: of the system's libavcodec, or of the file that the
/// environment's LIBAVCODEC names.
///
/// A peer holds a decoder and the packets of a stream, which it copies beforehand into the padded, counted buffers that
/// libavcodec wants, so that the measured loop does nothing but decode.
typedef struct Peer Peer;

/// What a pass over all packets gave.
typedef struct {
  /// Processor time of the calling thread, in seconds.
  double seconds;
  /// Decoded frames (samples a channel).
  int64_t frameCount;
  /// Packets that the decoder refused.
  int64_t refusedPacketCount;
  /// Sum of the squares of the first channel's samples, where asked for.
  double energy;
} PeerPass;

/// Whether a pass also adds up the energy of what it decodes; measured passes do not.
typedef enum { PeerTimeOnly, PeerWithEnergy } PeerPassKind;

/// Packets in memory: `packetCount` of them one after the other, of `sizes` bytes each.
typedef struct {
  const uint8_t *bytes;
  const size_t *sizes;
  size_t packetCount;
} PeerPackets;

/// Opens libavcodec's decoder of a name with what it calls extradata, one thread; NULL where libavcodec refuses, or where
/// the decoder gives samples that are neither 16 or 32 bits nor float.
Peer *peerOpen(const char *name, const uint8_t *configuration, size_t configurationByteCount, PeerPackets packets);

/// Decodes all packets from the first on, after forgetting the pass before.
PeerPass peerDecode(Peer *peer, PeerPassKind kind);

/// Frees everything.
void peerClose(Peer *peer);

/// The version of libavcodec, as `major.minor.micro` in 16, 8 and 8 bits; 0 where there is none.
uint32_t peerVersion(void);

/// fdk-aac's decoder (libfdk-aac.so.2, loaded where it is there) with the packets of a stream.
typedef struct FDKPeer FDKPeer;

/// True where the library is there; LD_LIBRARY_PATH says where else to look for it.
int fdkIsThere(void);

/// Opens a decoder with an AudioSpecificConfig, without limiter, loudness and gains; NULL where the library is missing
/// or refuses.
FDKPeer *fdkOpen(const uint8_t *configuration, size_t configurationByteCount, PeerPackets packets);

/// Decodes all packets from the first on, by a new decoder, whose making is not measured.
PeerPass fdkDecode(FDKPeer *peer, PeerPassKind kind);

/// Frees everything.
void fdkClose(FDKPeer *peer);

/// Processor time of the calling thread, in seconds.
double threadSeconds(void);
