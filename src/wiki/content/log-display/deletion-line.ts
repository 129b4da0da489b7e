import { HIDDEN } from '../../site/hidden-parts.ts'
import { type Line, type LogTools, linkToPage, type ShownEntry, targetOf } from './log-tools.ts'
import type { LogWords } from './log-words.ts'
import { isPhpArray, textOf } from './read-params.ts'

/** Log line for a deletion, a restoration or a visibility change. */
export function deletionLine(entry: ShownEntry, tools: LogTools): Line {
  const { type, action } = entry
  const key = `logentry-${type}-${action}`
  const target = linkToPage(tools, targetOf(entry))
  if (action === 'restore') return restoration(entry, key, target, tools.words)
  if (action === 'event' || action === 'revision') return visibility(entry, key, target, tools.words)
  return { key, params: [target] }
}

type Target = Line['params'][number]

function restoration({ params }: ShownEntry, key: string, target: Target, words: LogWords): Line {
  const counts = params.get(':assoc:count')
  const parts = isPhpArray(counts)
    ? ['revisions', 'files'].flatMap(name => {
        const count = Number(textOf(counts.get(name)))
        return count > 0 ? [words.text(`restore-count-${name}`, count)] : []
      })
    : []
  return parts.length === 0 ? { key: `${key}-nocount`, params: [target] } : { key, params: [target, words.list(parts)] }
}

function visibility({ action, params }: ShownEntry, key: string, target: Target, words: LogWords): Line {
  const first = action === 'event' ? 4 : 5
  const value = (offset: number, name: string) =>
    params.get(`${first + offset}::${name}`) ?? params.get(String(first - 4 + offset))
  const [ids, before, after] = [value(0, 'ids'), value(1, 'ofield'), value(2, 'nfield')]
  if (before === undefined || after === undefined) return { key: `${key}-legacy`, params: [target] }
  const count = isPhpArray(ids) ? ids.size : textOf(ids).split(',').length
  return { key, params: [target, words.list(changes(bitsOf(before), bitsOf(after), words)), count] }
}

/** Old entries have the form `ofield=1`. */
const bitsOf = (value: Parameters<typeof textOf>[0]): number =>
  Number.parseInt(textOf(value).replace(/^.*=/, ''), 10) || 0

const PARTS = [
  [HIDDEN.text, 'content'],
  [HIDDEN.comment, 'summary'],
  [HIDDEN.user, 'uname'],
] as const

function changes(before: number, after: number, words: LogWords): string[] {
  const changed = PARTS.filter(([bit]) => ((before ^ after) & bit) !== 0)
  const hidden = changed.filter(([bit]) => (after & bit) !== 0)
  const shown = changed.filter(([bit]) => (after & bit) === 0)
  const restricted = ((before ^ after) & HIDDEN.restricted) !== 0
  return [
    ...hidden.map(([, name]) => words.text(`revdelete-${name}-hid`)),
    ...shown.map(([, name]) => words.text(`revdelete-${name}-unhid`)),
    ...(restricted
      ? [words.text((after & HIDDEN.restricted) !== 0 ? 'revdelete-restricted' : 'revdelete-unrestricted')]
      : []),
  ]
}
