#include "CPeer.h"

#include <libavcodec/avcodec.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct Peer {
  AVCodecContext *context;
  AVFrame *frame;
  AVPacket **packets;
  size_t packetCount;
};

double threadSeconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

uint32_t peerVersion(void) { return avcodec_version(); }

static double floatAt(const uint8_t *samples, int index) { return ((const float *)samples)[index]; }
static double wordAt(const uint8_t *samples, int index) { return ((const int16_t *)samples)[index] / 32768.0; }
static double longAt(const uint8_t *samples, int index) { return ((const int32_t *)samples)[index] / 2147483648.0; }

/// How a sample of a format is read; NULL where this is not known.
static double (*readerOf(enum AVSampleFormat format))(const uint8_t *, int) {
  switch (av_get_packed_sample_fmt(format)) {
    case AV_SAMPLE_FMT_FLT: return floatAt;
    case AV_SAMPLE_FMT_S16: return wordAt;
    case AV_SAMPLE_FMT_S32: return longAt;
    default: return NULL;
  }
}

static int openContext(Peer *peer, const char *name, const uint8_t *configuration, size_t byteCount) {
  const AVCodec *codec = avcodec_find_decoder_by_name(name);
  if (!codec) return 0;
  AVCodecContext *context = avcodec_alloc_context3(codec);
  if (!context) return 0;
  peer->context = context;
  context->thread_count = 1;
  context->request_sample_fmt = AV_SAMPLE_FMT_FLTP;
  context->extradata = av_mallocz(byteCount + AV_INPUT_BUFFER_PADDING_SIZE);
  if (!context->extradata) return 0;
  memcpy(context->extradata, configuration, byteCount);
  context->extradata_size = (int)byteCount;
  return avcodec_open2(context, codec, NULL) >= 0;
}

static int copyPackets(Peer *peer, PeerPackets packets) {
  const uint8_t *bytes = packets.bytes;
  const size_t *sizes = packets.sizes;
  peer->packets = calloc(packets.packetCount ? packets.packetCount : 1, sizeof *peer->packets);
  if (!peer->packets) return 0;
  for (size_t i = 0; i < packets.packetCount; i++) {
    AVPacket *packet = av_packet_alloc();
    if (!packet) return 0;
    peer->packets[i] = packet;
    peer->packetCount = i + 1;
    if (av_new_packet(packet, (int)sizes[i]) < 0) return 0;
    memcpy(packet->data, bytes, sizes[i]);
    bytes += sizes[i];
  }
  return 1;
}

Peer *peerOpen(const char *name, const uint8_t *configuration, size_t configurationByteCount, PeerPackets packets) {
  Peer *peer = calloc(1, sizeof *peer);
  if (!peer) return NULL;
  peer->frame = av_frame_alloc();
  if (peer->frame && openContext(peer, name, configuration, configurationByteCount) &&
      copyPackets(peer, packets))
    return peer;
  peerClose(peer);
  return NULL;
}

static double energyOf(const AVFrame *frame) {
  double (*sampleAt)(const uint8_t *, int) = readerOf(frame->format);
  if (!sampleAt) return 0;
  int step = av_sample_fmt_is_planar(frame->format) ? 1 : frame->ch_layout.nb_channels;
  double energy = 0;
  for (int i = 0; i < frame->nb_samples; i++) {
    double sample = sampleAt(frame->extended_data[0], i * step);
    energy += sample * sample;
  }
  return energy;
}

PeerPass peerDecode(Peer *peer, PeerPassKind kind) {
  PeerPass pass = {0};
  avcodec_flush_buffers(peer->context);
  double start = threadSeconds();
  for (size_t i = 0; i < peer->packetCount; i++) {
    if (avcodec_send_packet(peer->context, peer->packets[i]) < 0) {
      pass.refusedPacketCount++;
      continue;
    }
    while (avcodec_receive_frame(peer->context, peer->frame) >= 0) {
      pass.frameCount += peer->frame->nb_samples;
      if (kind == PeerWithEnergy) pass.energy += energyOf(peer->frame);
    }
  }
  pass.seconds = threadSeconds() - start;
  return pass;
}

void peerClose(Peer *peer) {
  if (!peer) return;
  for (size_t i = 0; i < peer->packetCount; i++) av_packet_free(&peer->packets[i]);
  free(peer->packets);
  av_frame_free(&peer->frame);
  avcodec_free_context(&peer->context);
  free(peer);
}
