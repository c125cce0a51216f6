// The interface in C against what its header promises: files, packets, rates, tags; null pointers, sizes that are wrong, handles
// that are gone or of another kind, and threads. Expected values come from the formulas of the signals and from the format of
// WAVE, never from the library.
//
//   plain-interface FILE FOLDER     FILE is a recording of two channels; FOLDER gets files and is empty
#include "swift_audio_toolbox.h"

#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int checks = 0;

#define CHECK(condition) \
  do { \
    checks++; \
    if (!(condition)) { \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
      exit(1); \
    } \
  } while (0)

static sat_error error;

// Whether the last failure is of a kind, has a text, and names no place where it should not.
static int failed(const char *kind) {
  int is = strcmp(error.kind, kind) == 0 && error.text[0] != 0 && memchr(error.text, 0, sizeof error.text) != NULL;
  if (!is) fprintf(stderr, "kind '%s', not '%s': %s\n", error.kind, kind, error.text);
  memset(&error, 0, sizeof error);
  return is;
}

static char path_memory[4][4096];
static const char *path_in(const char *folder, const char *name) {
  static int next = 0;
  char *path = path_memory[next++ % 4];
  snprintf(path, sizeof path_memory[0], "%s/%s", folder, name);
  return path;
}

static int exists(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file) fclose(file);
  return file != NULL;
}

static unsigned char *contents(const char *path, size_t *count) {
  FILE *file = fopen(path, "rb");
  CHECK(file);
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  unsigned char *bytes = malloc(size > 0 ? (size_t)size : 1);
  CHECK(bytes && size >= 0 && fread(bytes, 1, (size_t)size, file) == (size_t)size);
  fclose(file);
  *count = (size_t)size;
  return bytes;
}

// MARK: Reading

static void read_files(const char *recording) {
  sat_format format = {0};
  sat_reader reader = sat_open_file(recording, NULL, &format, &error);
  CHECK(reader && format.channels == 2 && format.rate > 0 && format.frames > 1000);
  size_t frames = (size_t)format.frames;
  float *floats = malloc(frames * 2 * sizeof *floats);
  double *doubles = malloc(frames * 2 * sizeof *doubles);
  int16_t *integers = malloc(frames * 2 * sizeof *integers);
  CHECK(floats && doubles && integers);
  // More is asked for than there is; what is behind the end stays as it was, which the sanitizers would see.
  CHECK(sat_read_float(reader, floats, format.frames, &error) == format.frames);
  CHECK(sat_read_float(reader, floats, 1, &error) == 0);
  CHECK(sat_seek(reader, 0, &error) == 0 && sat_read_double(reader, doubles, format.frames, &error) == format.frames);
  CHECK(sat_seek(reader, 0, &error) == 0 && sat_read_int16(reader, integers, format.frames, &error) == format.frames);
  for (size_t index = 0; index < frames * 2; index++) {
    CHECK(doubles[index] == (double)floats[index]);
    double rounded = nearbyint(doubles[index] * 32768);
    CHECK(integers[index] == (rounded > 32767 ? 32767 : rounded < -32768 ? -32768 : rounded));
  }
  // Parts are those of the whole, in pieces of any size.
  float piece[2 * 777];
  CHECK(sat_seek(reader, 1000, &error) == 0);
  for (size_t place = 1000; place < frames;) {
    int64_t got = sat_read_float(reader, piece, 777, &error);
    CHECK(got == (int64_t)(frames - place < 777 ? frames - place : 777));
    CHECK(memcmp(piece, floats + place * 2, (size_t)got * 2 * sizeof *piece) == 0);
    place += (size_t)got;
  }
  CHECK(sat_damaged_packets(reader) == 0);
  // The same from memory, which need not be kept.
  size_t count;
  unsigned char *bytes = contents(recording, &count);
  sat_reader other = sat_open_memory(bytes, count, NULL, NULL, &error);
  memset(bytes, 0, count);
  CHECK(other && other != reader && sat_read_float(other, piece, 777, &error) == 777);
  CHECK(memcmp(piece, floats, sizeof piece) == 0);
  free(bytes);
  // And from memory that is kept.
  bytes = contents(recording, &count);
  sat_reader lent = sat_borrow_memory(bytes, count, NULL, NULL, &error);
  CHECK(lent && sat_seek(lent, 1000, &error) == 0 && sat_read_float(lent, piece, 777, &error) == 777);
  CHECK(memcmp(piece, floats + 2000, sizeof piece) == 0);
  sat_close(lent);
  free(bytes);
  CHECK(sat_borrow_memory(NULL, 1, NULL, NULL, &error) == 0 && failed("option"));
  CHECK(sat_borrow_memory("", 0, NULL, NULL, &error) == 0 && failed("empty"));
  // Wrong calls, each of which leaves the reader as it is.
  CHECK(sat_read_float(reader, NULL, 1, &error) == -1 && failed("option"));
  CHECK(sat_read_float(reader, piece, -1, &error) == -1 && failed("option"));
  CHECK(sat_read_float(reader, piece, INT64_MAX, &error) == -1 && failed("option"));
  CHECK(sat_read_int16(reader, integers, 0, &error) == 0);
  CHECK(sat_seek(reader, -1, &error) == -1 && failed("option"));
  CHECK(sat_seek(reader, INT64_MAX, NULL) == 0 && sat_read_float(reader, piece, 1, &error) == 0);
  CHECK(sat_write(reader, piece, 1, &error) == -1 && failed("invalidState"));
  CHECK(sat_decode(reader, piece, 1, &error) == -1 && failed("invalidState"));
  CHECK(sat_end(reader, &error) == -1 && failed("invalidState"));
  CHECK(sat_finish(reader, NULL) == -1);
  sat_close(reader);
  sat_close(reader);
  sat_close(0);
  sat_close(UINT64_MAX);
  CHECK(sat_read_float(reader, piece, 1, &error) == -1 && failed("invalidState"));
  CHECK(sat_seek(reader, 0, &error) == -1 && failed("invalidState"));
  CHECK(sat_damaged_packets(reader) == -1);
  CHECK(sat_read_float(other, piece, 1, &error) == 1);
  sat_close(other);
  free(floats);
  free(doubles);
  free(integers);
}

static void open_what_is_not(const char *recording, const char *folder) {
  CHECK(sat_open_file(NULL, NULL, NULL, &error) == 0 && failed("option"));
  CHECK(sat_open_file(path_in(folder, "none.wav"), NULL, NULL, &error) == 0 && failed("inputOutput"));
  CHECK(sat_open_file(folder, NULL, NULL, &error) == 0 && failed("directory"));
  CHECK(sat_open_file(folder, NULL, NULL, NULL) == 0);
  CHECK(sat_open_memory(NULL, 10, NULL, NULL, &error) == 0 && failed("option"));
  CHECK(sat_open_memory("", 0, NULL, NULL, &error) == 0 && failed("empty"));
  CHECK(sat_open_memory("nothing that sounds", 19, NULL, NULL, &error) == 0 && failed("unknownFormat"));
  sat_request wrong[] = {
    {-1, 0, 0, 0, 0}, {NAN, 0, 0, 0, 0}, {0, -1, 0, 0, 0}, {0, INFINITY, 0, 0, 0}, {0, 0, -1, 0, 0}, {0, 0, 0, -1, 0}, {0, 0, 0, 65, 0},
  };
  for (size_t index = 0; index < sizeof wrong / sizeof *wrong; index++)
    CHECK(sat_open_file(recording, &wrong[index], NULL, &error) == 0 && failed("option"));
  sat_request far = {1e9, 0, 0, 0, 0};
  CHECK(sat_open_file(recording, &far, NULL, &error) == 0 && failed("unsupported"));
  // A text that would be too long is cut, and ends.
  char *name = malloc(20001);
  CHECK(name);
  memset(name, 'x', 20000);
  name[20000] = 0;
  CHECK(sat_open_file(name, NULL, NULL, &error) == 0 && failed("inputOutput"));
  free(name);
}

static void describe(const char *recording) {
  char *text = sat_describe_file(recording, &error);
  CHECK(text && text[0] == '{' && strstr(text, "\"tracks\":[{"));
  size_t count;
  unsigned char *bytes = contents(recording, &count);
  char *same = sat_describe_memory(bytes, count, &error);
  CHECK(same && strcmp(same, text) == 0);
  free(bytes);
  sat_free(same);
  sat_free(text);
  sat_free(NULL);
  CHECK(sat_describe_file(NULL, &error) == NULL && failed("option"));
  CHECK(sat_describe_memory(NULL, 0, &error) == NULL && failed("option"));
  CHECK(sat_measure_loudness(NULL, &error) == NULL && failed("option"));
  text = sat_list_formats();
  CHECK(text && strstr(text, "\"encoders\":["));
  sat_free(text);
  text = sat_measure_loudness(recording, &error);
  CHECK(text && strstr(text, "\"integrated\":-"));
  sat_free(text);
}

// MARK: Writing

static void write_files(const char *folder) {
  enum { frames = 70000 };
  static int16_t samples[frames][2];
  for (int index = 0; index < frames; index++) {
    samples[index][0] = (int16_t)(index % 65536 - 32768);
    samples[index][1] = (int16_t)(index * 7 % 1000);
  }
  const char *path = path_in(folder, "ramp.wav");
  sat_output output = {0, "int16", 0, 0};
  sat_writer writer = sat_create_file(path, 2, 8000, SAT_INT16, &output, &error);
  CHECK(writer && !exists(path));
  for (int place = 0; place < frames; place += 7000) CHECK(sat_write(writer, samples[place], 7000, &error) == 0);
  CHECK(sat_write(writer, samples, 0, &error) == 0);
  CHECK(sat_write(writer, NULL, 1, &error) == -1 && failed("option"));
  CHECK(sat_write(writer, samples, -1, &error) == -1 && failed("option"));
  CHECK(sat_write(writer, samples, INT64_MAX / 2, &error) == -1 && failed("option"));
  CHECK(!exists(path) && sat_finish(writer, &error) == 0 && exists(path));
  CHECK(sat_finish(writer, &error) == -1 && failed("invalidState"));
  CHECK(sat_write(writer, samples, 1, &error) == -1 && failed("invalidState"));
  // The samples of a WAVE file are its last bytes, the least significant first.
  size_t count;
  unsigned char *bytes = contents(path, &count);
  CHECK(count > sizeof samples && memcmp(bytes, "RIFF", 4) == 0);
  for (size_t index = 0; index < frames * 2; index++) {
    unsigned char *place = bytes + count - sizeof samples + index * 2;
    CHECK((int16_t)(uint16_t)(place[0] | place[1] << 8) == samples[index / 2][index % 2]);
  }
  free(bytes);
  // What is there is not replaced unless that is asked for, and one that is given up leaves it.
  CHECK(sat_create_file(path, 2, 8000, SAT_INT16, &output, &error) == 0 && failed("exists"));
  output.replaces = 1;
  writer = sat_create_file(path, 1, 8000, SAT_FLOAT, &output, &error);
  float silence[100] = {0};
  CHECK(writer && sat_write(writer, silence, 100, &error) == 0);
  sat_close(writer);
  size_t after;
  free(contents(path, &after));
  CHECK(after == count);
  // Types of samples, and numbers that mean nothing.
  const char *kept = path_in(folder, "kept.caf");
  double exact[3] = {1.0 / 3, -1e-300, 7};
  writer = sat_create_file(kept, 1, 44100, SAT_DOUBLE, &(sat_output){0, "float64", 0, 0}, &error);
  CHECK(writer && sat_write(writer, exact, 3, &error) == 0 && sat_finish(writer, &error) == 0);
  CHECK(sat_finish_file(writer, &error) == NULL && failed("invalidState"));
  bytes = contents(kept, &count);
  CHECK(memcmp(bytes + count - sizeof exact, exact, sizeof exact) == 0);
  free(bytes);
  const char *none = path_in(folder, "none.wav");
  CHECK(sat_create_file(NULL, 1, 8000, SAT_FLOAT, NULL, &error) == 0 && failed("option"));
  CHECK(sat_create_file(none, 0, 8000, SAT_FLOAT, NULL, &error) == 0 && failed("option"));
  CHECK(sat_create_file(none, 65, 8000, SAT_FLOAT, NULL, &error) == 0 && failed("option"));
  CHECK(sat_create_file(none, INT_MIN, 8000, SAT_FLOAT, NULL, &error) == 0 && failed("option"));
  CHECK(sat_create_file(none, 1, 0, SAT_FLOAT, NULL, &error) == 0 && failed("option"));
  CHECK(sat_create_file(none, 1, NAN, SAT_FLOAT, NULL, &error) == 0 && failed("option"));
  CHECK(sat_create_file(none, 1, -8000, SAT_FLOAT, NULL, &error) == 0 && failed("option"));
  CHECK(sat_create_file(none, 1, 8000, 0, NULL, &error) == 0 && failed("option"));
  CHECK(sat_create_file(none, 1, 8000, 5, NULL, &error) == 0 && failed("option"));
  CHECK(sat_create_file(none, 1, 8000, SAT_FLOAT, &(sat_output){-1, "", 0, 0}, &error) == 0 && failed("option"));
  CHECK(sat_create_file(none, 1, 8000, SAT_FLOAT, &(sat_output){0, "nonsense", 0, 0}, &error) == 0 && failed("option"));
  sat_output full = {0};
  memset(full.format, 'x', sizeof full.format);
  CHECK(sat_create_file(none, 1, 8000, SAT_FLOAT, &full, &error) == 0 && failed("option"));
  CHECK(sat_create_file(path_in(folder, "none.xyz"), 1, 8000, SAT_FLOAT, NULL, &error) == 0 && failed("option"));
  CHECK(sat_create_file(path_in(folder, "no/folder.wav"), 1, 8000, SAT_FLOAT, NULL, &error) == 0 && failed("inputOutput"));
  CHECK(sat_write_file(none, NULL, 1, 1, 8000, NULL, &error) == -1 && failed("option"));
  CHECK(sat_write_file(none, silence, -1, 1, 8000, NULL, &error) == -1 && failed("option"));
  CHECK(sat_write_file(none, silence, INT64_MAX, 64, 8000, NULL, &error) == -1 && failed("option"));
  CHECK(!exists(none));
  CHECK(sat_write_file(none, silence, 100, 1, 8000, NULL, &error) == 0 && exists(none));
}

static void tag(const char *folder) {
  const char *path = path_in(folder, "tagged.flac");
  float silence[1000] = {0};
  CHECK(sat_write_file(path, silence, 1000, 1, 44100, NULL, &error) == 0);
  sat_tag tags[] = {{"title", "Aria"}, {"artist", "Somebody"}};
  const unsigned char picture[] = {0xFF, 0xD8, 0xFF, 0xE0, 0, 0, 0, 0};
  CHECK(sat_change_tags(path, tags, 2, picture, sizeof picture, 0, &error) == 0);
  char *text = sat_describe_file(path, &error);
  CHECK(text && strstr(text, "\"title\":\"Aria\"") && strstr(text, "\"artist\":\"Somebody\"") && strstr(text, "image/jpeg"));
  sat_free(text);
  tags[0].value = NULL;
  CHECK(sat_change_tags(path, tags, 1, NULL, 0, 0, &error) == 0);
  text = sat_describe_file(path, &error);
  CHECK(text && !strstr(text, "Aria") && strstr(text, "Somebody") && strstr(text, "image/jpeg"));
  sat_free(text);
  CHECK(sat_change_tags(path, NULL, 0, NULL, 0, 1, &error) == 0);
  text = sat_describe_file(path, &error);
  CHECK(text && !strstr(text, "Somebody") && !strstr(text, "image/jpeg"));
  sat_free(text);
  CHECK(sat_change_tags(NULL, NULL, 0, NULL, 0, 1, &error) == -1 && failed("option"));
  CHECK(sat_change_tags(path, NULL, 1, NULL, 0, 0, &error) == -1 && failed("option"));
  CHECK(sat_change_tags(path, &(sat_tag){NULL, "x"}, 1, NULL, 0, 0, &error) == -1 && failed("option"));
  CHECK(sat_change_tags(path, &(sat_tag){"", "x"}, 1, NULL, 0, 0, &error) == -1 && failed("option"));
  CHECK(sat_change_tags(path, NULL, 0, "no picture", 10, 0, &error) == -1 && failed("option"));
  CHECK(sat_change_tags(path_in(folder, "none.flac"), NULL, 0, NULL, 0, 1, &error) == -1 && failed("inputOutput"));
}

// MARK: Packets

// Encodes a ramp without loss and decodes it again; returns the number of packets.
static int round_trip(const char *format) {
  enum { frames = 10000 };
  static float ramp[frames], found[frames + 1];
  for (int index = 0; index < frames; index++) ramp[index] = (float)(index % 2001 - 1000) / 32768;
  sat_stream stream = {0};
  stream.rate = 44100;
  stream.channels = 1;
  strcpy(stream.format, format);
  sat_encoder encoder = sat_open_encoder(&stream, &error);
  CHECK(encoder && stream.maximum_packet > 0);
  unsigned char *packet = malloc((size_t)stream.maximum_packet), cookie[1024];
  CHECK(packet);
  CHECK(sat_next_packet(encoder, packet, (size_t)stream.maximum_packet, NULL, &error) == 0);
  CHECK(sat_encode(encoder, ramp, frames, &error) == 0 && sat_end(encoder, &error) == 0);
  CHECK(sat_encode(encoder, ramp, 1, &error) == -1 && failed("invalidState"));
  CHECK(sat_end(encoder, &error) == -1 && failed("invalidState"));
  CHECK(sat_encode(encoder, NULL, 1, &error) == -1 && failed("option"));
  CHECK(sat_next_packet(encoder, NULL, 0, NULL, &error) == -1 && failed("option"));
  CHECK(sat_next_packet(encoder, packet, 1, NULL, &error) == -1 && failed("limitExceeded"));
  int64_t size = sat_get_cookie(encoder, NULL, 0, &error);
  CHECK(size > 1 && size < (int64_t)sizeof cookie && sat_get_cookie(encoder, cookie, 1, &error) == -1 && failed("limitExceeded"));
  CHECK(sat_get_cookie(encoder, cookie, sizeof cookie, &error) == size);
  sat_stream described = {0};
  described.rate = 44100;
  strcpy(described.format, format);
  sat_format decoded = {0};
  sat_decoder decoder = sat_open_decoder(&described, cookie, (size_t)size, NULL, 0, &decoded, &error);
  CHECK(decoder && decoded.channels == 1 && decoded.rate == 44100);
  int64_t place = 0, taken = 0, bytes;
  int packets = 0;
  int32_t count;
  while ((bytes = sat_next_packet(encoder, packet, (size_t)stream.maximum_packet, &count, &error)) > 0) {
    packets++;
    taken += count;
    CHECK(sat_decode(decoder, packet, (size_t)bytes, &error) == 0);
    place += sat_read_float(decoder, found + place, frames + 1 - place, &error);
  }
  CHECK(bytes == 0 && taken == frames && sat_end(decoder, &error) == 0);
  place += sat_read_float(decoder, found + place, frames + 1 - place, &error);
  CHECK(place == frames && memcmp(found, ramp, sizeof ramp) == 0);
  CHECK(sat_decode(decoder, packet, 1, &error) == -1 && failed("invalidState"));
  CHECK(sat_conceal(decoder, 1, &error) == -1 && failed("invalidState"));
  CHECK(sat_seek(decoder, 0, &error) == -1 && failed("invalidState"));
  sat_close(decoder);
  sat_close(encoder);
  CHECK(sat_decode(decoder, packet, 1, &error) == -1 && failed("invalidState"));
  CHECK(sat_next_packet(encoder, packet, 1, NULL, &error) == -1 && failed("invalidState"));
  free(packet);
  return packets;
}

static void decode_what_is_not(void) {
  sat_stream aac = {0};
  strcpy(aac.format, "aac");
  // ISO/IEC 14496-3, 1.6: AAC-LC, 44.1 kHz, two channels.
  const unsigned char configuration[] = {0x12, 0x10};
  CHECK(sat_open_decoder(NULL, NULL, 0, NULL, 0, NULL, &error) == 0 && failed("option"));
  CHECK(sat_open_decoder(&aac, NULL, 2, NULL, 0, NULL, &error) == 0 && failed("option"));
  CHECK(sat_open_decoder(&aac, configuration, 1, NULL, 0, NULL, &error) == 0 && failed("truncated"));
  CHECK(sat_open_decoder(&(sat_stream){0}, configuration, 2, NULL, 0, NULL, &error) == 0 && failed("option"));
  sat_stream wrong = aac;
  wrong.channels = -1;
  CHECK(sat_open_decoder(&wrong, configuration, 2, NULL, 0, NULL, &error) == 0 && failed("option"));
  wrong = aac;
  wrong.priming = -1;
  CHECK(sat_open_decoder(&wrong, configuration, 2, NULL, 0, NULL, &error) == 0 && failed("option"));
  wrong = aac;
  wrong.rate = NAN;
  CHECK(sat_open_decoder(&wrong, configuration, 2, NULL, 0, NULL, &error) == 0 && failed("option"));
  wrong = aac;
  memset(wrong.format, 'a', sizeof wrong.format);
  CHECK(sat_open_decoder(&wrong, configuration, 2, NULL, 0, NULL, &error) == 0 && failed("option"));
  strcpy(wrong.format, "int16");
  CHECK(sat_open_decoder(&wrong, configuration, 2, NULL, 0, NULL, &error) == 0 && failed("option"));
  CHECK(sat_open_encoder(NULL, &error) == 0 && failed("option"));
  CHECK(sat_open_encoder(&aac, &error) == 0 && failed("option"));
  sat_format format;
  sat_decoder decoder = sat_open_decoder(&aac, configuration, 2, NULL, 0, &format, &error);
  CHECK(decoder && format.channels == 2 && format.rate == 44100);
  static float samples[2 * 8192];
  CHECK(sat_read_float(decoder, samples, 8192, &error) == 0);
  CHECK(sat_decode(decoder, NULL, 1, &error) == -1 && failed("option"));
  CHECK(sat_conceal(decoder, -1, &error) == -1 && failed("option"));
  CHECK(sat_conceal(decoder, INT64_MAX, &error) == -1 && failed("option"));
  // A lost packet has the 1024 frames of any.
  CHECK(sat_conceal(decoder, 1, &error) == 0 && sat_read_float(decoder, samples, 8192, &error) == 1024);
  CHECK(sat_damaged_packets(decoder) == 1);
  unsigned char noise[300];
  memset(noise, 0xFF, sizeof noise);
  CHECK(sat_decode(decoder, noise, sizeof noise, &error) == 0);
  CHECK(sat_read_float(decoder, samples, 8192, &error) == -1 && (error.kind[0] != 0));
  memset(&error, 0, sizeof error);
  CHECK(sat_read_float(decoder, samples, 8192, &error) == 0);
  sat_close(decoder);
  aac.conceals = 1;
  decoder = sat_open_decoder(&aac, configuration, 2, NULL, 0, NULL, &error);
  CHECK(decoder && sat_decode(decoder, noise, sizeof noise, &error) == 0);
  CHECK(sat_read_float(decoder, samples, 8192, &error) == 1024 && sat_damaged_packets(decoder) == 1);
  static unsigned char large[(1 << 20) + 1];
  CHECK(sat_decode(decoder, large, sizeof large, &error) == -1 && failed("limitExceeded"));
  sat_close(decoder);
}

// MARK: Rates

static void resample(void) {
  enum { frames = 4410 };
  static double tone[frames], made[4801];
  for (int index = 0; index < frames; index++) tone[index] = sin(2 * M_PI * 441 * index / 44100);
  sat_rates rates = {44100, 48000, SAT_MASTERING, 0};
  CHECK(sat_resample_double(NULL, frames, 1, &rates, NULL, 0, &error) == 4800);
  made[4800] = 7;
  CHECK(sat_resample_double(tone, frames, 1, &rates, made, 4800, &error) == 4800 && made[4800] == 7);
  for (int index = 1000; index < 3800; index++) CHECK(fabs(made[index] - sin(2 * M_PI * 441 * index / 48000)) < 1e-8);
  CHECK(sat_resample_double(tone, frames, 1, &rates, made, 4799, &error) == -1 && failed("limitExceeded"));
  CHECK(sat_resample_double(NULL, frames, 1, &rates, made, 4800, &error) == -1 && failed("option"));
  CHECK(sat_resample_double(tone, frames, 1, NULL, made, 4800, &error) == -1 && failed("option"));
  CHECK(sat_resample_double(tone, -1, 1, &rates, made, 4800, &error) == -1 && failed("option"));
  CHECK(sat_resample_double(tone, frames, 0, &rates, made, 4800, &error) == -1 && failed("option"));
  CHECK(sat_resample_double(tone, INT64_MAX, 1, &rates, NULL, 0, &error) == -1 && failed("option"));
  CHECK(sat_resample_double(tone, 0, 1, &rates, made, 0, &error) == 0);
  for (int method = SAT_LINEAR; method <= SAT_MINIMUM_PHASE; method++) {
    float left[200], both[400], one[100], two[200];
    for (int index = 0; index < 200; index++) left[index] = both[2 * index] = (float)sin(index * 0.1), both[2 * index + 1] = 0;
    sat_rates half = {2000, 1000, method, 0};
    CHECK(sat_resample_float(left, 200, 1, &half, one, 100, &error) == 100);
    CHECK(sat_resample_float(both, 200, 2, &half, two, 100, &error) == 100);
    // Each channel is converted by itself.
    for (int index = 0; index < 100; index++) CHECK(two[2 * index] == one[index] && two[2 * index + 1] == 0);
  }
  sat_rates wrong[] = {{0, 48000, SAT_NORMAL, 0}, {NAN, 48000, SAT_NORMAL, 0}, {1, 1000, SAT_NORMAL, 0}, {1e9, 1e9, SAT_NORMAL, 0}};
  for (size_t index = 0; index < sizeof wrong / sizeof *wrong; index++)
    CHECK(sat_resample_double(tone, frames, 1, &wrong[index], made, 4800, &error) == -1 && failed("unsupported"));
  rates.method = 7;
  CHECK(sat_resample_double(tone, frames, 1, &rates, made, 4800, &error) == -1 && failed("option"));
}

// MARK: Threads

typedef struct job {
  const char *recording;
  sat_reader shared;
  int64_t frames;
  int64_t taken;
} job;

static void *work(void *argument) {
  job *own = argument;
  float samples[2 * 512];
  // What others read of the same reader is not read twice.
  int64_t got;
  while ((got = sat_read_float(own->shared, samples, 512, NULL)) > 0) own->taken += got;
  for (int round = 0; round < 3; round++) {
    sat_format format;
    sat_reader reader = sat_open_file(own->recording, NULL, &format, NULL);
    int64_t sum = 0;
    while ((got = sat_read_float(reader, samples, 512, NULL)) > 0) sum += got;
    if (!reader || sum != own->frames) return argument;
    sat_close(reader);
  }
  return NULL;
}

static void *close_soon(void *argument) {
  sat_close(*(sat_reader *)argument);
  return NULL;
}

static void share(const char *recording) {
  sat_format format;
  sat_reader reader = sat_open_file(recording, NULL, &format, &error);
  CHECK(reader);
  pthread_t threads[4];
  job jobs[4];
  int64_t taken = 0;
  for (int index = 0; index < 4; index++) {
    jobs[index] = (job){recording, reader, format.frames, 0};
    CHECK(pthread_create(&threads[index], NULL, work, &jobs[index]) == 0);
  }
  for (int index = 0; index < 4; index++) {
    void *result;
    CHECK(pthread_join(threads[index], &result) == 0 && result == NULL);
    taken += jobs[index].taken;
  }
  CHECK(taken == format.frames);
  sat_close(reader);
  // A handle that is closed while it is read: each read gives frames, or is refused.
  for (int round = 0; round < 50; round++) {
    float samples[2 * 512];
    reader = sat_open_file(recording, NULL, NULL, &error);
    pthread_t closer;
    CHECK(reader && pthread_create(&closer, NULL, close_soon, &reader) == 0);
    while (sat_read_float(reader, samples, 512, NULL) > 0) {}
    CHECK(pthread_join(closer, NULL) == 0);
    CHECK(sat_read_float(reader, samples, 512, &error) == -1 && failed("invalidState"));
  }
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  CHECK(sat_version() == SAT_VERSION);
  read_files(arguments[1]);
  open_what_is_not(arguments[1], arguments[2]);
  describe(arguments[1]);
  write_files(arguments[2]);
  tag(arguments[2]);
  CHECK(round_trip("alac") == 3);
  CHECK(round_trip("flac") == 3);
  decode_what_is_not();
  resample();
  share(arguments[1]);
  printf("%d checks\n", checks);
  return 0;
}
