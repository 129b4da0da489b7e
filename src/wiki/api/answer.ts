import { PAGE_HEADERS } from '#web/page.ts'
import type { ActionRun } from './action-run.ts'
import type { FormatOptions } from './formats/format.ts'
import { htmlPage } from './formats/html-page.ts'
import { toJson, toJsonp } from './formats/json.ts'
import { toPhp } from './formats/php.ts'
import { toXml } from './formats/xml.ts'
import { formatOf } from './printer.ts'

export interface Answer {
  /** 200 unless it says otherwise: errors of the API have codes of their own. */
  readonly status?: number
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: string
}

/** Prints the result in the format that was asked for. */
export function print(run: ActionRun): Answer {
  const { params } = run.request
  if (run.rawAnswer) return answer(run, run.rawAnswer.type, run.rawAnswer.body)
  const format = formatOf(run)
  const version = params.get('formatversion')
  const forPeople = format.endsWith('fm')
  const options: FormatOptions = {
    version: version === '2' || version === 'latest' ? 2 : 1,
    utf8: params.has('utf8'),
    ascii: params.has('ascii'),
    pretty: forPeople,
  }
  const { type, body } = printPlain(run, format.replace(/fm$/, ''), options)
  return forPeople
    ? answer(run, 'text/html; charset=utf-8', htmlPage(format.replace(/fm$/, ''), body))
    : answer(run, type, body)
}

function printPlain(run: ActionRun, format: string, options: FormatOptions): { type: string; body: string } {
  const { params } = run.request
  const { ownFormats } = run
  switch (format) {
    case 'xml': {
      const body = ownFormats?.xml(run.result) ?? toXml(run.result, options.pretty, params.has('includexmlnamespace'))
      return { type: 'text/xml; charset=utf-8', body }
    }
    case 'php':
      return { type: 'application/vnd.php.serialized; charset=utf-8', body: toPhp(run.result, options) }
    case 'none':
      return { type: 'text/plain; charset=utf-8', body: '' }
    default: {
      const callback = params.get('callback')
      const json = toJson(ownFormats ? ownFormats.json() : run.result, options)
      if (callback === undefined) return { type: 'application/json; charset=utf-8', body: json }
      return { type: 'text/javascript; charset=utf-8', body: toJsonp(json, callback) }
    }
  }
}

function answer(run: ActionRun, type: string, body: string): Answer {
  const headers: Record<string, string | string[]> = { 'content-type': type, 'cache-control': cacheControl(run) }
  Object.assign(headers, run.headers)
  const { setCookies } = run.caller
  if (setCookies.length > 0) headers['set-cookie'] = [...setCookies]
  if (type.startsWith('text/html')) headers['content-security-policy'] = PAGE_HEADERS['Content-Security-Policy']
  return { headers, body }
}

/** Shared caches may keep an answer only when nobody in particular asked for it and the caller says for how long. */
function cacheControl({ request, caller, headers }: ActionRun): string {
  const age = (name: string) => Math.max(0, Math.trunc(Number(request.params.get(name) ?? 0)) || 0)
  const [shared, own] = [age('smaxage'), age('maxage')]
  const isPublic = caller.account === null && caller.session === null && headers['mediawiki-api-error'] === undefined
  if (!isPublic || (shared === 0 && own === 0)) return 'private, must-revalidate, max-age=0'
  return `s-maxage=${shared}, max-age=${own}, public`
}
