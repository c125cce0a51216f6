"""Rules of the house that the formatter does not check: comments' width and summaries, the number of parameters.

Comments stay within 120 columns, tables and code in comments too. The summary of a declaration in Sources is a verb phrase
for what is done and a noun phrase for what is there ("True if …" for a Boolean): it does not begin with What, Whether,
Where, Who or Whose. Functions below the interfaces have four parameters at most; those of the C interface have the parameters
that Core Audio gives them. Initializers that do nothing but store their parameters are not counted: they are the list of a
value's fields, which a call names one by one, and a struct in their place would need the same.
"""
import re

WIDTH, PARAMETERS = 120, 4
COMMENT = re.compile(r"^\s*//")
DOC_COMMENT = re.compile(r"^\s*///(?!/) ?(.*)")
INDIRECT = re.compile(r"(What|Whether|Where|Who|Whose)\b")
HEAD = re.compile(r"\b(?:func\s+[^\s(<]+|init[?!]?|subscript)\s*(?:<[^(]*?>)?\s*(?=\()")


def wide_comments(source):
    """The numbers of the lines that are comments and wider than the limit; none in what a script writes."""
    if "swift-format-ignore-file" in source:
        return []
    return [number for number, line in enumerate(source.splitlines(), 1) if len(line) > WIDTH and COMMENT.match(line)]


def indirect_summaries(name, source):
    """(line, word) of each documentation comment of a file in Sources whose first line begins with such a word."""
    if not name.startswith("Sources/"):
        return
    inside = False
    for number, line in enumerate(source.splitlines(), 1):
        comment = DOC_COMMENT.match(line)
        if comment and not inside and (word := INDIRECT.match(comment[1])):
            yield number, word[1]
        inside = bool(comment)


def arguments_of(source, start):
    """The text between the parenthesis at `start` and the one that closes it."""
    depth = 0
    for index in range(start, len(source)):
        depth += (source[index] in "([{") - (source[index] in ")]}")
        if depth == 0:
            return source[start + 1 : index]
    return ""


def parameter_count(arguments):
    """Commas outside brackets, and one more; 0 for a call or an empty list, whose names have no types."""
    depth, colons, commas = 0, 0, 0
    for index, character in enumerate(arguments):
        if character in "([{" or character == "<":
            depth += 1
        elif character in ")]}" or (character == ">" and arguments[index - 1] != "-"):
            depth -= 1
        elif depth == 0:
            colons += character == ":"
            commas += character == ","
    return commas + 1 if colons > commas else 0


STORING = re.compile(r"(?:self\.)?\w+ = [\w.]+")


def body_of(source, start):
    """The text between the braces that follow a declaration whose arguments begin at `start`."""
    opening = source.find("{", start + len(arguments_of(source, start)))
    return arguments_of(source, opening) if opening >= 0 else ""


def is_memberwise(source, match):
    """Whether an initializer only stores its parameters."""
    statements = [line.strip() for line in body_of(source, match.end()).splitlines() if line.strip()]
    return match[0].startswith("init") and bool(statements) and all(map(STORING.fullmatch, statements))


def long_signatures(source):
    """(line, parameters) of each declaration in a source without comments and strings that has too many."""
    for match in HEAD.finditer(source):
        before = source[: match.start()].rsplit("\n", 1)[-1]
        # `self.init(…)` and `.init(…)` are calls.
        if match[0].startswith("init") and re.search(r"[.\w]\s*$", before.rstrip()) and before.rstrip().endswith("."):
            continue
        count = parameter_count(arguments_of(source, match.end()))
        if count > PARAMETERS and not is_memberwise(source, match):
            yield source.count("\n", 0, match.start()) + 1, count
