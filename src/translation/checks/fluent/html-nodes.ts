// The HTML elements in a Fluent pattern without choices, for interfaces that insert messages as HTML.

import type { FluentPattern } from '../../values/fluent/syntax.ts'

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
// References that browsers recognise without a semicolon.
const OPEN_REFERENCES =
  /^&(?:#\d|#x[0-9a-f]|(?:amp|lt|gt|quot|nbsp|copy|reg|shy|yen|cent|pound|sect|deg|para|times|divide|[aeiou](?:acute|grave|uml|circ)|szlig|ntilde|ccedil)(?![a-z0-9]))/i

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

/** Elements with their attributes and ancestors, sorted; undefined if the HTML is not valid. */
export function htmlNodes(html: string): string[] | undefined {
  const nodes: string[] = []
  const open: { name: string; path: string }[] = []
  for (let at = 0; at < html.length; ) {
    if (html[at] === '&') {
      const reference = /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{0,40});/iy
      reference.lastIndex = at
      const rest = html.slice(at, at + 12)
      if (reference.test(html)) at = reference.lastIndex
      else if (rest[1] === UNKNOWN || rest.startsWith(`&#${UNKNOWN}`) || OPEN_REFERENCES.test(rest)) return undefined
      else at++
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
    if (attributes.has(found[1]!)) return undefined
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
