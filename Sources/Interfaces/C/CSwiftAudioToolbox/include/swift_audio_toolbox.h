// The engine of swift-audio-toolbox for programs in C and for languages that call C: read any file, write one, look into one,
// decode and encode packets without a file, convert rates, change tags.
//
// Not Core Audio's API, which <AudioToolbox/AudioToolbox.h> declares: a few functions, of plain types only. They may be called
// from any thread. Work on one handle waits for the work on it that is under way; different handles do not wait for each other.
// A handle that was closed, never was one, or is one of another kind is refused and does no harm. A null pointer is refused,
// too, but where a comment says that it may be null; `error` always may. Text is UTF-8 and ends in a zero byte.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The version of this interface. Structures never change within one; functions may be added to it.
#define SAT_VERSION 1

// A file that is read. 0 is none, here and below; no number is ever given twice.
typedef uint64_t sat_reader;
// A file that is written.
typedef uint64_t sat_writer;
// Packets that are decoded.
typedef uint64_t sat_decoder;
// Samples that are encoded.
typedef uint64_t sat_encoder;

// The types of samples: what the bytes of a sample are, in this machine's order. Full scale is 1 of floats, and 32768 or
// 2147483648 of integers.
#define SAT_INT16 1
#define SAT_INT32 2
#define SAT_FLOAT 3
#define SAT_DOUBLE 4

// The ways to convert rates, the last of which keeps no linear phase, but gives its frames within a millisecond.
#define SAT_LINEAR 1
#define SAT_LOW 2
#define SAT_NORMAL 3
#define SAT_HIGH 4
#define SAT_MASTERING 5
#define SAT_MINIMUM_PHASE 6

// The purposes of gains: those alone that a stream always has, such as music that gives way to speech; then those for a night, for
// noisy places, for loudspeakers of a small range, for low levels, for dialogue; and of any kind.
#define SAT_DRC_ALWAYS 1
#define SAT_DRC_NIGHT 2
#define SAT_DRC_NOISY 3
#define SAT_DRC_LIMITED 4
#define SAT_DRC_LOW_LEVEL 5
#define SAT_DRC_DIALOG 6
#define SAT_DRC_GENERAL 7

// Why a call has failed. A call that succeeds leaves it as it is.
typedef struct sat_error {
  // Bytes from the start of the file, and the index of a packet; -1 where there is none to tell.
  int64_t byte_offset;
  int64_t packet;
  // One of a few words: truncated, malformed, unsupported, limitExceeded, invalidState, inputOutput, notStreamable, exists,
  // directory, empty, busy, changed, unknownFormat, option, incomplete, cancelled.
  char kind[32];
  // What, where and of which file; cut off where it is too long.
  char text[728];
  // What may help, in words; empty where nothing is known to.
  char advice[256];
} sat_error;

// What is wanted of a recording. All zeros is all of it as it is.
typedef struct sat_request {
  // Frames a second; 0 for those of the recording.
  double rate;
  // Seconds from the start of the recording, and how long; 0 for all that follows.
  double start;
  double duration;
  // 1 to 64, or 0 for those of the recording. Channels that are too many are mixed (ITU-R BS.775).
  int32_t channels;
  int32_t reserved;
} sat_request;

// What a reader gives.
typedef struct sat_format {
  // Frames a second.
  double rate;
  // Frames that there are, -1 where only reading to the end would tell.
  int64_t frames;
  // The number of channels: samples of a frame, in the order of WAVE.
  int32_t channels;
  // Bits of a sample that the file states; 0 for lossy formats.
  int32_t bits;
} sat_format;

// How a file is written. All zeros is the usual format of its extension, and no file is replaced.
typedef struct sat_output {
  // Bits a second of a lossy format; 0 for what suits. Where no format is named it chooses the profile of AAC as well.
  int64_t bit_rate;
  // A data format as `af convert -d` names it, such as int16, int24, float32, flac, alac, aac, opus; empty for the usual one.
  char format[24];
  // Whether a file of that name is replaced.
  int32_t replaces;
  int32_t reserved;
} sat_output;

// What packets without a file are. All that is not known, or not asked for, is 0.
typedef struct sat_stream {
  // Frames a second, as the packets' container states them; 0 where the packets or their configuration say so.
  double rate;
  // Decoded frames before the recording and behind it, which a decoder leaves out. An encoder tells those of its own: the
  // remainder once its input has ended.
  int64_t priming;
  int64_t remainder;
  // For an encoder: bits a second of a lossy format; 0 for what suits.
  int64_t bit_rate;
  // The number of channels; an encoder needs it, as it needs the rate.
  int32_t channels;
  // Frames and bytes of each packet; 0 where they differ, or the configuration tells.
  int32_t frames_per_packet;
  int32_t bytes_per_packet;
  // Bits of a sample of a lossless format: 16, 20, 24 or 32; 0 for 16.
  int32_t bits;
  // For a decoder: whether packets that cannot be decoded are filled in for, in place of an error.
  int32_t conceals;
  // From an encoder: the most bytes that a packet of its will have.
  int32_t maximum_packet;
  // A data format as `af convert -d` names it: aac, aacl, aace, aacf, aacg, aach, aacp, alac, flac, opus, vorbis, mp3, alaw,
  // ulaw, ima4 …
  char format[24];
} sat_stream;

// From which rate to which other, in frames a second, and how.
typedef struct sat_rates {
  // 1 to 8388608; neither is more than 256 times the other.
  double from;
  double to;
  // SAT_LINEAR … SAT_MINIMUM_PHASE.
  int32_t method;
  int32_t reserved;
} sat_rates;

// What a decoder is asked for beyond its stream, by the gains and the loudness that this states. All zeros is nothing.
typedef struct sat_adjustment {
  // The level to which a programme is brought: LKFS, or dB of full scale, from -31.75 to below 0; 0 for its own.
  double target_level;
  // The parts of gains above and below 0 dB that are applied, 0 to 1, where gains are asked for.
  double boost;
  double cut;
  // SAT_DRC_ALWAYS … SAT_DRC_GENERAL; 0 for no gains.
  int32_t gains;
  // Whether the target level is that of the album, where its loudness is stated.
  int32_t is_album;
} sat_adjustment;

// A tag.
typedef struct sat_tag {
  // Such as title, artist, album, track number: as sat_describe_file tells them.
  const char *key;
  // Null for a tag that is removed.
  const char *value;
} sat_tag;

// How a file is converted. All zeros is the usual format of the output's extension, or the packets as they are, where it holds them.
typedef struct sat_conversion {
  // Bits a second of a lossy format; 0 for what suits. Where no format is named it chooses the profile of AAC as well.
  int64_t bit_rate;
  // Frames a second, which needs a format; 0 for those of the recording.
  double rate;
  // Seconds from the start of the recording, and how long; 0 for all that follows.
  double start;
  double duration;
  // Channels, at most 65,535, mixed where they are fewer; 0 for those of the recording.
  int32_t channels;
  // Threads that decode stretches of the input side by side, at most 256, with the same result; 0 for one.
  int32_t threads;
  // A data format, as in sat_output.
  char format[24];
  // Whether a file of that name is replaced.
  int32_t replaces;
  int32_t reserved;
} sat_conversion;

// The version that the library was built with: SAT_VERSION.
uint32_t sat_version(void);

// Opens a file for reading. `request` may be null. Returns 0 and fills in `error` where that is not possible.
sat_reader sat_open_file(const char *path, const sat_request *request, sat_format *format, sat_error *error);
// The same of a file that is in memory. The bytes are copied.
sat_reader sat_open_memory(const void *bytes, size_t count, const sat_request *request, sat_format *format, sat_error *error);

// The same without a copy: the bytes stay where and as they are until the reader is closed and no call with it is under way.
sat_reader sat_borrow_memory(const void *bytes, size_t count, const sat_request *request, sat_format *format, sat_error *error);

// Asks the decoder of a reader from which nothing was read yet for something. A codec that does not know it refuses. Returns an
// object of JSON, which the caller frees by sat_free, whose "warnings" are texts about what the stream does not let it fulfil.
// Null and `error` where it fails; the reader is as before then.
char *sat_adjust_decoder(sat_reader reader, const sat_adjustment *adjustment, sat_error *error);

// Fills memory with the next frames, interleaved; full scale is 1 of floats and 32768 of integers, which are rounded and clipped.
// Returns how many there were: fewer than asked for only at the end, and -1 after an error. Of a decoder there are fewer also
// where packets must come first, and after the error of a packet the next call goes on behind it. Behind any other error there is
// no reading on, but after sat_seek: each call tells it again.
int64_t sat_read_float(uint64_t reader_or_decoder, float *samples, int64_t frames, sat_error *error);
int64_t sat_read_double(uint64_t reader_or_decoder, double *samples, int64_t frames, sat_error *error);
int64_t sat_read_int16(uint64_t reader_or_decoder, int16_t *samples, int64_t frames, sat_error *error);
// Goes to a frame, counted at the reader's rate from the first one that was asked for. Returns 0, or -1 after an error.
int32_t sat_seek(sat_reader reader, int64_t frame, sat_error *error);
// Packets that could not be decoded so far and were filled in for, and of a decoder those that were lost; -1 of a handle that
// there is not.
int64_t sat_damaged_packets(uint64_t reader_or_decoder);
// Lets a handle of any kind go. One that is gone already is left alone. Of a file that was not finished nothing is left.
void sat_close(uint64_t handle);

// Looks into a file: an object of JSON, which the caller frees by sat_free. Null and `error` where that is not possible.
char *sat_describe_file(const char *path, sat_error *error);
char *sat_describe_memory(const void *bytes, size_t count, sat_error *error);
// Measures a file's loudness by EBU R 128: an object of JSON, as above.
char *sat_measure_loudness(const char *path, sat_error *error);
// What can be read and written on this system: an object of JSON, as above. Never null.
char *sat_list_formats(void);
// Frees text that a function has given; null is left alone.
void sat_free(char *text);

// Changes tags of a file in its place; its packets stay as they are, and so does the file where that fails. `tags` are `count`
// changes, and may be null where there are none; a key that occurs again gets several values. `picture` is the file of a front cover, JPEG, PNG, GIF, BMP or WebP; null leaves
// pictures as they are, and one of no bytes removes them. Where `clears` is not 0 all goes before that. What the kind of file has
// no place for is refused by name. Returns 0; 1 where something else of the file was not kept, which sat_tag_file tells; or -1
// after an error.
int32_t sat_change_tags(
    const char *path, const sat_tag *tags, size_t count, const void *picture, size_t picture_count, int32_t clears,
    sat_error *error);
// The same, which also tells what the file does not keep: an object of JSON, as above, whose "warnings" are texts. Null and `error`
// where it fails.
char *sat_tag_file(
    const char *path, const sat_tag *tags, size_t count, const void *picture, size_t picture_count, int32_t clears,
    sat_error *error);

// Writes samples, interleaved, into a new file of the kind that its extension says. It appears when it is whole. `output` may be
// null. Returns 0; 1 where the file is there but does not keep all, such as samples that were clipped, which sat_create_file and
// sat_finish_file tell; or -1 after an error.
int32_t sat_write_file(
    const char *path, const float *samples, int64_t frames, int32_t channels, double rate, const sat_output *output, sat_error *error);

// Begins a file that is written frame by frame, of samples of a type (SAT_INT16 …). `output` may be null. Returns 0 and fills in
// `error` where that is not possible.
sat_writer sat_create_file(
    const char *path, int32_t channels, double rate, int32_t type, const sat_output *output, sat_error *error);
// Writes frames of that type, interleaved. They need not be kept. Returns 0, or -1 after an error, after which the file is gone.
int32_t sat_write(sat_writer writer, const void *samples, int64_t frames, sat_error *error);
// Completes the file, which appears under its name, and lets the writer go. Returns 0; 1 where it does not keep all,
// which sat_finish_file tells; or -1 after an error: then it is not there.
int32_t sat_finish(sat_writer writer, sat_error *error);
// The same, which also tells what the file does not keep, such as samples that were clipped: an object of JSON, as above, whose
// "warnings" are texts. Null and `error` where it fails.
char *sat_finish_file(sat_writer writer, sat_error *error);

// Prepares to decode packets without a file. `cookie` is their configuration, as containers hold it (an AudioSpecificConfig, the
// body of STREAMINFO, OpusHead …), with or without their wrapping. `packet` is the first one, which is decoded as the others are;
// it shows what a configuration may leave unsaid, such as spectral band replication. Both may be null, and `format`, too. Returns
// 0 and fills in `error` where that is not possible.
sat_decoder sat_open_decoder(
    const sat_stream *stream, const void *cookie, size_t cookie_count, const void *packet, size_t packet_count, sat_format *format,
    sat_error *error);
// Takes the next packet over; it need not be kept. Of formats whose packets are a frame each it may be a run of them. What it
// decodes to is read by sat_read_float and the like. Returns 0, or -1 after an error.
int32_t sat_decode(sat_decoder decoder, const void *packet, size_t count, sat_error *error);
// States that so many packets are lost behind those that came, 65536 at most: the decoder fills in for them. Returns as above.
int32_t sat_conceal(sat_decoder decoder, int64_t packets, sat_error *error);

// Prepares to encode samples into packets, and fills in what `stream` did not say. Returns 0 and fills in `error` where that is
// not possible.
sat_encoder sat_open_encoder(sat_stream *stream, sat_error *error);
// Takes frames over, interleaved; they need not be kept. Returns 0, or -1 after an error.
int32_t sat_encode(sat_encoder encoder, const float *samples, int64_t frames, sat_error *error);
// Copies the next packet, and tells its frames; `frames` may be null. Returns its bytes, 0 where samples must come first or none
// are left, and -1 after an error: where there is not room for it, it stays the next one.
int64_t sat_next_packet(sat_encoder encoder, void *packet, size_t room, int32_t *frames, sat_error *error);
// Copies the configuration that decoders need, which of some formats is complete only when the input has ended. `cookie` may be
// null. Returns its bytes, or -1 after an error.
int64_t sat_get_cookie(sat_encoder encoder, void *cookie, size_t room, sat_error *error);
// Tells what the packets are. Returns 0, or -1 after an error.
int32_t sat_describe_encoder(sat_encoder encoder, sat_stream *stream, sat_error *error);

// States that nothing more comes to a decoder or an encoder: what it holds back can be taken. Returns 0, or -1 after an error.
int32_t sat_end(uint64_t decoder_or_encoder, sat_error *error);

// Converts the rate of interleaved samples, all at once: frame k of the output is at the time of frame k · from / to of the
// input, and there are frames · to / from of them, rounded up. Floats are computed in their precision, by SAT_MASTERING in that
// of doubles. Returns the frames; where `output` is null, those that there will be; and -1 after an error.
int64_t sat_resample_float(
    const float *input, int64_t frames, int32_t channels, const sat_rates *rates, float *output, int64_t room, sat_error *error);
int64_t sat_resample_double(
    const double *input, int64_t frames, int32_t channels, const sat_rates *rates, double *output, int64_t room, sat_error *error);

// Converts a file into another, as `af convert` does: tags are carried over, and the output appears when it is whole and on the
// disk; until then it has a name that nobody else uses. Returns an object of JSON, as above, with what came of it.
char *sat_convert_file(const char *input, const char *output, const sat_conversion *conversion, sat_error *error);
// Decodes a file and hashes its samples, as `af hash` does: an object of JSON, as above. Damaged files have no hash.
char *sat_hash_file(const char *path, sat_error *error);

#ifdef __cplusplus
}
#endif
