// A tree of an XML text with positions. A strict parser (saxes) validates the text.

import { SaxesParser } from 'saxes'
import { type Decoded, decode } from '../encoding.ts'
import type { ParseOptions } from '../format.ts'
import { FormatError, failAt } from '../format-error.ts'
import { unitCounter } from '../unit-limit.ts'

export interface XmlElement {
  readonly type: 'element'
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly start: number
  // After the ">" of the opening tag.
  readonly openEnd: number
  // Before the "</" of the closing tag; equal to openEnd if there is none.
  closeStart: number
  end: number
  readonly selfClosing: boolean
  readonly children: XmlNode[]
  readonly parent: XmlElement | undefined
}

interface XmlLeaf {
  readonly type: 'text' | 'cdata' | 'comment' | 'other'
  readonly start: number
  readonly end: number
}

export type XmlNode = XmlElement | XmlLeaf

export interface XmlRoot extends XmlElement {
  // The document type declaration, empty if there is none.
  readonly doctype: string
  // Names of the declared entities. References to them are treated as text and never resolved.
  readonly entities: ReadonlySet<string>
}

const maxDepth = 100

export function decodeXml(bytes: Uint8Array, options: ParseOptions): Decoded {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 200)).toString('latin1')
  const declared = /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1]?.toLowerCase()
  // Cannot be UTF-16 without a byte order mark, since the declaration was readable.
  return decode(bytes, options, declared === undefined || declared.startsWith('utf-16') ? 'utf-8' : declared)
}

// Entities can expand without bound or name other files, so references to declared entities stay as written. `seen` is
// called for each element, and may throw to stop reading.
export function scanXml(text: string, rootName: string, seen: (element: XmlElement) => void = () => {}): XmlRoot {
  const parser = new SaxesParser()
  let doctype = ''
  const entities = new Set<string>()
  let root: XmlElement | undefined
  let open: XmlElement | undefined
  let depth = 0
  let at = 0

  // The start of the mark-up whose end the parser just reached; anything before it is text.
  const begin = (): number => {
    const start = text.indexOf('<', at)
    if (start > at) open?.children.push({ type: 'text', start: at, end: start })
    return start
  }
  const leaf = (type: XmlLeaf['type'], end: number): void => {
    const start = begin()
    open?.children.push({ type, start, end })
    at = end
  }

  parser.on('error', error => {
    const reason = error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')
    throw new FormatError(`not well-formed XML: ${reason}`, { line: parser.line, column: parser.column + 1 })
  })
  parser.on('doctype', declaration => {
    const start = begin()
    leaf('other', text.indexOf('>', parser.position - 1) + 1)
    doctype = text.slice(start, at)
    for (const name of declaredEntities(declaration)) {
      if (Object.hasOwn(predefined, name)) continue
      entities.add(name)
      parser.ENTITIES[name] = `&${name};`
    }
  })
  parser.on('xmldecl', () => leaf('other', parser.position))
  parser.on('processinginstruction', () => leaf('other', parser.position))
  parser.on('comment', () => leaf('comment', text.indexOf('>', parser.position) + 1))
  parser.on('cdata', () => leaf('cdata', parser.position))
  parser.on('opentag', tag => {
    if (++depth > maxDepth) throw new FormatError(`nested deeper than ${maxDepth} elements`, { line: parser.line })
    const start = begin()
    const end = parser.position
    const element: XmlElement = {
      type: 'element',
      name: tag.name,
      attributes: new Map(Object.entries(tag.attributes)),
      start,
      openEnd: end,
      closeStart: end,
      end,
      selfClosing: tag.isSelfClosing,
      children: [],
      parent: open,
    }
    open?.children.push(element)
    root ??= element
    seen(element)
    open = element
    at = end
  })
  parser.on('closetag', tag => {
    depth--
    if (open !== undefined && !tag.isSelfClosing) {
      open.closeStart = begin()
      open.end = parser.position
      at = open.end
    }
    open = open?.parent
  })
  parser.write(text).close()
  if (root === undefined || localName(root) !== rootName) {
    failAt(text, root?.start ?? 0, `expected <${rootName}> as the root element`)
  }
  return Object.assign(root, { doctype, entities })
}

const predefined = { lt: '', gt: '', amp: '', quot: '', apos: '' }

function declaredEntities(doctype: string): string[] {
  const declarations = doctype.replace(/<!--.*?-->/gs, '').matchAll(/<!ENTITY\s+([A-Za-z_][\w.-]{0,100})\s/g)
  return Array.from(declarations, ([, name]) => name!)
}

// Throws at the first unit beyond the limit. Units are elements by name, or by their parent's name and their own.
export function counted(names: readonly string[], options: ParseOptions): (element: XmlElement) => void {
  const count = unitCounter(options)
  return element => {
    const name = localName(element)
    if (names.includes(name) || (element.parent && names.includes(`${localName(element.parent)}/${name}`))) count()
  }
}

// For formats without entities: a translation could not keep the references.
export function refuseEntities(text: string, { entities }: XmlRoot): void {
  if (entities.size > 0)
    failAt(text, text.indexOf('<!DOCTYPE'), 'a document type declaration (DOCTYPE) with entities is not allowed')
}

export function localName(element: XmlElement): string {
  return element.name.slice(element.name.indexOf(':') + 1)
}

export function elements(parent: XmlElement, name?: string): XmlElement[] {
  return parent.children.filter(
    (node): node is XmlElement => node.type === 'element' && (name === undefined || localName(node) === name),
  )
}

export function firstElement(parent: XmlElement, name: string): XmlElement | undefined {
  return parent.children.find((node): node is XmlElement => node.type === 'element' && localName(node) === name)
}

// The name of the first element, found without parsing the whole document.
export function rootName(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 65_536)).toString('latin1')
  const body = start.replace(/<!--.*?(-->|$)/gs, '').replace(/<!DOCTYPE[^[>]*(\[[^\]]*\]\s*)?>/, '')
  return /<([A-Za-z][\w:.-]*)/.exec(body)?.[1]
}
