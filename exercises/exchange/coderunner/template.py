"""The template of a question type with a combinator: CodeRunner prints what this prints.

“Global extra” of the question holds the tree, with its points and its convention.
"""

import html
import json

import treesolve

EXERCISE = """{{ QUESTION.globalextra | e('py') }}"""
ANSWER = """{{ STUDENT_ANSWER | e('py') }}"""

report = treesolve.grade(EXERCISE, ANSWER)
rows = [["iscorrect", "Part", "Points", "Of"]]
for name, part in report.parts.items():
    shown = "a person has to look at it" if part.points is None else float(part.points)
    rows.append([part.points == part.of, name, shown, float(part.of)])
outcome = {
    "fraction": float(report.points / report.possible),
    "testresults": rows,
    "epiloguehtml": f"<p>{html.escape(report.feedback())}</p>",
}
print(json.dumps(outcome))
