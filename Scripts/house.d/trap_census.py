"""Finds the places of the Swift sources that can trap or take memory by a number, and those that stand without a proof.

Four kinds are counted:

    allocation    `count:` of a repeated element, `reserveCapacity`, blocks of samples, raw memory, by anything but constants
    unwrap        `x!`, `try!`, `as!`
    precondition  precondition, preconditionFailure, fatalError, assert
    conversion    plain integer conversions of floating-point numbers and to narrower types

Below the interfaces each allocation, unwrap and precondition stands under a proof, or is counted in Scripts/house.d/trap-allowances.
A proof is a comment in one of these forms:

    // Bound: why the number is small for every input              for allocations
    // Holds: why no input makes it trap                           for unwraps and preconditions
    // Bound throughout: …      // Holds throughout: …             at the margin, for a whole file

The first two count for their own line and for the lines behind them, up to a blank line or a smaller indentation.
Memory for stated numbers that goes through `ResourceLimits.room` and what is built on it (`forStated…`, `makeRoom(forStatedFrames:`)
needs none.
"""
import re
from typing import NamedTuple

KINDS = ["allocation", "unwrap", "precondition", "conversion"]
ENFORCED = {"allocation": "Bound", "unwrap": "Holds", "precondition": "Holds"}

STRING = re.compile(r'"(?:\\.|[^"\\])*"')
# What is the same in every run: numbers, and constants of types.
TERM = r"(?:[0-9][0-9_]*|[A-Z]\w*(?:<\w+>)?(?:\.\w+)+|\([0-9A-Z][\w.]*(?:\s*[-+*]\s*[0-9A-Z][\w.]*)*\))"
LITERAL = rf"(?:{TERM}(?:\s*(?:<<|[-+*/])\s*{TERM})*)"
PATTERNS = {
    "allocation": re.compile(
        rf"(?:repeating:.*,|repeatElement\(.*,)\s*count:(?!\s*{LITERAL}\s*\))"
        rf"|(?<!func )\breserveCapacity\((?!forStated)(?!{LITERAL}\))"
        r"|\b(?:SampleBlock(?:<[^>()]*>)?|PCMBlock)\((?=\S|$)(?!channelCount: 0, capacity: 0\))"
        r"|\ballocate\(|unsafeUninitializedCapacity:"
    ),
    "unwrap": re.compile(r"(?<=[A-Za-z0-9_\])}])!(?![=A-Za-z0-9_])|\btry!|\bas!"),
    "precondition": re.compile(r"\b(?:precondition|preconditionFailure|fatalError|assert|assertionFailure)\("),
    "conversion": re.compile(
        r"\bU?Int(?:8|16|32)\((?!truncatingIfNeeded|clamping|exactly|bitPattern|saturating|littleEndian|bigEndian|[0-9]|\))"
        r"|\bU?Int(?:64)?\((?=[^()]*(?:\([^()]*\)[^()]*)*(?:\.rounded\(|Double\(|[Rr]ate\b|[Ss]econds\b))"
        r"(?!truncatingIfNeeded|clamping|exactly|bitPattern|saturating)"
    ),
}
PROOF = re.compile(r"//\s*(Bound|Holds):")
PROOF_OF_FILE = re.compile(r"^// (Bound|Holds) throughout:")


class Place(NamedTuple):
    kind: str
    line: int
    text: str
    is_proven: bool


def without_strings(line):
    """The code of a line, without strings and comments."""
    return STRING.sub('""', line).split("//")[0]


def places(source):
    """Every place of a source file that can trap, in order."""
    lines = source.splitlines()
    of_file = {match[1] for line in lines if (match := PROOF_OF_FILE.match(line))}
    active = {}
    multiline = False
    for number, line in enumerate(lines, 1):
        indentation = len(line) - len(line.lstrip())
        if not line.strip():
            active = {}
        active = {word: depth for word, depth in active.items() if indentation >= depth}
        for word in PROOF.findall(STRING.sub('""', line)):
            active[word] = indentation
        was_text = multiline
        if line.count('"""') % 2:
            multiline = not multiline
        if was_text or multiline:
            continue
        code = without_strings(line)
        for kind in KINDS:
            for _ in PATTERNS[kind].finditer(code):
                word = ENFORCED.get(kind)
                yield Place(kind, number, line.strip(), word in active or word in of_file)


def read_allowances(path):
    """What stands in the list: {(module, kind): count}."""
    allowances = {}
    for line in path.read_text().splitlines() if path.exists() else []:
        if line and not line.startswith("#"):
            module, kind, count = line.split()
            allowances[module, kind] = int(count)
    return allowances


def write_allowances(path, unproven):
    """Replaces the list by what is there."""
    rows = [f"{module:36} {kind:14}{count}" for (module, kind), count in sorted(unproven.items()) if count]
    head = "# Places without a proof: see Scripts/house.d/trap_census.py. Written by Scripts/house census --accept; a number only falls.\n"
    path.write_text(head + "\n".join(rows) + "\n")


def offences(unproven, allowances):
    """Where places without a proof are more, or fewer, than the list says."""
    for key in sorted(set(unproven) | set(allowances)):
        found, allowed = unproven.get(key, 0), allowances.get(key, 0)
        module, kind = key
        if found > allowed:
            yield (
                f"{module}: {found} places of kind {kind} have no proof, {allowed} are allowed: Scripts/house census --traps "
                f"{module} lists them; write `// {ENFORCED[kind]}: …` above the new one, or check the number"
            )
        elif found < allowed:
            yield f"{module}: only {found} places of kind {kind} have no proof, not {allowed}: Scripts/house census --accept"
