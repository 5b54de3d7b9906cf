"""The dictionaries that a text is made of, with the names that they are given and nothing else beside them."""

from treesolve.notation.foreign.dictionary_entries import WRAPPERS, entries_of, is_object
from treesolve.notation.foreign.terms import Group, Term, read_terms

_MOST_TABLES = 4
_DECLARING = ("const", "let", "var", "return")


def tables_of(text: str) -> list[Group]:
    """The dictionaries of a text, or the list of objects that it is; nothing where it is anything else."""
    terms = read_terms(text)
    if terms is None:
        return []
    found, names = list[Group](), 0
    items = list(_plain(terms).items)
    if len(items) == 3 and items[0].text.lower() in WRAPPERS and items[1].text == ":":
        items = items[2:]
    for place, item in enumerate(items):
        behind = items[place + 1].text if place + 1 < len(items) else ""
        if isinstance(item, Group):
            found.append(item)
        elif item.sort == "word" and behind == "=":
            names += 1
        elif item.text in _DECLARING:
            continue
        elif (item.sort != "mark" or item.text not in "=,;") and (
            not (place and items[place - 1].text == "=") or isinstance((*items, None)[place + 1], Group)
        ):
            return []
    if names > _MOST_TABLES or len(found) > max(names, 1):
        return []
    if all(each.bracket == "{" and entries_of(each) for each in found):
        return found
    return found if len(found) == 1 and is_object(found[0]) else []


def _plain(group: Group) -> Group:
    """The group with braces for each call `dict(...)` in it."""
    items: list[Term] = []
    for item in group.items:
        made = _plain(item) if isinstance(item, Group) else item
        if isinstance(made, Group) and made.bracket == "(" and items and items[-1].text == "dict":
            items[-1] = made._replace(bracket="{")
        else:
            items.append(made)
    return group._replace(items=tuple(items))
