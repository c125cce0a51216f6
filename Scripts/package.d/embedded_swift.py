"""Sources of the package as Embedded Swift can make code of them, and their objects: for `web`."""
import concurrent.futures
import importlib.machinery
import importlib.util
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
STAND_INS = ROOT / "Web/StandIns"
TARGET = "wasm32-unknown-none-wasm"

# Values of protocol types, and the structs that stand for them: Web/StandIns/Boxes.swift.
BOXES = {
    "any PacketDecoder & ~Copyable": "PacketDecoderBox", "any PacketEncoder & ~Copyable": "PacketEncoderBox",
    "any ContainerReader": "ContainerReaderBox", "any ContainerWriter": "ContainerWriterBox",
    "any PacketScanner": "PacketScannerBox", "any PacketInspector": "PacketInspectorBox",
}
KINDS = {"Reader": "ContainerReader", "Writer": "ContainerWriter", "Decoder": "PacketDecoder", "Encoder": "PacketEncoder",
         "Inspector": "PacketInspector"}
# Where a value becomes one of a protocol type: what a closure or a function gives.
GIVEN = re.compile(r"\b(?P<before>(?:return|in)\s+(?:try )?)(?P<call>[A-Z]\w*(?P<kind>Reader|Writer|Decoder|Encoder|Inspector)(?:<\w+>)?\()")
# What is left out, by module: what asks the system, and what only programs need.
LEFT_OUT = {
    "AudioErrors": r"/SystemText\+Unsafe\.swift$",
    "SignalProcessing": r"/(Alignment|Stages|TimePitch)/|/EqualizerBand|/Resampling/(?!ResamplerSample|InnerProduct)",
    "AudioConversion": r"/Converting/(?!EncodedFormat)|/Samples/|/Channels/(?!ChannelLayout)|/(PushedPackets|PacketInput|TrackInput|PlanarSamples)\.swift$",
}
# Besides: by the end of the file's name, what is written otherwise, and how.
CHANGES = {
    "AACDecoding/AACCodec.swift": [(r"return decoder$", "return PacketDecoderBox(decoder)")],
    # Of a pair, both initialisers would take a box.
    "AudioBase/CodecDescriptor.swift": [(r"of reader: any ContainerReader,", "of reader: some ContainerReader,")],
    # A declared member goes before one that a key path finds.
    "AudioBase/Encoding.swift": [(r"^  /// An option of the encoder\.\n", "@OPTIONS@")],
    "Decoding/TrackPackets.swift": [
        (r"guard !hasEnded, var constant = reader as\? any ConstantPacketReader.*?\n  }\n\n", "return 0\n  }\n\n")],
    "Decoding/DecodingStage.swift": [
        (r"^  /// Passes kept frames of the block to a chain,.*?^  }\n", "")],
    # Parts of a turn that 32 bits do not count.
    "Loudness/KWeighting.swift": [
        (r"let parts = 1 << 40\n", ""),
        (r"turns: Int\(\(corner / \(2 \* sampleRate\) \* Double\(parts\)\).rounded\(\)\), over: parts\)", "turns: corner / (2 * sampleRate))")],
    "Metadata/WAVETagEditing.swift": [(r"reader as\? EnclosedMPEGAudioReader", "nil as EnclosedMPEGAudioReader?")],
    "Metadata/AIFFTagEditing.swift": [(r"reader as\? EnclosedMPEGAudioReader", "nil as EnclosedMPEGAudioReader?")],
}
# Modules of which parts are compiled into the page's own.
FOLDED = ("AudioFiles", "AudioJobs", "AudioInspection", "AudioCatalog", "InspectionPages")


def sibling(name):
    """The functions of a part of another verb."""
    loader = importlib.machinery.SourceFileLoader(name.replace("-", "_"), str(ROOT / "Scripts/prove.d" / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


PLATFORMS = sibling("platforms")


def balanced(text, start):
    """The end of the brackets that open at a place, and of a closure behind them."""
    depth, place = 0, start
    while True:
        depth += {"(": 1, "{": 1, "[": 1, ")": -1, "}": -1, "]": -1}.get(text[place], 0)
        place += 1
        if depth == 0:
            closure = re.compile(r" \{").match(text, place)
            if not closure:
                return place
            place += 1


def boxed(text):
    """A source in which values become those of protocol types by name."""
    if not re.search(r"Descriptor\b|-> any (Container|Packet)", text):
        return text
    result, place = "", 0
    for found in GIVEN.finditer(text):
        if found.start() < place:
            continue
        end = balanced(text, found.end() - 1)
        box = f"{KINDS[found['kind']]}Box"
        result += text[place:found.start()] + found["before"] + f"{box}({text[found.start('call'):end]})"
        place = end
    return result + text[place:]


def dynamic_members(text):
    """The options of an encoder's settings, which key paths reach elsewhere, one by one."""
    options = text[text.index("public struct EncoderOptions"):]
    options = options[:options.index("\n}\n")]
    names = re.findall(r"^  public var (\w+)(?:: ([\w.]+\??)| = (\w+))$", options, re.M)
    return "\n".join(
        f"  public var {name}: {kind or 'Bool'} {{\n    get {{ options.{name} }}\n    set {{ options.{name} = newValue }}\n  }}"
        for name, kind, _ in names) + "\n"


def with_members(text):
    """A source whose records write their stored properties as JSON's members, which a compiler makes of `Encodable` elsewhere."""
    extensions, path = "", []
    for line in text.splitlines():
        opened = re.match(r"^( *)(?:package |public |private )?(?:struct|extension|enum) ([\w.]+)[^{]*\{", line)
        indent = len(line) - len(line.lstrip())
        if opened:
            path = path[:indent // 2] + [[opened[2], "Encodable" in line, []]]
        member = re.match(r"^( *)(?:package |public )?var (\w+): [^{=]+$", line)
        if member and path and path[-1][1] and indent == 2 * len(path):
            path[-1][2].append(member[2])
        closed = re.match(r"^( *)\}", line)
        if closed and path and len(closed[1]) // 2 == len(path) - 1:
            name, isRecord, members = path[-1][0], path[-1][1], path[-1][2]
            if isRecord:
                name = ".".join(part[0] for part in path)
                lines = "".join(f'    json.member("{member}", {member})\n' for member in members)
                extensions += f"\nextension {name}: EncodableRecord {{\n  func writeMembers(to json: inout JSONText) {{\n{lines}  }}\n}}\n"
            path.pop()
    return re.sub(r"^( *(?:package |public |private )?struct \w+): Encodable \{", r"\1 {", text, flags=re.M) + extensions


def embeddable(file):
    """A source as Embedded Swift can make code of it: no key paths, no values of protocol types without a class."""
    text = file.read_text()
    for end, changes in CHANGES.items():
        if str(file).endswith(end):
            for old, new in changes:
                new = dynamic_members(text) if new == "@OPTIONS@" else new
                text, count = re.subn(old, lambda _: new, text, flags=re.S | re.M)
                if not count:
                    raise SystemExit(f"{file}: there is no {old}; Scripts/package.d/embedded_swift.py changes it")
    text = re.sub(r"\((where: |)\\\.([\w.]+)\)", r"(\1{ $0.\2 })", text)
    # Code that is generic over the class of a source must be compiled where the source is known.
    if not re.search(r"^public protocol ByteSource", text, re.M):
        text = re.sub(r"^extension ByteSource \{\n.*?^\}\n", lambda block: re.sub(
            r"^  ((?:@\w+ )?(?:package |private )?(?:func|var) )", r"  @_transparent \1", block[0], flags=re.M), text, flags=re.M | re.S)
    for name in FOLDED:
        text = re.sub(rf"^(?:public |package )?import {name}\n", "", text, flags=re.M)
    if re.search(r"^ *(?:package |public )?struct \w+: Encodable \{", text, re.M):
        text = with_members(text)
    text = boxed(text)
    for kind, box in BOXES.items():
        text = re.sub(re.escape(kind) + r"\b", box, text)
    return text


class Build:
    """The objects of modules, made in their order, as many at once as there are cores."""

    def __init__(self, work, extra, optimization, defines=()):
        """Prepares to compile into a folder: the modules below Engine/, and further ones as folders by name."""
        order, self.needs = PLATFORMS.modules()
        self.sources = {name: PLATFORMS.files(folder) for name, folder in order}
        for name, (files, needs) in extra.items():
            self.sources[name], self.needs[name] = files, set(needs)
        self.work, self.flags, self.own = work, [optimization, *defines], {}

    def wanted(self, names):
        """Modules and all that they need, each behind what it needs."""
        order = []

        def visit(name):
            for other in sorted(self.needs[name]):
                visit(other)
            if name not in order:
                order.append(name)

        for name in names:
            visit(name)
        return order

    def copies(self, name):
        """Writes the sources of a module as they are compiled, and returns them and whether any has changed."""
        folder = self.work / "sources" / name
        folder.mkdir(parents=True, exist_ok=True)
        texts = {}
        for number, file in enumerate(self.sources[name]):
            if not re.search(LEFT_OUT.get(name, "^$"), str(file)):
                # Two files of a module may have one name in two folders.
                texts[folder / f"{number}-{file.name}"] = embeddable(file)
        stand_ins = [STAND_INS / f"{name}.swift"] + ([STAND_INS / "Boxes.swift"] if name == "AudioBase" else [])
        for file in stand_ins:
            if file.exists():
                texts[folder / f"StandIn-{file.name}"] = file.read_text()
        changed = set(folder.iterdir()) != set(texts)
        for file in set(folder.iterdir()) - set(texts):
            file.unlink()
        for file, text in texts.items():
            if not file.exists() or file.read_text() != text:
                file.write_text(text)
                changed = True
        return sorted(texts), changed

    def compile(self, name, isStale):
        """Compiles a module unless it is up to date; returns whether it was, and the compiler's words where it fails."""
        sources, changed = self.copies(name)
        result, interface = self.work / f"{name}.o", self.work / f"{name}.swiftmodule"
        if not changed and not isStale and result.exists():
            return False, ""
        result.unlink(missing_ok=True)
        command = ["swiftc", *PLATFORMS.FEATURES, "-swift-version", "6", "-wmo", "-parse-as-library", "-package-name", "main",
                   "-suppress-warnings", "-target", TARGET, "-module-name", name, "-I", self.work, *self.own.get(name, self.flags),
                   "-I", ROOT / "Sources/Base/CProcessor/include", "-c", "-o", result,
                   "-emit-module", "-emit-module-path", interface, *sources]
        run = subprocess.run([str(word) for word in command], capture_output=True, text=True)
        if run.returncode == 0:
            return True, ""
        result.unlink(missing_ok=True)
        errors = [line for line in run.stderr.splitlines() if ": error: " in line]
        return True, f"{name} for WebAssembly:\n" + ("\n".join(errors[:60]) or run.stderr[-4000:])

    def run(self, names, jobs=2):
        """Compiles modules and what they need, and returns their objects; ends the program where one fails."""
        waiting, done, made, running, problems = self.wanted(names), set(), set(), {}, []
        order = list(waiting)
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            while waiting or running:
                for name in [name for name in waiting if self.needs[name] <= done]:
                    if len(running) < jobs and not problems:
                        waiting.remove(name)
                        running[pool.submit(self.compile, name, bool(self.needs[name] & made))] = name
                if not running:
                    break
                finished, _ = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
                for future in finished:
                    name, (was_made, problem) = running.pop(future), future.result()
                    if problem:
                        problems.append(problem)
                        continue
                    done.add(name)
                    if was_made:
                        made.add(name)
        if problems:
            raise SystemExit("\n".join(problems))
        return [self.work / f"{name}.o" for name in order]
