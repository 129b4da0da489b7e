// An HTML5 tree builder that keeps no tree of its own, combines adjacent text, and
// stops repeating formatting beyond what any page needs.

import { html, Parser, type Token, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5'
import type { Steps } from '../steps.ts'
import { OutputElement, type Source } from './output-tree.ts'
import { Paragraphs } from './paragraphs.ts'

interface Comment {
  readonly comment: string
}

type Types = TreeAdapterTypeMap<
  Source | Comment,
  Source,
  Source | Comment,
  Source,
  Source,
  Source,
  Comment,
  never,
  Source
>

/** Maximum number of elements beyond the text's own tags: open formatting is repeated in every paragraph. */
const maxRepeated = 200_000

function createSource(name: string, namespace: string, attributes: Token.Attribute[]): Source {
  const source = { name, namespace, parent: null, waiting: null } as unknown as Source
  source.output = new OutputElement(name, attributes, source)
  return source
}

/** Collects the text between tags, which arrives in pieces, and passes everything to the paragraphs. */
class Builder {
  readonly paragraphs: Paragraphs
  #parent: Source | null = null
  #before: Source | null = null
  #text = ''

  constructor(steps: Steps) {
    this.paragraphs = new Paragraphs(steps)
  }

  text(parent: Source, before: Source | null, text: string): void {
    if (parent !== this.#parent || before !== this.#before) this.flush()
    this.#parent = parent
    this.#before = before
    this.#text += text
  }

  flush(): void {
    if (this.#text === '') return
    const text = this.#text
    this.#text = ''
    if (this.#before) this.paragraphs.textBefore(this.#parent!, this.#before, text)
    else this.paragraphs.text(this.#parent!, text)
  }

  append(parent: Source, child: Source | Comment): void {
    this.flush()
    if ('comment' in child) {
      this.paragraphs.comment(parent, child.comment)
      return
    }
    child.parent = parent
    // A copy made to repair nesting has content before it is inserted anywhere.
    if (parent.parent === null) parent.waiting = child
    else this.paragraphs.element(parent, child)
  }

  insertBefore(parent: Source, child: Source | Comment, next: Source): void {
    this.flush()
    if ('comment' in child) {
      this.paragraphs.comment(parent, child.comment)
      return
    }
    child.parent = parent
    this.paragraphs.elementBefore(next, child)
  }

  detach(child: Source | Comment): void {
    this.flush()
    if ('comment' in child) return
    child.parent = null
    this.paragraphs.detach(child)
  }

  moveContent(from: Source, to: Source): void {
    this.flush()
    this.paragraphs.moveContent(from, to)
  }
}

function adapterFor(builder: Builder): TreeAdapter<Types> {
  const nothing = () => {}
  const none = () => ''
  const fragment = () => createSource('#fragment', html.NS.HTML, [])
  return {
    createDocument: fragment,
    createDocumentFragment: fragment,
    createElement: createSource,
    createCommentNode: comment => ({ comment }),
    createTextNode: () => {
      throw new Error('Text has no node of its own')
    },
    appendChild: (parent, child) => builder.append(parent, child),
    insertBefore: (parent, child, next) => builder.insertBefore(parent, child, next as Source),
    insertText: (parent, text) => builder.text(parent, null, text),
    insertTextBefore: (parent, text, next) => builder.text(parent, next as Source, text),
    detachNode: child => builder.detach(child),
    setTemplateContent: nothing,
    getTemplateContent: template => template,
    adoptAttributes: nothing,
    setDocumentType: nothing,
    setDocumentMode: nothing,
    getDocumentMode: () => html.DOCUMENT_MODE.NO_QUIRKS,
    getFirstChild: () => null,
    getChildNodes: () => [],
    getParentNode: node => ('comment' in node ? null : node.parent),
    getAttrList: element => [...element.output.attributes],
    getTagName: element => element.name,
    getNamespaceURI: element => element.namespace as html.NS,
    getTextNodeContent: none,
    getCommentNodeContent: node => node.comment,
    getDocumentTypeNodeName: none,
    getDocumentTypeNodePublicId: none,
    getDocumentTypeNodeSystemId: none,
    isTextNode: (_): _ is never => false,
    isCommentNode: node => 'comment' in node,
    isDocumentTypeNode: (_): _ is never => false,
    isElementNode: node => 'name' in node,
    setNodeSourceCodeLocation: nothing,
    getNodeSourceCodeLocation: () => null,
    updateNodeSourceCodeLocation: nothing,
  }
}

class FragmentParser extends Parser<Types> {
  readonly builder: Builder
  readonly #steps: Steps
  readonly #mostElements: number
  #elements = 0

  constructor(builder: Builder, document: Source, context: Source, maxElements: number, steps: Steps) {
    super({ treeAdapter: adapterFor(builder) }, document, context)
    this.builder = builder
    this.#steps = steps
    this.#mostElements = maxElements
  }

  override onStartTag(token: Token.TagToken): void {
    this.builder.flush()
    super.onStartTag(token)
  }

  override onEndTag(token: Token.TagToken): void {
    this.builder.flush()
    super.onEndTag(token)
  }

  override _insertElement(token: Token.TagToken, namespace: html.NS): void {
    this.#elements++
    this.#steps.spend(2)
    super._insertElement(token, namespace)
  }

  override _reconstructActiveFormattingElements(): void {
    if (this.#elements > this.#mostElements) this.activeFormattingElements.clearToLastMarker()
    super._reconstructActiveFormattingElements()
  }

  override _adoptNodes(from: Source, to: Source): void {
    this.builder.moveContent(from, to)
  }
}

/** Builds the tree of a body fragment and returns the element around it. */
export function buildTree(text: string, steps: Steps): OutputElement {
  const builder = new Builder(steps)
  const document = createSource('#document', html.NS.HTML, [])
  document.parent = document
  const context = createSource('body', html.NS.HTML, [])
  const parser = new FragmentParser(builder, document, context, maxRepeated + text.length / 4, steps)
  parser._insertFakeRootElement()
  parser._resetInsertionMode()
  parser.tokenizer.write(text, true)
  builder.flush()
  const root = document.output.children[0]
  return root instanceof OutputElement ? root : document.output
}
