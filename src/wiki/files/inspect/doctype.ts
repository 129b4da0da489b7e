/** The `<!DOCTYPE …>` of an XML file. */
export interface Doctype {
  /** Reference to an external DTD. */
  readonly external: { readonly type: 'PUBLIC' | 'SYSTEM'; readonly publicId: string; readonly systemId: string } | null
  /** Declared entities, unresolved. */
  readonly entities: ReadonlyMap<string, string>
}

/** More than any drawing program writes. */
const LONGEST = 20_000

const HEAD =
  /<!DOCTYPE\s+[^\s[>]+(?:\s+(?:(PUBLIC)\s*(?:"([^"]*)"|'([^']*)')\s*(?:"([^"]*)"|'([^']*)')|(SYSTEM)\s*(?:"([^"]*)"|'([^']*)')))?\s*(?=[[>])/y
const ENTITY = /<!ENTITY\s+([^\s%]\S*)\s+(?:"([^"]*)"|'([^']*)')\s*>/y
const XLINK = /<!ATTLIST svg xmlns:xlink CDATA #FIXED "http:\/\/www\.w3\.org\/1999\/xlink">/y
const COMMENT = /<!--(?:[^-]|-[^-])*-->/y
const SPACE = /\s*/y

/**
 * Parses a doctype. Null when it is malformed or declares anything but simple
 * entities: others can read files or expand without limit.
 */
export function readDoctype(text: string): Doctype | null {
  if (text.length > LONGEST) return null
  const head = matchAt(HEAD, text, 0)
  if (!head) return null
  const [whole, isPublic, public1, public2, system1, system2, isSystem, own1, own2] = head
  const external = isPublic
    ? { type: 'PUBLIC' as const, publicId: public1 ?? public2 ?? '', systemId: system1 ?? system2 ?? '' }
    : isSystem
      ? { type: 'SYSTEM' as const, publicId: '', systemId: own1 ?? own2 ?? '' }
      : null
  const entities = new Map<string, string>()
  let end = whole.length
  if (text[end] === '[') {
    const close = readSubset(text, end + 1, entities)
    if (close === null) return null
    end = close + 1
    end += matchAt(SPACE, text, end)![0].length
  }
  return end === text.length - 1 && text[end] === '>' ? { external, entities } : null
}

/** Returns the index of the closing bracket. */
function readSubset(text: string, from: number, entities: Map<string, string>): number | null {
  let at = from
  for (;;) {
    at += matchAt(SPACE, text, at)![0].length
    if (text[at] === ']') return at
    const entity = matchAt(ENTITY, text, at)
    const other = entity ?? matchAt(COMMENT, text, at) ?? matchAt(XLINK, text, at)
    if (!other) return null
    if (entity) {
      const value = entity[2] ?? entity[3]!
      if (!isPlain(value)) return null
      if (!entities.has(entity[1]!)) entities.set(entity[1]!, value)
    }
    at += other[0].length
  }
}

/** Short text, or a single reference to another entity: nothing that expands. */
const isPlain = (value: string): boolean =>
  /^&[^"%&;]{1,64};$/.test(value) || (value.length <= 255 && /^(?:[^%&<]|&amp;|&quot;|&apos;)*$/.test(value))

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
