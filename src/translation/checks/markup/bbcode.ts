import { targetCheck } from '../check.ts'
import type { Span } from '../checked-unit.ts'
import { delimited } from '../scan.ts'
import { sameTally } from '../text.ts'

interface Tag extends Span {
  readonly name: string
  readonly closes: boolean
}

function tags(text: string): Tag[] {
  return delimited(text, '[', ']').map(({ end, inner }) => {
    // Only the last opening bracket can belong to this closing one.
    const body = inner.slice(inner.lastIndexOf('[') + 1)
    const closes = body.startsWith('/')
    const name = body.slice(closes ? 1 : 0).split(/[=\s]/, 1)[0]!
    return { start: end - body.length - 2, end, name, closes }
  })
}

/** The tags that are opened and closed again; a tag may stand within another one. */
function pairs(text: string): { name: string; spans: Span[] }[] {
  const open = new Map<string, Tag[]>()
  const matched: { name: string; spans: Span[] }[] = []
  for (const tag of tags(text)) {
    const waiting = open.get(tag.name)
    if (!tag.closes) {
      if (waiting === undefined) open.set(tag.name, [tag])
      else waiting.push(tag)
      continue
    }
    const opening = waiting?.pop()
    if (opening !== undefined) matched.push({ name: tag.name, spans: [opening, tag] })
  }
  return matched
}

export const bbcode = targetCheck({
  id: 'bbcode',
  name: 'BBCode markup',
  description: 'The BBCode tags of source and translation differ.',
  flag: 'bbcode-text',
  placeables: text => pairs(text).flatMap(({ spans }) => spans),
  fails: (source, target) =>
    !sameTally(
      pairs(source).map(({ name }) => name),
      pairs(target).map(({ name }) => name),
    ),
})
