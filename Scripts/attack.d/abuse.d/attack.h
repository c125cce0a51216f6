// What the attacks on the C library share: cases that run in processes of their own, and sound made by formula.

#include <AudioToolbox/AudioToolbox.h>
#include <CoreMedia/CoreMedia.h>
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

// A case returns NULL where all is well, or what is wrong. It ends about so many seconds after it began.
typedef const char *(*CaseFunction)(double seconds);
typedef struct {
  const char *name;
  CaseFunction run;
} Case;

static const char *folder;

static inline double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static inline unsigned next_random(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return *state >> 8;
}

// Runs all cases, each in a child that has twice its time and a minute, or `slack` times that, before it counts as one that
// hangs. Prints a line for each. Returns the exit status.
static inline int run_cases(const char *attack, const Case *cases, int count, double seconds, double slack) {
  int failed = 0;
  setvbuf(stdout, NULL, _IONBF, 0);
  for (int index = 0; index < count; index++) {
    double share = seconds / count;
    pid_t child = fork();
    if (child == 0) {
      struct rlimit memory = {(rlim_t)8 << 30, (rlim_t)8 << 30};
      setrlimit(RLIMIT_AS, &memory);
      alarm((unsigned)(slack * (2 * share + 60)));
      const char *wrong = cases[index].run(share);
      if (wrong) printf("%s: %s: %s\n", attack, cases[index].name, wrong);
      _exit(wrong ? 1 : 0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status)) {
      printf("%s: %s: failed, signal %d%s\n", attack, cases[index].name, WTERMSIG(status),
        WTERMSIG(status) == SIGALRM ? " (it hangs)" : "");
    } else {
      printf("%s: %s: %s\n", attack, cases[index].name, status == 0 ? "passed" : "failed");
    }
    if (status != 0) failed++;
  }
  printf("%d passed, %d failed\n", count - failed, failed);
  return failed > 0;
}

static const AudioStreamBasicDescription int16Stereo = {44100, 'lpcm', 12, 4, 1, 4, 2, 16, 0};
static const AudioStreamBasicDescription float32Stereo = {44100, 'lpcm', 9, 8, 1, 8, 2, 32, 0};

// A WAVE file of so many frames of 16-bit stereo: left the number of the frame, right its complement.
static inline unsigned char *make_wave(int frames, long *size) {
  unsigned data = (unsigned)frames * 4, riff = data + 36, sixteen = 16, rate = 44100, rateOfBytes = 176400;
  unsigned short one = 1, two = 2, four = 4, bits = 16;
  unsigned char *wave = malloc(44 + data), *to = wave;
#define PUT(source, count) (memcpy(to, source, count), to += count)
  PUT("RIFF", 4), PUT(&riff, 4), PUT("WAVEfmt ", 8), PUT(&sixteen, 4), PUT(&one, 2), PUT(&two, 2), PUT(&rate, 4);
  PUT(&rateOfBytes, 4), PUT(&four, 2), PUT(&bits, 2), PUT("data", 4), PUT(&data, 4);
#undef PUT
  for (int frame = 0; frame < frames; frame++) {
    short left = (short)frame, right = (short)~frame;
    memcpy(to + 4 * frame, &left, 2);
    memcpy(to + 4 * frame + 2, &right, 2);
  }
  *size = 44 + data;
  return wave;
}

static inline CFURLRef make_url(const char *path) {
  return CFURLCreateFromFileSystemRepresentation(NULL, (const UInt8 *)path, (CFIndex)strlen(path), false);
}

// Writes some seconds of two tones as AAC into an MPEG-4 file. Returns false where that fails.
static inline bool make_music(const char *path, int seconds) {
  AudioStreamBasicDescription aac = {44100, 'aac ', 0, 0, 1024, 0, 2, 0, 0}, client = float32Stereo;
  CFURLRef url = make_url(path);
  ExtAudioFileRef file;
  OSStatus status = ExtAudioFileCreateWithURL(url, 'm4af', &aac, NULL, 1, &file);
  CFRelease(url);
  if (status != 0) return false;
  status = ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, sizeof client, &client);
  for (int second = 0; status == 0 && second < seconds; second++) {
    static float samples[2 * 44100];
    for (int frame = 0; frame < 44100; frame++) {
      double time = second + frame / 44100.0;
      samples[2 * frame] = (float)(0.4 * sin(2 * M_PI * 440 * time));
      samples[2 * frame + 1] = (float)(0.4 * sin(2 * M_PI * 660 * time));
    }
    AudioBufferList list = {1, {{2, sizeof samples, samples}}};
    status = ExtAudioFileWrite(file, 44100, &list);
  }
  return ExtAudioFileDispose(file) == 0 && status == 0;
}
