"""What holds of any solution, whatever the convention and the tree."""

from treesolve.search.solution import Solution
from treesolve.search.trace import Enter, Evaluate, Leave


def check_events(solution: Solution) -> None:
    """Inner nodes open and close in order, and everything between belongs to the innermost open one."""
    open_nodes: list[int] = []
    for event in solution.events:
        if isinstance(event, Enter | Evaluate):
            assert solution.tree.parents[event.node] == (open_nodes[-1] if open_nodes else None)
        if isinstance(event, Enter):
            open_nodes.append(event.node)
        elif isinstance(event, Leave):
            assert open_nodes.pop() == event.node
        elif not isinstance(event, Evaluate):
            assert event.node == open_nodes[-1]
    assert open_nodes == []
