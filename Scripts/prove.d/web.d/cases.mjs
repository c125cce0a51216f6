// Answers the cases of Scripts/prove web, one JSON object a line on the standard input, one a line on the standard output.
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { decode, encodeELD, info, inspect, load } = await import(pathToFileURL(`${process.argv[2]}/audio-toolbox.js`));
const module = await load();
if (WebAssembly.Module.imports(module).length) throw new Error("the module imports something");

function interleaved({ samples, frames, channels }) {
  const result = new Float32Array(frames * channels);
  samples.forEach((plane, channel) => plane.forEach((sample, frame) => { result[frame * channels + channel] = sample; }));
  return new Uint8Array(result.buffer);
}

// xorshift of 32 bits: the same damage on every machine.
function* numbers(seed) {
  for (let state = seed >>> 0 || 1;;) {
    state ^= state << 13; state ^= state >>> 17; state ^= state << 5;
    yield state >>> 0;
  }
}

function damaged(bytes, seed) {
  const random = numbers(seed), next = limit => random.next().value % limit;
  let result = Uint8Array.from(bytes);
  if (next(8) === 0) result = result.slice(0, next(result.length));
  for (let count = 1 + next(12); result.length && count > 0; count--) {
    // Half of the damage meets the head, where the structure is.
    const place = next(2) ? next(result.length) : next(Math.min(result.length, 1024));
    result[place] = next(3) ? next(256) : [0, 255, 127, 128][next(4)];
  }
  return result;
}

const tasks = {
  async decode({ path, output }) {
    const start = performance.now(), sound = await decode(readFileSync(path), { name: path });
    const milliseconds = performance.now() - start;
    writeFileSync(output, interleaved(sound));
    return { rate: sound.rate, channels: sound.channels, frames: sound.frames, warnings: sound.warnings, milliseconds };
  },
  info: ({ path }) => info(readFileSync(path), { name: path }),
  inspect: ({ path }) => inspect(readFileSync(path), { name: path }),
  async encode({ path, output, options }) {
    const { samples, rate } = await decode(readFileSync(path));
    writeFileSync(output, await encodeELD(samples, rate, options));
    return {};
  },
  async mutate({ path, first, count }) {
    const bytes = readFileSync(path), kinds = {};
    let slowest = 0;
    for (let seed = first; seed < first + count; seed++) {
      const start = performance.now();
      let kind = "decoded";
      try {
        await decode(damaged(bytes, seed), { name: path });
      } catch (error) {
        if (error.name !== "AudioToolboxError") throw error;
        kind = error.kind;
        if (kind === "internal") return { trap: seed, message: error.message };
      }
      kinds[kind] = (kinds[kind] ?? 0) + 1;
      slowest = Math.max(slowest, performance.now() - start);
    }
    return { kinds, slowest };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { task, ...words } = JSON.parse(line);
  let answer;
  try {
    answer = { value: await tasks[task](words) };
  } catch (error) {
    answer = { error: error.message, kind: error.kind };
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
}
