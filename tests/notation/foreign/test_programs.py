"""The tree in a program: its literals, what changes them, and whose move the program says it is."""

import pytest

from treesolve.model.problem import InputError
from treesolve.notation.foreign.first_player import first_move_of_min
from treesolve.notation.foreign.patch import Patched
from treesolve.notation.foreign.programs import check_unchanged, literal_names, literals_only
from treesolve.notation.foreign.spelling import text_in_known_spelling
from treesolve.notation.reader import read, reading
from treesolve.notation.writer import write_line
from treesolve.pages.problem import problem_sentence


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("import math\ntree = [[6, 5], [2, 9]]\nprint(minimax(tree))\n", "tree = [[6, 5], [2, 9]]"),
        ("int[][] t = {{6, 5}, {2, 9}};\nSystem.out.println(max(t));", "t = {{6, 5}, {2, 9}}"),
        ("a = [6, 5]\nb = [2, 9]\ntree = [a, b]\n", "[[6, 5], [2, 9]]"),
        ("assert minimax([[6, 5], [2, 9]], True) == 5\n", "[[6, 5], [2, 9]]"),
        ("set tree {{6 5} {2 9}}\nputs [minimax $tree 1]", "tree = {{6 5} {2 9}}"),
    ],
)
def test_of_a_program_only_its_literals_are_kept(text: str, kept: str):
    """With their names; parts stand in the places of theirs."""
    assert literals_only(Patched(text)).text.strip() == kept


@pytest.mark.parametrize(
    "behind",
    ["[::-1]", " + [[1, 2]]", " * 2", ".reverse()", ".map(f)"],
)
def test_what_stands_behind_a_literal_may_change_it(behind: str):
    """Then nothing is read: the tree is another one."""
    text = f"tree = [[6, 5], [2, 9]]{behind}\nprint(minimax(tree))\n"
    assert literals_only(Patched(text)).text == text
    with pytest.raises(InputError):
        read(text)


@pytest.mark.parametrize(
    "change",
    ["tree.append([1, 2])", "tree[0][1] = 7", "tree += [[1, 2]]", "tree.insert(0, [1, 2])"],
)
def test_a_statement_that_changes_the_tree_is_told(change: str):
    """With the statement, in both languages; nothing is read."""
    text = f"tree = [[6, 5], [2, 9]]\n{change}\nprint(minimax(tree, True))\n"
    with pytest.raises(InputError) as refused:
        read(text)
    (problem,) = refused.value.problems
    assert problem.code == "statement-untold"
    assert change in problem_sentence(problem, "en")
    assert change in problem_sentence(problem, "de")


def test_a_list_of_the_same_name_in_a_search_changes_nothing():
    """`branch[i] = alpha` says nothing of a literal called `tree`."""
    check_unchanged("tree = [[6, 5], [2, 9]]\ndef f(branch):\n    branch[i] = alpha\n    tree = alpha\n")
    assert literal_names("tree = [[6, 5]]\nleaf = {'A': 3}\n") == ["tree", "leaf"]


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("vec![vec![6, 5], vec![2, 9]]", "[[6, 5], [2, 9]]"),
        ("List.of(List.of(6, 5), List.of(2, 9))", "[[6, 5], [2, 9]]"),
        ("new int[][]{{6, 5}, {2, 9}}", "[{6, 5}, {2, 9}]"),
        ("list(c(6, 5), c(2, 9))", "[[6, 5], [2, 9]]"),
        ("'((6 5) (2 9))", "((6 5) (2 9))"),
        ("(define tree (list (list 6 5) (list 2 9)))", "( ( 6 5) ( 2 9))"),
        ("Tree::Node(vec![Tree::Leaf(6)])", "Node([Leaf(6)])"),
        (".node([.leaf(6), .leaf(5)])", "node([leaf(6), leaf(5)])"),
        ("[:max [:min 6 5] 2]", "[max [min 6 5] 2]"),
        ("A(B(6 5) C(2 9))", "A(B(6 5) C(2 9))"),
        ("a(b(6 5) c(2 9))", "a(b(6 5) c(2 9))"),
        ("['A' => [6, 5], 'C' => 2]", "{'A' : [6, 5], 'C' : 2}"),
        ("list(A = list(B = c(6, 5), C = 2))", "{A : {B : [6, 5], C : 2}}"),
        ('Dict("A" => ["B"], "B" => 6)', '{"A" : ["B"], "B" : 6}'),
        ('Map.of("D", 6, "E", 5)', '{"D": 6, "E": 5}'),
        ("{ :A => [:B], :B => 6 }", '{ "A" : ["B"], "B" : 6 }'),
        ("f((a) => [6, 5])", "f((a) => [6, 5])"),
        ("A [label=3, shape=box]", "A [label=3, shape=box]"),
    ],
)
def test_lists_are_spelled_plainly(text: str, plain: str):
    """List words, paths, marks of members and of symbols are taken out; names of nodes stay."""
    assert text_in_known_spelling(Patched(text)).text.strip() == plain


@pytest.mark.parametrize(
    "said",
    [
        "print(minimax(tree, False))",
        "print(minimax(tree, 0, player='MIN'))",
        "console.log(minimax(tree, false));",
        "print(min_value(tree))",
        "print(minimize(tree))",
        "is_max = False",
        "print(min(max(c) for c in tree))",
        "# MIN is at the root",
    ],
)
def test_who_moves_first_is_asked_where_a_program_says_min(said: str):
    """Both trees are shown, and each is read as it is shown."""
    with pytest.raises(InputError) as refused:
        read(f"tree = [[6, 5], [2, 9]]\n{said}\n")
    (problem,) = refused.value.problems
    assert problem.code == "kinds-beside"
    assert [write_line(read(str(problem.facts[kind]))) for kind in ("plain", "instead")] == [
        "((6 5) (2 9))",
        "MIN ((6 5) (2 9))",
    ]


@pytest.mark.parametrize(
    "search",
    [
        "def minimax(t, m):\n    return max(minimax(c, False) for c in t)\n",
        "function minimax(t, m) {\n  return Math.max(...t.map(c => minimax(c, false)));\n}\n",
        "minimax True (Node ts) = maximum (map (minimax False) ts)\n",
    ],
)
def test_a_search_that_calls_itself_says_nothing_of_the_root(search: str):
    """Only the call that is given the tree does."""
    assert first_move_of_min(f"{search}\ntree = [[6, 5], [2, 9]]\nprint(minimax(tree, True))\n") is None


@pytest.mark.parametrize(
    ("text", "code", "tree"),
    [
        ("MAX at the root:\n\n((6 5) (2 9))\n\nCan somebody help me here?", "tidied-around", "((6 5) (2 9))"),
        ("> ((6 5)\n>  (2 9))", "tidied-quoted", "((6 5) (2 9))"),
        ("Input: [[6, 5], [2, 9]]\nOutput: 5", "tidied-program", "((6 5) (2 9))"),
        ("((6 5) (2 9 (pruned)))", "tidied-pruned", "((6 5) (2 9))"),
        ('[["6", "5"], ["2", "9"]]', "tidied-number", "((6 5) (2 9))"),
        (r"$\max\{\min\{6, 5\}, \min\{2, 9\}\} = 5$", "tidied-formula", "((6 5) (2 9))"),
        ("max(5, 0.25*2 + 0.75*40)", "tidied-kind", "(5 CHANCE (0.25 * 2 0.75 * 40))"),
    ],
)
def test_what_stands_around_a_tree_is_passed_over(text: str, code: str, tree: str):
    """With a remark in both languages."""
    found = reading(text)
    assert write_line(found.tree) == tree
    remark = next(remark for remark in found.remarks if remark.code == code)
    assert problem_sentence(remark, "en") != problem_sentence(remark, "de")


@pytest.mark.parametrize("words", ["without the last leaf", "but the last leaf is x", "right to left"])
def test_words_that_say_another_tree_are_not_passed_over(words: str):
    """They mean the tree, and nobody knows how."""
    with pytest.raises(InputError):
        read(f"((6 5) (2 9)) {words}")
    with pytest.raises(InputError):
        read(f"Here is my tree, {words}:\n\n((6 5) (2 9))\n")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("MAX(5, CHANCE((0.25, 2), (0.75, 40)))", "MAX (5 CHANCE (0.25 * 2 0.75 * 40))"),
        ("MAX\n  5\n  CHANCE\n    0.25\n    2\n    0.75\n    40\n", "(5 CHANCE (0.25 * 2 0.75 * 40))"),
    ],
)
def test_probabilities_that_may_be_leaves_are_asked_about(text: str, shown: str):
    """With the line that has them as weights."""
    with pytest.raises(InputError) as refused:
        read(text)
    (problem,) = refused.value.problems
    assert problem.code == "chance-untold"
    assert read(str(problem.facts["instead"])) == read(shown)
