import { setImmediate } from 'node:timers/promises'
import { SaxesParser } from 'saxes'
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

/** Characters between yields to other requests. */
const CHARACTERS_A_TURN = 16_384
const DEEPEST = 5000

const XMLNS = 'http://www.w3.org/2000/xmlns/'

/**
 * Parses a text and reports its parts to the listeners. Returns whether it is
 * well-formed XML. Never reads external resources.
 */
export async function readXml(text: string, listeners: readonly XmlListener[]): Promise<boolean> {
  const parser = parserFor(listeners)
  try {
    for (let at = 0; at < text.length; at += CHARACTERS_A_TURN) {
      if (at > 0) await setImmediate()
      parser.write(text.slice(at, at + CHARACTERS_A_TURN))
    }
    parser.close()
    return true
  } catch (error) {
    if (error instanceof Malformed) return false
    throw error
  }
}

class Malformed extends Error {}

interface Open {
  readonly element: XmlElement
  readonly namespaces: ReadonlyMap<string, string>
}

/** Resolves namespaces itself: an undeclared prefix is part of the name, not an error. */
function parserFor(listeners: readonly XmlListener[]): SaxesParser {
  const parser = new SaxesParser()
  const open: Open[] = []
  const onText = (text: string): void => {
    if (open.length > 0) for (const listener of listeners) listener.text?.(text)
  }
  parser.on('error', () => {
    throw new Malformed()
  })
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.on('processinginstruction', ({ target }) => {
    for (const listener of listeners) listener.instruction?.(target)
  })
  parser.on('doctype', declaration => {
    const doctype = readDoctype(`<!DOCTYPE${declaration}>`)
    if (!doctype) throw new Malformed()
    for (const name of doctype.entities.keys()) {
      const value = entityText(name, doctype.entities)
      if (value !== null) parser.ENTITIES[name] = value
    }
    for (const listener of listeners) listener.doctype?.(doctype)
  })
  parser.on('opentag', ({ name: written, attributes: values, isSelfClosing }) => {
    if (open.length > DEEPEST) throw new Malformed()
    const names = Object.keys(values)
    const declared = declaredIn(names, values)
    const outer = open.at(-1)?.namespaces ?? OUTERMOST
    const namespaces = declared.size === 0 ? outer : new Map([...outer, ...declared])
    const attributes: XmlAttribute[] = []
    for (const name of names)
      if (!isDeclaration(name))
        attributes.push({ name: expanded(name, namespaces, false).name, written: name, value: values[name]! })
    const element: XmlElement = {
      ...expanded(written, namespaces, true),
      written,
      declared,
      depth: open.length,
      isEmpty: isSelfClosing,
      attributes,
    }
    open.push({ element, namespaces })
    for (const listener of listeners) listener.open?.(element)
  })
  parser.on('closetag', () => {
    const { element } = open.pop()!
    for (const listener of listeners) listener.close?.(element)
  })
  return parser
}

const PREDEFINED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const LONGEST_CHAIN = 9

/** The text of an entity, whose value is one reference or a text (`readDoctype`). Null if a reference is invalid. */
function entityText(name: string, entities: Doctype['entities'], chain = 0): string | null {
  if (Object.hasOwn(PREDEFINED, name)) return PREDEFINED[name]!
  const value = entities.get(name)
  if (value === undefined || chain > LONGEST_CHAIN) return null
  if (value.startsWith('&#')) return characterOf(value)
  const reference = /^&([^&;]+);$/.exec(value)?.[1]
  if (reference !== undefined) return entityText(reference, entities, chain + 1)
  return value.replace(/&(\w+);/g, (_, mark: string) => PREDEFINED[mark]!)
}

/** `&#65;` or `&#x41;` */
function characterOf(reference: string): string | null {
  const [, decimal, hexadecimal] = /^&#(?:(\d{1,7})|x([\da-fA-F]{1,6}));$/.exec(reference) ?? []
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : null
}

const OUTERMOST: ReadonlyMap<string, string> = new Map([['xml', 'http://www.w3.org/XML/1998/namespace']])
const NONE: ReadonlyMap<string, string> = new Map()
const isDeclaration = (name: string): boolean => name.startsWith('xmlns') && (name.length === 5 || name[5] === ':')

function declaredIn(names: readonly string[], values: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const declared = names.filter(isDeclaration)
  if (declared.length === 0) return NONE
  if (declared.some(name => values[name] === XMLNS)) throw new Malformed()
  return new Map(declared.map(name => [name.slice('xmlns:'.length), values[name]!] as const))
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
