"""The parse tables of grammars/tree.lark, written by treesolve.notation.compile_grammar."""

ORIGIN = (
    "// A game tree as text: headers, one a line, then one tree.\n"
    "//\n"
    "//     title: Two plies                  S: MAX (A: MIN (6 5)  B: MIN (u: 2  v: 9))\n"
    "//     convention: lang                  MAX (left -> A: (6 5)  right -> B: (2 9))\n"
    "//     tree: ((6 5) (2 9))               CHANCE (1/2 * 6, 1/2 * (2 9))\n"
    "//\n"
    "// LALR(1), and two reductions a leaf. The grammar says what may follow what; that brackets match in shape, "
    "weights add up and\n"
    "// header values make sense is checked by the reader as the tokens arrive.\n"
    "\n"
    "start: node\n"
    "     | headers\n"
    "     | headers TREE node\n"
    "\n"
    "headers: HEADER\n"
    "       | headers HEADER\n"
    "\n"
    "node: NUMBER\n"
    "    | UNKNOWN\n"
    "    | PAYOFFS\n"
    "    | KIND? OPEN nodes SEPARATOR? CLOSE\n"
    "    | prefix NUMBER\n"
    "    | prefix UNKNOWN\n"
    "    | prefix PAYOFFS\n"
    "    | prefix KIND? OPEN nodes SEPARATOR? CLOSE\n"
    "\n"
    "prefix: WEIGHT\n"
    "      | WEIGHT? MOVE\n"
    "      | WEIGHT? MOVE? NAME\n"
    "\n"
    "nodes: node\n"
    "     | nodes node\n"
    "     | nodes SEPARATOR node\n"
    "\n"
    '// Prefixes carry their mark with them, so that one token of look-ahead is enough: "1/2 *", "left ->", "A:".\n'
    "// Brackets and separators, with which nothing else begins, are looked for first.\n"
    "\n"
    "WEIGHT.9: /[+\\-−]?[0-9]+(?:[.\\/][0-9]+)?(?:[ \\t]*%)?\\s*\\*/\n"
    'MOVE.8: /(?:[^\\W\\d][\\w\']*|"(?:[^"\\\\\\n]|\\\\["\\\\])*")\\s*(?:->|→)/\n'
    "TREE.7: /^[ \\t]*tree[ \\t]*:/im\n"
    "HEADER.6: /^[ \\t]*(?:title|source|convention|levels|points|bounds|sum|shape|leaves)[ \\t]*:[^\\n]*/im\n"
    'NAME.5: /(?:[^\\W\\d][\\w\']*|"(?:[^"\\\\\\n]|\\\\["\\\\])*")\\s*:/\n'
    "KIND.4: /(?:max|min|chance)(?![^\\s,;()\\[\\]{}#])|p[1-9](?=\\s*[(\\[{])/i\n"
    "NUMBER.3: /[+\\-−]?(?:[0-9]+(?:[.\\/][0-9]+)?|inf|∞)(?![^\\s,;()\\[\\]{}#])/i\n"
    "UNKNOWN.2: /\\?|[^\\W\\d_][0-9]*(?![^\\s,;()\\[\\]{}#])/\n"
    "PAYOFFS: /<[^<>()\\[\\]{}#\\n]*>/\n"
    "OPEN.12: /[(\\[{]/\n"
    "CLOSE.11: /[)\\]}]/\n"
    "SEPARATOR.10: /[,;]/\n"
    "\n"
    "%ignore /\\s+/\n"
    "%ignore /#[^\\n]*/\n",
    ("HEADER", "TREE"),
    '\\"[^\\"\\n]*\\"?|[^\\s,;()\\[\\]{}#]+(?:\\s*(?:->|→|:)(?![^\\s,;()\\[\\]{}#]))?',
)

TERMINALS = ("OPEN", "CLOSE", "SEPARATOR", "WEIGHT", "MOVE", "NAME", "KIND", "NUMBER", "UNKNOWN", "PAYOFFS")

PATTERN = (
    "(?:\\s+|#[^\n"
    "]*)*+(?:(?P<OPEN>[(\\[{])|(?P<CLOSE>[)\\]}])|(?P<SEPARATOR>[,;])|(?P<WEIGHT>[+\\-−]?[0-9]+(?:[.\\/][0-9]+)?(?:[ \t"
    ']*%)?\\s*\\*)|(?P<MOVE>(?:[^\\W\\d][\\w\']*|"(?:[^"\\\\\n'
    ']|\\\\["\\\\])*")\\s*(?:->|→))|(?P<NAME>(?:[^\\W\\d][\\w\']*|"(?:[^"\\\\\n'
    ']|\\\\["\\\\])*")\\s*:)|(?P<KIND>(?i:(?:max|min|chance)(?![^\\s,;()\\[\\]{}#])|p[1-9](?=\\s*[(\\[{])))|(?P<NUMBER>(?i:[+\\-−]?(?:[0-9]+(?:[.\\/][0-9]+)?|inf|∞)(?![^\\s,;()\\[\\]{}#])))|(?P<UNKNOWN>\\?|[^\\W\\d_][0-9]*(?![^\\s,;()\\[\\]{}#]))|(?P<PAYOFFS><[^<>()\\[\\]{}#\n'
    ']*>)|(?P<FAULT>\\"[^\\"\\n]*\\"?|[^\\s,;()\\[\\]{}#]+(?:\\s*(?:->|→|:)(?![^\\s,;()\\[\\]{}#]))?)|\\Z)'
)

START_STATE = 0

END_STATE = 13

REDUCTIONS = (
    (1, "headers"),
    (1, "node"),
    (1, "nodes"),
    (1, "prefix"),
    (1, "start"),
    (2, "headers"),
    (2, "node"),
    (2, "nodes"),
    (2, "prefix"),
    (3, "node"),
    (3, "nodes"),
    (3, "prefix"),
    (3, "start"),
    (4, "node"),
    (5, "node"),
    (6, "node"),
)

ACTIONS = (
    {
        "HEADER": 1,
        "KIND": 2,
        "MOVE": 3,
        "NAME": 4,
        "NUMBER": 5,
        "OPEN": 6,
        "PAYOFFS": 7,
        "UNKNOWN": 8,
        "WEIGHT": 9,
        "headers": 10,
        "node": 11,
        "prefix": 12,
        "start": 13,
    },
    {"$END": -1, "HEADER": -1, "TREE": -1},
    {"OPEN": 14},
    {"KIND": -4, "NAME": 15, "NUMBER": -4, "OPEN": -4, "PAYOFFS": -4, "UNKNOWN": -4},
    {"KIND": -4, "NUMBER": -4, "OPEN": -4, "PAYOFFS": -4, "UNKNOWN": -4},
    {
        "$END": -2,
        "CLOSE": -2,
        "KIND": -2,
        "MOVE": -2,
        "NAME": -2,
        "NUMBER": -2,
        "OPEN": -2,
        "PAYOFFS": -2,
        "SEPARATOR": -2,
        "UNKNOWN": -2,
        "WEIGHT": -2,
    },
    {
        "KIND": 2,
        "MOVE": 3,
        "NAME": 4,
        "NUMBER": 5,
        "OPEN": 6,
        "PAYOFFS": 7,
        "UNKNOWN": 8,
        "WEIGHT": 9,
        "node": 16,
        "nodes": 17,
        "prefix": 12,
    },
    {
        "$END": -2,
        "CLOSE": -2,
        "KIND": -2,
        "MOVE": -2,
        "NAME": -2,
        "NUMBER": -2,
        "OPEN": -2,
        "PAYOFFS": -2,
        "SEPARATOR": -2,
        "UNKNOWN": -2,
        "WEIGHT": -2,
    },
    {
        "$END": -2,
        "CLOSE": -2,
        "KIND": -2,
        "MOVE": -2,
        "NAME": -2,
        "NUMBER": -2,
        "OPEN": -2,
        "PAYOFFS": -2,
        "SEPARATOR": -2,
        "UNKNOWN": -2,
        "WEIGHT": -2,
    },
    {"KIND": -4, "MOVE": 18, "NAME": 19, "NUMBER": -4, "OPEN": -4, "PAYOFFS": -4, "UNKNOWN": -4},
    {"$END": -5, "HEADER": 20, "TREE": 21},
    {"$END": -5},
    {"KIND": 22, "NUMBER": 23, "OPEN": 24, "PAYOFFS": 25, "UNKNOWN": 26},
    {},
    {
        "KIND": 2,
        "MOVE": 3,
        "NAME": 4,
        "NUMBER": 5,
        "OPEN": 6,
        "PAYOFFS": 7,
        "UNKNOWN": 8,
        "WEIGHT": 9,
        "node": 16,
        "nodes": 27,
        "prefix": 12,
    },
    {"KIND": -9, "NUMBER": -9, "OPEN": -9, "PAYOFFS": -9, "UNKNOWN": -9},
    {
        "CLOSE": -3,
        "KIND": -3,
        "MOVE": -3,
        "NAME": -3,
        "NUMBER": -3,
        "OPEN": -3,
        "PAYOFFS": -3,
        "SEPARATOR": -3,
        "UNKNOWN": -3,
        "WEIGHT": -3,
    },
    {
        "CLOSE": 28,
        "KIND": 2,
        "MOVE": 3,
        "NAME": 4,
        "NUMBER": 5,
        "OPEN": 6,
        "PAYOFFS": 7,
        "SEPARATOR": 29,
        "UNKNOWN": 8,
        "WEIGHT": 9,
        "node": 30,
        "prefix": 12,
    },
    {"KIND": -9, "NAME": 31, "NUMBER": -9, "OPEN": -9, "PAYOFFS": -9, "UNKNOWN": -9},
    {"KIND": -9, "NUMBER": -9, "OPEN": -9, "PAYOFFS": -9, "UNKNOWN": -9},
    {"$END": -6, "HEADER": -6, "TREE": -6},
    {
        "KIND": 2,
        "MOVE": 3,
        "NAME": 4,
        "NUMBER": 5,
        "OPEN": 6,
        "PAYOFFS": 7,
        "UNKNOWN": 8,
        "WEIGHT": 9,
        "node": 32,
        "prefix": 12,
    },
    {"OPEN": 33},
    {
        "$END": -7,
        "CLOSE": -7,
        "KIND": -7,
        "MOVE": -7,
        "NAME": -7,
        "NUMBER": -7,
        "OPEN": -7,
        "PAYOFFS": -7,
        "SEPARATOR": -7,
        "UNKNOWN": -7,
        "WEIGHT": -7,
    },
    {
        "KIND": 2,
        "MOVE": 3,
        "NAME": 4,
        "NUMBER": 5,
        "OPEN": 6,
        "PAYOFFS": 7,
        "UNKNOWN": 8,
        "WEIGHT": 9,
        "node": 16,
        "nodes": 34,
        "prefix": 12,
    },
    {
        "$END": -7,
        "CLOSE": -7,
        "KIND": -7,
        "MOVE": -7,
        "NAME": -7,
        "NUMBER": -7,
        "OPEN": -7,
        "PAYOFFS": -7,
        "SEPARATOR": -7,
        "UNKNOWN": -7,
        "WEIGHT": -7,
    },
    {
        "$END": -7,
        "CLOSE": -7,
        "KIND": -7,
        "MOVE": -7,
        "NAME": -7,
        "NUMBER": -7,
        "OPEN": -7,
        "PAYOFFS": -7,
        "SEPARATOR": -7,
        "UNKNOWN": -7,
        "WEIGHT": -7,
    },
    {
        "CLOSE": 35,
        "KIND": 2,
        "MOVE": 3,
        "NAME": 4,
        "NUMBER": 5,
        "OPEN": 6,
        "PAYOFFS": 7,
        "SEPARATOR": 36,
        "UNKNOWN": 8,
        "WEIGHT": 9,
        "node": 30,
        "prefix": 12,
    },
    {
        "$END": -10,
        "CLOSE": -10,
        "KIND": -10,
        "MOVE": -10,
        "NAME": -10,
        "NUMBER": -10,
        "OPEN": -10,
        "PAYOFFS": -10,
        "SEPARATOR": -10,
        "UNKNOWN": -10,
        "WEIGHT": -10,
    },
    {
        "CLOSE": 37,
        "KIND": 2,
        "MOVE": 3,
        "NAME": 4,
        "NUMBER": 5,
        "OPEN": 6,
        "PAYOFFS": 7,
        "UNKNOWN": 8,
        "WEIGHT": 9,
        "node": 38,
        "prefix": 12,
    },
    {
        "CLOSE": -8,
        "KIND": -8,
        "MOVE": -8,
        "NAME": -8,
        "NUMBER": -8,
        "OPEN": -8,
        "PAYOFFS": -8,
        "SEPARATOR": -8,
        "UNKNOWN": -8,
        "WEIGHT": -8,
    },
    {"KIND": -12, "NUMBER": -12, "OPEN": -12, "PAYOFFS": -12, "UNKNOWN": -12},
    {"$END": -13},
    {
        "KIND": 2,
        "MOVE": 3,
        "NAME": 4,
        "NUMBER": 5,
        "OPEN": 6,
        "PAYOFFS": 7,
        "UNKNOWN": 8,
        "WEIGHT": 9,
        "node": 16,
        "nodes": 39,
        "prefix": 12,
    },
    {
        "CLOSE": 40,
        "KIND": 2,
        "MOVE": 3,
        "NAME": 4,
        "NUMBER": 5,
        "OPEN": 6,
        "PAYOFFS": 7,
        "SEPARATOR": 41,
        "UNKNOWN": 8,
        "WEIGHT": 9,
        "node": 30,
        "prefix": 12,
    },
    {
        "$END": -14,
        "CLOSE": -14,
        "KIND": -14,
        "MOVE": -14,
        "NAME": -14,
        "NUMBER": -14,
        "OPEN": -14,
        "PAYOFFS": -14,
        "SEPARATOR": -14,
        "UNKNOWN": -14,
        "WEIGHT": -14,
    },
    {
        "CLOSE": 42,
        "KIND": 2,
        "MOVE": 3,
        "NAME": 4,
        "NUMBER": 5,
        "OPEN": 6,
        "PAYOFFS": 7,
        "UNKNOWN": 8,
        "WEIGHT": 9,
        "node": 38,
        "prefix": 12,
    },
    {
        "$END": -14,
        "CLOSE": -14,
        "KIND": -14,
        "MOVE": -14,
        "NAME": -14,
        "NUMBER": -14,
        "OPEN": -14,
        "PAYOFFS": -14,
        "SEPARATOR": -14,
        "UNKNOWN": -14,
        "WEIGHT": -14,
    },
    {
        "CLOSE": -11,
        "KIND": -11,
        "MOVE": -11,
        "NAME": -11,
        "NUMBER": -11,
        "OPEN": -11,
        "PAYOFFS": -11,
        "SEPARATOR": -11,
        "UNKNOWN": -11,
        "WEIGHT": -11,
    },
    {
        "CLOSE": 43,
        "KIND": 2,
        "MOVE": 3,
        "NAME": 4,
        "NUMBER": 5,
        "OPEN": 6,
        "PAYOFFS": 7,
        "SEPARATOR": 44,
        "UNKNOWN": 8,
        "WEIGHT": 9,
        "node": 30,
        "prefix": 12,
    },
    {
        "$END": -14,
        "CLOSE": -14,
        "KIND": -14,
        "MOVE": -14,
        "NAME": -14,
        "NUMBER": -14,
        "OPEN": -14,
        "PAYOFFS": -14,
        "SEPARATOR": -14,
        "UNKNOWN": -14,
        "WEIGHT": -14,
    },
    {
        "CLOSE": 45,
        "KIND": 2,
        "MOVE": 3,
        "NAME": 4,
        "NUMBER": 5,
        "OPEN": 6,
        "PAYOFFS": 7,
        "UNKNOWN": 8,
        "WEIGHT": 9,
        "node": 38,
        "prefix": 12,
    },
    {
        "$END": -15,
        "CLOSE": -15,
        "KIND": -15,
        "MOVE": -15,
        "NAME": -15,
        "NUMBER": -15,
        "OPEN": -15,
        "PAYOFFS": -15,
        "SEPARATOR": -15,
        "UNKNOWN": -15,
        "WEIGHT": -15,
    },
    {
        "$END": -15,
        "CLOSE": -15,
        "KIND": -15,
        "MOVE": -15,
        "NAME": -15,
        "NUMBER": -15,
        "OPEN": -15,
        "PAYOFFS": -15,
        "SEPARATOR": -15,
        "UNKNOWN": -15,
        "WEIGHT": -15,
    },
    {
        "CLOSE": 46,
        "KIND": 2,
        "MOVE": 3,
        "NAME": 4,
        "NUMBER": 5,
        "OPEN": 6,
        "PAYOFFS": 7,
        "UNKNOWN": 8,
        "WEIGHT": 9,
        "node": 38,
        "prefix": 12,
    },
    {
        "$END": -15,
        "CLOSE": -15,
        "KIND": -15,
        "MOVE": -15,
        "NAME": -15,
        "NUMBER": -15,
        "OPEN": -15,
        "PAYOFFS": -15,
        "SEPARATOR": -15,
        "UNKNOWN": -15,
        "WEIGHT": -15,
    },
    {
        "$END": -16,
        "CLOSE": -16,
        "KIND": -16,
        "MOVE": -16,
        "NAME": -16,
        "NUMBER": -16,
        "OPEN": -16,
        "PAYOFFS": -16,
        "SEPARATOR": -16,
        "UNKNOWN": -16,
        "WEIGHT": -16,
    },
)
