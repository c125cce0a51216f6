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

static int openContext(Peer *peer, const uint8_t *configuration, size_t byteCount) {
  const AVCodec *codec = avcodec_find_decoder_by_name("aac");
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
  return avcodec_open2(context, codec, NULL) >= 0 && context->sample_fmt == AV_SAMPLE_FMT_FLTP;
}

static int copyPackets(Peer *peer, const uint8_t *bytes, const size_t *sizes, size_t packetCount) {
  peer->packets = calloc(packetCount ? packetCount : 1, sizeof *peer->packets);
  if (!peer->packets) return 0;
  for (size_t i = 0; i < packetCount; i++) {
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

Peer *peerOpen(const uint8_t *configuration, size_t configurationByteCount, const uint8_t *bytes, const size_t *sizes,
               size_t packetCount) {
  Peer *peer = calloc(1, sizeof *peer);
  if (!peer) return NULL;
  peer->frame = av_frame_alloc();
  if (peer->frame && openContext(peer, configuration, configurationByteCount) &&
      copyPackets(peer, bytes, sizes, packetCount))
    return peer;
  peerClose(peer);
  return NULL;
}

static double energyOf(const AVFrame *frame) {
  const float *samples = (const float *)frame->extended_data[0];
  double energy = 0;
  for (int i = 0; i < frame->nb_samples; i++) energy += (double)samples[i] * samples[i];
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
