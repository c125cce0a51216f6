// A GStreamer plugin over swift_audio_toolbox.h: satdec and satenc decode and encode AAC-LC, HE, LD and ELD and Apple
// Lossless, as raw packets with codec_data; satdec decodes xHE-AAC as well. Scripts/package gstreamer builds it.

#include <gst/audio/audio.h>
#include <string.h>
#include <swift_audio_toolbox.h>

#define AAC "audio/mpeg, mpegversion = (int) 4, stream-format = (string) raw, " \
  "rate = (int) [ 7350, 96000 ], channels = (int) [ 1, 8 ]; "
#define LOSSLESS(rates) "audio/x-alac, rate = (int) " rates ", channels = (int) [ 1, 8 ]"
#define RAW(rates) "audio/x-raw, format = (string) " GST_AUDIO_NE(F32) ", layout = (string) interleaved, " \
  "rate = (int) " rates ", channels = (int) [ 1, 8 ]"

// MARK: Configurations

// The code of what an AudioSpecificConfig describes (ISO/IEC 14496-3, 1.6.2.1): its first five bits, and six more where
// they are ones.
static const char *format_of(const guint8 *bytes, gsize count) {
  if (count < 2) return "aac";
  guint type = bytes[0] >> 3;
  if (type == 31) type = 32 + (((bytes[0] & 7) << 3) | (bytes[1] >> 5));
  return type == 39 ? "aace" : type == 23 ? "aacl" : type == 42 ? "usac" : "aac";
}

// The loudspeakers of so many channels, in the order of WAVE.
static gboolean describe(GstAudioInfo *info, double rate, int channels) {
  GstAudioChannelPosition places[64];
  guint64 mask = gst_audio_channel_get_fallback_mask(channels);
  if (channels == 1) places[0] = GST_AUDIO_CHANNEL_POSITION_MONO;
  else if (!gst_audio_channel_positions_from_mask(channels, mask, places)) return FALSE;
  gst_audio_info_set_format(info, GST_AUDIO_FORMAT_F32, (gint)rate, channels, places);
  return TRUE;
}

// MARK: Decoder

typedef struct {
  GstAudioDecoder parent;
  guint64 handle;
  int channels;
  gboolean is_lossless;
  GstBuffer *cookie;
} GstSatDec;
typedef struct { GstAudioDecoderClass parent; } GstSatDecClass;
// The type's name is the whole process's, and elements get their names by it.
G_DEFINE_TYPE(GstSatDec, sat_decoder, GST_TYPE_AUDIO_DECODER)

static gboolean open_decoder(GstSatDec *self, sat_format *found) {
  sat_stream stream;
  sat_error error;
  GstMapInfo map;
  memset(&stream, 0, sizeof stream);
  // Packets that cannot be decoded are filled in for.
  stream.conceals = 1;
  sat_close(self->handle);
  self->handle = 0;
  if (!gst_buffer_map(self->cookie, &map, GST_MAP_READ)) return FALSE;
  g_strlcpy(stream.format, self->is_lossless ? "alac" : format_of(map.data, map.size), sizeof stream.format);
  self->handle = sat_open_decoder(&stream, map.data, map.size, NULL, 0, found, &error);
  gst_buffer_unmap(self->cookie, &map);
  if (self->handle == 0) GST_ELEMENT_ERROR(self, STREAM, FORMAT, (NULL), ("%s", error.text));
  return self->handle != 0;
}

static gboolean decoder_stop(GstAudioDecoder *base) {
  GstSatDec *self = (GstSatDec *)base;
  sat_close(self->handle);
  self->handle = 0;
  gst_clear_buffer(&self->cookie);
  return TRUE;
}

static gboolean decoder_set_format(GstAudioDecoder *base, GstCaps *caps) {
  GstSatDec *self = (GstSatDec *)base;
  const GstStructure *kind = gst_caps_get_structure(caps, 0);
  const GValue *value = gst_structure_get_value(kind, "codec_data");
  GstAudioInfo info;
  sat_format found;
  if (!value || !gst_value_get_buffer(value)) return FALSE;
  gst_buffer_replace(&self->cookie, gst_value_get_buffer(value));
  self->is_lossless = gst_structure_has_name(kind, "audio/x-alac");
  if (!open_decoder(self, &found)) return FALSE;
  self->channels = found.channels;
  gst_audio_info_init(&info);
  return describe(&info, found.rate, found.channels) && gst_audio_decoder_set_output_format(base, &info);
}

// All frames that are ready, as one buffer; null where there are none.
static GstBuffer *ready(GstSatDec *self, sat_error *error) {
  enum { run = 4096 };
  GstBuffer *made = NULL;
  gint64 count = run;
  gsize frame = sizeof(float) * self->channels;
  while (count == run) {
    float *samples = g_malloc(run * frame);
    count = sat_read_float(self->handle, samples, run, error);
    if (count <= 0) {
      g_free(samples);
      break;
    }
    GstBuffer *part = gst_buffer_new_wrapped_full(0, samples, run * frame, 0, count * frame, samples, g_free);
    made = made ? gst_buffer_append(made, part) : part;
  }
  return made;
}

static GstFlowReturn decoder_handle_frame(GstAudioDecoder *base, GstBuffer *packet) {
  GstSatDec *self = (GstSatDec *)base;
  sat_error error;
  sat_format found;
  GstMapInfo map;
  GstFlowReturn flow = GST_FLOW_OK;
  gboolean is_end = packet == NULL, is_read;
  if (self->handle == 0) return is_end ? GST_FLOW_OK : GST_FLOW_NOT_NEGOTIATED;
  if (is_end) {
    is_read = sat_end(self->handle, &error) >= 0;
  } else {
    if (!gst_buffer_map(packet, &map, GST_MAP_READ)) return GST_FLOW_ERROR;
    // One without bytes stands for what was lost.
    is_read = map.size == 0 ? sat_conceal(self->handle, 1, &error) >= 0
                            : sat_decode(self->handle, map.data, map.size, &error) >= 0;
    gst_buffer_unmap(packet, &map);
  }
  if (!is_read) {
    GST_AUDIO_DECODER_ERROR(base, 1, STREAM, DECODE, (NULL), ("%s", error.text), flow);
    if (flow != GST_FLOW_OK) return flow;
  }
  GstBuffer *made = is_read ? ready(self, &error) : NULL;
  if (!is_end) return gst_audio_decoder_finish_frame(base, made, 1);
  if (made) flow = gst_audio_decoder_finish_subframe(base, made);
  // What comes after the end begins anew.
  return open_decoder(self, &found) ? flow : GST_FLOW_ERROR;
}

static void decoder_flush(GstAudioDecoder *base, gboolean hard) {
  sat_format found;
  (void)hard;
  if (((GstSatDec *)base)->cookie) open_decoder((GstSatDec *)base, &found);
}

static void sat_decoder_init(GstSatDec *self) {
  gst_audio_decoder_set_needs_format(&self->parent, TRUE);
  gst_audio_decoder_set_plc_aware(&self->parent, TRUE);
  gst_audio_decoder_set_estimate_rate(&self->parent, FALSE);
}

static GstStaticPadTemplate decoder_sink =
  GST_STATIC_PAD_TEMPLATE("sink", GST_PAD_SINK, GST_PAD_ALWAYS, GST_STATIC_CAPS(AAC LOSSLESS("[ 1, 384000 ]")));
static GstStaticPadTemplate decoder_source =
  GST_STATIC_PAD_TEMPLATE("src", GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS(RAW("[ 1, 384000 ]")));

static void sat_decoder_class_init(GstSatDecClass *class) {
  GstElementClass *element = GST_ELEMENT_CLASS(class);
  gst_element_class_add_static_pad_template(element, &decoder_sink);
  gst_element_class_add_static_pad_template(element, &decoder_source);
  gst_element_class_set_static_metadata(
    element, "swift-audio-toolbox AAC and ALAC decoder", "Codec/Decoder/Audio",
    "Decodes AAC-LC, HE-AAC, xHE-AAC, AAC-LD and AAC-ELD, with SBR, and Apple Lossless",
    "The swift-audio-toolbox authors");
  class->parent.stop = decoder_stop;
  class->parent.set_format = decoder_set_format;
  class->parent.handle_frame = decoder_handle_frame;
  class->parent.flush = decoder_flush;
}

// MARK: Encoder

typedef struct {
  GstAudioEncoder parent;
  guint64 handle;
  guint bitrate, frames, bits;
  gchar *format;
  sat_stream stream;
  gint64 fed, finished;
} GstSatEnc;
typedef struct { GstAudioEncoderClass parent; } GstSatEncClass;
G_DEFINE_TYPE(GstSatEnc, sat_encoder, GST_TYPE_AUDIO_ENCODER)
enum { BITRATE = 1, FORMAT, FRAMES, BITS };

static gboolean encoder_stop(GstAudioEncoder *base) {
  GstSatEnc *self = (GstSatEnc *)base;
  sat_close(self->handle);
  self->handle = 0;
  return TRUE;
}

// The caps of the packets: those of Apple Lossless hold the whole box of its configuration, as other elements expect.
static GstCaps *framed(GstSatEnc *self, const guint8 *cookie, gsize count) {
  static const guint8 box[12] = {0, 0, 0, 36, 'a', 'l', 'a', 'c'};
  gboolean is_lossless = strcmp(self->stream.format, "alac") == 0;
  GstBuffer *data = gst_buffer_new_memdup(cookie, count);
  GstCaps *caps = is_lossless
    ? gst_caps_new_simple("audio/x-alac", "samplesize", G_TYPE_INT, self->stream.bits, NULL)
    : gst_caps_new_simple(
        "audio/mpeg", "mpegversion", G_TYPE_INT, 4, "stream-format", G_TYPE_STRING, "raw",
        "framed", G_TYPE_BOOLEAN, TRUE, NULL);
  if (is_lossless && count == 24) data = gst_buffer_append(gst_buffer_new_memdup(box, sizeof box), data);
  gst_caps_set_simple(
    caps, "rate", G_TYPE_INT, (gint)self->stream.rate, "channels", G_TYPE_INT, self->stream.channels,
    "codec_data", GST_TYPE_BUFFER, data, NULL);
  gst_buffer_unref(data);
  return caps;
}

static gboolean encoder_set_format(GstAudioEncoder *base, GstAudioInfo *info) {
  GstSatEnc *self = (GstSatEnc *)base;
  sat_error error;
  guint8 cookie[1024];
  encoder_stop(base);
  memset(&self->stream, 0, sizeof self->stream);
  self->stream.rate = GST_AUDIO_INFO_RATE(info);
  self->stream.channels = GST_AUDIO_INFO_CHANNELS(info);
  self->stream.bit_rate = self->bitrate;
  self->stream.frames_per_packet = self->frames;
  self->stream.bits = self->bits;
  self->fed = self->finished = 0;
  g_strlcpy(self->stream.format, self->format, sizeof self->stream.format);
  self->handle = sat_open_encoder(&self->stream, &error);
  gint64 count = self->handle ? sat_get_cookie(self->handle, cookie, sizeof cookie, &error) : -1;
  if (count < 0 || count > (gint64)sizeof cookie) {
    GST_ELEMENT_ERROR(self, STREAM, FORMAT, (NULL), ("%s", count < 0 ? error.text : "the configuration is too long"));
    return FALSE;
  }
  GstCaps *caps = framed(self, cookie, count);
  gst_audio_encoder_set_frame_samples_min(base, self->stream.frames_per_packet);
  gst_audio_encoder_set_frame_samples_max(base, self->stream.frames_per_packet);
  gst_audio_encoder_set_frame_max(base, 1);
  GstClockTime delay = gst_util_uint64_scale(self->stream.priming, GST_SECOND, GST_AUDIO_INFO_RATE(info));
  gst_audio_encoder_set_latency(base, delay, delay);
  gboolean is_set = gst_audio_encoder_set_output_format(base, caps);
  gst_caps_unref(caps);
  return is_set;
}

// HE-AAC v2 and AAC-ELD v2 are of two channels, which a source must know before it chooses.
static GstCaps *encoder_getcaps(GstAudioEncoder *base, GstCaps *filter) {
  const gchar *format = ((GstSatEnc *)base)->format;
  if (g_strcmp0(format, "aacp") && g_strcmp0(format, "aacg")) return gst_audio_encoder_proxy_getcaps(base, NULL, filter);
  GstCaps *two = gst_caps_make_writable(gst_pad_get_pad_template_caps(GST_AUDIO_ENCODER_SINK_PAD(base)));
  gst_caps_set_simple(two, "channels", G_TYPE_INT, 2, NULL);
  GstCaps *found = gst_audio_encoder_proxy_getcaps(base, two, filter);
  gst_caps_unref(two);
  return found;
}

static GstFlowReturn encoder_handle_frame(GstAudioEncoder *base, GstBuffer *input) {
  GstSatEnc *self = (GstSatEnc *)base;
  sat_error error;
  GstMapInfo map;
  GstFlowReturn flow = GST_FLOW_OK;
  int done;
  if (self->handle == 0) return input ? GST_FLOW_NOT_NEGOTIATED : GST_FLOW_OK;
  if (input) {
    if (!gst_buffer_map(input, &map, GST_MAP_READ)) return GST_FLOW_ERROR;
    gint64 frames = map.size / sizeof(float) / self->stream.channels;
    done = sat_encode(self->handle, (const float *)map.data, frames, &error);
    self->fed += frames;
    gst_buffer_unmap(input, &map);
  } else {
    done = sat_end(self->handle, &error);
  }
  gint64 count = 0;
  while (done >= 0 && flow == GST_FLOW_OK) {
    int32_t frames = 0;
    gsize room = MAX(1, self->stream.maximum_packet);
    guint8 *bytes = g_malloc(room);
    count = sat_next_packet(self->handle, bytes, room, &frames, &error);
    if (count <= 0) {
      g_free(bytes);
      break;
    }
    // The last packets hold what the encoder has kept back, and no more than was given is counted.
    gint64 counted = MIN(frames, self->fed - self->finished);
    self->finished += counted;
    flow = gst_audio_encoder_finish_frame(
      base, gst_buffer_new_wrapped_full(0, bytes, room, 0, count, bytes, g_free), (gint)counted);
  }
  if (done < 0 || count < 0) {
    GST_ELEMENT_ERROR(self, STREAM, ENCODE, (NULL), ("%s", error.text));
    return GST_FLOW_ERROR;
  }
  // After its end an encoder takes no more; a new stream states its format again.
  if (!input) encoder_stop(base);
  return flow;
}

static void encoder_set(GObject *object, guint property, const GValue *value, GParamSpec *spec) {
  GstSatEnc *self = (GstSatEnc *)object;
  if (property == BITRATE) self->bitrate = g_value_get_uint(value);
  else if (property == FORMAT) g_free(self->format), self->format = g_value_dup_string(value);
  else if (property == FRAMES) self->frames = g_value_get_uint(value);
  else if (property == BITS) self->bits = g_value_get_uint(value);
  else G_OBJECT_WARN_INVALID_PROPERTY_ID(object, property, spec);
}

static void encoder_get(GObject *object, guint property, GValue *value, GParamSpec *spec) {
  GstSatEnc *self = (GstSatEnc *)object;
  if (property == BITRATE) g_value_set_uint(value, self->bitrate);
  else if (property == FORMAT) g_value_set_string(value, self->format);
  else if (property == FRAMES) g_value_set_uint(value, self->frames);
  else if (property == BITS) g_value_set_uint(value, self->bits);
  else G_OBJECT_WARN_INVALID_PROPERTY_ID(object, property, spec);
}

static void encoder_finalize(GObject *object) {
  sat_close(((GstSatEnc *)object)->handle);
  g_free(((GstSatEnc *)object)->format);
  G_OBJECT_CLASS(sat_encoder_parent_class)->finalize(object);
}

static void sat_encoder_init(GstSatEnc *self) { self->format = g_strdup("aac"); }

static GstStaticPadTemplate encoder_sink =
  GST_STATIC_PAD_TEMPLATE("sink", GST_PAD_SINK, GST_PAD_ALWAYS, GST_STATIC_CAPS(RAW("[ 7350, 96000 ]")));
static GstStaticPadTemplate encoder_source =
  GST_STATIC_PAD_TEMPLATE("src", GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS(AAC LOSSLESS("[ 7350, 96000 ]")));

static void sat_encoder_class_init(GstSatEncClass *class) {
  GstElementClass *element = GST_ELEMENT_CLASS(class);
  GObjectClass *object = G_OBJECT_CLASS(class);
  GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;
  object->set_property = encoder_set;
  object->get_property = encoder_get;
  object->finalize = encoder_finalize;
  g_object_class_install_property(
    object, BITRATE, g_param_spec_uint("bitrate", "Bit rate", "Bits a second; 0 for what suits", 0, 1000000, 0, flags));
  g_object_class_install_property(
    object, FORMAT, g_param_spec_string(
      "format", "Format", "aac, aach (HE), aacp (HE v2), aacl (LD), aace (ELD), aacf (ELD with SBR), aacg (ELD v2), alac",
      "aac", flags));
  g_object_class_install_property(
    object, FRAMES, g_param_spec_uint(
      "frames", "Frames",
      "Frames of a packet: 480 or 512 of AAC-LD and AAC-ELD, with SBR 960 or 1024, too; 0 for the usual number",
      0, 4096, 0, flags));
  g_object_class_install_property(
    object, BITS, g_param_spec_uint("bits", "Bits", "Bits of a sample of alac: 16, 20 or 24; 0 for 16", 0, 24, 0, flags));
  gst_element_class_add_static_pad_template(element, &encoder_sink);
  gst_element_class_add_static_pad_template(element, &encoder_source);
  gst_element_class_set_static_metadata(
    element, "swift-audio-toolbox AAC and ALAC encoder", "Codec/Encoder/Audio",
    "Encodes AAC-LC, HE-AAC, AAC-LD and AAC-ELD, with SBR, and Apple Lossless",
    "The swift-audio-toolbox authors");
  class->parent.stop = encoder_stop;
  class->parent.set_format = encoder_set_format;
  class->parent.getcaps = encoder_getcaps;
  class->parent.handle_frame = encoder_handle_frame;
}

static gboolean load(GstPlugin *plugin) {
  return gst_element_register(plugin, "satdec", GST_RANK_SECONDARY, sat_decoder_get_type()) &&
         gst_element_register(plugin, "satenc", GST_RANK_SECONDARY, sat_encoder_get_type());
}

#define PACKAGE "swift-audio-toolbox"
GST_PLUGIN_DEFINE(
  GST_VERSION_MAJOR, GST_VERSION_MINOR, swiftaudiotoolbox, "AAC in all its kinds, and Apple Lossless", load, VERSION,
  "Apache-2.0", PACKAGE, "https://gstreamer.freedesktop.org")
