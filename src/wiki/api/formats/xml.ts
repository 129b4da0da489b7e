import {
  CONTENT,
  content,
  ENTRIES,
  KEYS,
  keyedList,
  type List,
  NUMBERED,
  OrderedEntries,
  PAIRS,
  pairsOf,
  TAG,
  TEXT_ELEMENTS,
  XML_TEXTS,
} from '../result/shape.ts'

type Tree = Record<PropertyKey, unknown>

const escapeText = (text: string): string =>
  text.replace(/[&<>]/g, char => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[char]!)
const escapeAttribute = (text: string): string =>
  text.replace(
    /[&<>"'\n\t\r]/g,
    char =>
      ({
        '&': '&amp;',
        '<': '&lt;',
        '>': '&gt;',
        '"': '&quot;',
        "'": '&#039;',
        '\n': '&#10;',
        '\t': '&#9;',
        '\r': '&#13;',
      })[char]!,
  )

// XML 1.0 cannot represent these characters at all.
const printable = (text: string): string =>
  text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')

/** Escapes characters that are not allowed in XML names as `_.2F.`; the element gets the original as an attribute. */
const elementName = (name: string): string =>
  /^[A-Za-z_][\w.-]*$/.test(name)
    ? name
    : `_${name.replace(/[^\w.-]/gu, char => `.${char.codePointAt(0)!.toString(16).toUpperCase()}.`)}`

/** The result as XML: scalars become attributes, objects elements, and lists elements named by their tag. */
export function toXml(result: unknown, pretty: boolean, includeNamespace = false): string {
  const attributes = includeNamespace ? { xmlns: 'http://www.mediawiki.org/xml/api/' } : {}
  const root = Object.defineProperties(attributes, Object.getOwnPropertyDescriptors(result as object))
  return `<?xml version="1.0"?>${pretty ? '\n' : ''}${element('api', root, pretty, 0)}`
}

function element(name: string, value: unknown, pretty: boolean, depth: number, key?: unknown): string {
  const start = pretty ? `${'  '.repeat(depth)}<${elementName(name)}` : `<${elementName(name)}`
  const line = pretty ? '\n' : ''
  const index = key === undefined ? '' : ` _idx="${escapeAttribute(String(key))}"`
  if (typeof value !== 'object' || value === null) {
    const shown = printable(scalar(value) ?? '')
    if (shown === '') return `${start}${index} />${line}`
    return `${start}${index}>${escapeText(shown)}</${elementName(name)}>${line}`
  }
  if (PAIRS in value) return element(name, pairsOf(value), pretty, depth, key)
  if (NUMBERED in value) return element(name, keyedList(String(value[NUMBERED]), Object.entries(value)), pretty, depth)
  if (value instanceof OrderedEntries) return element(name, keyedList(value.tag, value.entries), pretty, depth)
  let attributes = index
  let children = ''
  let text: string | null = null
  const contentKey = (value as { [CONTENT]?: string })[CONTENT]
  if (Array.isArray(value)) {
    const tag = (value as { [TAG]?: string })[TAG] ?? '_v'
    const keys = (value as List)[KEYS]
    for (const [at, entry] of value.entries()) children += element(tag, entry, pretty, depth + 1, keys?.[at])
  } else {
    const texts = textsOf(value)
    for (const [childName, entry] of Object.entries(value)) {
      if (typeof entry === 'object' && entry !== null) children += child(value, childName, entry, pretty, depth + 1)
      else if (texts?.includes(childName))
        children += element(childName, content({ text: entry }, 'text'), pretty, depth + 1)
      else if (ENTRIES in value)
        children += child(value, childName, content({ text: entry }, 'text'), pretty, depth + 1)
      else if (childName === contentKey) text = scalar(entry) ?? ''
      else {
        const shown = scalar(entry)
        if (shown !== undefined) attributes += ` ${elementName(childName)}="${escapeAttribute(printable(shown))}"`
      }
    }
  }
  if (text !== null && children !== '') {
    // Text never stands beside elements: it becomes one itself.
    children += element(contentKey!, content({ text }, 'text'), pretty, depth + 1)
    text = null
  }
  if (text !== null && text !== '')
    return `${start}${attributes} xml:space="preserve">${escapeText(printable(text))}</${elementName(name)}>${line}`
  if (children === '') return `${start}${attributes}${text === null ? '' : ' xml:space="preserve"'} />${line}`
  return `${start}${attributes}>${line}${children}${pretty ? '  '.repeat(depth) : ''}</${elementName(name)}>${line}`
}

type Texts = { [TEXT_ELEMENTS]?: readonly string[]; [XML_TEXTS]?: readonly string[] }
const textsOf = (value: Texts): readonly string[] | undefined => value[TEXT_ELEMENTS] ?? value[XML_TEXTS]

/** An entry of an object: under its own name, or under a common one with the name as an attribute. */
function child(parent: object, name: string, entry: object, pretty: boolean, depth: number): string {
  const named = (parent as { [ENTRIES]?: readonly [string, string] })[ENTRIES]
  if (!named) return element(name, entry, pretty, depth)
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(entry)) as Tree
  copy[named[1]] = name
  return element(named[0], copy, pretty, depth)
}

/** Booleans as in version 1: an empty string, or absent. */
const scalar = (value: unknown): string | undefined =>
  typeof value === 'boolean'
    ? value
      ? ''
      : undefined
    : value === null || value === undefined
      ? undefined
      : String(value)
