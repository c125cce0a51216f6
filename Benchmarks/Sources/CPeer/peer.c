#include "CPeer.h"

#include <dlfcn.h>
#include <libavcodec/avcodec.h>
#include <libavutil/opt.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// The library is loaded, so that a newer one than that of the headers can be measured. Of its structures only those
// fields are touched that have had their places since version 59: the first ones of packets, frames and parameters.
static struct {
  typeof(avcodec_version) *version;
  typeof(avcodec_find_decoder_by_name) *findDecoder;
  typeof(avcodec_alloc_context3) *allocContext;
  typeof(avcodec_free_context) *freeContext;
  typeof(avcodec_parameters_alloc) *allocParameters;
  typeof(avcodec_parameters_free) *freeParameters;
  typeof(avcodec_parameters_from_context) *takeParameters;
  typeof(avcodec_parameters_to_context) *setParameters;
  typeof(avcodec_open2) *open;
  typeof(avcodec_flush_buffers) *flush;
  typeof(avcodec_send_packet) *send;
  typeof(avcodec_receive_frame) *receive;
  typeof(av_packet_alloc) *allocPacket;
  typeof(av_packet_free) *freePacket;
  typeof(av_new_packet) *fillPacket;
  typeof(av_frame_alloc) *allocFrame;
  typeof(av_frame_free) *freeFrame;
  typeof(av_mallocz) *allocZeros;
  typeof(av_opt_set_int) *setInteger;
  typeof(av_opt_get_chlayout) *getLayout;
  typeof(av_sample_fmt_is_planar) *isPlanar;
  typeof(av_get_packed_sample_fmt) *packedFormat;
} library;

static int load(void) {
  if (library.packedFormat) return 1;
  const char *chosen = getenv("LIBAVCODEC");
  void *handle = dlopen(chosen ? chosen : "libavcodec.so." AV_STRINGIFY(LIBAVCODEC_VERSION_MAJOR), RTLD_NOW);
  if (!handle) return 0;
  // Those of libavutil are found by way of the library that depends on it.
  struct { void **place; const char *name; } const functions[] = {
    {(void **)&library.version, "avcodec_version"},
    {(void **)&library.findDecoder, "avcodec_find_decoder_by_name"},
    {(void **)&library.allocContext, "avcodec_alloc_context3"},
    {(void **)&library.freeContext, "avcodec_free_context"},
    {(void **)&library.allocParameters, "avcodec_parameters_alloc"},
    {(void **)&library.freeParameters, "avcodec_parameters_free"},
    {(void **)&library.takeParameters, "avcodec_parameters_from_context"},
    {(void **)&library.setParameters, "avcodec_parameters_to_context"},
    {(void **)&library.open, "avcodec_open2"},
    {(void **)&library.flush, "avcodec_flush_buffers"},
    {(void **)&library.send, "avcodec_send_packet"},
    {(void **)&library.receive, "avcodec_receive_frame"},
    {(void **)&library.allocPacket, "av_packet_alloc"},
    {(void **)&library.freePacket, "av_packet_free"},
    {(void **)&library.fillPacket, "av_new_packet"},
    {(void **)&library.allocFrame, "av_frame_alloc"},
    {(void **)&library.freeFrame, "av_frame_free"},
    {(void **)&library.allocZeros, "av_mallocz"},
    {(void **)&library.setInteger, "av_opt_set_int"},
    {(void **)&library.getLayout, "av_opt_get_chlayout"},
    {(void **)&library.isPlanar, "av_sample_fmt_is_planar"},
    {(void **)&library.packedFormat, "av_get_packed_sample_fmt"},
  };
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (!(*functions[i].place = dlsym(handle, functions[i].name))) {
      library.packedFormat = NULL;
      return 0;
    }
  return 1;
}

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

uint32_t peerVersion(void) { return load() ? library.version() : 0; }

static double floatAt(const uint8_t *samples, int index) { return ((const float *)samples)[index]; }
static double wordAt(const uint8_t *samples, int index) { return ((const int16_t *)samples)[index] / 32768.0; }
static double longAt(const uint8_t *samples, int index) { return ((const int32_t *)samples)[index] / 2147483648.0; }

/// How a sample of a format is read; NULL where this is not known.
static double (*readerOf(enum AVSampleFormat format))(const uint8_t *, int) {
  switch (library.packedFormat(format)) {
    case AV_SAMPLE_FMT_FLT: return floatAt;
    case AV_SAMPLE_FMT_S16: return wordAt;
    case AV_SAMPLE_FMT_S32: return longAt;
    default: return NULL;
  }
}

/// Gives a context what a container says of its stream.
static int configure(AVCodecContext *context, const uint8_t *configuration, size_t byteCount) {
  AVCodecParameters *parameters = library.allocParameters();
  if (!parameters) return 0;
  int isDone = 0;
  if (library.takeParameters(parameters, context) >= 0 &&
      (parameters->extradata = library.allocZeros(byteCount + AV_INPUT_BUFFER_PADDING_SIZE))) {
    memcpy(parameters->extradata, configuration, byteCount);
    parameters->extradata_size = (int)byteCount;
    isDone = library.setParameters(context, parameters) >= 0;
  }
  library.freeParameters(&parameters);
  return isDone;
}

static int openContext(Peer *peer, const char *name, const uint8_t *configuration, size_t byteCount) {
  const AVCodec *codec = library.findDecoder(name);
  if (!codec) return 0;
  AVCodecContext *context = library.allocContext(codec);
  if (!context) return 0;
  peer->context = context;
  library.setInteger(context, "threads", 1, 0);
  library.setInteger(context, "request_sample_fmt", AV_SAMPLE_FMT_FLTP, 0);
  return configure(context, configuration, byteCount) && library.open(context, codec, NULL) >= 0;
}

static int copyPackets(Peer *peer, PeerPackets packets) {
  const uint8_t *bytes = packets.bytes;
  const size_t *sizes = packets.sizes;
  peer->packets = calloc(packets.packetCount ? packets.packetCount : 1, sizeof *peer->packets);
  if (!peer->packets) return 0;
  for (size_t i = 0; i < packets.packetCount; i++) {
    AVPacket *packet = library.allocPacket();
    if (!packet) return 0;
    peer->packets[i] = packet;
    peer->packetCount = i + 1;
    if (library.fillPacket(packet, (int)sizes[i]) < 0) return 0;
    memcpy(packet->data, bytes, sizes[i]);
    bytes += sizes[i];
  }
  return 1;
}

Peer *peerOpen(const char *name, const uint8_t *configuration, size_t configurationByteCount, PeerPackets packets) {
  if (!load()) return NULL;
  Peer *peer = calloc(1, sizeof *peer);
  if (!peer) return NULL;
  peer->frame = library.allocFrame();
  if (peer->frame && openContext(peer, name, configuration, configurationByteCount) &&
      copyPackets(peer, packets))
    return peer;
  peerClose(peer);
  return NULL;
}

static double energyOf(const Peer *peer) {
  const AVFrame *frame = peer->frame;
  double (*sampleAt)(const uint8_t *, int) = readerOf(frame->format);
  AVChannelLayout layout = {0};
  if (!sampleAt || library.getLayout(peer->context, "ch_layout", 0, &layout) < 0) return 0;
  int step = library.isPlanar(frame->format) ? 1 : layout.nb_channels;
  double energy = 0;
  for (int i = 0; i < frame->nb_samples; i++) {
    double sample = sampleAt(frame->extended_data[0], i * step);
    energy += sample * sample;
  }
  return energy;
}

PeerPass peerDecode(Peer *peer, PeerPassKind kind) {
  PeerPass pass = {0};
  library.flush(peer->context);
  double start = threadSeconds();
  for (size_t i = 0; i < peer->packetCount; i++) {
    if (library.send(peer->context, peer->packets[i]) < 0) {
      pass.refusedPacketCount++;
      continue;
    }
    while (library.receive(peer->context, peer->frame) >= 0) {
      pass.frameCount += peer->frame->nb_samples;
      if (kind == PeerWithEnergy) pass.energy += energyOf(peer);
    }
  }
  pass.seconds = threadSeconds() - start;
  return pass;
}

void peerClose(Peer *peer) {
  if (!peer) return;
  for (size_t i = 0; i < peer->packetCount; i++) library.freePacket(&peer->packets[i]);
  free(peer->packets);
  if (peer->frame) library.freeFrame(&peer->frame);
  if (peer->context) library.freeContext(&peer->context);
  free(peer);
}
