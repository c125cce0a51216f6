"""The symbols of compiled modules, as the toolchain extracts them from a release build."""
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARIES = ROOT / ".build" / "release"


def tool(name):
    """Returns the path of a program of the toolchain, which lies beside the compiler; ends the script where there is none."""
    compiler = shutil.which("swift")
    path = pathlib.Path(compiler).resolve().parent / name if compiler else None
    if path is None or not path.exists():
        print(f"{name} of the Swift toolchain is needed and was not found", file=sys.stderr)
        sys.exit(2)
    return str(path)


def target():
    """Returns the triple that the compiler makes code for."""
    text = subprocess.run([tool("swiftc"), "-print-target-info"], capture_output=True, text=True, check=True).stdout
    return re.search(r'"unversionedTriple":\s*"([^"]+)"', text).group(1)


def extract(module, folder, triple, *options):
    """Writes the public symbols of a compiled module into a folder, one file for each module that it extends."""
    maps = [*sorted(ROOT.glob("Sources/**/module.modulemap")), *sorted(BINARIES.glob("*.build/module.modulemap")),
            *sorted(ROOT.glob(".build/checkouts/*/Sources/**/include/module.modulemap"))]
    headers = [argument for path in maps for argument in ("-Xcc", f"-fmodule-map-file={path}", "-I", str(path.parent))]
    subprocess.run(
        [tool("swift-symbolgraph-extract"), "-module-name", module, "-target", triple, "-I", str(BINARIES / "Modules"), *headers,
         "-minimum-access-level", "public", "-skip-inherited-docs", *options, "-output-dir", str(folder)], check=True)
