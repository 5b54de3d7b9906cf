r"""How pictures for the package `forest` look: styles that a document has once, before its first picture.

They measure the texts at a node, so that forest leaves room for them, and draw outlines as other pictures have them.
Sizes of outlines are those of treesolve.drawing.shape; fonts are the document's own.
"""

STYLES = r"""% Game trees with the package forest. A node is written [value, kind, ...]:
%   kind     MAX, MIN, CHANCE or leaf; P1, P2 ... where there are several players
%   texts    called={its name}, window={alpha and beta}, move={on the edge above it}, side={beside its level}
%   marks    principal, struck, pruned, waiting, current; blank for a leaf without an outline
% A tree begins with "game tree", then, if wanted, "squares" or "circles", and "turned" for a root at the left.
\makeatletter
\newcommand\gametreevaluefont{\normalsize}
\newcommand\gametreenamefont{\small\itshape}
\newcommand\gametreewindowfont{\footnotesize}
\newcommand\gametreemovefont{\footnotesize}
\newcommand\gametreesidefont{\small\bfseries}
\newcommand\gametreeding[2]{\ifdefined\ding\ding{#1}\else\ensuremath{#2}\fi}
\providecommand\anycharacter[1]{% a character by its code; the code itself where the fonts lack it
  \ifnum"#1="2713 \gametreeding{51}{\surd}\else\ifnum"#1="2717 \gametreeding{55}{\times}\else
  \ifnum"#1="2573 \gametreeding{53}{\times}\else
  \ifnum\ifdefined\Uchar\iffontchar\font"#1 1\else0\fi\else0\fi=1 \Uchar"#1\relax\else{\normalfont\tiny U+#1}%
  \fi\fi\fi\fi}
% Outlines: width and height for a value as wide as \wd0; half the width at mid-height and where texts beside it begin,
% as shares of the width; how far the value stands above the centre.
\def\gametree@outline#1#2#3#4#5{\pgfmathparse{#1}\edef\gametree@do{\noexpand\forestset{%
  outline width=\pgfmathresult pt, outline height=#2, reach/.pgfmath=#3*\pgfmathresult pt,
  beside/.pgfmath=#4*\pgfmathresult pt+3pt, lift=#5}}\gametree@do}
\def\gametree@up{\gametree@outline{max(38pt,(\wd0+5pt)/.48)}{32pt}{.25}{.375}{-5.5pt}}
\def\gametree@down{\gametree@outline{max(38pt,(\wd0+5pt)/.48)}{32pt}{.25}{.375}{5.5pt}}
\def\gametree@circle{\gametree@outline{max(26pt,veclen(\wd0,11pt)+6pt)}{\pgfmathresult pt}{.5}{.5}{0pt}}
\def\gametree@square{\gametree@outline{max(24pt,\wd0+9pt)}{24pt}{.5}{.5}{0pt}}
\def\gametree@player{\gametree@outline{max(34pt,1.06*\wd0+10pt)}{28pt}{.5}{.5}{0pt}}
\def\gametree@diamond{\gametree@outline{max(34pt,1.6*\wd0+12pt)}{32pt}{.5}{.5}{0pt}}
\def\gametree@box{\gametree@outline{max(20pt,\wd0+9pt)}{18pt}{.5}{.5}{0pt}}
\def\gametree@measure{%
  \setbox0\hbox{\gametreevaluefont{\foresteoption{emphasis}\forestoption{content}}}%
  \csname gametree@\foresteoption{outline}\endcsname
  \setbox0\hbox{\gametreenamefont\forestoption{called}}%
  \setbox1\hbox{\gametreewindowfont\forestoption{window}}%
  \setbox2\hbox{\gametreemovefont\forestoption{move}}%
  \edef\gametree@do{\noexpand\forestset{called width=\the\wd0, window width=\the\wd1, move width=\the\wd2}}%
  \gametree@do}
\def\gametree@wide{.5*\foresteoption{outline width}}
\def\gametree@high{.5*\foresteoption{outline height}}
\definecolor{game tree faint}{gray}{.42}
\tikzset{
  game tree up/.style={insert path={
    (0,\gametree@high) -- (\gametree@wide,-\gametree@high) -- (-\gametree@wide,-\gametree@high) -- cycle}},
  game tree down/.style={insert path={
    (0,-\gametree@high) -- (\gametree@wide,\gametree@high) -- (-\gametree@wide,\gametree@high) -- cycle}},
  game tree diamond/.style={insert path={
    (0,-\gametree@high) -- (\gametree@wide,0) -- (0,\gametree@high) -- (-\gametree@wide,0) -- cycle}},
  game tree circle/.style={insert path={(0,0) circle[radius=\gametree@wide]}},
  game tree player/.style={insert path={(0,0) ellipse[x radius=\gametree@wide, y radius=\gametree@high]}},
  game tree square/.style={insert path={(-\gametree@wide,-\gametree@high) rectangle (\gametree@wide,\gametree@high)}},
  game tree box/.style={rounded corners=3pt, game tree square},
  game tree text/.style={inner sep=0pt, outer sep=0pt},
  game tree move/.style={pos=.62, inner sep=1.5pt, fill=white, solid, font=\gametreemovefont},
  game tree side/.style={font=\gametreesidefont, text=game tree faint, inner sep=6pt},
  game tree strike/.style={pos=.64},
  game tree strokes/.pic={\draw[solid,black,line width=1pt] (-3.8pt,-5pt)--(.2pt,5pt) (-.2pt,-5pt)--(3.8pt,5pt);},
}
\forestset{
  declare toks={outline}{box}, declare toks={called}{}, declare toks={window}{}, declare toks={move}{},
  declare toks={side}{}, declare toks={emphasis}{}, declare keylist={look}{},
  declare dimen={outline width}{0pt}, declare dimen={outline height}{0pt}, declare dimen={reach}{0pt},
  declare dimen={parent reach}{0pt}, declare dimen={beside}{0pt}, declare dimen={lift}{0pt},
  declare dimen={called width}{0pt}, declare dimen={window width}{0pt}, declare dimen={move width}{0pt},
  triangles/.style={MAX/.style={outline=up}, MIN/.style={outline=down}, CHANCE/.style={outline=circle}},
  squares/.style={MAX/.style={outline=square}, MIN/.style={outline=circle}, CHANCE/.style={outline=diamond}},
  circles/.style={MAX/.style={outline=circle}, MIN/.style={outline=square}, CHANCE/.style={outline=diamond}},
  triangles,
  player/.style={outline=player},
  P1/.style=player, P2/.style=player, P3/.style=player, P4/.style=player, P5/.style=player,
  P6/.style=player, P7/.style=player, P8/.style=player, P9/.style=player,
  leaf/.style={outline=box},
  waiting/.style={edge+={draw=game tree faint}},
  blank/.style={look+={draw=none, fill=none}},
  pruned/.style={look+={draw=game tree faint, text=game tree faint, dashed}, edge+={draw=game tree faint, dashed}},
  struck/.style={edge label+={pic[game tree strike,sloped]{game tree strokes}}},
  principal/.style={look+={line width=1.8pt}, edge+={line width=1.8pt}, emphasis=\bfseries\boldmath},
  current/.style={look+={fill=black!12, line width=1.6pt}},
  game tree room/.style={
    minimum height/.option=outline height,
    if outline={box}
      {minimum width/.pgfmath={max(outline_width(),called_width(),1.6*move_width())}}
      {minimum width/.pgfmath={max(outline_width(),2*(beside()+max(called_width(),window_width())),1.6*move_width())}},
  },
  game tree texts/.style={
    if outline={box}
      {game tree text={called}{name}{north}{0pt,-\gametree@high-2pt}}
      {game tree text={called}{name}{east}{-\foresteoption{beside},-3pt},
       game tree text={window}{window}{west}{\foresteoption{beside},-3pt}},
  },
  game tree text/.style n args={4}{
    if #1={}{}{tikz+={\begin{scope}[shift={(.center)}, style/.expanded=\foresteoption{look}]
      \node[game tree text, font=\csname gametree#2font\endcsname, anchor=#3] at (#4) {\forestoption{#1}};
    \end{scope}}}},
  game tree levels/.style={l sep/.max={l_sep("!u")+14*(move_width()>0)}{children}},
  game tree side/.style={TeX={
    \node[game tree side, anchor=east] at (game tree corner |- .center) {\forestoption{side}};}},
  turned/.style={
    for tree={
      grow'=east, parent anchor=center, child anchor=center,
      if level=0{}{before drawing tree={parent reach/.option=!u.reach}},
      edge path={\noexpand\path[\forestoption{edge}]
        (!u.center) +(\foresteoption{parent reach},0) coordinate (game tree from)
        (.center) +(-\foresteoption{reach},0) coordinate (game tree to)
        (game tree from) -- (game tree to)\forestoption{edge label};}},
    game tree room/.style={
      if outline={box}
        {minimum width/.option=outline width, minimum height=16pt, outline height=16pt}
        {minimum width/.pgfmath={max(outline_width(),called_width(),window_width())},
         minimum height/.pgfmath={outline_height()+11+11*(window_width()>0)}},
    },
    game tree texts/.style={
      if outline={box}
        {game tree text={called}{name}{west}{\foresteoption{beside},0pt}}
        {game tree text={called}{name}{south}{0pt,\gametree@high+2pt},
         game tree text={window}{window}{north}{0pt,-\gametree@high-3pt}},
    },
    game tree levels/.style={l sep/.max={l_sep("!u")+10+1.4*move_width()}{children}},
    game tree side/.style={TeX={
      \node[game tree side, anchor=south] at (game tree corner -| .center) {\forestoption{side}};}},
  },
  game tree/.style={
    for tree={
      content format={}, inner sep=0pt, outer sep=0pt, calign=midpoint, parent anchor=south, child anchor=north,
      s sep=9pt, l sep=30pt, l=0pt, tier/.option=level,
      before typesetting nodes={
        if level=0{move=}{},
        TeX=\gametree@measure, game tree room, game tree texts,
        if move={}{}{
          edge label+={node[game tree move]{\forestoption{move}}}, edge+={game tree strike/.style={pos=.34}}},
      },
      before packing={if n children=0{}{game tree levels}},
      tikz={
        \begin{scope}[shift={(.center)}, style/.expanded=\foresteoption{look}]
          \path[draw, fill=white, line join=round, style/.expanded=\foresteoption{look},
            game tree \foresteoption{outline}];
          \node[game tree text, font=\gametreevaluefont] at (0pt,\foresteoption{lift})
            {{\foresteoption{emphasis}\forestoption{content}}};
        \end{scope}
      },
    },
    draw tree method/.append style={
      TeX={\path (current bounding box.north west) coordinate (game tree corner);},
      for nodewalk={tree}{if side={}{}{game tree side}},
    },
  },
}
\makeatother
"""
"""TikZ styles and forest keys, for a preamble."""
