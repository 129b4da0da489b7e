// Tidies HTML that needs no repair, without building a tree. Most pages are like that, and the tree takes longer than
// everything before it. At the first sign of anything that the HTML5 tree builder would change, it gives up.

import type { Steps } from '../steps.ts'
import { isBlank } from './output-tree.ts'
import { isRoot, keepTogether, kindOf } from './paragraphs.ts'

const words = (text: string) => new Set(text.split(/\s+/))

const voids = words('br hr img input link meta wbr')

/** Elements that stay where they are written, if they are closed in order. */
const ordinary = words(
  `a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark mw:editsection mw:tocplace q s samp small span
  strike strong sub sup time tt u var`,
)

/** Blocks that end an open paragraph, so they must not be in one. */
const endsParagraph = words(
  'blockquote center dd div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre table ul',
)

const heading = /^h[1-6]$/

/** The only parents under which these elements stay where they are. */
const parents: Readonly<Record<string, ReadonlySet<string>>> = {
  li: words('ul ol'),
  dd: words('dl'),
  dt: words('dl'),
  caption: words('table'),
  thead: words('table'),
  tbody: words('table'),
  tfoot: words('table'),
  tr: words('table thead tbody tfoot'),
  td: words('tr'),
  th: words('tr'),
}

/** Parts of tables in which text and other elements would be moved before the table. */
const onlyParts = words('table thead tbody tfoot tr')
const tableParts = words('caption thead tbody tfoot tr td th')

/** Inside these, an outer paragraph is out of reach. */
const startsScope = words('table caption td th')

const hiddenWhenEmpty = words('p li tr')

interface Open {
  readonly name: string
  /** Index of its start tag in the output. */
  readonly at: number
  readonly isBare: boolean
  /** Added by the tree builder, so it has no end tag of its own. */
  readonly isImplied: boolean
  /** Whether a paragraph outside was open. */
  readonly outerParagraph: boolean
  isEmpty: boolean
  /** A root has a paragraph around bare text until a block follows. */
  hasParagraph: boolean
}

const tag = /<(\/?)([a-z][a-z0-9]*(?::[a-z]+)?)((?: [a-z][a-z0-9:_.-]*="[^"]*")*)( ?\/)?>/y
const attributeName = / ([a-z][a-z0-9:_.-]*)="[^"]*"/g
/** Characters that parsers change, and those that stand for others while a tree is built. */
const unusual = /[\0\f\r\ufdd0-\ufdef]/

/** Null for HTML that needs the tree builder. */
export function tidyWellFormed(html: string, steps: Steps): string | null {
  if (unusual.test(html)) return null
  const writer = new Writer()
  let done = 0
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', done)) {
    if (at > done && !writer.text(html.slice(done, at))) return null
    tag.lastIndex = at
    const match = tag.exec(html)
    if (match === null) return null
    done = tag.lastIndex
    const [, closes, name, attributes, slash] = match
    const isDone =
      closes === '/'
        ? attributes === '' && slash === undefined && writer.end(name!)
        : writer.start(name!, attributes!, slash !== undefined, html.charCodeAt(done) === 0x0a)
    if (!isDone) return null
  }
  if (done < html.length && !writer.text(html.slice(done))) return null
  const tidied = writer.finish()
  if (tidied !== null) steps.spend(2 * writer.elements)
  return tidied
}

class Writer {
  elements = 0
  readonly #html: string[] = []
  readonly #stack: Open[] = []
  /** The body. */
  #top: Open = opened('body', 0, false, false, false)
  /** Whether a paragraph is open that a block would end. */
  #inParagraph = false
  #links = 0

  text(text: string): boolean {
    const top = this.#top
    if (!isBlank(text)) {
      if (onlyParts.has(top.name)) return false
      if (isRoot(top.name)) this.#beginParagraph(top)
      top.isEmpty = false
    }
    this.#html.push(keepTogether(text))
    return true
  }

  start(name: string, attributes: string, slash: boolean, beforeNewLine: boolean): boolean {
    const isVoid = voids.has(name)
    if (slash && !isVoid) return false
    if (!this.#mayStart(name) || (attributes !== '' && repeats(attributes))) return false
    const isPart = tableParts.has(name)
    if (name === 'tr' && this.#top.name === 'table') this.#push('tbody', '', true)
    if (onlyParts.has(this.#top.name) && !isPart) return false
    if (!this.#place(name)) return false
    this.#top.isEmpty = false
    if (isVoid) {
      this.#html.push(`<${name}${attributes} />`)
      return true
    }
    // Parsers drop this line break.
    if (name === 'pre' && beforeNewLine) return false
    this.elements++
    this.#push(name, attributes, false)
    return true
  }

  /** Whether the element is known and allowed at this place. */
  #mayStart(name: string): boolean {
    if (this.#inParagraph && endsParagraph.has(name)) return false
    const { name: parent } = this.#top
    const allowed = parents[name]
    if (allowed !== undefined) return allowed.has(parent)
    if (heading.test(name) && heading.test(parent)) return false
    if (name === 'a' && this.#links > 0) return false
    return ordinary.has(name) || voids.has(name) || endsParagraph.has(name)
  }

  /** Opens or closes the paragraph around bare text. */
  #place(name: string): boolean {
    const kind = kindOf(name)
    if (isRoot(this.#top.name)) {
      if (kind === 'block') this.#endParagraph(this.#top)
      else if (kind === 'inline') this.#beginParagraph(this.#top)
      return true
    }
    // A block inside an inline element would split the paragraph around bare text.
    return kind !== 'block' || !this.#isWrapped()
  }

  #isWrapped(): boolean {
    for (let index = this.#stack.length - 1; index >= 0; index--) {
      const { name } = index + 1 < this.#stack.length ? this.#stack[index + 1]! : this.#top
      if (kindOf(name) === 'block') return false
      const outer = this.#stack[index]!
      if (isRoot(outer.name)) return outer.hasParagraph
    }
    return false
  }

  #beginParagraph(root: Open): void {
    if (root.hasParagraph) return
    root.hasParagraph = true
    this.#html.push('<p>')
  }

  #endParagraph(root: Open): void {
    if (!root.hasParagraph) return
    root.hasParagraph = false
    this.#html.push('</p>')
  }

  #push(name: string, attributes: string, isImplied: boolean): void {
    this.#stack.push(this.#top)
    this.#top = opened(name, this.#html.length, attributes === '', isImplied, this.#inParagraph)
    this.#html.push(`<${name}${attributes}>`)
    if (startsScope.has(name)) this.#inParagraph = false
    else if (name === 'p') this.#inParagraph = true
    if (name === 'a') this.#links++
  }

  end(name: string): boolean {
    if (this.#top.isImplied && name === 'table') this.#pop()
    if (this.#top.name !== name || this.#stack.length === 0 || this.#top.isImplied) return false
    this.#pop()
    return true
  }

  #pop(): void {
    const { name, at, isBare, isEmpty, outerParagraph } = this.#top
    this.#endParagraph(this.#top)
    if (isEmpty && isBare && hiddenWhenEmpty.has(name)) this.#html[at] = `<${name} class="mw-empty-elt">`
    this.#html.push(`</${name}>`)
    this.#inParagraph = outerParagraph
    if (name === 'a') this.#links--
    this.#top = this.#stack.pop()!
  }

  finish(): string | null {
    if (this.#stack.length > 0) return null
    this.#endParagraph(this.#top)
    return this.#html.join('')
  }
}

function opened(name: string, at: number, isBare: boolean, isImplied: boolean, outerParagraph: boolean): Open {
  return { name, at, isBare, isImplied, outerParagraph, isEmpty: true, hasParagraph: false }
}

/** Whether an attribute occurs twice, of which parsers keep the first. */
function repeats(attributes: string): boolean {
  const first = attributes.indexOf('="')
  if (attributes.indexOf('="', first + 2) < 0) return false
  const names: string[] = []
  attributeName.lastIndex = 0
  for (let match = attributeName.exec(attributes); match !== null; match = attributeName.exec(attributes)) {
    if (names.includes(match[1]!)) return true
    names.push(match[1]!)
  }
  return false
}
