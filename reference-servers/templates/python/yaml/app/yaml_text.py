"""Reads YAML 1.2: `no`, `on`, `012` and `1:30` are not a boolean, a boolean, 10 and 90."""

from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.constructor import SafeConstructor
from ruamel.yaml.error import YAMLError
from ruamel.yaml.nodes import ScalarNode

from .failures import Refused

Fields = dict[str, Any]


class Constructor(SafeConstructor):
    """YAML 1.2 knows no dates: what looks like one is text."""


def construct_text(constructor: Constructor, node: ScalarNode) -> str:
    return node.value


Constructor.add_constructor("tag:yaml.org,2002:timestamp", construct_text)


def parse(text: str, name: str = "descriptor") -> Fields:
    """The mapping that the text holds; `name` says in messages what was read."""
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
