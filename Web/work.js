
// The worker of the page: it follows audio-toolbox.js in one script.

const unpacked = packed => new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();

/** A WAVE file of 16 bits for the player: of one or two channels as they are, of more the first two. */
function wave({ rate, samples }) {
  const planes = samples.slice(0, 2), frames = planes[0]?.length ?? 0, size = 2 * planes.length * frames;
  const view = new DataView(new ArrayBuffer(44 + size)), text = (place, word) => [...word].forEach((letter, index) => view.setUint8(place + index, letter.charCodeAt(0)));
  text(0, "RIFF"); view.setUint32(4, 36 + size, true); text(8, "WAVEfmt "); view.setUint32(16, 16, true); view.setUint16(20, 1, true);
  view.setUint16(22, planes.length, true); view.setUint32(24, rate, true); view.setUint32(28, rate * 2 * planes.length, true);
  view.setUint16(32, 2 * planes.length, true); view.setUint16(34, 16, true); text(36, "data"); view.setUint32(40, size, true);
  const values = new Int16Array(view.buffer, 44);
  for (const [channel, plane] of planes.entries()) {
    for (let frame = 0; frame < frames; frame++) {
      values[frame * planes.length + channel] = Math.max(-32768, Math.min(32767, Math.round(plane[frame] * 32768)));
    }
  }
  return view.buffer;
}

/** A number that shows which samples there are: FNV-1a over the bits of all, plane by plane. */
function checksum({ samples }) {
  let sum = 0x811C9DC5;
  for (const plane of samples) for (const word of new Uint32Array(plane.buffer, plane.byteOffset, plane.length)) sum = Math.imul(sum ^ word, 0x01000193);
  return (sum >>> 0).toString(16).padStart(8, "0");
}

let whole;
onmessage = async ({ data }) => {
  if (data.module) return whole = unpacked(data.module).then(load);
  const { number, name, bytes } = data, start = performance.now();
  try {
    await whole;
    const inspection = await inspect(bytes, { name });
    const page = await inspectionPage(name, inspection);
    const sound = await decode(bytes, { name }).catch(() => undefined);
    const playable = sound && sound.frames > 0 && sound.frames * Math.min(2, sound.channels) < 2 ** 28 ? wave(sound) : undefined;
    const answer = { number, name, page, wave: playable, checksum: sound ? checksum(sound) : "none", milliseconds: performance.now() - start };
    postMessage(answer, playable ? [playable] : []);
  } catch (error) {
    postMessage({ number, name, error: error.message });
  }
};
