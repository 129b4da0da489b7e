// SyntaxHighlight: source code in colours.

import { checkAttributes } from '../../sanitize/attributes.ts'
import type { ParseState } from '../../state/parse-state.ts'
import { killMarkers } from '../../state/strip-markers.ts'
import { escapeHtml, trim } from '../../text.ts'
import type { Extension, TagCall } from '../extension.ts'
import { spendOnLibrary } from '../library-work.ts'
import { openTag } from '../markup.ts'
import { grammarOf, highlight } from './highlighter.ts'
import { numberedLines, selectedLines } from './lines.ts'
import { css } from './styles.ts'

const MODULE = 'ext.pygments'

/** MediaWiki's limits; longer code is shown without colours. */
const MOST_BYTES = 102_400
const MOST_LINES = 1000

const MESSAGES = {
  'syntaxhighlight-error-category': 'Pages with syntax highlighting errors',
  'syntaxhighlight-error-category-desc':
    'Code on the page cannot be highlighted: its language is unknown, or the code is too long.',
  'syntaxhighlight-source-category': 'Pages using deprecated source tags',
  'syntaxhighlight-source-category-desc': 'The page uses the tag "source" instead of "syntaxhighlight".',
  'syntaxhighlight-enclose-category': 'Pages using deprecated enclose attributes',
  'syntaxhighlight-enclose-category-desc': 'The page uses the attribute "enclose" of the tag "syntaxhighlight".',
}

const NO_LINES: ReadonlySet<number> = new Set()

const tag = { html: tagHtml, links: track }

export const syntaxHighlight: Extension = {
  name: 'SyntaxHighlight',
  aliases: ['SyntaxHighlight_GeSHi'],
  type: 'parserhook',
  url: 'https://www.mediawiki.org/wiki/Extension:SyntaxHighlight',
  about: 'Shows source code in colours, in the languages of MediaWiki.',
  tags: { syntaxhighlight: tag, source: tag },
  messages: MESSAGES,
  styles: { module: MODULE, css },
}

/** Adds tracking categories, and returns the language if it is known. */
function track({ name, attributes, inner, state }: TagCall): string | null {
  const addCategory = (key: keyof typeof MESSAGES) => state.output.addTrackingCategory(key, MESSAGES[key])
  const language = trim(attributes.get('lang') ?? '').toLowerCase()
  const isKnown = grammarOf(language) !== undefined
  if (!isKnown || isTooLong(inner ?? '')) addCategory('syntaxhighlight-error-category')
  if (name === 'source') addCategory('syntaxhighlight-source-category')
  if (attributes.has('enclose')) addCategory('syntaxhighlight-enclose-category')
  return isKnown ? language : null
}

const isTooLong = (code: string): boolean => Buffer.byteLength(code) > MOST_BYTES || lineCount(code) > MOST_LINES

function lineCount(code: string): number {
  let count = 1
  for (let at = code.indexOf('\n'); at >= 0 && count <= MOST_LINES; at = code.indexOf('\n', at + 1)) count++
  return count
}

function tagHtml(call: TagCall): string {
  const { attributes, state } = call
  const language = track(call)
  state.output.styles.add(MODULE)
  const source = killMarkers(state.strip.restoreNowiki(call.inner ?? ''))
  const isInline = attributes.has('inline') || attributes.get('enclose') === 'none'
  const code = isInline ? source.replace(/\s*\n\s*/g, ' ').trim() : withoutEdges(source)
  const html = coloured(state, code, isTooLong(source) ? null : language)
  if (isInline) return `${openTag('code', outerAttributes(call, language, 'code'))}${html}</code>`
  const marked = selectedLines(attributes.get('highlight') ?? '')
  const first = attributes.has('line') ? firstLine(attributes.get('start')) : null
  const anchor = first === null ? null : (attributes.get('linelinks') ?? null)
  const lines = first === null && marked.size === 0 ? `${html}\n` : numberedLines(html, first, marked, anchor)
  return `${openTag('div', outerAttributes(call, language, 'div'))}<pre><span></span>${lines}</pre></div>`
}

/** Blank lines before the code, and blanks after it, are not part of it. */
const withoutEdges = (code: string): string => code.replace(/^\n+/, '').trimEnd()

const firstLine = (start = '1'): number => (/^\d{1,9}$/.test(start) ? Number(start) : 1)

function coloured(state: ParseState, code: string, language: string | null): string {
  const grammar = language === null ? null : grammarOf(language)
  if (!grammar || grammar === 'plaintext') return escapeHtml(code)
  spendOnLibrary(state, code, 1)
  return highlight(code, grammar)
}

function outerAttributes(call: TagCall, language: string | null, element: string): Map<string, string> {
  const own = checkAttributes(call.attributes, element)
  const classes = ['mw-highlight', ...(language ? [`mw-highlight-lang-${language.replace(/[^\w+#./-]/g, '')}`] : [])]
  classes.push('mw-content-ltr', ...(call.attributes.has('line') ? ['mw-highlight-lines'] : []))
  const attributes = new Map([
    ['class', [...classes, own.get('class') ?? ''].join(' ').trim()],
    ['dir', 'ltr'],
  ])
  for (const name of ['id', 'style']) {
    const value = own.get(name)
    if (value !== undefined) attributes.set(name, value)
  }
  return attributes
}

/** The source of a page that is not wikitext, such as a module or a style sheet. Each line can be linked. */
export function highlightedPage(state: ParseState, code: string, language: string): string {
  state.output.styles.add(MODULE)
  const html = coloured(state, code, isTooLong(code) ? null : language)
  const classes = `mw-highlight mw-highlight-lang-${language} mw-content-ltr mw-highlight-lines`
  const lines = numberedLines(html, 1, NO_LINES, 'L')
  return `<div class="${classes}" dir="ltr"><pre><span></span>${lines}</pre></div>`
}
