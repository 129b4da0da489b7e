// The HTML elements in a Fluent pattern without choices, for interfaces that insert messages as HTML.

import { decodeHTML, decodeHTMLStrict } from 'entities'
import type { FluentPattern } from '../../values/fluent/syntax.ts'

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
/** Stands for what only the program knows. */
const UNKNOWN = '\ufffc'

export function htmlText({ elements }: FluentPattern): string {
  return elements
    .map(element => {
      if (element.type === 'text') return element.value
      let { expression } = element
      while (expression.type === 'placeable') expression = expression.expression
      return expression.type === 'string' || expression.type === 'number' ? expression.value : UNKNOWN
    })
    .join('')
}

const REFERENCE = /&(?:#x[0-9a-f]+|#\d*|[a-z][a-z0-9]*)?;?/iy

/**
 * The end of the character reference or plain ampersand at this position; undefined if browsers do not know the
 * reference, if it lacks its semicolon, or if only the program knows what follows.
 */
function referenceEnd(html: string, at: number): number | undefined {
  REFERENCE.lastIndex = at
  const reference = REFERENCE.exec(html)![0]
  const end = at + reference.length
  if (reference === '&' || reference === '&#' || reference === '&;') return html[end] === UNKNOWN ? undefined : end
  if (reference.endsWith(';')) return decodeHTMLStrict(reference) === reference ? undefined : end
  return reference[1] === '#' || decodeHTML(reference) !== reference ? undefined : end
}

function hasValidReferences(value: string): boolean {
  for (let at = value.indexOf('&'); at >= 0; at = value.indexOf('&', at)) {
    const end = referenceEnd(value, at)
    if (end === undefined) return false
    at = end
  }
  return true
}

/** Elements with their attributes and ancestors, sorted; undefined if the HTML is not valid. */
export function htmlNodes(html: string): string[] | undefined {
  const nodes: string[] = []
  const open: { name: string; path: string }[] = []
  for (let at = 0; at < html.length; ) {
    if (html[at] === '&') {
      const end = referenceEnd(html, at)
      if (end === undefined) return undefined
      at = end
      continue
    }
    if (html[at] !== '<') {
      at++
      continue
    }
    const next = html[at + 1] ?? ''
    if (next === '!' || next === '?' || next === UNKNOWN) return undefined
    if (next === '/') {
      const end = /<\/([A-Za-z][^\s/>]*)\s*>/y
      end.lastIndex = at
      const match = end.exec(html)
      if (match === null || open.pop()?.name !== match[1]) return undefined
      at = end.lastIndex
      continue
    }
    if (!/[A-Za-z]/.test(next)) {
      at++
      continue
    }
    const tag = startTag(html, at)
    if (tag === undefined) return undefined
    const isVoid = VOID.has(tag.name.toLowerCase())
    if (tag.isClosed && !isVoid) return undefined
    const path = `${open.at(-1)?.path ?? ''}<${tag.name}${tag.attributes}>`
    nodes.push(path)
    if (!isVoid) open.push({ name: tag.name, path })
    at = tag.end
  }
  return open.length > 0 ? undefined : nodes.sort()
}

function startTag(
  html: string,
  start: number,
): { name: string; attributes: string; isClosed: boolean; end: number } | undefined {
  const name = /<([A-Za-z][A-Za-z0-9-]*)/y
  name.lastIndex = start
  const match = name.exec(html)
  if (match === null) return undefined
  const attributes = new Map<string, string>()
  const attribute = /\s+([A-Za-z][\w:.-]*)\s*=\s*("[^"<>]*"|'[^'<>]*')/y
  let at = name.lastIndex
  for (;;) {
    attribute.lastIndex = at
    const found = attribute.exec(html)
    if (found === null) break
    if (attributes.has(found[1]!) || !hasValidReferences(found[2]!)) return undefined
    attributes.set(found[1]!, found[2]!.slice(1, -1))
    at = attribute.lastIndex
  }
  const close = /\s*(\/?)>/y
  close.lastIndex = at
  const end = close.exec(html)
  if (end === null) return undefined
  const sorted = [...attributes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, value]) => ` ${key}="${value}"`)
  return { name: match[1]!, attributes: sorted.join(''), isClosed: end[1] === '/', end: close.lastIndex }
}
