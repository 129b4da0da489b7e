import { Marked, type RendererObject, type Token, type Tokens } from 'marked'
import { escapeHtml } from '#html/html.ts'

export interface Heading {
  readonly id: string
  readonly level: number
  readonly text: string
}

/** A request that a reader can try: its method and the address on this site. */
export interface Example {
  readonly method: string
  readonly address: string
}

/** What stands below one heading, for the search. */
export interface Section {
  readonly id: string
  readonly heading: string
  readonly text: string
}

export interface Rendered {
  /** HTML between examples; behind each part but the last stands the example of the same place. */
  readonly parts: readonly string[]
  readonly examples: readonly Example[]
  readonly headings: readonly Heading[]
  readonly sections: readonly Section[]
}

/** Where a link of a text leads as a page of this site; null when there is nothing of that name here. */
export type Resolve = (href: string) => string | null

/** Cannot stand in a text, so it can stand for what is put there later. */
const MARKER = '\u0000'
const EXAMPLE = /^(GET|POST|PUT|PATCH|DELETE) (\/\S*)\s*$/
/** `## Words {#name}`: a heading that others refer to says its name itself. */
const OWN_ID = /\s*\{#([\w-]+)\}$/

/** Headings are named as others name them, so that links work wherever a text is read. */
const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

/** A name for each place of one page: the second of a name gets a number. */
class Names {
  readonly #taken = new Map<string, number>()
  take(wish: string): string {
    const times = this.#taken.get(wish) ?? 0
    this.#taken.set(wish, times + 1)
    return times === 0 ? wish : this.take(`${wish}-${times}`)
  }
}

/** What a reader sees of some tokens, without any markup. */
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

/** Markdown as HTML that is safe to send: markup that was written into it is shown, not obeyed. */
export function render(markdown: string, resolve: Resolve): Rendered {
  const examples: Example[] = []
  const headings: Heading[] = []
  const names = new Names()
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
    // The name of the page stands above it.
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
    // Each row of a table of codes can be pointed at.
    const isByCode = header[0]?.text === 'code'
    // What a table is about, the heading above it says; the second below one heading gets a number.
    const above = headings.at(-1)?.text ?? header.map(each => plain(each.tokens)).join(', ')
    const label = escapeHtml(labels.take(above))
    const isNamed = header.some(each => each.text !== '')
    const head = isNamed ? `<thead><tr>${header.map(each => cell('th', each)).join('')}</tr></thead>` : ''
    return `<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table>${head}<tbody>\n${rows.map(row).join('')}</tbody></table></div>\n`
  },
})

/** The text cut at its headings. */
function sectionsOf(tokens: readonly Token[], headings: readonly Heading[]): Section[] {
  const found: { id: string; heading: string; text: string }[] = []
  let place = 0
  for (const token of tokens) {
    if (token.type === 'heading') {
      const { id = '', text = '' } = headings[place++] ?? {}
      found.push({ id, heading: text, text: '' })
      continue
    }
    const last = found.at(-1)
    if (last) last.text += `${plain([token])}\n`
  }
  return found
}
