import { Marked, type RendererObject, type Token, type Tokens } from 'marked'
import { escapeHtml } from '#html/html.ts'

export interface Heading {
  readonly id: string
  readonly level: number
  readonly text: string
}

/** An example request: method and path. */
export interface Example {
  readonly method: string
  readonly address: string
}

/** A section, for the search. */
export interface Section {
  readonly id: string
  readonly heading: string
  readonly text: string
}

export interface Rendered {
  /** HTML between the examples. Each part except the last is followed by the example with the same index. */
  readonly parts: readonly string[]
  readonly examples: readonly Example[]
  readonly headings: readonly Heading[]
  readonly sections: readonly Section[]
}

/** Resolves a link to a page of this site; null if there is none. */
export type Resolve = (href: string) => string | null

/** Cannot occur in a document, so it marks positions to fill in later. */
const MARKER = '\u0000'
const EXAMPLE = /^(GET|POST|PUT|PATCH|DELETE) (\/\S*)\s*$/
/** `## Title {#name}`: a heading with an explicit anchor. */
const OWN_ID = /\s*\{#([\w-]+)\}$/

/** Generates the same heading anchors as other Markdown viewers, so that links work everywhere. */
const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

/** Makes anchors unique within a page by adding numbers. */
class Names {
  readonly #taken = new Map<string, number>()
  take(id: string): string {
    const times = this.#taken.get(id) ?? 0
    this.#taken.set(id, times + 1)
    return times === 0 ? id : this.take(`${id}-${times}`)
  }
}

/** Plain text of tokens. */
function plain(tokens: readonly Token[] = []): string {
  return tokens
    .map(token => {
      if (token.type === 'table') {
        const { header, rows } = token as Tokens.Table
        return [header, ...rows].map(row => row.map(cell => plain(cell.tokens)).join(' ')).join('\n')
      }
      if (token.type === 'list') return (token as Tokens.List).items.map(item => plain(item.tokens)).join('\n')
      if ('tokens' in token && token.tokens) return plain(token.tokens)
      if (token.type === 'br' || token.type === 'space') return '\n'
      return 'text' in token ? unescaped(String(token.text)) : ''
    })
    .join('')
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name]!)

/** Converts Markdown to safe HTML. Embedded HTML is escaped. */
export function render(markdown: string, resolve: Resolve): Rendered {
  const examples: Example[] = []
  const headings: Heading[] = []
  const names = new Names()
  // The page around the document has this anchor.
  names.take('content')
  const marked = new Marked({ renderer: rendererOf({ examples, headings, names, labels: new Names(), resolve }) })
  const tokens = marked.lexer(markdown.replaceAll(MARKER, ''))
  const html = marked.parser(tokens)
  return { parts: html.split(MARKER), examples, headings, sections: sectionsOf(tokens, headings) }
}

interface State {
  readonly examples: Example[]
  readonly headings: Heading[]
  readonly names: Names
  readonly labels: Names
  readonly resolve: Resolve
}

const rendererOf = ({ examples, headings, names, labels, resolve }: State): RendererObject => ({
  heading({ tokens, depth }) {
    const text = plain(tokens)
    const own = OWN_ID.exec(text)?.[1]
    const shown = text.replace(OWN_ID, '')
    const id = names.take(own ?? slugOf(shown))
    headings.push({ id, level: depth, text: shown })
    // The title is shown above the document.
    if (depth === 1) return ''
    const inner = this.parser.parseInline(tokens).replace(OWN_ID, '')
    return `<h${depth} id="${escapeHtml(id)}">${inner} <a class="anchor" href="#${escapeHtml(id)}" aria-label="#${escapeHtml(shown)}">#</a></h${depth}>\n`
  },
  html: ({ text }) => escapeHtml(text),
  link({ href, tokens }) {
    const inner = this.parser.parseInline(tokens)
    const address = /^(?:https?|mailto):/i.test(href) ? href : /^[a-z][\w+.-]*:/i.test(href) ? null : resolve(href)
    return address === null ? inner : `<a href="${escapeHtml(address)}">${inner}</a>`
  },
  image({ href, text }) {
    const address = resolve(href)
    return address === null
      ? escapeHtml(text)
      : `<img src="${escapeHtml(address)}" alt="${escapeHtml(text)}" loading="lazy">`
  },
  code({ text, lang }) {
    const [, method, address] = (lang === 'http' && EXAMPLE.exec(text)) || []
    if (method === undefined || address === undefined) return `<pre><code>${escapeHtml(text)}</code></pre>\n`
    examples.push({ method, address })
    return MARKER
  },
  table({ header, rows }) {
    const cell = (tag: string, each: Tokens.TableCell): string =>
      `<${tag}${tag === 'th' ? ' scope="col"' : ''}>${this.parser.parseInline(each.tokens)}</${tag}>`
    const row = (cells: Tokens.TableCell[]): string => {
      const name = isByCode ? slugOf(plain(cells[0]?.tokens)) : ''
      const id = name === '' ? '' : ` id="${escapeHtml(names.take(name))}"`
      return `<tr${id}>${cells.map(each => cell('td', each)).join('')}</tr>\n`
    }
    // Rows of code tables get anchors.
    const isByCode = header[0]?.text === 'code'
    // Label tables by the heading above, with a number for the second one.
    const above = headings.at(-1)?.text ?? header.map(each => plain(each.tokens)).join(', ')
    const label = escapeHtml(labels.take(above))
    const isNamed = header.some(each => each.text !== '')
    const head = isNamed ? `<thead><tr>${header.map(each => cell('th', each)).join('')}</tr></thead>` : ''
    return `<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table>${head}<tbody>\n${rows.map(row).join('')}</tbody></table></div>\n`
  },
})

/** Splits the document at its headings. */
function sectionsOf(tokens: readonly Token[], headings: readonly Heading[]): Section[] {
  const sections: { id: string; heading: string; text: string }[] = []
  let place = 0
  for (const token of tokens) {
    if (token.type === 'heading') {
      const { id = '', text = '' } = headings[place++] ?? {}
      sections.push({ id, heading: text, text: '' })
      continue
    }
    const last = sections.at(-1)
    if (last) last.text += `${plain([token])}\n`
  }
  return sections
}
