import { list, type Row } from '../../../api/result/shape.ts'
import { isPhpArray, type LogEntry, type LogParams, textOf } from '../../../content/log-display/read-params.ts'
import type { PhpValue } from '../../../php/unserialize.ts'
import { HIDDEN } from '../../../site/hidden-parts.ts'
import { type LogNames, showParams, showPlain } from './show-value.ts'

/** Parameters of deletions and of revision deletion. */
export function showDeletion({ action, params }: LogEntry, names: LogNames): Row {
  if (action === 'event') return { type: 'logging', ...visibility(params, ['4::ids', '5::ofield', '6::nfield'], 0) }
  if (action === 'revision') {
    const type = textOf(params.get('4::type') ?? params.get('0'))
    return { type, ...visibility(params, ['5::ids', '6::ofield', '7::nfield'], 1) }
  }
  return showParams(params, names)
}

/** `first` is the index of the values in entries with unnamed parameters. */
function visibility(params: LogParams, keys: readonly [string, string, string], first: number): Row {
  const [ids, before, after] = keys.map((key, index) => params.get(key) ?? params.get(String(first + index)))
  return {
    ids: list('id', idsOf(ids)),
    ...(before !== undefined && { old: bits(before) }),
    ...(after !== undefined && { new: bits(after) }),
  }
}

const idsOf = (ids: PhpValue | undefined): unknown[] =>
  isPhpArray(ids) ? [...ids.values()].map(id => showPlain(id, 'id')) : textOf(ids).split(',')

/** Old entries contain `ofield=1`. */
function bits(value: PhpValue): Row {
  const bitmask = Number.parseInt(textOf(value).replace(/^.*=/, ''), 10) || 0
  return {
    bitmask,
    content: (bitmask & HIDDEN.text) !== 0,
    comment: (bitmask & HIDDEN.comment) !== 0,
    user: (bitmask & HIDDEN.user) !== 0,
    restricted: (bitmask & HIDDEN.restricted) !== 0,
  }
}
