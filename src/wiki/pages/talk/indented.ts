const TAG = /<(\/?)(dl|dt|dd)(?=[\s>])[^>]*>/g

interface List {
  hasTerms: boolean
}

/**
 * Writes indented lines as plain elements. Wikitext makes them definition lists without terms, which screen readers
 * announce as empty. Lists with terms stay.
 */
export function plainIndents(html: string): string {
  if (!html.includes('<dl')) return html
  const lists: List[] = []
  const tags = [...html.matchAll(TAG)].map(([, closing, name]) => {
    const list: List | undefined = name === 'dl' && !closing ? { hasTerms: false } : lists.at(-1)
    if (list && name === 'dt') list.hasTerms = true
    if (name === 'dl' && closing) lists.pop()
    else if (name === 'dl') lists.push(list!)
    return list
  })
  let i = 0
  return html.replace(TAG, (tag, closing: string, name: string) => {
    const list = tags[i++]
    if (list === undefined || list.hasTerms || name === 'dt') return tag
    return closing ? '</div>' : name === 'dl' ? '<div class="indented">' : '<div class="indented-line">'
  })
}
