"""Reads YAML 1.2: `no`, `on` and `1:30` are strings, and `012` is 12."""

from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.constructor import SafeConstructor
from ruamel.yaml.error import YAMLError
from ruamel.yaml.nodes import ScalarNode

from .failures import Refused

Fields = dict[str, Any]


class Constructor(SafeConstructor):
    """YAML 1.2 has no dates, so a value such as 2025-06-02 is a string."""


def construct_text(constructor: Constructor, node: ScalarNode) -> str:
    return node.value


Constructor.add_constructor("tag:yaml.org,2002:timestamp", construct_text)


def parse(text: str, name: str = "descriptor") -> Fields:
    """Parses a mapping. `name` is the name of the text in error messages."""
    yaml = YAML(typ="safe", pure=True)
    yaml.Constructor = Constructor
    try:
        document = yaml.load(text)
    except (YAMLError, ValueError, TypeError) as error:
        raise Refused(f"{name} is not valid YAML: {one_line(error)}") from error
    except RecursionError as error:
        raise Refused(f"{name} is not valid YAML: it is nested too deeply") from error
    if not isinstance(document, dict):
        raise Refused(f"{name} must be a YAML mapping")
    return document


def one_line(error: Exception) -> str:
    return " ".join(str(error).split())
