"""The words of a language with a lecturer's own sentences among ours, run in Jinja's sandbox."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from traceback import walk_tb
from types import CodeType
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment

from treesolve.drawing.markup import ESCAPES
from treesolve.model.problem import InputError, Problem
from treesolve.model.resources import PACKAGE, resource
from treesolve.pages.engine import engine, loader_for
from treesolve.pages.own_sentences import macros_in, our_text, span_of_line
from treesolve.pages.own_templates import OwnFile, OwnTemplates

OWN = 1_000_000
"""From here on lines are counted of what a lecturer has written, so that they are told from ours."""


def own_module(own: OwnTemplates, language: str, template: str) -> "OwnModule":
    """The macros of one template of a language, the lecturer's in the place of ours."""
    return OwnModule(_sandbox_of_language(own, language).get_template(template).module, own.sentences, language)


@lru_cache(maxsize=8)
def _sandbox_of_language(own: OwnTemplates, language: str) -> jinja2.Environment:
    files = {name: file for (spoken, name), file in own.sentences.items() if spoken == language}
    loader = jinja2.ChoiceLoader([_Merged(files, language), loader_for(PACKAGE, resource("templates"), language)])
    return engine(loader, ESCAPES, ImmutableSandboxedEnvironment)


class _Merged(jinja2.BaseLoader):
    """What finds the files in which a lecturer's sentences stand in the place of ours."""

    def __init__(self, files: Mapping[str, OwnFile], language: str) -> None:
        self.files, self.language = files, language

    def load(self, environment: jinja2.Environment, name: str, globals: Any = None) -> jinja2.Template:  # noqa: A002
        """The template of that name; TemplateNotFound where all sentences in it are ours."""
        if name not in self.files:
            raise jinja2.TemplateNotFound(name)
        merged, own = environment.parse(our_text(self.language, name)), environment.parse(self.files[name].text)
        found = macros_in(own)
        for node in own.find_all(nodes.Node):
            node.lineno = (node.lineno or 0) + OWN
        merged.body = [found.get(each.name, each) if isinstance(each, nodes.Macro) else each for each in merged.body]
        code: CodeType = environment.compile(merged, name, name)
        return environment.template_class.from_code(environment, code, dict(globals or {}))


class OwnModule:
    """Macros among which a lecturer's own may fail: that is told with the line where it happened."""

    def __init__(self, module: Any, files: Mapping[tuple[str, str], OwnFile], language: str) -> None:
        self._module, self._files, self._language = module, files, language

    def __getattr__(self, name: str) -> Callable[..., Any]:
        macro = getattr(self._module, name)

        def guarded(*things: Any) -> Any:
            try:
                return macro(*things)
            except Exception as error:
                raise self._error_as_problem(error) from None

        return guarded

    def _error_as_problem(self, error: Exception) -> Exception:
        """The error as a problem of the innermost line that a lecturer wrote; as it is where there is none."""
        for frame, line in reversed([*walk_tb(error.__traceback__)]):
            template = frame.f_globals.get("__jinja_template__")
            if template and (written := template.get_corresponding_lineno(line)) > OWN:
                file = self._files[self._language, template.name]
                span, facts = span_of_line(file.text, written - OWN), {"reason": str(error)}
                return InputError((Problem("own-sentence-failed", span, facts, file.source, file.text),))
        return error
