"""A new tree for each variant, graded by treesolve; PrairieLearn calls `generate` and `grade`."""

import treesolve

POINTS = "points: value 1, pruned 2\n"


def generate(data):
    """Draw a tree with some pruned leaves, and say what is right."""
    (tree,) = treesolve.generate("3x3", want="pruned=2..4", seed=data["variant_seed"])
    pruned = {leaf.name for leaf in treesolve.solve(tree).pruned_leaves}
    data["params"]["tree"] = POINTS + "tree: " + tree.render("tree")
    data["params"]["picture"] = treesolve.draw(tree)
    data["params"]["leaves"] = [
        {"name": leaf.name, "correct": "true" if leaf.name in pruned else "false"} for leaf in tree.leaves
    ]
    data["correct_answers"]["value"] = treesolve.solve(tree).value


def grade(data):
    """Give each answer and the question the share that treesolve gives it, and the reasons."""
    ticked = data["submitted_answers"].get("pruned", [])
    names = [choice["html"].strip() for choice in data["params"]["pruned"] if choice["key"] in ticked]
    answer = f"value: {data['submitted_answers']['value']}\npruned: {' '.join(names) or 'none'}\n"
    report = treesolve.grade(data["params"]["tree"], answer)
    for name, part in report.parts.items():
        data["partial_scores"][name] |= {"score": float(part.points / part.of), "weight": float(part.of)}
    data["score"] = float(report.points / report.possible)
    data["feedback"]["reasons"] = report.feedback()
