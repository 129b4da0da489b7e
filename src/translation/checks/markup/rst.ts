// Inline markup of reStructuredText, read as its specification says: a start-string needs something that is not white
// space after it and a suitable character before it; an end-string the other way round.

import { targetCheck } from '../check.ts'
import type { Span } from '../checked-unit.ts'
import { isWordCharacter, sameTally } from '../text.ts'

interface RstMarkup {
  /** What has to be the same in a translation. */
  readonly tokens: readonly string[]
  readonly roles: ReadonlySet<string>
  /** Whether some start-string has no end-string. */
  readonly unclosed: boolean
  /** Roles, addresses and substitutions, without the text that people read. */
  readonly syntax: readonly Span[]
  /** Code, keys and file names with their marks. */
  readonly code: readonly Span[]
}

const NOT_ASCII = '(?![\\x00-\\x7F])'
const BEFORE = new RegExp(`[\\s'"([{<\\-/:]|${NOT_ASCII}[\\p{Ps}\\p{Pi}\\p{Pf}\\p{Pd}\\p{Po}]`, 'u')
const AFTER = new RegExp(`[\\s'")\\]}>\\-/:.,;!?\\\\]|${NOT_ASCII}[\\p{Pe}\\p{Pi}\\p{Pf}\\p{Pd}\\p{Po}]`, 'u')
const CLOSING_OF: Readonly<Record<string, string>> = { "'": "'", '"': '"', '(': ')', '[': ']', '{': '}', '<': '>' }

const ROLE_PREFIX = /:([a-zA-Z][\w.+:-]*):$/
// `text <address>`: white space before the address separates the two.
const WITH_ADDRESS = /\s+<[^<>\s](?:[^<>]*[^<>\s])?>$/
const ROLE_SUFFIX = /:([a-zA-Z](?:[\w.+-]*\w)?):/y
const FOOTNOTE = /\[(?:\d+|#\w*|\*|[\w.-]+)\]_/y
const NAME = /[\p{L}\p{N}]+(?:[-._+:][\p{L}\p{N}]+)*/uy
// Addresses in plain text are links, too.
const ADDRESS =
  /(?:(?:https?|ftp|ssh|irc|ldap|news|nntp|telnet|file):\/\/|mailto:|tel:)[-\w.!~*'()[\];/:@&=+$,%?#]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)*/iy
const REFERENCE_END = /__?(?![\p{L}\p{N}_])/uy

// Roles whose text is for people and gets translated; of the others the text is a name that has to stay.
const TRANSLATED_ROLES = new Set('guilabel file code math eq abbr dfn menuselection sub sup kbd index samp'.split(' '))

const CODE_ROLES = new Set('file code math eq kbd samp'.split(' '))

// How a link counts; its text and address may be translated.
const LINK = '`… <…>`_'

const isSpace = (char: string | undefined): boolean => char === undefined || /\s/.test(char)

const lengthOfText = (inner: string): number => WITH_ADDRESS.exec(inner)?.index ?? inner.length

class Reader {
  private at = 0
  private readonly text: string
  private readonly ends = new Map<string, number[]>()
  readonly tokens: string[] = []
  readonly roles = new Set<string>()
  unclosed = false
  readonly syntax: Span[] = []
  readonly code: Span[] = []

  constructor(text: string) {
    this.text = text
  }

  read(): RstMarkup {
    while (this.at < this.text.length) {
      const char = this.text[this.at]!
      if (char === '\\') this.at += 2
      else if (char === '*') this.starred()
      else if (char === '`') this.quoted()
      else if (char === '|') this.substitution()
      else if (char === '[') this.footnote()
      else if (isWordCharacter(char)) this.address() || this.word()
      else this.at++
    }
    return this
  }

  private starred(): void {
    const strong = this.text.startsWith('**', this.at)
    this.enclosed(strong ? '**' : '*', () => this.tokens.push(strong ? '**…**' : '*…*'))
  }

  private quoted(): void {
    const start = this.at
    if (this.text.startsWith('``', start))
      this.enclosed('``', () => {
        this.tokens.push('``…``')
        this.code.push({ start, end: this.at })
      })
    else this.enclosed('`', inner => this.interpreted(inner))
  }

  private substitution(): void {
    this.enclosed('|', inner => {
      const suffix = /^__?/.exec(this.text.slice(this.at, this.at + 2))?.[0] ?? ''
      this.at += suffix.length
      this.tokens.push(`|${inner}|${suffix}`)
      this.syntax.push({ start: this.at - inner.length - suffix.length - 2, end: this.at })
    })
  }

  private footnote(): void {
    FOOTNOTE.lastIndex = this.at
    const match = this.mayStart(this.at, 1) ? FOOTNOTE.exec(this.text)?.[0] : undefined
    if (match !== undefined) {
      this.tokens.push(match)
      this.syntax.push({ start: this.at, end: this.at + match.length })
    }
    this.at += match?.length ?? 1
  }

  /** An address with a scheme, or of an email, which is a link without further markup. */
  private address(): boolean {
    const before = this.text[this.at - 1]
    if (before !== undefined && !BEFORE.test(before)) return false
    ADDRESS.lastIndex = this.at
    const longest = ADDRESS.exec(this.text)?.[0]
    if (longest === undefined) return false
    let end = this.at + longest.length
    // Ends before punctuation, and before a particle that is written as part of the word.
    while (end > this.at && !this.endsAddress(end)) end--
    if (end > this.at) this.tokens.push(LINK)
    this.at = end > this.at ? end : this.at + longest.length
    return true
  }

  private endsAddress(end: number): boolean {
    const after = this.text[end]
    return /[\w~*/=+]/.test(this.text[end - 1]!) && (after === undefined || AFTER.test(after))
  }

  /** A whole word; one that ends in an underscore refers to a target. */
  private word(): void {
    NAME.lastIndex = this.at
    const name = NAME.exec(this.text)?.[0]
    this.at += name?.length ?? 1
    REFERENCE_END.lastIndex = this.at
    const end = name === undefined ? undefined : REFERENCE_END.exec(this.text)?.[0]
    if (end === undefined) return
    this.tokens.push('`…`_')
    this.at += end.length
  }

  /** Interpreted text, with its role before or after it, or a reference. */
  private interpreted(inner: string): void {
    const start = this.at - inner.length - 2
    const prefix = this.rolePrefix(start)
    ROLE_SUFFIX.lastIndex = this.at
    const suffix = prefix === undefined ? ROLE_SUFFIX.exec(this.text)?.[1] : undefined
    const role = prefix ?? suffix
    if (suffix !== undefined) this.at += suffix.length + 2
    if (role !== undefined) {
      this.roles.add(role)
      const target = inner.endsWith('>') && inner.includes('<') ? inner.slice(inner.lastIndexOf('<') + 1, -1) : inner
      const name = role.toLowerCase()
      const isTranslated = TRANSLATED_ROLES.has(name)
      this.tokens.push(isTranslated ? `:${name}:` : `:${name}:\`${target}\``)
      const roleStart = prefix === undefined ? start : start - prefix.length - 2
      if (CODE_ROLES.has(name)) this.code.push({ start: roleStart, end: this.at })
      // Entries of an index are for people as well.
      if (name === 'index') this.protectAround(roleStart, start, inner, inner.length)
      else if (isTranslated || target !== inner) this.protectAround(roleStart, start, inner)
      else this.syntax.push({ start: roleStart, end: this.at })
    } else if (this.text[this.at] === '_') {
      this.at += this.text[this.at + 1] === '_' ? 2 : 1
      this.tokens.push(WITH_ADDRESS.test(inner) ? LINK : '`…`_')
      this.protectAround(start, start, inner)
      // A second backtick before the underscore would be a part of the name.
      if (inner.endsWith('`')) this.unclosed = true
    }
  }

  /** The role before a backtick, which needs the same characters before it as other markup. */
  private rolePrefix(backtick: number): string | undefined {
    const prefix = ROLE_PREFIX.exec(this.text.slice(Math.max(0, backtick - 80), backtick))?.[1]
    if (prefix === undefined) return undefined
    const before = this.text[backtick - prefix.length - 3]
    return before === undefined || BEFORE.test(before) ? prefix : undefined
  }

  /** Everything from `start` to here is syntax, except the text after the backtick. */
  private protectAround(start: number, backtick: number, inner: string, textLength = lengthOfText(inner)): void {
    this.syntax.push({ start, end: backtick + 1 }, { start: backtick + 1 + textLength, end: this.at })
  }

  /** Reads from a start-string to its end-string and hands over what is between them. */
  private enclosed(mark: string, onFound: (inner: string) => void): void {
    const start = this.at
    this.at += mark.length
    if (!this.mayStart(start, mark.length)) return
    const end = this.endAfter(mark, this.at + 1)
    if (end === undefined) {
      // A bar alone is common in prose.
      if (mark !== '|') this.unclosed = true
      return
    }
    const inner = this.text.slice(this.at, end)
    this.at = end + mark.length
    onFound(inner)
  }

  private mayStart(start: number, length: number): boolean {
    const before = this.text[start - 1]
    const after = this.text[start + length]
    if (isSpace(after)) return false
    if (before === undefined) return true
    if (!BEFORE.test(before)) return false
    // Quoted markup characters are themselves.
    return CLOSING_OF[before] === undefined || CLOSING_OF[before] !== after
  }

  private isEnd(at: number, mark: string): boolean {
    if (isSpace(this.text[at - 1])) return false
    if (mark !== '``' && this.text[at - 1] === '\\') return false
    const after = this.text[at + mark.length]
    if (after === undefined || AFTER.test(after)) return true
    return (mark === '`' || mark === '|') && after === '_'
  }

  /** The next place at or after `from` where this markup may end. */
  private endAfter(mark: string, from: number): number | undefined {
    let places = this.ends.get(mark)
    if (places === undefined) {
      places = []
      for (let at = this.text.indexOf(mark); at >= 0; at = this.text.indexOf(mark, at + 1)) {
        if (this.isEnd(at, mark)) places.push(at)
      }
      // The last one is the next to be reached.
      places.reverse()
      this.ends.set(mark, places)
    }
    while (places.length > 0 && places.at(-1)! < from) places.pop()
    return places.at(-1)
  }
}

export function rstMarkup(text: string): RstMarkup {
  return new Reader(text).read()
}

export const rstReferences = targetCheck({
  id: 'rst-references',
  name: 'Inconsistent reStructuredText',
  description: 'The roles, references and inline markup of source and translation differ.',
  flag: 'rst-text',
  placeables: text => rstMarkup(text).syntax,
  fails: (source, target) => !sameTally(rstMarkup(source).tokens, rstMarkup(target).tokens),
})
