import { ApiError } from '../messages/message.ts'
import type { ActionRun } from './action-run.ts'
import { FORMATS, type FormatName, formatParams } from './declarations.ts'
import type { Params } from './params/kinds.ts'

/** The format that was asked for; one that there is not is printed for people, with the error that says so. */
type Asked = Pick<ActionRun, 'request' | 'defaultFormat' | 'fixedFormat'>

export function formatOf({ request, defaultFormat, fixedFormat }: Asked): FormatName {
  if (fixedFormat) return fixedFormat
  const asked = request.params.get('format') ?? defaultFormat
  return FORMATS.includes(asked as FormatName) ? (asked as FormatName) : 'jsonfm'
}

const namesOf = (params: Params): ReadonlySet<string> => new Set(['format', ...Object.keys(params)])
const NAMES: Readonly<Record<FormatName, ReadonlySet<string>>> = {
  json: namesOf(formatParams.json),
  jsonfm: namesOf(formatParams.jsonfm),
  none: namesOf(formatParams.none),
  php: namesOf(formatParams.php),
  phpfm: namesOf(formatParams.phpfm),
  rawfm: namesOf(formatParams.rawfm),
  xml: namesOf(formatParams.xml),
  xmlfm: namesOf(formatParams.xmlfm),
}

/** Whether the format takes a parameter of this name, so that nobody else need know it. */
export const isFormatParam = (run: ActionRun, name: string): boolean => NAMES[formatOf(run)].has(name)

const VERSIONS: readonly (string | undefined)[] = [undefined, '1', '2', 'latest']

/** What is wrong with the parameters of the format; null when nothing is. Only the version can be wrong at all. */
export function formatFault(run: ActionRun): ApiError | null {
  if (VERSIONS.includes(run.request.params.get('formatversion')) || !isFormatParam(run, 'formatversion')) return null
  const name = formatOf(run)
  try {
    run.args({ name, path: name, prefix: '', params: formatParams[name] })
    return null
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    error.module ??= name
    return error
  }
}
