import { list, type Row } from '../../../api/result/shape.ts'
import { isNever, isPhpArray, type LogEntry, renamed, textOf } from '../../../content/log-display/read-params.ts'
import { isoTimestamp } from '../../../site/timestamp.ts'
import { parseTime } from '../../../wikitext/functions/time-parse.ts'
import { type LogNames, showParams } from './show-value.ts'

const NAMES = { 0: '5::duration', 1: '6:array:flags', '6::flags': '6:array:flags' }

/** Parameters of a block: duration and flags, and the pages and namespaces of a partial one. */
export function showBlock(entry: LogEntry, names: LogNames): Row {
  const params = renamed(entry.params, NAMES)
  if (entry.action !== 'block' && entry.action !== 'reblock') return showParams(params, names)
  const flags = params.get('6:array:flags')
  const duration = textOf(params.get('5::duration'))
  params.delete('6:array:flags')
  const shown = showParams(params, names)
  shown.duration = isNever(duration) ? 'infinity' : duration
  shown.flags = list(
    'f',
    isPhpArray(flags) ? [...flags.values()].map(textOf) : textOf(flags).split(',').filter(Boolean),
  )
  const pages = (shown.restrictions as { pages?: string[] } | undefined)?.pages
  if (pages)
    (shown.restrictions as Row).pages = list(
      'p',
      pages.map(page => namedPage(page, names)),
    )
  const expiry = isNever(duration) ? null : endOf(duration, entry.timestamp)
  if (expiry !== null) shown.expiry = isoTimestamp(expiry)
  return shown
}

function namedPage(text: string, names: LogNames): Row {
  const { ns, title } = names.titleOf(text)
  return { page_ns: ns, page_title: title }
}

/** End of a block with a duration such as "3 days", or with a date. */
function endOf(duration: string, from: number): number | null {
  const end = parseTime(duration, new Date(from * 1000))
  const seconds = end === null ? Number.NaN : Math.floor(end.getTime() / 1000)
  return seconds > 0 && seconds < 253402300800 ? seconds : null
}
