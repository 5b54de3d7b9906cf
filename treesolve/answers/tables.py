"""The parse tables of grammars/answer.lark; written by treesolve.notation.compile_grammar."""

FAULT = 'FAULT'

TERMINALS = ('BOUNDS', 'PLAIN', 'WINDOW', 'EQUATION', 'ALIAS', 'EDGE', 'RELATIVE', 'SUBTREE', 'COUNT', 'QUALIFIER', 'FILLER',
 'NOTHING', 'UNANSWERED', 'PATH', 'RANGE', 'WORD')

PATTERN = ('(?:[ \t\r'
 '\x0c'
 '\\v\xa0,;|)\\]}]+|\\((?!\\s*\\))|\\[(?!\\s*\\])|\\{(?!\\s*\\})|[.!](?=\\s|\\Z)|#[^\n'
 ']*|\\s)*+(?:(?P<BOUNDS>(?:[+\\-−–]?(?:[\\w\'’]+(?:[.\\/][\\w\'’]+)*|∞)|"(?:[^"\\\\\n'
 ']|\\\\["\\\\])*"|[„“”«»][^„“”«»"\n'
 ']*[„“”«»])(?i:(?P<bounds>[ \t]*[:=,]?[ \t]*[(\\[]?[ \t]*(?:alpha|α)[ \t]*[=:][ \t]*))(?i:[+\\-−–]?[ \t'
 ']?(?:[0-9]+(?:[.,\\/][0-9]+)?|∞|oo|inf(?:inity)?|unendlich))(?i:[ \t]*[,;]?[ \t]*(?:and|und|&)?[ \t]*(?:beta|β)[ \t'
 ']*[=:][ \t]*)(?i:[+\\-−–]?[ \t'
 ']?(?:[0-9]+(?:[.,\\/][0-9]+)?|∞|oo|inf(?:inity)?|unendlich))(?=[\\s,;|#(){}\\[\\]]|\\.(?:\\s|\\Z)|\\Z))|(?P<PLAIN>(?:(?:[A-Za-z]{1,3}|[+\\-−])?[0-9]+|[A-Z])(?=[,;\n'
 ']|[ ](?:[A-Za-z+\\-−]?[0-9]|[A-Z][\n'
 ' ,;])|\\Z))|(?P<WINDOW>(?:[+\\-−–]?(?:[\\w\'’]+(?:[.\\/][\\w\'’]+)*|∞)|"(?:[^"\\\\\n'
 ']|\\\\["\\\\])*"|[„“”«»][^„“”«»"\n'
 ']*[„“”«»])(?P<window>[ \t]*(?:[=:][ \t]*|(?=\\[)|(?=[(\\]](?=[^\\[\\](){}"#\n'
 ']*[,;| ])(?![^\n'
 ',;|\\])]*[\\])])))(?P<ends>[\\[(\\]][^\\[\\](){}"#\n'
 ']*(?:[\\])]|(?<![=:\\s])\\[))))|(?P<EQUATION>(?i:(?:(?:max|min|v|f|u|h|w|val(?:ue)?|wert|valeur|eval|score|utility|min-?max(?:-?(?:value|wert))?|minimax(?:-?(?:value|wert))?)[ \t'
 ']?\\([ \t]*[\\w\'’.]+[ \t]*\\)|(?:[+\\-−–]?(?:[\\w\'’]+(?:[.\\/][\\w\'’]+)*|∞)|"(?:[^"\\\\\n'
 ']|\\\\["\\\\])*"|[„“”«»][^„“”«»"\n'
 ']*[„“”«»])(?:[ \t]*\\((?:max|min|root|wurzel|max-knoten|min-knoten)\\))?))(?P<sign>)(?i:[ \t]*(?:(?:=>|<-+(?=[ \t'
 '])|←|[=:≤≥<>≈])(?:[ \t]*(?:=>|[=≤≥<>≈:]))*|[ \t](?:is|ist|equals|gets|bekommt|erhält|has(?:[ \t]+the|[ \t'
 ']+a)?(?:[ \t]+minimax)?[ -]value(?:[ \t]+of)?|hat(?:[ \t]+den)?(?:[ \t]+minimax)?[ -]?wert)(?=[ \t]))[ \t'
 ']*)(?i:(?:(?:max|min|maximum|minimum)(?:imum)?[ \t]*[({\\[](?:[^\n'
 '(){}\\[\\]]|[({\\[][^\n'
 '(){}\\[\\]]*[)}\\]])*[)}\\]][ \t]*(?:=>|->|→|⇒|[=≤≥<>≈]+)[ \t]*[=]?[ \t]*)*)(?P<result>)(?:(?i:[+\\-−–]?[ \t'
 ']?(?:[0-9]+(?:[.,\\/][0-9]+)?|∞|oo|inf(?:inity)?|unendlich))|\\?+)(?=[\\s,;|#(){}\\[\\]]|\\.(?:\\s|\\Z)|\\Z))|(?P<ALIAS>(?:[+\\-−–]?(?:[\\w\'’]+(?:[.\\/][\\w\'’]+)*|∞)|"(?:[^"\\\\\n'
 ']|\\\\["\\\\])*"|[„“”«»][^„“”«»"\n'
 ']*[„“”«»])(?i:(?P<aside>[ \t]*\\([ \t]*(?:(?:leaf|blatt|value|wert|node|knoten|valeur)[ \t]*=?[ \t]*|=[ \t'
 ']*)?))(?:[+\\-−–]?(?:[\\w\'’]+(?:[.\\/][\\w\'’]+)*|∞)|"(?:[^"\\\\\n'
 ']|\\\\["\\\\])*"|[„“”«»][^„“”«»"\n'
 ']*[„“”«»])[ \t]*\\))|(?P<EDGE>(?i:(?=[ebkzadv])(?:edge|branch|arc|arête|branche|kante|zweig|ast|verbindung)[ \t'
 ']+(?:from|von|de|zwischen|between)[ \t]+(?:node[ \t]+|knoten[ \t'
 ']+)?)(?:[+\\-−–]?(?:[\\w\'’]+(?:[.\\/][\\w\'’]+)*|∞)|"(?:[^"\\\\\n'
 ']|\\\\["\\\\])*"|[„“”«»][^„“”«»"\n'
 ']*[„“”«»])(?i:(?P<edge>[ \t]+(?:to|nach|zu|zum|à|vers|und|and)[ \t]+(?:node[ \t]+|knoten[ \t]+|leaf[ \t]+|blatt[ \t'
 ']+)?))(?:[+\\-−–]?(?:[\\w\'’]+(?:[.\\/][\\w\'’]+)*|∞)|"(?:[^"\\\\\n'
 ']|\\\\["\\\\])*"|[„“”«»][^„“”«»"\n'
 ']*[„“”«»])(?=[\\s,;|#(){}\\[\\]]|\\.(?:\\s|\\Z)|\\Z))|(?P<RELATIVE>(?i:(?=[a-zü12348])(?P<place>(?:left(?:most)?|right(?:most)?|middle|cent(?:er|re)|first|second|third|fourth|last|link(?:e[rsn]?|ste[rsn]?)|recht(?:e[rsn]?|este[rsn]?)|mittlere[rsn]?|erste[rsn]?|zweite[rsn]?|dritte[rsn]?|vierte[rsn]?|letzte[rsn]?|1st|2nd|3rd|4th|other|others|remaining|rest(?:liche[rsn]?)?|andere[rsn]?|übrige[rsn]?|weitere[rsn]?|all|alle|both|beide[n]?|gauche|droite|premi(?:er|ère)|dernière?s?|autres|everything|alles)(?:(?:[ \t'
 ']*,[ \t]*|[ \t]+)(?:(?:and|und|et)[ \t]+)?(?:the[ \t]+|die[ \t]+|das[ \t]+|der[ \t'
 ']+)?(?:left(?:most)?|right(?:most)?|middle|cent(?:er|re)|first|second|third|fourth|last|link(?:e[rsn]?|ste[rsn]?)|recht(?:e[rsn]?|este[rsn]?)|mittlere[rsn]?|erste[rsn]?|zweite[rsn]?|dritte[rsn]?|vierte[rsn]?|letzte[rsn]?|1st|2nd|3rd|4th|other|others|remaining|rest(?:liche[rsn]?)?|andere[rsn]?|übrige[rsn]?|weitere[rsn]?|all|alle|both|beide[n]?|gauche|droite|premi(?:er|ère)|dernière?s?|autres|two|three|four|zwei|drei|vier|[2-4]))*)(?P<kind>[ \t'
 ']+(?:(?:min|max)[ \t'
 '-]*)?(?:child(?:ren)?|sons?|successors?|lea(?:fs?|ves)|nodes?|branch(?:es)?|sub-?trees?|kind(?:er[ns]?)?|nachfolgern?|söhne|sohn|blatt|blätter[n]?|knoten|zweige?|teilb(?:aum|äume)|äste?|fils|enfants?|feuilles?)))(?:(?i:(?P<of>[ \t'
 ']+(?:of|from|below|under|at|in|von|unter|bei|des|de|du)[ \t'
 ']+(?:(?:the|der|dem|das|le|la|node|knotens?|sub-?tree|teilbaums?|n(?:œ|oe)ud)[ \t'
 ']+)*))(?:[+\\-−–]?(?:[\\w\'’]+(?:[.\\/][\\w\'’]+)*|∞)|"(?:[^"\\\\\n'
 ']|\\\\["\\\\])*"|[„“”«»][^„“”«»"\n'
 ']*[„“”«»])(?i:(?:(?i:(?P<parent>[ \t]+(?:(?:min|max)[ \t'
 '-]*)?(?:child(?:ren)?|sons?|successors?|lea(?:fs?|ves)|nodes?|branch(?:es)?|sub-?trees?|kind(?:er[ns]?)?|nachfolgern?|söhne|sohn|blatt|blätter[n]?|knoten|zweige?|teilb(?:aum|äume)|äste?|fils|enfants?|feuilles?))))?))?(?=[\\s,;|#(){}\\[\\]]|\\.(?:\\s|\\Z)|\\Z))|(?P<SUBTREE>(?i:(?=[ealstnkbwdgu])(?P<tree>everything|alles|(?:all[ \t'
 ']+|whole[ \t]+|entire[ \t]+|ganze[ \t]+|gesamte[ \t'
 ']+)?(?:sub-?trees?|teilb(?:aum|äume)|branch(?:es)?|zweige?|leaves|children|nodes|blätter|kinder|knoten|enfants|feuilles))[ \t'
 ']+(?:of|below|under|beneath|rooted[ \t]+(?:at|in)|unterhalb(?:[ \t]+von)?|unter|von|ab|de)[ \t'
 ']+(?:(?:the|node|knoten|dem)[ \t]+)*(?P<top>))(?:[+\\-−–]?(?:[\\w\'’]+(?:[.\\/][\\w\'’]+)*|∞)|"(?:[^"\\\\\n'
 ']|\\\\["\\\\])*"|[„“”«»][^„“”«»"\n'
 ']*[„“”«»])(?=[\\s,;|#(){}\\[\\]]|\\.(?:\\s|\\Z)|\\Z))|(?P<COUNT>(?i:(?:[0-9]+|an?|one|some|several|most|two|three|four|eine?n?|einige|mehrere|zwei|drei|vier|une?|deux|trois)[ \t'
 ']+(?:(?:more|further|other|weitere|autres)[ \t'
 ']+)?(?:lea(?:fs?|ves)|nodes?|child(?:ren)?|branch(?:es)?|sub-?trees?|blatt|blätter|knoten|kind(?:er)?|zweige?|äste?|teilb(?:aum|äume)|feuilles?|n(?:œ|oe)uds?))(?=[\\s,;|#(){}\\[\\]]|\\.(?:\\s|\\Z)|\\Z))|(?P<QUALIFIER>(?i:(?:below|under|beneath|in|at|from|of|unterhalb(?:[ \t'
 ']+von)?|unter|bei|von|de)[ \t]+(?:(?:the|node|knoten|dem)[ \t'
 ']+)*(?P<within>))(?:[+\\-−–]?(?:[\\w\'’]+(?:[.\\/][\\w\'’]+)*|∞)|"(?:[^"\\\\\n'
 ']|\\\\["\\\\])*"|[„“”«»][^„“”«»"\n'
 ']*[„“”«»])(?=[\\s,;|#(){}\\[\\]]|\\.(?:\\s|\\Z)|\\Z))|(?P<FILLER>(?i:(?=[a-zäéœ&])(?:as[ \t]+well[ \t]+as|as[ \t'
 ']+well|und|only|nur|just|so|also|thus|hence|therefore|daher|somit|damit|ist|is|are|sind|root|wurzel(?:knoten)?|and|sowie|then|dann|danach|&|the|die|der|das|den|dem|both|beide|nodes?|knotens?|lea(?:fs?|ves)|blatt|blätter[n]?|with|mit|(?:the[ \t'
 ']+)?values?|(?:dem[ \t]+|den[ \t'
 ']+)?werte?n?|erst|zuerst|first|finally|zuletzt|schließlich|sub-?trees?|teilb(?:aum|äume)s?|branch(?:es)?|edges?|zweige?|äste?|kanten?|(?:its|their|seinen|ihren|dessen|deren)[ \t'
 ']+(?:children|leaves|blätter[n]?)|(?:max|min)[ \t'
 '-]*(?:nodes?|knoten)|we|get|wir|erhalten|whole|entire|complete|gesamte[rn]?|ganze[rn]?|komplette[rn]?|auch|les?|la|et|puis|ensuite|feuilles?|n(?:œ|oe)uds?|valeurs?|avec|then|next))(?=[\\s,;|#(){}\\[\\]]|\\.(?:\\s|\\Z)|\\Z))|(?P<NOTHING>(?i:(?=[nNkKlLeEaA∅–—\\/\\[{(-])(?:none|keine[rns]?|nichts?|nothing|no|nil|leer|empty|aucune?s?|∅|-{1,3}|–|—|\\/|\\{\\s*\\}|\\[\\s*\\]|\\(\\s*\\))(?:[ \t'
 ']+(?:nodes?|knoten|lea(?:fs?|ves)|blatt|blätter|cuts?|schnitte?|pruned|pruning|beschnitten|abgeschnitten|geschnitten|feuilles?))?)(?=[\\s,;|#(){}\\[\\]]|\\.(?:\\s|\\Z)|\\Z))|(?P<UNANSWERED>\\?+(?=[\\s,;|#(){}\\[\\]]|\\.(?:\\s|\\Z)|\\Z))|(?P<PATH>(?:[+\\-−–]?(?:[\\w\'’]+(?:[.\\/][\\w\'’]+)*|∞)|"(?:[^"\\\\\n'
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

END_STATE = 18

REDUCTIONS: tuple[tuple[int, str], ...] = ((1, 'claim'), (1, 'start'), (2, 'start'))

ACTIONS: tuple[dict[str, int], ...] = ({'ALIAS': 1,
  'BOUNDS': 2,
  'COUNT': 3,
  'EDGE': 4,
  'EQUATION': 5,
  'FILLER': 6,
  'NOTHING': 7,
  'PATH': 8,
  'PLAIN': 9,
  'QUALIFIER': 10,
  'RANGE': 11,
  'RELATIVE': 12,
  'SUBTREE': 13,
  'UNANSWERED': 14,
  'WINDOW': 15,
  'WORD': 16,
  'claim': 17,
  'start': 18},
 {'$END': -1,
  'ALIAS': -1,
  'BOUNDS': -1,
  'COUNT': -1,
  'EDGE': -1,
  'EQUATION': -1,
  'FILLER': -1,
  'NOTHING': -1,
  'PATH': -1,
  'PLAIN': -1,
  'QUALIFIER': -1,
  'RANGE': -1,
  'RELATIVE': -1,
  'SUBTREE': -1,
  'UNANSWERED': -1,
  'WINDOW': -1,
  'WORD': -1},
 {'$END': -1,
  'ALIAS': -1,
  'BOUNDS': -1,
  'COUNT': -1,
  'EDGE': -1,
  'EQUATION': -1,
  'FILLER': -1,
  'NOTHING': -1,
  'PATH': -1,
  'PLAIN': -1,
  'QUALIFIER': -1,
  'RANGE': -1,
  'RELATIVE': -1,
  'SUBTREE': -1,
  'UNANSWERED': -1,
  'WINDOW': -1,
  'WORD': -1},
 {'$END': -1,
  'ALIAS': -1,
  'BOUNDS': -1,
  'COUNT': -1,
  'EDGE': -1,
  'EQUATION': -1,
  'FILLER': -1,
  'NOTHING': -1,
  'PATH': -1,
  'PLAIN': -1,
  'QUALIFIER': -1,
  'RANGE': -1,
  'RELATIVE': -1,
  'SUBTREE': -1,
  'UNANSWERED': -1,
  'WINDOW': -1,
  'WORD': -1},
 {'$END': -1,
  'ALIAS': -1,
  'BOUNDS': -1,
  'COUNT': -1,
  'EDGE': -1,
  'EQUATION': -1,
  'FILLER': -1,
  'NOTHING': -1,
  'PATH': -1,
  'PLAIN': -1,
  'QUALIFIER': -1,
  'RANGE': -1,
  'RELATIVE': -1,
  'SUBTREE': -1,
  'UNANSWERED': -1,
  'WINDOW': -1,
  'WORD': -1},
 {'$END': -1,
  'ALIAS': -1,
  'BOUNDS': -1,
  'COUNT': -1,
  'EDGE': -1,
  'EQUATION': -1,
  'FILLER': -1,
  'NOTHING': -1,
  'PATH': -1,
  'PLAIN': -1,
  'QUALIFIER': -1,
  'RANGE': -1,
  'RELATIVE': -1,
  'SUBTREE': -1,
  'UNANSWERED': -1,
  'WINDOW': -1,
  'WORD': -1},
 {'$END': -1,
  'ALIAS': -1,
  'BOUNDS': -1,
  'COUNT': -1,
  'EDGE': -1,
  'EQUATION': -1,
  'FILLER': -1,
  'NOTHING': -1,
  'PATH': -1,
  'PLAIN': -1,
  'QUALIFIER': -1,
  'RANGE': -1,
  'RELATIVE': -1,
  'SUBTREE': -1,
  'UNANSWERED': -1,
  'WINDOW': -1,
  'WORD': -1},
 {'$END': -1,
  'ALIAS': -1,
  'BOUNDS': -1,
  'COUNT': -1,
  'EDGE': -1,
  'EQUATION': -1,
  'FILLER': -1,
  'NOTHING': -1,
  'PATH': -1,
  'PLAIN': -1,
  'QUALIFIER': -1,
  'RANGE': -1,
  'RELATIVE': -1,
  'SUBTREE': -1,
  'UNANSWERED': -1,
  'WINDOW': -1,
  'WORD': -1},
 {'$END': -1,
  'ALIAS': -1,
  'BOUNDS': -1,
  'COUNT': -1,
  'EDGE': -1,
  'EQUATION': -1,
  'FILLER': -1,
  'NOTHING': -1,
  'PATH': -1,
  'PLAIN': -1,
  'QUALIFIER': -1,
  'RANGE': -1,
  'RELATIVE': -1,
  'SUBTREE': -1,
  'UNANSWERED': -1,
  'WINDOW': -1,
  'WORD': -1},
 {'$END': -1,
  'ALIAS': -1,
  'BOUNDS': -1,
  'COUNT': -1,
  'EDGE': -1,
  'EQUATION': -1,
  'FILLER': -1,
  'NOTHING': -1,
  'PATH': -1,
  'PLAIN': -1,
  'QUALIFIER': -1,
  'RANGE': -1,
  'RELATIVE': -1,
  'SUBTREE': -1,
  'UNANSWERED': -1,
  'WINDOW': -1,
  'WORD': -1},
 {'$END': -1,
  'ALIAS': -1,
  'BOUNDS': -1,
  'COUNT': -1,
  'EDGE': -1,
  'EQUATION': -1,
  'FILLER': -1,
  'NOTHING': -1,
  'PATH': -1,
  'PLAIN': -1,
  'QUALIFIER': -1,
  'RANGE': -1,
  'RELATIVE': -1,
  'SUBTREE': -1,
  'UNANSWERED': -1,
  'WINDOW': -1,
  'WORD': -1},
 {'$END': -1,
  'ALIAS': -1,
  'BOUNDS': -1,
  'COUNT': -1,
  'EDGE': -1,
  'EQUATION': -1,
  'FILLER': -1,
  'NOTHING': -1,
  'PATH': -1,
  'PLAIN': -1,
  'QUALIFIER': -1,
  'RANGE': -1,
  'RELATIVE': -1,
  'SUBTREE': -1,
  'UNANSWERED': -1,
  'WINDOW': -1,
  'WORD': -1},
 {'$END': -1,
  'ALIAS': -1,
  'BOUNDS': -1,
  'COUNT': -1,
  'EDGE': -1,
  'EQUATION': -1,
  'FILLER': -1,
  'NOTHING': -1,
  'PATH': -1,
  'PLAIN': -1,
  'QUALIFIER': -1,
  'RANGE': -1,
  'RELATIVE': -1,
  'SUBTREE': -1,
  'UNANSWERED': -1,
  'WINDOW': -1,
  'WORD': -1},
 {'$END': -1,
  'ALIAS': -1,
  'BOUNDS': -1,
  'COUNT': -1,
  'EDGE': -1,
  'EQUATION': -1,
  'FILLER': -1,
  'NOTHING': -1,
  'PATH': -1,
  'PLAIN': -1,
  'QUALIFIER': -1,
  'RANGE': -1,
  'RELATIVE': -1,
  'SUBTREE': -1,
  'UNANSWERED': -1,
  'WINDOW': -1,
  'WORD': -1},
 {'$END': -1,
  'ALIAS': -1,
  'BOUNDS': -1,
  'COUNT': -1,
  'EDGE': -1,
  'EQUATION': -1,
  'FILLER': -1,
  'NOTHING': -1,
  'PATH': -1,
  'PLAIN': -1,
  'QUALIFIER': -1,
  'RANGE': -1,
  'RELATIVE': -1,
  'SUBTREE': -1,
  'UNANSWERED': -1,
  'WINDOW': -1,
  'WORD': -1},
 {'$END': -1,
  'ALIAS': -1,
  'BOUNDS': -1,
  'COUNT': -1,
  'EDGE': -1,
  'EQUATION': -1,
  'FILLER': -1,
  'NOTHING': -1,
  'PATH': -1,
  'PLAIN': -1,
  'QUALIFIER': -1,
  'RANGE': -1,
  'RELATIVE': -1,
  'SUBTREE': -1,
  'UNANSWERED': -1,
  'WINDOW': -1,
  'WORD': -1},
 {'$END': -1,
  'ALIAS': -1,
  'BOUNDS': -1,
  'COUNT': -1,
  'EDGE': -1,
  'EQUATION': -1,
  'FILLER': -1,
  'NOTHING': -1,
  'PATH': -1,
  'PLAIN': -1,
  'QUALIFIER': -1,
  'RANGE': -1,
  'RELATIVE': -1,
  'SUBTREE': -1,
  'UNANSWERED': -1,
  'WINDOW': -1,
  'WORD': -1},
 {'$END': -2,
  'ALIAS': -2,
  'BOUNDS': -2,
  'COUNT': -2,
  'EDGE': -2,
  'EQUATION': -2,
  'FILLER': -2,
  'NOTHING': -2,
  'PATH': -2,
  'PLAIN': -2,
  'QUALIFIER': -2,
  'RANGE': -2,
  'RELATIVE': -2,
  'SUBTREE': -2,
  'UNANSWERED': -2,
  'WINDOW': -2,
  'WORD': -2},
 {'ALIAS': 1,
  'BOUNDS': 2,
  'COUNT': 3,
  'EDGE': 4,
  'EQUATION': 5,
  'FILLER': 6,
  'NOTHING': 7,
  'PATH': 8,
  'PLAIN': 9,
  'QUALIFIER': 10,
  'RANGE': 11,
  'RELATIVE': 12,
  'SUBTREE': 13,
  'UNANSWERED': 14,
  'WINDOW': 15,
  'WORD': 16,
  'claim': 19},
 {'$END': -3,
  'ALIAS': -3,
  'BOUNDS': -3,
  'COUNT': -3,
  'EDGE': -3,
  'EQUATION': -3,
  'FILLER': -3,
  'NOTHING': -3,
  'PATH': -3,
  'PLAIN': -3,
  'QUALIFIER': -3,
  'RANGE': -3,
  'RELATIVE': -3,
  'SUBTREE': -3,
  'UNANSWERED': -3,
  'WINDOW': -3,
  'WORD': -3})
