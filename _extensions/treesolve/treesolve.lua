--[[ Game trees in documents: a fenced block of class `tree` becomes a picture, a worked solution or an exercise.

    pandoc script.md --lua-filter "$(treesolve list filter)" -o script.pdf

The command `treesolve` makes all of it; what it says beside pictures it writes in Markdown, which pandoc reads. ]]
PANDOC_VERSION:must_be_at_least "2.17"
if (PANDOC_STATE.output_file or ""):match "%.typ$" then -- where an older one writes HTML
  PANDOC_VERSION:must_be_at_least("3.1.2", "pandoc %s or newer writes Typst, and this is pandoc %s")
end

local IN_HTML = FORMAT:match "html" or FORMAT:match "^epub" or FORMAT:match "slid" or FORMAT:match "^revealjs"
local IN_LATEX = FORMAT == "latex" or FORMAT == "beamer"
local IN_BEAMER = FORMAT == "beamer"
local WIDEST = IN_BEAMER and 26 or 50 -- letters in a column of a table
local FORMULAS = {["α"] = "\\alpha", ["β"] = "\\beta", ["∞"] = "\\infty", ["≤"] = "\\leq", ["≥"] = "\\geq", ["−"] = "-",
  ["→"] = "\\to", ["×"] = "\\times", ["≠"] = "\\neq", ["·"] = "\\cdot", ["²"] = "^2"} -- LaTeX has no others of these
local IN_SHELL = pandoc.List {"-c", 'exec treesolve "$@" 2>&1 >/dev/null', "sh"} -- what goes wrong can be shown, too
local OWN = pandoc.List {"tree", "sheet", "solve", "show"} -- classes
local OTHERS = pandoc.List {"id", "width", "height", "style", "title", "caption", "role", "lang", "dir", "filename",
  "fragment", "incremental", "unnumbered", "unlisted", "numberLines", "startFrom", "lineAnchors"}
local MEANINGLESS = {
  en = "“%s” has no meaning here. Valid are .sheet, .solve, solve=LECTURE, show=steps and, without .sheet, step=NUMBER.",
  de = "„%s“ bedeutet hier nichts. Möglich sind .sheet, .solve, solve=VORLESUNG, show=steps und, ohne .sheet, step=ZAHL.",
}
local stringify = pandoc.utils.stringify

local folder, language, has_mistakes = "", pandoc.List(), false
local slide_level, is_long = 1, false -- the level of headings that begin a slide; whether one holds more than pictures
local sources = pandoc.List() -- the files that are read, with how far blocks have been found in each
local last_told = ""
local file, line = "-", 0 -- where the block opens that is read
local exercises, rules, solutions = 0, {}, pandoc.List()

local function content_of(path) -- nothing where there is no such file
  local opened = io.open(path, "rb")
  local content = opened and opened:read "a"
  return opened and opened:close() and content
end

local function place_of(text) -- the file of a block, and its line there
  for _, source in ipairs(sources) do
    local found = source.text:find(text, source.from, true) or source.text:find(text:match "[^\n]*", source.from, true)
    if found then
      source.from = found + 1
      return source.name, select(2, source.text:sub(1, found):gsub("\n", ""))
    end
  end
  return "-", 0
end

local function tell(told) -- in the words of treesolve, by the lines of the document
  local function placed(number) return ("%s:%d:"):format(file, line + (tonumber(number) or 0)) end
  told = told:gsub("^Usage:.-\n\n", "x.tree: "):gsub("[^\n]*x%.tree:(%d+):", placed):gsub("[^\n]*x%.tree:", placed)
  if told ~= last_told then io.stderr:write(told) end -- the picture and the page of a tree have the same remarks
  last_told = told
  return told
end

local function run(command, output, words) -- what treesolve writes of the tree
  words = pandoc.List {command, folder .. "/x.tree", "-o", folder .. "/" .. output} .. language .. words
  local is_windows = pandoc.system.os == "mingw32"
  tell(pandoc.pipe(is_windows and "treesolve" or "sh", is_windows and words or IN_SHELL .. words, ""))
  return content_of(folder .. "/" .. output)
end

local function picture(text, words, form) -- a block with the picture
  local content, attributes = run("draw", "picture." .. form, words), {}
  if IN_HTML then
    return {pandoc.RawBlock("html", '<div style="overflow-x: auto; margin: 1em 0">' .. content .. "</div>")}
  end
  if not IN_LATEX then attributes.width = math.min(string.unpack(">I4", content, 17) / 200, 5.5) .. "in" end
  local name = "tree-" .. pandoc.utils.sha1(content):sub(1, 12) .. "." .. form
  pandoc.mediabag.insert(name, nil, content)
  local image = pandoc.Image(text:gsub("%s+", " "), name, "", attributes)
  local function latex(code) return pandoc.RawInline("latex", code) end
  return {pandoc.Para(IN_BEAMER and {latex "{\\textheight=.7\\textheight", image, latex "}"} or {image})}
end

local function drawn(code, words) return picture(code.text, words, IN_HTML and "svg" or IN_LATEX and "pdf" or "png") end

local function fitted(given) -- a table with columns as wide as their texts, where these are more than a line
  local simple, widths, width = pandoc.utils.to_simple_table(given), pandoc.List(), 0
  for column in ipairs(simple.header) do
    local function length(row) return utf8.len(stringify(row[column])) end
    widths:insert(math.min(math.max(length(simple.header), table.unpack(simple.rows:map(length))), WIDEST) + 4)
    width, simple.aligns[column] = width + widths[column], "AlignLeft"
  end
  if width > WIDEST + 25 then simple.widths = widths:map(function(each) return each / width end) end
  return pandoc.utils.from_simple_table(simple)
end

local function symbols(str) -- as formulas
  local inlines = pandoc.List()
  for sign in str.text:gmatch(utf8.charpattern) do
    inlines:insert(FORMULAS[sign] and pandoc.Math("InlineMath", FORMULAS[sign]) or pandoc.Str(sign))
  end
  return inlines
end

local function page(text, image) -- blocks without headings, with the image in place of a picture in characters
  local read = pandoc.read(text:gsub("\n##+ ([^\n]*)", "\n**%1**"), "commonmark+pipe_tables")
  local function shown(code) return code.text ~= "" and image or nil end
  return read.blocks:walk {CodeBlock = shown, Table = fitted, Str = IN_LATEX and symbols or nil}
end

local function in_bold(header) return pandoc.Para {pandoc.Strong(header.content)} end

local function heading(level, text, attributes) -- Beamer breaks no slide below a heading on it
  local header = pandoc.Header(level, page(text)[1].content, attributes)
  return IN_BEAMER and in_bold(header) or header
end

local function exercise(code, lecture, words) -- its solution is kept for the end of the document
  local parts = "^(.-)\n## (%D*)1([^\n]*)(.*)" -- a sheet has one task, which is the next one in the document
  local above, task, points, asked = run("sheet", "sheet.md", words):match(parts)
  local head, _, title, solved = content_of(folder .. "/sheet-solution.md"):match(parts)
  if exercises == 0 then solutions:insert(pandoc.Header(slide_level, page(head:match "# ([^\n]*)")[1].content)) end
  exercises = exercises + 1
  solutions:insert(heading(2, task .. exercises .. title))
  solutions:extend(page(solved, drawn(code, lecture .. {"--solved"})))
  local rule, unlisted = above:match "\n(>.*)" or "", pandoc.Attr("", {"unnumbered", "unlisted"})
  local task_heading = heading(3, task .. exercises .. points, unlisted)
  local blocks = (rules[rule] and pandoc.List() or page(rule)) .. {task_heading} .. page(asked, drawn(code, {}))
  rules[rule] = true
  return blocks
end

local function is_for_pandoc(name) -- or for Quarto, HTML and slides; theirs begin with an underscore or have a hyphen
  return OTHERS:includes(name) or name:match "^_" or name:match "%-" and not OWN:includes(name:match "^%a*")
end

local function check(code) -- that all that a block asks for has a meaning
  local is_sheet = code.classes:includes "sheet" or code.attributes.sheet
  local function refuse(text)
    local sentence = MEANINGLESS[language[2]] or MEANINGLESS.en
    error("x.tree: " .. sentence:format(text) .. "\n", 0)
  end
  for _, class in ipairs(code.classes) do
    if not (OWN:includes(class) or is_for_pandoc(class)) then refuse("." .. class) end
  end
  for name, value in pairs(code.attributes) do
    local is_own = name == "solve" or name == "step" and not is_sheet or name == "show" and value == "steps"
    is_own = is_own or OWN:includes(name) and value == "true"
    if not (is_own or is_for_pandoc(name)) then refuse(name .. "=" .. value) end
  end
end

local function made(code) -- what a block asks for
  local function ask(name) return code.attributes[name] or code.classes:includes(name) and "true" or nil end
  check(code)
  local solve, step, show = ask "solve", ask "step", ask "show"
  local lecture = pandoc.List(solve and solve ~= "true" and {"-c", solve} or {})
  is_long = is_long or ask "sheet" or show
  if ask "sheet" then return exercise(code, lecture, lecture .. {"--replace", show and "--style=steps"}) end
  local moment = (solve or step or show) and {step and "--step=" .. step or "--solved"} or {}
  local image = drawn(code, lecture .. moment)
  return show and page(run("solve", "solution.md", lecture):gsub("^# [^\n]*", ""), image) or image
end

local function continued(title) -- with what makes a full slide continue on the next one
  title.attributes.allowframebreaks = "0.9"
  -- Without \splitmaxdepth TeX does not count the lower lines of a table's last row as part of the slide.
  return pandoc.Blocks {title, pandoc.RawBlock("latex", "\\global\\splitmaxdepth=\\maxdepth \\small")}
end

local function tree_of(code) -- what a block becomes; with a mistake it stays, and what is wrong is told below
  if not code.classes:includes "tree" then return nil end
  file, line = place_of(code.text)
  io.open(folder .. "/x.tree", "wb"):write(code.text, "\n"):close()
  local is_made, blocks = pcall(made, code)
  if is_made then return blocks end
  has_mistakes = true
  return {code, pandoc.CodeBlock(tell(type(blocks) == "table" and blocks.output or tostring(blocks)))}
end

local function in_beamer(blocks) -- with slides that go on where they are full
  local levels = pandoc.List() -- pandoc's own rule: slides begin at the highest heading right above something else
  for place, block in ipairs(blocks) do
    local below = blocks[place + 1]
    if block.t == "Header" and below and below.t ~= "Header" then levels:insert(block.level) end
  end
  slide_level = PANDOC_WRITER_OPTIONS.slide_level or math.max(1, math.min(7, table.unpack(levels)) % 7)
  local slides, made_of_it = pandoc.List {pandoc.Blocks {}}, pandoc.List()
  for _, block in ipairs(blocks) do
    local is_title = block.t == "Header" and block.level <= slide_level
    if is_title or block.t == "HorizontalRule" then slides:insert(pandoc.Blocks {}) end
    slides[#slides]:insert(block)
  end
  for _, slide in ipairs(slides) do
    is_long = false
    slide = slide:walk {CodeBlock = tree_of}
    if is_long then
      local title = slide[1].t == "Header" and slide:remove(1) or pandoc.Header(slide_level, {})
      slide = slide:walk {Header = in_bold, HorizontalRule = function() return {} end}
      made_of_it:extend(continued(title))
    end
    made_of_it:extend(slide)
  end
  if solutions[1] then solutions = continued(solutions:remove(1)) .. solutions end
  return made_of_it
end

function Pandoc(doc)
  if doc.meta.lang then language:extend {"--language", stringify(doc.meta.lang):match "^de%f[%A]" or "en"} end
  for _, name in ipairs(quarto and {quarto.doc.input_file} or PANDOC_STATE.input_files) do
    sources:insert {name = name, text = content_of(name) or "", from = 1}
  end
  pandoc.system.with_temporary_directory("treesolve", function(made_for_it)
    folder = made_for_it
    doc.blocks = IN_BEAMER and in_beamer(doc.blocks) or doc.blocks:walk {CodeBlock = tree_of}
  end)
  if has_mistakes and not doc.meta.draft then os.exit(1) end -- nothing is written that lacks a tree
  doc.blocks:extend(solutions)
  local tables_go_on = pandoc.RawBlock("typst", "#show figure: set block(breakable: true)") -- on the next page
  if FORMAT == "typst" then doc.blocks:insert(1, tables_go_on) end
  return doc
end
