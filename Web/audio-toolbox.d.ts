// Types of audio-toolbox.js: Documentation/Web.md.

/** Bytes of a file. */
export type Bytes = ArrayBuffer | ArrayBufferView;

/** What stands in the way, in the words of `af`. */
export class AudioToolboxError extends Error {
  /** `truncated`, `malformed`, `unsupported`, `limitExceeded`, `invalidState`, `unknownFormat`, `empty`, `option`, or `internal`. */
  readonly kind: string;
  /** The rule that was broken, without its place. */
  readonly rule?: string;
  /** Bytes from the start of the file. */
  readonly byte?: number;
  /** Bits from the start of the packet or of its configuration. */
  readonly bit?: number;
  /** The packet's index in its track. */
  readonly packet?: number;
  /** The structure that was being read, such as a box. */
  readonly structure?: string;
}

export interface FileOptions {
  /** The name of the file, whose extension decides between formats that the bytes do not tell apart. */
  name?: string;
  /** An index into the file's tracks; the first audio track where nothing is said. */
  track?: number;
}

export interface Sound {
  /** Frames per second, in Hz. */
  rate: number;
  /** The number of channels. */
  channels: number;
  /** The loudspeakers in words: `stereo`, `L R C LFE Ls Rs`. */
  layout: string;
  /** The loudspeaker of each channel: `L`, `R`. */
  speakers: string[];
  /** The number of frames. */
  frames: number;
  /** One list a channel, in the order of WAVE; full scale is 1. */
  samples: Float32Array[];
  /** Damage that was concealed, and an end that is missing. */
  warnings: string[];
}

export interface EncodingOptions {
  /** Bits per second of all channels; the encoder's usual one where nothing is said. */
  bitRate?: number;
  /** A variable rate of this quality, 0 to 127. */
  quality?: number;
  /** Frames per packet: 480 or 512. */
  framesPerPacket?: 480 | 512;
  /** AAC-ELD alone (`core`, the default), with SBR (`sbr`), or AAC-ELD v2 (`v2`). */
  kind?: "core" | "sbr" | "v2";
  /** The file type; M4A where nothing is said. */
  container?: "m4a" | "caf";
}

/**
 * Compiles the module: bytes of audio-toolbox.wasm, a WebAssembly.Module, or, where nothing is given, the file beside the script.
 * The other functions do it by themselves.
 */
export function load(source?: Bytes | WebAssembly.Module): Promise<WebAssembly.Module>;

/** Decodes a track of a file. */
export function decode(input: Bytes, options?: FileOptions): Promise<Sound>;

/** Encodes planes, one a channel in the order of WAVE, in AAC-ELD, and returns a file. */
export function encodeELD(samples: Float32Array[], rate: number, options?: EncodingOptions): Promise<Uint8Array>;

/** What is known of a file without decoding it: the object that `af info --json` prints. */
export function info(input: Bytes, options?: FileOptions): Promise<FileInfo>;

/** Everything that can be seen of a file: the object that `af inspect --json` prints. */
export function inspect(input: Bytes, options?: FileOptions): Promise<Inspection>;

/** The page that `af inspect --html` makes of such an object. */
export function inspectionPage(title: string, inspection: Inspection): Promise<string>;

export interface FileInfo {
  file: string;
  fileFormat: string;
  codec?: string;
  channelLayout?: string;
  durationSeconds?: number;
  bitRate?: number;
  dataFormat?: { formatID: string; sampleRate: number; channelsPerFrame: number; framesPerPacket: number; [key: string]: unknown };
  tracks: { identifier: number; mediaKind: string; formatID: string; [key: string]: unknown }[];
  metadata: Record<string, string>;
  warnings: string[];
  [key: string]: unknown;
}

export interface Inspection {
  file: string;
  info: FileInfo;
  sound?: Record<string, unknown>;
  soundProblem?: string;
  packets?: Record<string, unknown>;
  structure: unknown[];
  warnings: string[];
  [key: string]: unknown;
}
