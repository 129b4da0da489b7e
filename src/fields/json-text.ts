// Safe parsing of untrusted JSON.

export const MAX_JSON_DEPTH = 64

/** Why a text was rejected as JSON, in words for people. */
export class JsonTextError extends Error {}

/** Code that walks a value recurses once per level, so a text of brackets could exhaust the stack. */
export function isTooDeep(text: string): boolean {
  let depth = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (inString) {
      if (char === '\\') i++
      else if (char === '"') inString = false
    } else if (char === '"') inString = true
    else if (char === '[' || char === '{') {
      if (++depth > MAX_JSON_DEPTH) return true
    } else if (char === ']' || char === '}') depth--
  }
  return false
}

/** Parses a JSON file: UTF-8, not too deep, and without duplicate members, which parsers handle differently. */
export function parseJsonFile(content: Uint8Array): unknown {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    throw new JsonTextError('not UTF-8 text')
  }
  return parseJsonText(text)
}

export function parseJsonText(text: string): unknown {
  if (isTooDeep(text)) throw new JsonTextError(`nested more than ${MAX_JSON_DEPTH} levels deep`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new JsonTextError('not valid JSON')
  }
  const duplicate = repeatedMember(text)
  if (duplicate !== null) throw new JsonTextError(`the member "${duplicate.slice(0, 100)}" appears twice in one object`)
  return value
}

const SPACE = /[ \t\r\n]*/y

/** The first duplicate member name of any object. The text must be valid JSON. */
function repeatedMember(text: string): string | null {
  const open: (Set<string> | null)[] = []
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (char === '{') open.push(new Set())
    else if (char === '[') open.push(null)
    else if (char === '}' || char === ']') open.pop()
    else if (char === '"') {
      const end = endOfString(text, i)
      SPACE.lastIndex = end
      SPACE.test(text)
      const names = open.at(-1)
      if (names && text[SPACE.lastIndex] === ':') {
        const raw = text.slice(i, end)
        const name = raw.includes('\\') ? (JSON.parse(raw) as string) : raw.slice(1, -1)
        if (names.has(name)) return name
        names.add(name)
      }
      i = end - 1
    }
  }
  return null
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; ) {
    const quote = text.indexOf('"', at)
    let slashes = 0
    while (text[quote - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return quote + 1
    at = quote + 1
  }
}
