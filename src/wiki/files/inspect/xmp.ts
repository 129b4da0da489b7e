// XMP metadata, embedded in pictures as RDF, under the names of EXIF.
import { readXml, type XmlElement } from './read-xml.ts'
import { checkedValue, flashValue } from './xmp-checks.ts'
import { type XmpForm, type XmpGroup, type XmpProperty, xmpProperty } from './xmp-names.ts'

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
const XML = 'http://www.w3.org/XML/1998/namespace'
const WRAPPERS: ReadonlySet<string> = new Set(['adobe:ns:meta/ xmpmeta', 'adobe:ns:meta/ xapmeta', `${RDF} RDF`])
/** Larger blocks are ignored. */
const LONGEST = 1024 * 1024

type Values = Record<string, unknown>
export type XmpFacts = Partial<Record<XmpGroup, Values>>

/** Parses an XMP block by group; empty when it is broken or contains a doctype. */
export async function readXmp(block: Buffer): Promise<XmpFacts> {
  if (block.length > LONGEST) return {}
  const tree = new Tree()
  if (!(await readXml(xmpText(block).replace(/^\s+/, ''), [tree])) || tree.hasDoctype) return {}
  try {
    const reader = new XmpReader()
    for (const node of tree.top) reader.top(node)
    return settled(reader.said)
  } catch (error) {
    if (error instanceof Nonsense) return {}
    throw error
  }
}

/** Decodes the text by its byte order mark, wherever that is. */
function xmpText(block: Buffer): string {
  const bytes = block.toString('latin1')
  const [mark] = /\xef\xbb\xbf|\xfe\xff|\xff\xfe/.exec(bytes) ?? ['']
  const text =
    mark === '\xfe\xff'
      ? new TextDecoder('utf-16be').decode(block)
      : mark === '\xff\xfe'
        ? new TextDecoder('utf-16le').decode(block)
        : block.toString()
  return text.replaceAll('\0', '\ufffd').replace(/^\ufeff/, '')
}

class Nonsense extends Error {}

interface Node {
  readonly namespace: string
  readonly local: string
  readonly attributes: readonly { readonly namespace: string; readonly local: string; readonly value: string }[]
  readonly children: Node[]
  text: string
}

const nameOf = ({ namespace, local }: Node): string => `${namespace} ${local}`
const isRdf = (node: Node, local: string): boolean => node.namespace === RDF && node.local === local

/** Collects the elements of the text; there are few. */
class Tree {
  readonly top: Node[] = []
  readonly #open: Node[] = []
  hasDoctype = false

  open(element: XmlElement): void {
    const attributes = element.attributes
      .filter(({ written }) => !/^xmlns(?::|$)/.test(written))
      .map(({ name, value }) => {
        const at = name.lastIndexOf(':')
        return { namespace: name.slice(0, Math.max(at, 0)), local: name.slice(at + 1), value }
      })
    const node = { namespace: element.namespace, local: element.local, attributes, children: [], text: '' }
    const parent = this.#open.at(-1)
    if (parent) parent.children.push(node)
    else this.top.push(node)
    this.#open.push(node)
  }

  text(text: string): void {
    const inner = this.#open.at(-1)
    if (inner) inner.text += text.trim()
  }

  close(): void {
    this.#open.pop()
  }

  doctype(): void {
    this.hasDoctype = true
  }
}

/** Destination of a value: a property, a list, a language alternative or a structure. */
interface Target {
  readonly list?: boolean
  readonly language?: string
  readonly struct?: string
}

class XmpReader {
  readonly said: XmpFacts = {}

  /** Elements around the descriptions carry no data. */
  top(node: Node): void {
    if (WRAPPERS.has(nameOf(node)) || node.namespace === '') {
      if (node.text !== '') throw new Nonsense()
      for (const child of node.children) this.top(child)
    } else if (isRdf(node, 'Description')) this.#description(node)
    else throw new Nonsense()
  }

  #description(node: Node): void {
    if (node.text !== '') throw new Nonsense()
    this.#attributes(node, {})
    for (const child of node.children) {
      const property = xmpProperty(child.namespace, child.local)
      if (child.namespace === RDF) this.#attributes(child, {})
      else if (property && property.form !== 'part') this.#property(child, property)
    }
  }

  #property(node: Node, property: XmpProperty): void {
    if (property.form === 'one') this.#simple(node, property, {}, true)
    else if (property.form === 'struct') {
      this.#attributes(node, { struct: property.shown })
      this.#struct(node, { struct: property.shown })
      this.#settleStruct(property)
    } else this.#list(node, property)
  }

  /** A text value, or a description of one with qualifiers, which are ignored. */
  #simple(node: Node, property: XmpProperty, target: Target, readsAttributes: boolean): void {
    const isResource = readsAttributes && node.attributes.some(each => isNamed(each, 'parseType', 'Resource'))
    let text = node.text
    if (readsAttributes)
      for (const { namespace, local, value } of node.attributes) {
        if (namespace === RDF && (local === 'value' || local === 'resource')) text += value.trim()
        else if (!isResource && xmpProperty(namespace, local)) throw new Nonsense()
      }
    for (const child of node.children) {
      if (isResource) {
        if (isRdf(child, 'value')) this.#save(property, child.text, target)
      } else if (isRdf(child, 'value')) throw new Nonsense()
      else if (isRdf(child, 'Description')) text += this.#qualified(child, property, target)
    }
    if (text !== '' && !isResource) this.#save(property, text, target)
  }

  #qualified(node: Node, property: XmpProperty, target: Target): string {
    for (const { namespace, local, value } of node.attributes)
      if (namespace === RDF && local === 'value') this.#save(property, value, target)
    const inner = node.children.filter(child => isRdf(child, 'value')).map(child => child.text)
    for (const value of inner) this.#save(property, value, target)
    return inner.join('')
  }

  #list(node: Node, property: XmpProperty): void {
    if (node.text !== '') throw new Nonsense()
    for (const container of node.children) {
      checkContainer(property.form, container)
      for (const item of container.children) this.#item(item, property)
      const values = this.said[property.group]?.[property.shown] as Values | undefined
      if (!values) continue
      if (container.local === 'Seq') values._type = 'ol'
      else if (container.local === 'Bag') values._type = 'ul'
      else values._type = 'lang'
    }
  }

  #item(item: Node, property: XmpProperty): void {
    if (!isRdf(item, 'li')) throw new Nonsense()
    if (property.form === 'structs') this.#struct(item, { struct: property.shown, list: true })
    else if (property.form === 'lang') {
      const language = item.attributes.find(({ namespace, local }) => namespace === XML && local === 'lang')?.value
      if (language === undefined || !/^[-A-Za-z0-9]{2,}$/.test(language)) throw new Nonsense()
      this.#simple(item, property, { list: true, language: language.toLowerCase() }, false)
    } else this.#simple(item, property, { list: true }, false)
  }

  #struct(node: Node, target: Target): void {
    if (node.text !== '') throw new Nonsense()
    if (target.list) this.#attributes(node, target)
    for (const child of node.children) {
      if (isRdf(child, 'Description')) {
        this.#attributes(child, target)
        this.#struct({ ...child, attributes: [] }, target)
        continue
      }
      const property = xmpProperty(child.namespace, child.local)
      if (!property) continue
      if (property.form !== 'part') throw new Nonsense()
      this.#simple(child, property, target, false)
    }
  }

  #settleStruct({ check, group, shown }: XmpProperty): void {
    const values = this.said[group]
    if (check !== 'flash' || values?.[shown] === undefined) return
    const flash = flashValue(values[shown] as Values)
    if (flash === null) delete values[shown]
    else values[shown] = flash
  }

  #attributes(node: Node, target: Target): void {
    for (const { namespace, local, value } of node.attributes) {
      const property = xmpProperty(namespace, local)
      if (namespace !== RDF && property) this.#save(property, value, target)
    }
  }

  #save(property: XmpProperty, text: string, { list, language, struct }: Target): void {
    const value = checkedValue(property, text)
    if (value === null) return
    this.said[property.group] ??= {}
    const group = this.said[property.group]!
    if (struct !== undefined && list) append(group, struct, { [property.shown]: value })
    else if (struct !== undefined) within(group, struct)[property.shown] = value
    else if (language !== undefined) within(group, property.shown)[language] = value
    else if (list) append(group, property.shown, value)
    else group[property.shown] = value
  }
}

const isNamed = (attribute: Node['attributes'][number], local: string, value: string): boolean =>
  attribute.namespace === RDF && attribute.local === local && attribute.value === value

/** Number of values in each list. */
const lengths = new WeakMap<object, number>()

/** Lists are objects with numeric keys, because the list type is stored among the values. */
function append(group: Values, name: string, value: unknown): void {
  const list = within(group, name)
  const length = lengths.get(list) ?? 0
  list[length] = value
  lengths.set(list, length + 1)
}

/** The object under a name; replaces a plain text. */
function within(group: Values, name: string): Values {
  const existing = group[name]
  if (typeof existing === 'object' && existing !== null) return existing as Values
  const begun: Values = {}
  group[name] = begun
  return begun
}

function checkContainer(form: XmpForm, { namespace, local }: Node): void {
  const containers = form === 'lang' ? ['Alt'] : form === 'seq' ? ['Seq', 'Bag'] : ['Bag']
  if (namespace !== RDF || !containers.includes(local)) throw new Nonsense()
}

/** Applies the properties that only qualify others. */
function settled({ special = {}, ...said }: XmpFacts): XmpFacts {
  const general: Values = { ...said.general }
  const artists = general.Artist as Values | undefined
  if (typeof special.AuthorsPosition === 'string' && artists?.[0] !== undefined)
    artists[0] = `${special.AuthorsPosition}, ${artists[0]}`
  for (const [name, ending] of [
    ['LocationShown', 'Dest'],
    ['LocationCreated', 'Created'],
  ] as const)
    for (const place of Object.values((special[name] ?? {}) as Values))
      if (typeof place === 'object' && place !== null)
        for (const [field, value] of Object.entries(place)) append(general, `${field}${ending}`, value)
  for (const [name, value] of Object.entries(general)) if (/(?:Dest|Created)$/.test(name)) general[name] = asList(value)
  return {
    ...said,
    ...(Object.keys(general).length > 0 && { general }),
    ...(said.exif && { exif: withHeight(said.exif) }),
  }
}

const asList = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !('_type' in value) ? Object.values(value) : value

/** Makes altitudes below sea level negative. */
function withHeight({ GPSAltitudeRef: below, ...exif }: Values): Values {
  if (below === undefined) return exif
  if (exif.GPSAltitude === undefined) return { ...exif, GPSAltitudeRef: below }
  const [above, under] = String(exif.GPSAltitude).split('/').map(Number)
  const height = above! / under!
  return { ...exif, GPSAltitude: below === '1' ? -height : height }
}
