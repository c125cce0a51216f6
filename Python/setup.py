"""Names the wheel: it has a library of one platform inside, and suits every version of Python."""
import os

from setuptools import setup
from setuptools.command.bdist_wheel import bdist_wheel


class Wheel(bdist_wheel):
    def finalize_options(self):
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self):
        return "py3", "none", os.environ["WHEEL_PLATFORM"]


setup(version=os.environ["WHEEL_VERSION"], cmdclass={"bdist_wheel": Wheel})
