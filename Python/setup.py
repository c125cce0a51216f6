"""Names the wheel: it has a library of one platform inside, and suits every version of Python."""
import os

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel


class Binary(Distribution):
    """What is installed is of one platform, though no module of it is compiled here."""

    def has_ext_modules(self):
        return True


class Wheel(bdist_wheel):
    def finalize_options(self):
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self):
        return "py3", "none", os.environ["WHEEL_PLATFORM"]


# The repository that builds it, where one does: a clone knows of none.
home = os.environ.get("WHEEL_HOME")
links = {
    "Source": home, "Documentation": f"{home}/blob/main/Documentation/Python.md", "Changelog": f"{home}/blob/main/CHANGELOG.md",
    "Issues": f"{home}/issues"} if home else {}
setup(version=os.environ["WHEEL_VERSION"], project_urls=links, distclass=Binary, cmdclass={"bdist_wheel": Wheel})
