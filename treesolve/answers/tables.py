"""The parse tables of grammars/answer.lark; written by treesolve.notation.compile_grammar."""

FAULT = 'FAULT'

TERMINALS = ('BOUNDS', 'PLAIN', 'WINDOW', 'EQUATION', 'ALIAS', 'RELATIVE', 'FILLER', 'NOTHING', 'UNANSWERED', 'PATH', 'RANGE',
 'WORD')

PATTERN = ('(?:[ \t\r'
 '\x0c'
 '\\v\xa0,;|)\\]}]+|\\((?!\\s*\\))|\\[(?!\\s*\\])|\\{(?!\\s*\\})|[.!](?=\\s|\\Z)|#[^\n'
 ']*|\\s)*+(?:(?P<BOUNDS>(?:[+\\-−–]?(?:[\\w\'’]+(?:[.\\/][\\w\'’]+)*|∞)|"(?:[^"\\\\\n'
 ']|\\\\["\\\\])*"|[„“”«»][^„“”«»"\n'
 ']*[„“”«»])(?i:[ \t]*[:=,]?[ \t]*[(\\[]?[ \t]*(?:alpha|α)[ \t]*[=:][ \t]*)(?i:[+\\-−–]?[ \t'
 ']?(?:[0-9]+(?:[.,\\/][0-9]+)?|∞|oo|inf(?:inity)?|unendlich))(?i:[ \t]*[,;]?[ \t]*(?:and|und|&)?[ \t]*(?:beta|β)[ \t'
 ']*[=:][ \t]*)(?i:[+\\-−–]?[ \t'
 ']?(?:[0-9]+(?:[.,\\/][0-9]+)?|∞|oo|inf(?:inity)?|unendlich))(?=[\\s,;|#(){}\\[\\]]|\\.(?:\\s|\\Z)|\\Z))|(?P<PLAIN>(?:(?:[A-Za-z]{1,3}|[+\\-−])?[0-9]+|[A-Z])(?=[,;\n'
 ']|[ ](?:[A-Za-z+\\-−]?[0-9]|[A-Z][\n'
 ' ,;])|\\Z))|(?P<WINDOW>(?:(?:[+\\-−–]?(?:[\\w\'’]+(?:[.\\/][\\w\'’]+)*|∞)|"(?:[^"\\\\\n'
 ']|\\\\["\\\\])*"|[„“”«»][^„“”«»"\n'
 ']*[„“”«»])[ \t]*[=:][ \t]*[\\[(\\]][^\\[\\](){}"#\n'
 ']*(?:[\\])]|(?<![=:\\s])\\[)|(?:[+\\-−–]?(?:[\\w\'’]+(?:[.\\/][\\w\'’]+)*|∞)|"(?:[^"\\\\\n'
 ']|\\\\["\\\\])*"|[„“”«»][^„“”«»"\n'
 ']*[„“”«»])[ \t]*[=:]?[ \t]*[\\[(\\]](?=[^\\[\\](){}"#\n'
 ']*[,;| ])(?![^\n'
 ',;|\\])]*[\\])])[^\\[\\](){}"#\n'
 ']*(?:[\\])]|(?<![=:\\s])\\[)|(?:[+\\-−–]?(?:[\\w\'’]+(?:[.\\/][\\w\'’]+)*|∞)|"(?:[^"\\\\\n'
 ']|\\\\["\\\\])*"|[„“”«»][^„“”«»"\n'
 ']*[„“”«»])[ \t]*\\[[^\\[\\](){}"#\n'
 ']*(?:[\\])]|(?<![=:\\s])\\[)))|(?P<EQUATION>(?i:(?:(?:max|min|v|f|u|h|val(?:ue)?|wert|minimax(?:-?(?:value|wert))?)[ \t'
 ']?\\([ \t]*[\\w\'’.]+[ \t]*\\)|(?:[+\\-−–]?(?:[\\w\'’]+(?:[.\\/][\\w\'’]+)*|∞)|"(?:[^"\\\\\n'
 ']|\\\\["\\\\])*"|[„“”«»][^„“”«»"\n'
 ']*[„“”«»])(?:[ \t]*\\((?:max|min|root|wurzel|max-knoten|min-knoten)\\))?))(?i:[ \t]*(?:(?:=>|<-+(?=[ \t'
 '])|←|[=:≤≥<>≈])(?:[ \t]*(?:=>|[=≤≥<>≈:]))*|[ \t](?:is|ist|equals|gets|bekommt|erhält|has(?:[ \t]+the|[ \t'
 ']+a)?(?:[ \t]+minimax)?[ -]value(?:[ \t]+of)?|hat(?:[ \t]+den)?(?:[ \t]+minimax)?[ -]?wert)(?=[ \t]))[ \t'
 ']*)(?i:(?:(?:max|min|maximum|minimum)(?:imum)?[ \t]*[({\\[](?:[^\n'
 '(){}\\[\\]]|[({\\[][^\n'
 '(){}\\[\\]]*[)}\\]])*[)}\\]][ \t]*(?:=>|->|→|⇒|[=≤≥<>≈]+)[ \t]*[=]?[ \t]*)*)(?:(?i:[+\\-−–]?[ \t'
 ']?(?:[0-9]+(?:[.,\\/][0-9]+)?|∞|oo|inf(?:inity)?|unendlich))|\\?+)(?=[\\s,;|#(){}\\[\\]]|\\.(?:\\s|\\Z)|\\Z))|(?P<ALIAS>(?:[+\\-−–]?(?:[\\w\'’]+(?:[.\\/][\\w\'’]+)*|∞)|"(?:[^"\\\\\n'
 ']|\\\\["\\\\])*"|[„“”«»][^„“”«»"\n'
 ']*[„“”«»])(?i:[ \t]*\\([ \t]*(?:(?:leaf|blatt|value|wert|node|knoten)[ \t]*=?[ \t]*|=[ \t'
 ']*)?)(?:[+\\-−–]?(?:[\\w\'’]+(?:[.\\/][\\w\'’]+)*|∞)|"(?:[^"\\\\\n'
 ']|\\\\["\\\\])*"|[„“”«»][^„“”«»"\n'
 ']*[„“”«»])[ \t'
 ']*\\))|(?P<RELATIVE>(?i:(?=[lrmfstnioezd])(?:left(?:most)?|right(?:most)?|middle|first|second|third|fourth|last|link(?:e[rsn]?|ste[rsn]?)|recht(?:e[rsn]?|este[rsn]?)|mittlere[rsn]?|erste[rsn]?|zweite[rsn]?|dritte[rsn]?|vierte[rsn]?|letzte[rsn]?)[ \t'
 ']+(?:(?:min|max)[ \t-]*)?(?:child|son|successor|leaf|node|branch|kind|nachfolger|sohn|blatt|knoten|zweig)[ \t'
 ']+(?:(?:node|knoten)[ \t]+)?(?:of|from|below|under|at|von|unter|bei|des)[ \t]+(?:(?:the|node|knotens?)[ \t'
 ']+)*)(?:[+\\-−–]?(?:[\\w\'’]+(?:[.\\/][\\w\'’]+)*|∞)|"(?:[^"\\\\\n'
 ']|\\\\["\\\\])*"|[„“”«»][^„“”«»"\n'
 ']*[„“”«»])(?=[\\s,;|#(){}\\[\\]]|\\.(?:\\s|\\Z)|\\Z))|(?P<FILLER>(?i:(?=[uUaAsStTdDnNkKlLbBvVwWmMfFeEzZoOjJrRhHiI&])(?:und|only|nur|just|so|also|thus|hence|therefore|daher|somit|ist|is|are|sind|root|wurzel(?:knoten)?|and|sowie|then|dann|danach|&|the|die|der|das|den|dem|both|beide|nodes?|knotens?|lea(?:f|ves)|blatt|blätter[n]?|with|mit|(?:the[ \t'
 ']+)?values?|(?:dem[ \t'
 ']+)?werte?n?|erst|zuerst|first|finally|zuletzt|sub-?trees?|teilb(?:aum|äume)|branch(?:es)?|edges?|zweige?|äste?|kanten?))(?=[\\s,;|#(){}\\[\\]]|\\.(?:\\s|\\Z)|\\Z))|(?P<NOTHING>(?i:(?=[nNkKlLeE∅–—\\/\\[{(-])(?:none|keine[rns]?|nichts?|nothing|no|nil|leer|empty|∅|-{1,3}|–|—|\\/|\\{\\s*\\}|\\[\\s*\\]|\\(\\s*\\))(?:[ \t'
 ']+(?:nodes?|knoten|lea(?:f|ves)|blatt|blätter|cuts?|schnitte?|pruned|pruning|beschnitten|abgeschnitten|geschnitten))?)(?=[\\s,;|#(){}\\[\\]]|\\.(?:\\s|\\Z)|\\Z))|(?P<UNANSWERED>\\?+(?=[\\s,;|#(){}\\[\\]]|\\.(?:\\s|\\Z)|\\Z))|(?P<PATH>(?:[+\\-−–]?(?:[\\w\'’]+(?:[.\\/][\\w\'’]+)*|∞)|"(?:[^"\\\\\n'
 ']|\\\\["\\\\])*"|[„“”«»][^„“”«»"\n'
 ']*[„“”«»])(?:[ \t]*(?:-+>|→|⇒)\\s*(?:[+\\-−–]?(?:[\\w\'’]+(?:[.\\/][\\w\'’]+)*|∞)|"(?:[^"\\\\\n'
 ']|\\\\["\\\\])*"|[„“”«»][^„“”«»"\n'
 ']*[„“”«»]))+(?=[\\s,;|#(){}\\[\\]]|\\.(?:\\s|\\Z)|\\Z))|(?P<RANGE>(?:[+\\-−–]?(?:[\\w\'’]+(?:[.\\/][\\w\'’]+)*|∞)|"(?:[^"\\\\\n'
 ']|\\\\["\\\\])*"|[„“”«»][^„“”«»"\n'
 ']*[„“”«»])(?:(?i:(?:\\.{2,3}|…|[-–—](?!>)|[ \t]+(?:\\.{2,3}|…|[-–—]|(?:bis|to)(?!\\w))[ \t'
 ']+))(?:[+\\-−–]?(?:[\\w\'’]+(?:[.\\/][\\w\'’]+)*|∞)|"(?:[^"\\\\\n'
 ']|\\\\["\\\\])*"|[„“”«»][^„“”«»"\n'
 ']*[„“”«»]))+(?=[\\s,;|#(){}\\[\\]]|\\.(?:\\s|\\Z)|\\Z))|(?P<WORD>(?:(?:[+\\-−–]?(?:[\\w\'’]+(?:[.\\/][\\w\'’]+)*|∞)|"(?:[^"\\\\\n'
 ']|\\\\["\\\\])*"|[„“”«»][^„“”«»"\n'
 ']*[„“”«»])(?=[\\s,;|#(){}\\[\\]]|\\.(?:\\s|\\Z)|\\Z)|(?>(?:(?!->)[^\\s,;|"„“”«»#(){}\\[\\]=<>≤≥≈:→⇒])+))(?![ \t'
 ']*[=:≤≥<>≈]))|(?P<FAULT>(?:\\"(?:[^\\"\\\\\\n]|\\\\[\\"\\\\])*\\"|[+\\-−–]?[\\w\'’./]+)[ \\t]*[=:≤≥<>≈](?:[ '
 '\\t]*[=:≤≥<>≈])*[ '
 '\\t]*(?:[\\[(\\]][^\\n#\\[\\]()]*[\\])\\[]?|[^\\s,;|#]*)|\\"[^\\n]*|[^\\s,;|#\\"(){}\\[\\]]+|\\S)|\\Z)')

START_STATE = 0

END_STATE = 14

REDUCTIONS: tuple[tuple[int, str], ...] = ((1, 'claim'), (1, 'start'), (2, 'start'))

ACTIONS: tuple[dict[str, int], ...] = ({'ALIAS': 1,
  'BOUNDS': 2,
  'EQUATION': 3,
  'FILLER': 4,
  'NOTHING': 5,
  'PATH': 6,
  'PLAIN': 7,
  'RANGE': 8,
  'RELATIVE': 9,
  'UNANSWERED': 10,
  'WINDOW': 11,
  'WORD': 12,
  'claim': 13,
  'start': 14},
 {'$END': -1,
  'ALIAS': -1,
  'BOUNDS': -1,
  'EQUATION': -1,
  'FILLER': -1,
  'NOTHING': -1,
  'PATH': -1,
  'PLAIN': -1,
  'RANGE': -1,
  'RELATIVE': -1,
  'UNANSWERED': -1,
  'WINDOW': -1,
  'WORD': -1},
 {'$END': -1,
  'ALIAS': -1,
  'BOUNDS': -1,
  'EQUATION': -1,
  'FILLER': -1,
  'NOTHING': -1,
  'PATH': -1,
  'PLAIN': -1,
  'RANGE': -1,
  'RELATIVE': -1,
  'UNANSWERED': -1,
  'WINDOW': -1,
  'WORD': -1},
 {'$END': -1,
  'ALIAS': -1,
  'BOUNDS': -1,
  'EQUATION': -1,
  'FILLER': -1,
  'NOTHING': -1,
  'PATH': -1,
  'PLAIN': -1,
  'RANGE': -1,
  'RELATIVE': -1,
  'UNANSWERED': -1,
  'WINDOW': -1,
  'WORD': -1},
 {'$END': -1,
  'ALIAS': -1,
  'BOUNDS': -1,
  'EQUATION': -1,
  'FILLER': -1,
  'NOTHING': -1,
  'PATH': -1,
  'PLAIN': -1,
  'RANGE': -1,
  'RELATIVE': -1,
  'UNANSWERED': -1,
  'WINDOW': -1,
  'WORD': -1},
 {'$END': -1,
  'ALIAS': -1,
  'BOUNDS': -1,
  'EQUATION': -1,
  'FILLER': -1,
  'NOTHING': -1,
  'PATH': -1,
  'PLAIN': -1,
  'RANGE': -1,
  'RELATIVE': -1,
  'UNANSWERED': -1,
  'WINDOW': -1,
  'WORD': -1},
 {'$END': -1,
  'ALIAS': -1,
  'BOUNDS': -1,
  'EQUATION': -1,
  'FILLER': -1,
  'NOTHING': -1,
  'PATH': -1,
  'PLAIN': -1,
  'RANGE': -1,
  'RELATIVE': -1,
  'UNANSWERED': -1,
  'WINDOW': -1,
  'WORD': -1},
 {'$END': -1,
  'ALIAS': -1,
  'BOUNDS': -1,
  'EQUATION': -1,
  'FILLER': -1,
  'NOTHING': -1,
  'PATH': -1,
  'PLAIN': -1,
  'RANGE': -1,
  'RELATIVE': -1,
  'UNANSWERED': -1,
  'WINDOW': -1,
  'WORD': -1},
 {'$END': -1,
  'ALIAS': -1,
  'BOUNDS': -1,
  'EQUATION': -1,
  'FILLER': -1,
  'NOTHING': -1,
  'PATH': -1,
  'PLAIN': -1,
  'RANGE': -1,
  'RELATIVE': -1,
  'UNANSWERED': -1,
  'WINDOW': -1,
  'WORD': -1},
 {'$END': -1,
  'ALIAS': -1,
  'BOUNDS': -1,
  'EQUATION': -1,
  'FILLER': -1,
  'NOTHING': -1,
  'PATH': -1,
  'PLAIN': -1,
  'RANGE': -1,
  'RELATIVE': -1,
  'UNANSWERED': -1,
  'WINDOW': -1,
  'WORD': -1},
 {'$END': -1,
  'ALIAS': -1,
  'BOUNDS': -1,
  'EQUATION': -1,
  'FILLER': -1,
  'NOTHING': -1,
  'PATH': -1,
  'PLAIN': -1,
  'RANGE': -1,
  'RELATIVE': -1,
  'UNANSWERED': -1,
  'WINDOW': -1,
  'WORD': -1},
 {'$END': -1,
  'ALIAS': -1,
  'BOUNDS': -1,
  'EQUATION': -1,
  'FILLER': -1,
  'NOTHING': -1,
  'PATH': -1,
  'PLAIN': -1,
  'RANGE': -1,
  'RELATIVE': -1,
  'UNANSWERED': -1,
  'WINDOW': -1,
  'WORD': -1},
 {'$END': -1,
  'ALIAS': -1,
  'BOUNDS': -1,
  'EQUATION': -1,
  'FILLER': -1,
  'NOTHING': -1,
  'PATH': -1,
  'PLAIN': -1,
  'RANGE': -1,
  'RELATIVE': -1,
  'UNANSWERED': -1,
  'WINDOW': -1,
  'WORD': -1},
 {'$END': -2,
  'ALIAS': -2,
  'BOUNDS': -2,
  'EQUATION': -2,
  'FILLER': -2,
  'NOTHING': -2,
  'PATH': -2,
  'PLAIN': -2,
  'RANGE': -2,
  'RELATIVE': -2,
  'UNANSWERED': -2,
  'WINDOW': -2,
  'WORD': -2},
 {'ALIAS': 1,
  'BOUNDS': 2,
  'EQUATION': 3,
  'FILLER': 4,
  'NOTHING': 5,
  'PATH': 6,
  'PLAIN': 7,
  'RANGE': 8,
  'RELATIVE': 9,
  'UNANSWERED': 10,
  'WINDOW': 11,
  'WORD': 12,
  'claim': 15},
 {'$END': -3,
  'ALIAS': -3,
  'BOUNDS': -3,
  'EQUATION': -3,
  'FILLER': -3,
  'NOTHING': -3,
  'PATH': -3,
  'PLAIN': -3,
  'RANGE': -3,
  'RELATIVE': -3,
  'UNANSWERED': -3,
  'WINDOW': -3,
  'WORD': -3})
