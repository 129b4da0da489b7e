import { HighlightStyle, StreamLanguage, type StringStream, syntaxHighlighting } from '@codemirror/language'
import { Tag } from '@lezer/highlight'

/** Token kinds, each with a CSS class. */
const KINDS = [
  'heading',
  'bold',
  'italic',
  'link',
  'template',
  'argument',
  'element',
  'comment',
  'list',
  'table',
  'magic',
  'verbatim',
] as const
type Kind = (typeof KINDS)[number]
const TAGS = Object.fromEntries(KINDS.map(kind => [kind, Tag.define()])) as Record<Kind, Tag>

interface State {
  /** Open templates, arguments and links, innermost last. */
  readonly open: ('template' | 'argument' | 'link' | 'outer')[]
  bold: boolean
  italic: boolean
  heading: boolean
  comment: boolean
  /** The open element whose content is not parsed as wikitext. */
  verbatim: string | null
}

const VERBATIM = /^<(nowiki|pre|syntaxhighlight|source|math|score|templatedata|gallery)\b[^>/]*>/i
/** Maximum nesting depth. Deeper text is not highlighted. */
const DEEPEST = 40

const styled = ({ open, bold, italic, heading }: State, kind: Kind | null = null): string | null => {
  const around = open.at(-1)
  const inside = kind ?? (around === 'outer' ? 'link' : around) ?? null
  return [inside, heading && 'heading', bold && 'bold', italic && 'italic'].filter(Boolean).join(' ') || null
}

function token(stream: StringStream, state: State): string | null {
  if (state.comment) {
    state.comment = !closes(stream, '-->')
    return 'comment'
  }
  if (state.verbatim !== null) {
    const end = new RegExp(`^</${state.verbatim}\\s*>`, 'i')
    if (stream.match(end)) {
      state.verbatim = null
      return 'element'
    }
    stream.next()
    while (!stream.eol() && stream.peek() !== '<') stream.next()
    return 'verbatim'
  }
  if (stream.sol()) {
    const kind = atStart(stream, state)
    if (kind) return kind
  }
  return inLine(stream, state)
}

function closes(stream: StringStream, end: string): boolean {
  while (!stream.eol()) {
    if (stream.match(end)) return true
    stream.next()
  }
  return false
}

/** Tokens at the start of a line. Emphasis and unclosed links end with their line. */
function atStart(stream: StringStream, state: State): string | null {
  while (state.open.at(-1) === 'link' || state.open.at(-1) === 'outer') state.open.pop()
  state.bold = false
  state.italic = false
  state.heading = state.open.length === 0 && /^(={1,6})[^=].*\1\s*(?:<!--.*-->\s*)?$/.test(stream.string)
  if (stream.match(/^(?:\{\||\|\}|\|-+|\|\+)/)) return 'table'
  if (state.open.length === 0 && stream.match(/^[|!]/)) return 'table'
  if (stream.match(/^[*#:;]+/)) return 'list'
  if (stream.match(/^----+/)) return 'table'
  return null
}

function inLine(stream: StringStream, state: State): string | null {
  const { open } = state
  if (stream.match('<!--')) {
    state.comment = !closes(stream, '-->')
    return 'comment'
  }
  const verbatim = stream.match(VERBATIM) as RegExpMatchArray | null
  if (verbatim) {
    state.verbatim = verbatim[1]!
    return 'element'
  }
  if (stream.match(/^<\/?[a-z][\w-]*(?:\s[^<>]*)?\/?>/i)) return 'element'
  if (stream.match(/^'''''/)) {
    state.bold = !state.bold
    state.italic = !state.italic
    return 'bold italic'
  }
  if (stream.match(/^'''/)) {
    state.bold = !state.bold
    return 'bold'
  }
  if (stream.match(/^''/)) {
    state.italic = !state.italic
    return 'italic'
  }
  const begun = open.length < DEEPEST && opening(stream, state)
  if (begun) return begun
  const around = open.at(-1)
  if (
    around !== undefined &&
    stream.match(around === 'link' ? ']]' : around === 'outer' ? ']' : around === 'argument' ? '}}}' : '}}')
  ) {
    const kind = styled(state)
    open.pop()
    return kind
  }
  if (stream.match(/^~{3,5}/) || stream.match(/^__[A-Z]+__/) || stream.match(/^&#?\w+;/)) return 'magic'
  if (open.length === 0 && stream.match(/^https?:\/\/[^\s[\]<>"|]+/)) return 'link'
  stream.next()
  stream.eatWhile(/[^'<[\]{}~_&h|\n]/)
  return styled(state)
}

function opening(stream: StringStream, state: State): string | null {
  const { open } = state
  if (stream.match('{{{')) open.push('argument')
  else if (stream.match('{{')) open.push('template')
  else if (stream.match('[[')) open.push('link')
  else if (stream.match(/^\[(?=(?:https?:|mailto:|\/\/))/)) open.push('outer')
  else return null
  return styled(state)
}

const language = StreamLanguage.define<State>({
  name: 'wikitext',
  startState: () => ({ open: [], bold: false, italic: false, heading: false, comment: false, verbatim: null }),
  copyState: state => ({ ...state, open: [...state.open] }),
  // A blank line ends unclosed syntax in a heading.
  blankLine: state => {
    state.heading = false
  },
  token,
  tokenTable: TAGS,
  languageData: { commentTokens: { block: { open: '<!--', close: '-->' } }, closeBrackets: { brackets: ['[', '{'] } },
})

export const wikitextStyle = HighlightStyle.define(KINDS.map(kind => ({ tag: TAGS[kind], class: `wt-${kind}` })))

/** Syntax highlighting for wikitext. */
export const wikitext = () => [language, syntaxHighlighting(wikitextStyle)]
export { language as wikitextLanguage }
