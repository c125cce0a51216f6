#include "CPeer.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

// Declared by hand, after the library's documentation (aacdecoder_lib.h), so that its headers need not be there.
typedef void *FDKDecoder;
enum { rawPackets = 0 };
enum { limiterEnable = 0x0004, drcReferenceLevel = 0x0202, drcEffect = 0x0206 };

static struct {
  FDKDecoder (*open)(int transport, unsigned layerCount);
  int (*configure)(FDKDecoder, uint8_t *configuration[], const unsigned byteCounts[]);
  int (*set)(FDKDecoder, int parameter, int value);
  int (*fill)(FDKDecoder, uint8_t *bytes[], const unsigned byteCounts[], unsigned *left);
  int (*decode)(FDKDecoder, int16_t *samples, int sampleCount, unsigned flags);
  const int *(*info)(FDKDecoder);
  void (*close)(FDKDecoder);
} library;

struct FDKPeer {
  uint8_t *configuration;
  unsigned configurationByteCount;
  uint8_t *bytes;
  size_t *sizes;
  size_t packetCount;
};

/// Samples of a frame of USAC at most: 4096 of each of eight channels.
enum { mostSamples = 4096 * 8 };

static int load(void) {
  if (library.close) return 1;
  void *handle = dlopen("libfdk-aac.so.2", RTLD_NOW);
  if (!handle) return 0;
  library.open = (FDKDecoder(*)(int, unsigned))dlsym(handle, "aacDecoder_Open");
  library.configure = (int (*)(FDKDecoder, uint8_t **, const unsigned *))dlsym(handle, "aacDecoder_ConfigRaw");
  library.set = (int (*)(FDKDecoder, int, int))dlsym(handle, "aacDecoder_SetParam");
  library.fill = (int (*)(FDKDecoder, uint8_t **, const unsigned *, unsigned *))dlsym(handle, "aacDecoder_Fill");
  library.decode = (int (*)(FDKDecoder, int16_t *, int, unsigned))dlsym(handle, "aacDecoder_DecodeFrame");
  library.info = (const int *(*)(FDKDecoder))dlsym(handle, "aacDecoder_GetStreamInfo");
  if (!library.open || !library.configure || !library.set || !library.fill || !library.decode || !library.info) return 0;
  library.close = (void (*)(FDKDecoder))dlsym(handle, "aacDecoder_Close");
  return library.close != NULL;
}

/// A decoder at the start of the stream, which changes no levels.
static FDKDecoder decoderAtStart(FDKPeer *peer) {
  FDKDecoder decoder = library.open(rawPackets, 1);
  if (!decoder) return NULL;
  if (library.configure(decoder, &peer->configuration, &peer->configurationByteCount) == 0 &&
      library.set(decoder, limiterEnable, 0) == 0 && library.set(decoder, drcReferenceLevel, -1) == 0 &&
      library.set(decoder, drcEffect, -1) == 0)
    return decoder;
  library.close(decoder);
  return NULL;
}

int fdkIsThere(void) { return load(); }

FDKPeer *fdkOpen(const uint8_t *configuration, size_t configurationByteCount, PeerPackets packets) {
  if (!load()) return NULL;
  FDKPeer *peer = calloc(1, sizeof *peer);
  if (!peer) return NULL;
  size_t byteCount = 0;
  for (size_t i = 0; i < packets.packetCount; i++) byteCount += packets.sizes[i];
  peer->configuration = malloc(configurationByteCount + 1);
  peer->bytes = malloc(byteCount + 1);
  peer->sizes = malloc((packets.packetCount + 1) * sizeof *peer->sizes);
  if (peer->configuration && peer->bytes && peer->sizes) {
    memcpy(peer->configuration, configuration, configurationByteCount);
    memcpy(peer->bytes, packets.bytes, byteCount);
    memcpy(peer->sizes, packets.sizes, packets.packetCount * sizeof *peer->sizes);
    peer->configurationByteCount = (unsigned)configurationByteCount;
    peer->packetCount = packets.packetCount;
    FDKDecoder decoder = decoderAtStart(peer);
    if (decoder) {
      library.close(decoder);
      return peer;
    }
  }
  fdkClose(peer);
  return NULL;
}

PeerPass fdkDecode(FDKPeer *peer, PeerPassKind kind) {
  static int16_t samples[mostSamples];
  PeerPass pass = {0};
  FDKDecoder decoder = decoderAtStart(peer);
  if (!decoder) return pass;
  uint8_t *packet = peer->bytes;
  double start = threadSeconds();
  for (size_t i = 0; i < peer->packetCount; packet += peer->sizes[i++]) {
    unsigned size = (unsigned)peer->sizes[i], left = size;
    if (library.fill(decoder, &packet, &size, &left) != 0 || library.decode(decoder, samples, mostSamples, 0) != 0) {
      pass.refusedPacketCount++;
      continue;
    }
    // CStreamInfo begins with the rate, the frames of a packet and the channels.
    const int *info = library.info(decoder);
    pass.frameCount += info[1];
    if (kind != PeerWithEnergy) continue;
    for (int frame = 0; frame < info[1]; frame++) {
      double sample = samples[frame * info[2]] / 32768.0;
      pass.energy += sample * sample;
    }
  }
  pass.seconds = threadSeconds() - start;
  library.close(decoder);
  return pass;
}

void fdkClose(FDKPeer *peer) {
  if (!peer) return;
  free(peer->configuration);
  free(peer->bytes);
  free(peer->sizes);
  free(peer);
}
