// Formatting as numbered tags: `<g id="1">bold</g>` around text, `<x id="2"/>` for something without text.

export type Inline =
  | { readonly text: string }
  /** Mark-up around text; `wrap` writes the text in it. */
  | {
      readonly open: string
      readonly close: string
      readonly children: readonly Inline[]
      readonly wrap?: ((text: string) => string) | undefined
      /** Formatting that the text itself carries, instead of the mark-up around it. */
      readonly format?: string | undefined
    }
  | { readonly raw: string /** Must not get lost. */; readonly isKept: boolean }

type Tag = Exclude<Inline, { readonly text: string }>

function tagsIn(content: readonly Inline[]): Tag[] {
  return content.flatMap(item => ('text' in item ? [] : 'raw' in item ? [item] : [item, ...tagsIn(item.children)]))
}

const markOf = (tag: Tag): string => ('raw' in tag ? tag.raw : tag.open + (tag.format ?? ''))

/** The mark-up of the tags, by number. */
export const tagsOf = (content: readonly Inline[]): string[] => tagsIn(content).map(markOf)

/** Programs split a text into many parts with the same formatting. */
export function mergedInline(items: readonly Inline[]): Inline[] {
  const result: Inline[] = []
  for (const item of items) {
    const last = result.at(-1)
    if (last !== undefined && 'text' in last && 'text' in item)
      result[result.length - 1] = { text: last.text + item.text }
    else if (last !== undefined && 'format' in last && 'format' in item && last.format === item.format)
      result[result.length - 1] = { ...last, children: mergedInline([...last.children, ...item.children]) }
    else result.push(item)
  }
  return result
}

export function shownText(content: readonly Inline[]): string {
  let number = 0
  const show = (items: readonly Inline[]): string =>
    items
      .map(item => {
        if ('text' in item) return item.text
        const id = ++number
        return 'raw' in item ? `<x id="${id}"/>` : `<g id="${id}">${show(item.children)}</g>`
      })
      .join('')
  return show(content)
}

const TAG = /<g id="(\d{1,6})">|<\/g>|<x id="(\d{1,6})"\/>/g

/** A text as mark-up. Tags that do not fit are text. */
export function writeInline(text: string, content: readonly Inline[], wrap: (text: string) => string): string {
  const tags = tagsIn(content)
  const used = new Set<Tag>()
  const open: Extract<Tag, { open: string }>[] = []
  const closers = matchedClosers(text, tags)
  let result = ''
  let pending = ''
  const flush = () => {
    const inner = open.findLast(tag => tag.wrap !== undefined)?.wrap ?? wrap
    if (pending !== '') result += inner(pending)
    pending = ''
  }
  let at = 0
  for (const match of text.matchAll(TAG)) {
    pending += text.slice(at, match.index)
    at = match.index + match[0].length
    const tag = tags[Number(match[1] ?? match[2]) - 1]
    const isClosing = match[0] === '</g>'
    if (isClosing && closers.has(match.index)) {
      flush()
      result += open.pop()!.close
    } else if (
      !isClosing &&
      tag !== undefined &&
      !used.has(tag) &&
      match[1] !== undefined &&
      'open' in tag &&
      closers.has(match.index)
    ) {
      flush()
      used.add(tag)
      open.push(tag)
      result += tag.open
    } else if (tag !== undefined && !used.has(tag) && match[2] !== undefined && 'raw' in tag) {
      flush()
      used.add(tag)
      result += tag.raw
    } else pending += match[0]
  }
  pending += text.slice(at)
  flush()
  // Pictures and notes stay, even if the translation left them out.
  for (const tag of tags) if ('raw' in tag && tag.isKept && !used.has(tag)) result += tag.raw
  return result
}

/** Positions of opening tags that are closed, and of the tags that close them. */
function matchedClosers(text: string, tags: readonly Tag[]): Set<number> {
  const matched = new Set<number>()
  const open: number[] = []
  const used = new Set<number>()
  for (const { 0: mark, 1: pair, index } of text.matchAll(TAG)) {
    const id = Number(pair)
    const tag = pair === undefined ? undefined : tags[id - 1]
    if (tag !== undefined && 'open' in tag && !used.has(id)) {
      used.add(id)
      open.push(index)
    } else if (mark === '</g>' && open.length > 0) {
      matched.add(open.pop()!)
      matched.add(index)
    }
  }
  return matched
}

/** The text of a translation with the numbers that its tags have in the template. */
export function renumberedTags(text: string, own: readonly string[], template: readonly string[]): string {
  const free = new Map<string, number[]>()
  for (const [i, mark] of template.entries()) free.set(mark, [...(free.get(mark) ?? []), i + 1])
  const numbers = own.map(mark => free.get(mark)?.shift())
  if (numbers.some(number => number === undefined)) return text
  return text.replace(/<([gx]) id="(\d+)"/g, (whole, name: string, id: string) => {
    const number = numbers[Number(id) - 1]
    return number === undefined ? whole : `<${name} id="${number}"`
  })
}
