// Decoders, containers and the AAC-ELD encoder of swift-audio-toolbox for pages, workers and node: Documentation/Web.md.
// Nothing is loaded but audio-toolbox.wasm, which lies beside this file, and nothing is sent.

/** What stands in the way, in the words of `af`. */
export class AudioToolboxError extends Error {
  constructor(facts) {
    super(facts.message);
    this.name = "AudioToolboxError";
    for (const key of ["kind", "rule", "byte", "bit", "packet", "structure"]) if (key in facts) this[key] = facts[key];
  }
}

let compiled, instance;

/**
 * Compiles the module: bytes of audio-toolbox.wasm, a WebAssembly.Module, or, where nothing is given, the file beside this one.
 * The functions below do it by themselves; a page that carries the module within itself calls this first.
 */
export async function load(source) {
  if (source instanceof WebAssembly.Module) compiled = source;
  else if (source) compiled = await WebAssembly.compile(source);
  else compiled ??= await WebAssembly.compile(await bytesBeside("audio-toolbox.wasm"));
  instance = undefined;
  return compiled;
}

async function bytesBeside(name) {
  const place = new URL(name, import.meta.url);
  if (place.protocol === "file:" && typeof process !== "undefined") return (await import("node:fs")).readFileSync(place);
  const answer = await fetch(place);
  if (!answer.ok) throw new Error(`${place}: ${answer.status} ${answer.statusText}`);
  return answer.arrayBuffer();
}

/** An instance of the module, which has a memory of its own. */
async function ready() {
  if (!compiled) await load();
  if (!instance) {
    const made = await WebAssembly.instantiate(compiled, {});
    made.exports._initialize?.();
    const seeds = crypto.getRandomValues(new Uint32Array(2));
    made.exports.sat_seed(seeds[0], seeds[1]);
    instance = made;
  }
  return instance.exports;
}

/** Runs work in the module; after a trap, or where its memory has grown large, the next work gets a new instance. */
async function run(work) {
  const module = await ready();
  try {
    return work(module);
  } catch (error) {
    if (error instanceof AudioToolboxError) throw error;
    instance = undefined;
    if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
    const isMemory = error instanceof RangeError || module.memory.buffer.byteLength > 2 ** 31;
    throw new AudioToolboxError({
      kind: isMemory ? "limitExceeded" : "internal",
      message: isMemory ? "limit exceeded: the file needs more memory than there is" : `the module has stopped: ${error.message}`,
    });
  } finally {
    if (module.memory.buffer.byteLength > 2 ** 28) instance = undefined;
  }
}

function given(module, bytes) {
  const place = module.sat_allocate(bytes.length);
  new Uint8Array(module.memory.buffer, place, bytes.length).set(bytes);
  return place;
}

function takenBytes(module) {
  const size = module.sat_answer_size(), place = module.sat_allocate(size);
  module.sat_take_answer(place);
  const bytes = new Uint8Array(module.memory.buffer, place, size).slice();
  module.sat_free(place);
  return bytes;
}

const taken = module => JSON.parse(new TextDecoder().decode(takenBytes(module)));

function checked(module, number) {
  if (number < 0) throw new AudioToolboxError(taken(module));
  return number;
}

/** Opens a file, works with it and closes it. */
function withFile(module, input, options, work) {
  const bytes = input instanceof Uint8Array ? input : ArrayBuffer.isView(input)
    ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength) : new Uint8Array(input);
  const name = new TextEncoder().encode(options.name ?? "");
  const nameplace = given(module, name);
  const handle = module.sat_open(given(module, bytes), bytes.length, nameplace, name.length);
  module.sat_free(nameplace);
  if (handle === 0) throw new AudioToolboxError(taken(module));
  try {
    return work(handle);
  } finally {
    module.sat_close(handle);
  }
}

/** Gathers samples whose number is not known beforehand. */
class Plane {
  constructor(expected) { this.samples = new Float32Array(expected); this.count = 0; }
  add(samples) {
    if (this.count + samples.length > this.samples.length) {
      const grown = new Float32Array(Math.max(this.count + samples.length, this.samples.length * 2));
      grown.set(this.samples.subarray(0, this.count));
      this.samples = grown;
    }
    this.samples.set(samples, this.count);
    this.count += samples.length;
  }
  get whole() { return this.count === this.samples.length ? this.samples : this.samples.slice(0, this.count); }
}

/** Decodes a track of a file. */
export function decode(input, options = {}) {
  return run(module => withFile(module, input, options, handle => {
    checked(module, module.sat_begin(handle, options.track ?? -1));
    const { expectedFrames = 0, ...format } = taken(module);
    // A stated length is only a claim.
    const room = Math.min(expectedFrames, 1 << 22);
    const planes = Array.from({ length: format.channels }, () => new Plane(room));
    for (let count; (count = checked(module, module.sat_next(handle))) > 0;) {
      for (const [channel, plane] of planes.entries()) {
        plane.add(new Float32Array(module.memory.buffer, module.sat_plane(handle, channel), count));
      }
    }
    const { warnings, frames } = taken(module);
    return { ...format, frames, samples: planes.map(plane => plane.whole), warnings };
  }));
}

/** Encodes planes in AAC-ELD, and returns a file. */
export function encodeELD(samples, rate, options = {}) {
  return run(module => {
    const kind = { core: 0, sbr: 1, v2: 2 }[options.kind ?? "core"];
    const frames = samples[0]?.length ?? 0;
    if (kind === undefined || !["m4a", "caf"].includes(options.container ?? "m4a") || samples.some(plane => plane.length !== frames)) {
      throw new AudioToolboxError({
        kind: "option", message: "encodeELD takes planes of one length, a kind of core, sbr or v2, and a container of m4a or caf",
      });
    }
    const place = module.sat_allocate(4 * frames * samples.length);
    samples.forEach((plane, channel) => new Float32Array(module.memory.buffer, place + 4 * frames * channel, frames).set(plane));
    const number = module.sat_encode_eld(place, frames, samples.length, rate, kind, options.bitRate ?? 0, options.framesPerPacket ?? 0,
      options.quality ?? -1, options.container === "caf" ? 1 : 0);
    module.sat_free(place);
    checked(module, number);
    return takenBytes(module);
  });
}

/** Makes a text of options' name and gives it to a call. */
function asked(call) {
  return (input, options = {}) => run(module => withFile(module, input, options, handle => {
    const name = new TextEncoder().encode(options.name ?? ""), place = given(module, name);
    const number = module[call](handle, options.track ?? -1, place, name.length);
    module.sat_free(place);
    checked(module, number);
    return taken(module);
  }));
}

/** What is known of a file without decoding it: the object that `af info --json` prints. */
export const info = asked("sat_info");

/** Everything that can be seen of a file: the object that `af inspect --json` prints. */
export const inspect = asked("sat_inspect");

/** The page that `af inspect --html` makes of such an object. */
export function inspectionPage(title, inspection) {
  return run(module => {
    const name = new TextEncoder().encode(title), json = new TextEncoder().encode(JSON.stringify(inspection));
    const places = [given(module, name), given(module, json)];
    module.sat_page(places[0], name.length, places[1], json.length);
    places.forEach(place => module.sat_free(place));
    return new TextDecoder().decode(takenBytes(module));
  });
}
