import { setImmediate } from 'node:timers/promises'
import { type Doctype, readDoctype } from './doctype.ts'

export interface XmlAttribute {
  /** Namespace, colon and local name; the written name if there is no namespace. */
  readonly name: string
  /** The name with its prefix. */
  readonly written: string
  readonly value: string
}

export interface XmlElement {
  /** Namespace, colon and local name; the written name if there is no namespace. */
  readonly name: string
  readonly namespace: string
  readonly local: string
  /** The name with its prefix. */
  readonly written: string
  readonly attributes: readonly XmlAttribute[]
  /** Namespaces declared here, by prefix. */
  readonly declared: ReadonlyMap<string, string>
  readonly depth: number
  readonly isEmpty: boolean
}

/** Receives parse events in document order. */
export interface XmlListener {
  open?(element: XmlElement): void
  text?(text: string): void
  close?(element: XmlElement): void
  instruction?(target: string): void
  doctype?(doctype: Doctype): void
}

/** Tags between yields to other requests. */
const TAGS_A_TURN = 2000
const DEEPEST = 5000

const NAME = '[\\p{L}_:][\\p{L}\\p{M}\\p{N}_:.\\-·]*'
const TAG = new RegExp(`<(${NAME})((?:\\s+${NAME}\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*)\\s*(/?)>`, 'uy')
const ATTRIBUTE = new RegExp(`(${NAME})\\s*=\\s*(?:"([^"<]*)"|'([^'<]*)')`, 'gu')
const END_TAG = new RegExp(`</(${NAME})\\s*>`, 'uy')
const INSTRUCTION = new RegExp(`<\\?(${NAME})(?:\\s[\\s\\S]*?)?\\?>`, 'uy')
const XMLNS = 'http://www.w3.org/2000/xmlns/'

/**
 * Parses a text and reports its parts to the listeners. Returns whether it is
 * well-formed XML. Never reads external resources.
 */
export async function readXml(text: string, listeners: readonly XmlListener[]): Promise<boolean> {
  const reader = new Reader(text, listeners)
  try {
    for (let tags = 1; reader.step(); tags++) if (tags % TAGS_A_TURN === 0) await setImmediate()
    return reader.isComplete
  } catch (error) {
    if (error instanceof Malformed) return false
    throw error
  }
}

class Malformed extends Error {}

interface Open {
  readonly written: string
  readonly element: XmlElement
  readonly namespaces: ReadonlyMap<string, string>
}

class Reader {
  readonly #text: string
  readonly #listeners: readonly XmlListener[]
  readonly #open: Open[] = []
  #entities: ReadonlyMap<string, string> = new Map()
  /** Index after the byte order mark, if any. */
  readonly #beginning: number
  #at: number
  #hasRoot = false

  constructor(text: string, listeners: readonly XmlListener[]) {
    this.#text = text
    this.#listeners = listeners
    this.#beginning = text.charCodeAt(0) === 0xfeff ? 1 : 0
    this.#at = this.#beginning
  }

  get isComplete(): boolean {
    return this.#hasRoot && this.#open.length === 0
  }

  /** Reads up to and including the next markup; false at the end. */
  step(): boolean {
    const text = this.#text
    const next = text.indexOf('<', this.#at)
    this.#characters(text.slice(this.#at, next < 0 ? text.length : next))
    if (next < 0) return false
    this.#at = next
    if (text.startsWith('<!--', next)) this.#skip('<!--', '-->')
    else if (text.startsWith('<![CDATA[', next)) this.#literal()
    else if (text.startsWith('<!DOCTYPE', next)) this.#doctype()
    else if (text[next + 1] === '?') this.#instruction()
    else if (text[next + 1] === '/') this.#endTag()
    else this.#tag()
    return true
  }

  #match(pattern: RegExp): RegExpExecArray {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (!found) throw new Malformed()
    this.#at += found[0].length
    return found
  }

  #skip(opening: string, closing: string): string {
    const end = this.#text.indexOf(closing, this.#at + opening.length)
    if (end < 0) throw new Malformed()
    const inner = this.#text.slice(this.#at + opening.length, end)
    this.#at = end + closing.length
    return inner
  }

  #literal(): void {
    if (this.#open.length === 0) throw new Malformed()
    const text = this.#skip('<![CDATA[', ']]>')
    for (const listener of this.#listeners) listener.text?.(text)
  }

  #doctype(): void {
    const doctype = this.#hasRoot ? null : readDoctype(this.#text, this.#at)
    if (!doctype) throw new Malformed()
    this.#entities = doctype.entities
    this.#at = doctype.end
    for (const listener of this.#listeners) listener.doctype?.(doctype)
  }

  #instruction(): void {
    const start = this.#at
    const [, target] = this.#match(INSTRUCTION) as unknown as [string, string]
    if (/^xml$/i.test(target)) {
      if (start !== this.#beginning || target !== 'xml') throw new Malformed()
      return
    }
    for (const listener of this.#listeners) listener.instruction?.(target)
  }

  #characters(raw: string): void {
    if (raw === '') return
    if (this.#open.length === 0) {
      if (raw.trim() !== '') throw new Malformed()
      return
    }
    if (raw.includes(']]>')) throw new Malformed()
    const text = this.#resolved(raw)
    for (const listener of this.#listeners) listener.text?.(text)
  }

  #endTag(): void {
    const [, written] = this.#match(END_TAG)
    const last = this.#open.pop()
    if (last === undefined || last.written !== written) throw new Malformed()
    for (const listener of this.#listeners) listener.close?.(last.element)
  }

  #tag(): void {
    if ((this.#hasRoot && this.#open.length === 0) || this.#open.length > DEEPEST) throw new Malformed()
    const [, written, attributeText, slash] = this.#match(TAG) as unknown as [string, string, string, string]
    const attributes = [...attributeText.matchAll(ATTRIBUTE)].map(([, name, double, single]) => ({
      name: name!,
      value: this.#resolved((double ?? single!).replace(/[\t\n\r]/g, ' ')),
    }))
    if (new Set(attributes.map(({ name }) => name)).size !== attributes.length) throw new Malformed()
    const declared = declaredIn(attributes)
    const outer = this.#open.at(-1)?.namespaces ?? new Map([['xml', 'http://www.w3.org/XML/1998/namespace']])
    const namespaces = declared.size === 0 ? outer : new Map([...outer, ...declared])
    const { namespace, local, name } = expanded(written, namespaces, true)
    const element: XmlElement = {
      name,
      namespace,
      local,
      written,
      declared,
      depth: this.#open.length,
      isEmpty: slash === '/',
      attributes: attributes
        .filter(attribute => !isDeclaration(attribute.name))
        .map(({ name, value }) => ({ name: expanded(name, namespaces, false).name, written: name, value })),
    }
    this.#hasRoot = true
    for (const listener of this.#listeners) listener.open?.(element)
    if (!element.isEmpty) this.#open.push({ written, element, namespaces })
    else for (const listener of this.#listeners) listener.close?.(element)
  }

  /** Resolves references. An entity may refer to one other entity, and no more. */
  #resolved(raw: string, depth = 0): string {
    if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(raw)) throw new Malformed()
    if (!raw.includes('&')) return raw
    return raw.replace(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|([^\s&;#]+));|&/g, (whole, decimal, hexadecimal, name) => {
      if (whole === '&') throw new Malformed()
      if (name === undefined) return character(Number.parseInt(decimal ?? hexadecimal, decimal === undefined ? 16 : 10))
      const known = PREDEFINED[name as string]
      if (known !== undefined) return known
      const value = this.#entities.get(name as string)
      if (value === undefined || depth > 8) throw new Malformed()
      return this.#resolved(value, depth + 1)
    })
  }
}

const PREDEFINED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function character(code: number): string {
  if (code > 0x10ffff || code === 0 || (code >= 0xd800 && code <= 0xdfff)) throw new Malformed()
  return String.fromCodePoint(code)
}

const isDeclaration = (name: string): boolean => name === 'xmlns' || name.startsWith('xmlns:')

function declaredIn(attributes: readonly Pick<XmlAttribute, 'name' | 'value'>[]): ReadonlyMap<string, string> {
  const declared = attributes.filter(({ name }) => isDeclaration(name))
  if (declared.some(({ value }) => value === XMLNS)) throw new Malformed()
  return new Map(declared.map(({ name, value }) => [name.slice('xmlns:'.length), value] as const))
}

/** Attributes without a prefix have no namespace; an undeclared prefix is part of the name. */
function expanded(
  written: string,
  namespaces: ReadonlyMap<string, string>,
  isElement: boolean,
): { namespace: string; local: string; name: string } {
  const colon = written.indexOf(':')
  const prefix = colon < 0 ? '' : written.slice(0, colon)
  const namespace = (prefix !== '' || isElement ? namespaces.get(prefix) : undefined) ?? ''
  if (namespace === '') return { namespace, local: written, name: written }
  const local = written.slice(colon + 1)
  return { namespace, local, name: `${namespace}:${local}` }
}
