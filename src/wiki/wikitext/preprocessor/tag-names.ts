// Tag names recognized by the preprocessor, on a page itself and when included.

export interface TagNames {
  /** Extension tags and the inclusion element hidden in this context. */
  readonly elements: ReadonlySet<string>
  /** Inclusion tags that are dropped while their content stays. */
  readonly ignoredTags: ReadonlySet<string>
  readonly ignoredElement: 'noinclude' | 'includeonly'
  readonly longest: number
}

export const mayLackEnd: ReadonlySet<string> = new Set(['includeonly', 'noinclude', 'onlyinclude'])

function tagNames(extensionTags: readonly string[], included: boolean): TagNames {
  const ignoredElement = included ? 'noinclude' : 'includeonly'
  const elements = new Set([...extensionTags.map(name => name.replace(/[<>]/g, '').toLowerCase()), ignoredElement])
  const ignoredTags = new Set(
    included ? ['includeonly', '/includeonly'] : ['noinclude', '/noinclude', 'onlyinclude', '/onlyinclude'],
  )
  const longest = Math.max(...[...elements, ...ignoredTags].map(name => name.length))
  return { elements, ignoredTags, ignoredElement, longest }
}

const cache = new WeakMap<readonly string[], { page: TagNames; included: TagNames }>()

/** Names for a site's list of extension tags ("<ref>", "<gallery>", …). */
export function tagNamesFor(extensionTags: readonly string[], included: boolean): TagNames {
  let names = cache.get(extensionTags)
  if (!names) {
    names = { page: tagNames(extensionTags, false), included: tagNames(extensionTags, true) }
    cache.set(extensionTags, names)
  }
  return included ? names.included : names.page
}

/** The tag name at a position, in its original case, or null. Looks no further than the longest name. */
export function tagNameAt(text: string, start: number, names: TagNames): string | null {
  let end = start
  const limit = Math.min(text.length, start + names.longest + 1)
  while (end < limit) {
    const code = text.charCodeAt(end)
    if (code === 0x3e || code === 0x20 || (code >= 0x09 && code <= 0x0d)) break
    if (code === 0x2f && end > start && text.charCodeAt(end + 1) === 0x3e) break
    end++
  }
  if (end === start || end === limit) return null
  const name = text.slice(start, end)
  const lower = name.toLowerCase()
  return names.elements.has(lower) || names.ignoredTags.has(lower) ? name : null
}
