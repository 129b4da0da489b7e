// Wraps bare text in paragraphs while the tree is built, and splits inline elements around blocks: `a <b>b
// <div>c</div></b>` becomes `<p>a <b>b </b></p><b><div>c</div></b>`.
import type { Steps } from '../steps.ts'
import { isBlank, OutputElement, type OutputNode, type OutputText, type Source } from './output-tree.ts'

/** Maximum number of element copies, in addition to the text's own length. */
const maxCopies = 100_000

export class Paragraphs {
  readonly #steps: Steps
  #copies = 0

  constructor(steps: Steps) {
    this.#steps = steps
  }

  /** Text between two tags. */
  text(parent: Source, text: string): void {
    this.#insert(parent, textNode(parent, text), 'inline', isBlank(text))
  }

  comment(parent: Source, comment: string): void {
    this.#insert(parent, { comment }, 'silent', true)
  }

  element(parent: Source, child: Source): void {
    this.#insert(parent, child.output, kindOf(child.name), false)
    this.#release(child)
  }

  /** Table content outside cells moves before the table, without a paragraph. */
  elementBefore(next: Source, child: Source): void {
    const parent = next.output.parent
    parent?.insertBefore(child.output, next.output)
    const divided = parent?.place === 'between' && isSplittable(child.name)
    child.output.place = isRoot(child.name) ? 'root' : divided ? 'between' : 'plain'
    this.#release(child)
  }

  textBefore(parent: Source, next: Source, text: string): void {
    next.output.parent?.insertBefore(textNode(parent, text), next.output)
  }

  detach(child: Source): void {
    child.output.detach()
  }

  /**
   * Moves the content of `from` to `to`, which will be inserted into `from`. An
   * open paragraph stays and gives only its own content.
   */
  moveContent(from: Source, to: Source): void {
    const giver = from.output.openParagraph ?? from.output
    const { children } = giver
    giver.children = []
    for (const child of children) to.output.append(child)
  }

  #release(parent: Source): void {
    const child = parent.waiting
    parent.waiting = null
    if (child) this.element(parent, child)
  }

  #insert(parent: Source, node: OutputNode, kind: 'inline' | 'silent' | 'block', blank: boolean): void {
    const target = this.#targetFor(parent, kind, blank)
    target.append(node)
    if (node instanceof OutputElement) node.place = placeIn(target, node, kind)
  }

  #targetFor(parent: Source, kind: 'inline' | 'silent' | 'block', blank: boolean): OutputElement {
    const output = parent.output
    switch (output.place) {
      case 'root':
        if (kind === 'block') output.openParagraph = null
        else if (output.openParagraph) return output.openParagraph
        else if (kind === 'inline' && !blank) return openParagraph(output)
        return output
      case 'wrapped':
        return kind === 'block' ? this.#leaveParagraph(parent) : output
      case 'between':
        return kind === 'inline' ? this.#enterParagraph(parent) : output
      default:
        return output
    }
  }

  /** Inserts a block into an element inside a paragraph. Returns its destination. */
  #leaveParagraph(parent: Source): OutputElement {
    const chain = chainOf(parent.output)
    const paragraph = chain[0]!.parent!
    const root = paragraph.parent!
    root.openParagraph = null
    this.#copies += chain.length
    const whole = chain.findIndex(element => !isSplittable(element.name))
    if (whole >= 0 || this.#copies > maxCopies) return this.#takeOut(chain, Math.max(whole, 0))
    firstEmpty(chain)?.detach()
    if (paragraph.children.length === 0) paragraph.detach()
    return this.#copyChain(chain, root, 'between')
  }

  /** Moves an element that cannot be split out of the paragraph. */
  #takeOut(chain: readonly OutputElement[], whole: number): OutputElement {
    const top = chain[0]!
    const paragraph = top.parent!
    const root = paragraph.parent!
    top.detach()
    if (paragraph.children.length === 0) paragraph.detach()
    root.append(top)
    chain.forEach((element, index) => {
      element.place = index < whole ? 'between' : 'plain'
    })
    return chain.at(-1)!
  }

  /** Inserts text after a block into a split element. */
  #enterParagraph(parent: Source): OutputElement {
    if (this.#copies > maxCopies) return parent.output
    const chain = chainOf(parent.output)
    this.#copies += chain.length
    if (this.#copies > maxCopies) return parent.output
    const root = chain[0]!.parent!
    firstEmpty(chain)?.detach()
    const paragraph = openParagraph(root)
    return this.#copyChain(chain, paragraph, 'wrapped')
  }

  #copyChain(chain: readonly OutputElement[], root: OutputElement, place: 'between' | 'wrapped'): OutputElement {
    this.#steps.spend(chain.length)
    return copyChain(chain, root, place)
  }
}

/** Text of scripts and styles is kept as it is. */
function textNode(parent: Source, text: string): OutputText {
  return { text: parent.name === 'style' || parent.name === 'script' ? text : keepTogether(text) }
}

function placeIn(
  target: OutputElement,
  node: OutputElement,
  kind: 'inline' | 'silent' | 'block',
): OutputElement['place'] {
  if (isRoot(node.name)) return 'root'
  if (kind === 'block') return 'plain'
  if (target.name === 'p' && target.source === null) return 'wrapped'
  return target.place === 'root' ? 'plain' : target.place
}

function openParagraph(root: OutputElement): OutputElement {
  const paragraph = new OutputElement('p', [], null)
  root.append(paragraph)
  root.openParagraph = paragraph
  return paragraph
}

/** The elements from the one directly in the paragraph or root down to this one. */
function chainOf(element: OutputElement): OutputElement[] {
  const chain = [element]
  const { place } = element
  for (let up = element.parent!; up.place === place && up.source !== null; up = up.parent!) chain.push(up)
  return chain.reverse()
}

/** The outermost element of the chain that contains only whitespace besides the others. */
function firstEmpty(chain: readonly OutputElement[]): OutputElement | null {
  let empty: OutputElement | null = null
  for (let index = chain.length - 1; index >= 0; index--) {
    const element = chain[index]!
    if (!element.children.every(child => child === empty || ('text' in child && isBlank(child.text)))) break
    empty = element
  }
  return empty
}

/** Creates empty copies of the chain inside `root`; they receive further content. */
function copyChain(chain: readonly OutputElement[], root: OutputElement, place: 'between' | 'wrapped'): OutputElement {
  let parent = root
  for (const element of chain) {
    const copy = element.copy()
    copy.place = place
    parent.append(copy)
    if (element.source) element.source.output = copy
    parent = copy
  }
  return parent
}

// How elements interact with the paragraphs around bare text.

const words = (text: string) => new Set(text.split(/\s+/))

/** Elements allowed in paragraphs. All others end them. */
const inline = words(
  `a abbr acronym applet audio b basefont bdi bdo big br button canvas cite code data del dfn em embed font i iframe img
  input ins kbd keygen label legend map mark math menuitem meter noscript object output param picture progress q rb rbc
  rp rt rtc ruby s samp select small span strike strong sub sup svg textarea time track tt u var video`,
)

/** Invisible elements: they stay in place, with or without a paragraph. */
const silent = words('link meta style script template')

/** Elements that are split around a block. */
const splittable = words('a b big code em font i s small strike strong tt u nobr')

/** Elements whose bare text gets paragraphs. */
const roots = words('html body blockquote')

type ElementKind = 'inline' | 'silent' | 'block'

export function kindOf(name: string): ElementKind {
  return inline.has(name) ? 'inline' : silent.has(name) ? 'silent' : 'block'
}

const isSplittable = (name: string) => splittable.has(name)
export const isRoot = (name: string) => roots.has(name)

/** Non-breaking spaces before punctuation and inside quotation marks, as some languages require. */
export function keepTogether(text: string): string {
  return text
    .replaceAll('\u00a0', '&#160;')
    .replace(/ (?=[?:;!%»›](?![\p{L}\p{N}_]))/gu, '&#160;')
    .replace(/([«‹]) /g, '$1&#160;')
}
