// Parses, checks and rewrites tag attributes.

import { decodeCharacterReferences } from '../../site/character-references.ts'
import { trim } from '../text.ts'
import { isAllowedAttribute } from './allowed-tags.ts'
import { checkStyle } from './check-style.ts'
import { encodeAttribute } from './encode-attribute.ts'
import { withoutSlashes, withSlashes } from './protocols.ts'

/** Attributes with lists of URLs. */
const addressLists = new Set([
  'about',
  'property',
  'resource',
  'datatype',
  'typeof',
  'itemid',
  'itemprop',
  'itemref',
  'itemtype',
])
const runsScript = /(?:^|\s)(?:javascript|vbscript)(?:[^\w]|$)/i

/** Attributes that require `itemscope`. */
const ofItems = new Set(['itemtype', 'itemid', 'itemref'])

const listsOfIds = new Set(['aria-describedby', 'aria-flowto', 'aria-labelledby', 'aria-owns'])

const address = new RegExp(`^(?://|(?:${withSlashes})://|(?:${withoutSlashes}):)\\S+$`)

/** An ID as used in URLs, with spaces replaced. */
function escapeId(id: string): string {
  return id.replace(/[\t\n\f\r ]/g, '_')
}

/** The allowed attributes of an element, with safe values. */
export function checkAttributes(attributes: ReadonlyMap<string, string>, element: string): Map<string, string> {
  const checked = new Map<string, string>()
  for (const [name, value] of attributes) {
    if (name.startsWith('xmlns:')) {
      if (/^xmlns:[:A-Z_a-z-.0-9]+$/.test(name) && !runsScript.test(value)) checked.set(name, value)
      continue
    }
    if (!isAllowedAttribute(element, name)) continue
    const kept = checkValue(name, value)
    if (kept !== null) checked.set(name, kept)
  }
  if (!checked.has('itemscope')) for (const name of ofItems) checked.delete(name)
  return checked
}

/** Null when the value is rejected. */
function checkValue(name: string, value: string): string | null {
  if (name === 'style') return checkStyle(value)
  if (name === 'id') return escapeId(value)
  // Any other number would break the keyboard order of the page.
  if (name === 'tabindex') return value === '0' ? value : null
  if (listsOfIds.has(name)) return value.split(/\s+/).map(escapeId).join(' ')
  if (name === 'href') return address.test(value) ? value : null
  if (addressLists.has(name)) return runsScript.test(value) ? null : value
  return value
}

/** Formats attributes, each with a leading space. */
function writeAttributes(attributes: ReadonlyMap<string, string>): string {
  let html = ''
  for (const [name, value] of attributes) html += ` ${name}="${encodeAttribute(value)}"`
  return html
}

/** Sanitized attributes as source: ` class="a" id="b"`, or empty. */
export function tagAttributes(source: string, element: string, checkStyle?: (style: string) => string): string {
  if (source === '') return ''
  const checked = checkAttributes(readAttributes(source), element)
  const style = checked.get('style')
  if (style !== undefined && checkStyle) checked.set('style', checkStyle(style))
  return writeAttributes(checked)
}

const attribute =
  /([^\t\n\f\r />][^\t\n\f\r />=]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)(?:"|$)|'([^']*)(?:'|$)|([^\t\n\f\r >]*)))?/g

/** Attributes by lower-case name. The last of each name counts. */
export function readAttributes(source: string): Map<string, string> {
  const attributes = new Map<string, string>()
  if (trim(source) === '') return attributes
  for (const [, name, double, single, bare] of source.matchAll(attribute)) {
    const value = double ?? single ?? bare ?? ''
    attributes.set(
      name!.replace(/[A-Z]/g, letter => letter.toLowerCase()),
      decodeCharacterReferences(trim(value.replace(/[\t\n\r ]+/g, ' '))),
    )
  }
  return attributes
}
