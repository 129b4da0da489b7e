// The output tree. It differs from the HTML5 tree: bare text gets paragraphs, and an element may occur several times,
// once for each paragraph it spans.

/** An element as the tree builder knows it. */
export interface Source {
  readonly name: string
  readonly namespace: string
  parent: Source | null
  /** Current destination of its content. */
  output: OutputElement
  /** Content added before the element itself was inserted. */
  waiting: Source | null
}

interface Attribute {
  readonly name: string
  readonly value: string
}

export interface OutputText {
  text: string
}

interface OutputComment {
  readonly comment: string
}

export type OutputNode = OutputElement | OutputText | OutputComment

/**
 * Handling of text in an element: gets a paragraph (`root`), is already in one (`wrapped`), gets one together with
 * copies of the enclosing elements (`between`), or is left alone (`plain`).
 */
type Place = 'root' | 'wrapped' | 'between' | 'plain'

export class OutputElement {
  readonly name: string
  readonly attributes: readonly Attribute[]
  readonly source: Source | null
  parent: OutputElement | null = null
  children: OutputNode[] = []
  place: Place = 'plain'
  /** The open paragraph of a root, until a block follows. */
  openParagraph: OutputElement | null = null

  constructor(name: string, attributes: readonly Attribute[], source: Source | null) {
    this.name = name
    this.attributes = attributes
    this.source = source
  }

  append(node: OutputNode): void {
    if (node instanceof OutputElement) node.parent = this
    const last = this.children.at(-1)
    if ('text' in node && last && 'text' in last) last.text += node.text
    else this.children.push(node)
  }

  insertBefore(node: OutputNode, next: OutputElement): void {
    const at = this.children.lastIndexOf(next)
    if (node instanceof OutputElement) node.parent = this
    const previous = this.children[at - 1]
    if ('text' in node && previous && 'text' in previous) previous.text += node.text
    else this.children.splice(at, 0, node)
  }

  detach(): void {
    if (!this.parent) return
    const { children } = this.parent
    const at = children.lastIndexOf(this)
    if (at >= 0) children.splice(at, 1)
    this.parent = null
  }

  /** A copy without content. */
  copy(): OutputElement {
    return new OutputElement(this.name, this.attributes, this.source)
  }
}

export const isBlank = (text: string) => !/[^ \t\n\f\r]/.test(text)
