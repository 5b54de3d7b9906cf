"""The house keeps its budgets, and a budget is a bound that is felt."""

from tests.weights import SPARE, budgets, python_tokens, text_tokens, weights


def test_every_part_keeps_its_budget():
    """A change that raises one says in the changelog what users get for it."""
    allowed, found = budgets(), dict(weights())

    assert set(allowed) == set(found)
    assert {name: weight for name, weight in found.items() if weight > allowed[name]} == {}
    assert {name: weight for name, weight in found.items() if allowed[name] > SPARE * weight} == {}


def test_what_is_said_of_code_weighs_nothing(tmp_path):
    """Docstrings and comments; a text that is a value does."""
    module = tmp_path / "module.py"
    lines = ('"""What it is."""', 'NAME = """a', 'b"""  # why', '"""What it names."""', "def f():", '    """It."""')
    module.write_text("\n".join(lines) + "\n")

    assert python_tokens(module) == len(["NAME", "=", "text"]) + len(["def", "f", "(", ")", ":"])


def test_a_script_weighs_its_words_and_signs(tmp_path):
    """As they stand there."""
    script = tmp_path / "page.js"
    script.write_text("count += 1;\n")

    assert text_tokens(script) == len(["count", "+", "=", "1", ";"])
