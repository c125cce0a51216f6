// The engine of swift-audio-toolbox for programs in C and for languages that call C: read any file, write one, look into one.
//
// Not Core Audio's API, which <AudioToolbox/AudioToolbox.h> declares: a few functions, of plain types only. They may be called
// from any thread. Work on one reader waits for the work on it that is under way; different readers do not wait for each other.
// A handle that was closed, or never was one, is refused and does no harm. Text is UTF-8 and ends in a zero byte.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The version of this interface. Structures never change within one; functions may be added to it.
#define SAT_VERSION 1

// A reader. 0 is none.
typedef uint64_t sat_reader;

// Why a call has failed. A call that succeeds leaves it as it is.
typedef struct sat_error {
  // Bytes from the start of the file, and the index of a packet; -1 where there is none to tell.
  int64_t byte_offset;
  int64_t packet;
  // One of a few words: truncated, malformed, unsupported, limitExceeded, invalidState, inputOutput, notStreamable, exists,
  // directory, empty, unknownFormat, option, incomplete, cancelled.
  char kind[32];
  // What, where and of which file; cut off where it is too long.
  char text[984];
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
  // Bits a second of a lossy format; 0 for what suits.
  int64_t bit_rate;
  // A data format as `af convert -d` names it, such as int16, int24, float32, flac, alac, aac, opus; empty for the usual one.
  char format[24];
  // Whether a file of that name is replaced.
  int32_t replaces;
  int32_t reserved;
} sat_output;

// How a file is converted. All zeros is the usual format of the output's extension, or the packets as they are, where it holds them.
typedef struct sat_conversion {
  // Bits a second of a lossy format; 0 for what suits.
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

// Fills memory with the next frames, interleaved; full scale is 1 of floats and 32768 of integers, which are rounded and clipped.
// Returns how many there were: fewer than asked for only at the end, and -1 after an error.
int64_t sat_read_float(sat_reader reader, float *samples, int64_t frames, sat_error *error);
int64_t sat_read_double(sat_reader reader, double *samples, int64_t frames, sat_error *error);
int64_t sat_read_int16(sat_reader reader, int16_t *samples, int64_t frames, sat_error *error);
// Goes to a frame, counted at the reader's rate from the first one that was asked for. Returns 0, or -1 after an error.
int32_t sat_seek(sat_reader reader, int64_t frame, sat_error *error);
// Packets that could not be decoded so far and were filled in for; -1 of a reader that there is not.
int64_t sat_damaged_packets(sat_reader reader);
// Lets a reader go. One that is gone already is left alone.
void sat_close(sat_reader reader);

// Looks into a file: an object of JSON, which the caller frees by sat_free. Null and `error` where that is not possible.
char *sat_describe_file(const char *path, sat_error *error);
char *sat_describe_memory(const void *bytes, size_t count, sat_error *error);
// Measures a file's loudness by EBU R 128: an object of JSON, as above.
char *sat_measure_loudness(const char *path, sat_error *error);
// What can be read and written on this system: an object of JSON, as above. Never null.
char *sat_list_formats(void);
// Frees text that a function has given; null is left alone.
void sat_free(char *text);

// Writes samples, interleaved, into a new file of the kind that its extension says. It appears when it is whole. `output` may be
// null. Returns 0, or -1 after an error.
int32_t sat_write_file(
    const char *path, const float *samples, int64_t frames, int32_t channels, double rate, const sat_output *output, sat_error *error);

// Converts a file into another, as `af convert` does: tags are carried over, and the output appears when it is whole and on the
// disk; until then it has a name that nobody else uses. Returns an object of JSON, as above, with what came of it.
char *sat_convert_file(const char *input, const char *output, const sat_conversion *conversion, sat_error *error);
// Decodes a file and hashes its samples, as `af hash` does: an object of JSON, as above. Damaged files have no hash.
char *sat_hash_file(const char *path, sat_error *error);

#ifdef __cplusplus
}
#endif
