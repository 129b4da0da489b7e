import { HighlightStyle, StreamLanguage, type StringStream, syntaxHighlighting } from '@codemirror/language'
import { Tag } from '@lezer/highlight'

/** Token kinds, each with a CSS class. */
const KINDS = ['keyword', 'string', 'number', 'comment', 'constant', 'library'] as const
type Kind = (typeof KINDS)[number]
const TAGS = Object.fromEntries(KINDS.map(kind => [kind, Tag.define()])) as Record<Kind, Tag>

interface State {
  /** The end of a string or comment that spans lines. */
  end: string | null
  kind: Kind
}

const KEYWORDS = new Set(
  'and break do else elseif end for function if in local not or repeat return then until while'.split(' '),
)
const CONSTANTS = new Set(['false', 'nil', 'true'])
const LIBRARIES = new Set('debug ipairs math mw os pairs pcall require string table tonumber tostring type'.split(' '))

const closing = ([, marks = '']: RegExpMatchArray): string => `]${marks}]`

function toEnd(stream: StringStream, state: State): Kind {
  const at = stream.string.indexOf(state.end!, stream.pos)
  if (at < 0) stream.skipToEnd()
  else {
    stream.pos = at + state.end!.length
    state.end = null
  }
  return state.kind
}

function token(stream: StringStream, state: State): Kind | null {
  if (state.end !== null) return toEnd(stream, state)
  if (stream.eatSpace()) return null
  const long = stream.match(/^--\[(=*)\[/) as RegExpMatchArray | null
  if (long) {
    state.end = closing(long)
    state.kind = 'comment'
    return toEnd(stream, state)
  }
  if (stream.match('--')) {
    stream.skipToEnd()
    return 'comment'
  }
  const text = stream.match(/^\[(=*)\[/) as RegExpMatchArray | null
  if (text) {
    state.end = closing(text)
    state.kind = 'string'
    return toEnd(stream, state)
  }
  if (stream.match(/^(?:"(?:[^"\\]|\\.)*(?:"|$)|'(?:[^'\\]|\\.)*(?:'|$))/)) return 'string'
  if (stream.match(/^(?:0x[\da-f]+|\d+\.?\d*(?:e[-+]?\d+)?)/i)) return 'number'
  const word = stream.match(/^[a-z_]\w*/i) as RegExpMatchArray | null
  if (!word) {
    stream.next()
    return null
  }
  const [name] = word
  const before = stream.string.slice(0, stream.start).trimEnd()
  if (KEYWORDS.has(name)) return 'keyword'
  if (CONSTANTS.has(name)) return 'constant'
  return LIBRARIES.has(name) && !/[.:]$/.test(before.replace(/\.\.$/, '')) ? 'library' : null
}

const language = StreamLanguage.define<State>({
  name: 'lua',
  startState: () => ({ end: null, kind: 'comment' }),
  copyState: state => ({ ...state }),
  token,
  tokenTable: TAGS,
  languageData: { commentTokens: { line: '--' }, closeBrackets: { brackets: ['(', '[', '{', '"', "'"] } },
})

/** Syntax highlighting for Lua. */
export const lua = () => [
  language,
  syntaxHighlighting(HighlightStyle.define(KINDS.map(kind => ({ tag: TAGS[kind], class: `lua-${kind}` })))),
]
export { language as luaLanguage }
