import { ApiError } from '../messages/message.ts'
import type { ActionRun } from './action-run.ts'
import { FORMATS, type FormatName, formatParams } from './declarations.ts'
import type { Params } from './params/kinds.ts'

/** The requested format. An unknown one falls back to HTML, with an error. */
type FormatRequest = Pick<ActionRun, 'request' | 'defaultFormat' | 'fixedFormat'>

export function formatOf({ request, defaultFormat, fixedFormat }: FormatRequest): FormatName {
  if (fixedFormat) return fixedFormat
  const requested = request.params.get('format') ?? defaultFormat
  return FORMATS.includes(requested as FormatName) ? (requested as FormatName) : 'jsonfm'
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

/** Whether the parameter belongs to the format. */
export const isFormatParam = (run: ActionRun, name: string): boolean => NAMES[formatOf(run)].has(name)

const VERSIONS: readonly (string | undefined)[] = [undefined, '1', '2', 'latest']

/** Invalid format parameters; null if all are valid. Only the version can be invalid. */
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
