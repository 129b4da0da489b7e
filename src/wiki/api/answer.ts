import { STATUS_CODES } from 'node:http'
import { html } from '#html/html.ts'
import { PAGE_HEADERS, page } from '#html/page.ts'
import type { ActionRun } from './action-run.ts'
import type { FormatOptions } from './formats/format.ts'
import { toJson, toJsonBody, toJsonp } from './formats/json.ts'
import { toPhp } from './formats/php.ts'
import { toXml } from './formats/xml.ts'
import { formatOf } from './printer.ts'

export interface Answer {
  /** 200 by default, as API errors have their own codes. */
  readonly status?: number
  readonly headers: Readonly<Record<string, string | string[]>>
  /** In UTF-8 if it is long. */
  readonly body: string | Buffer
}

/** Serializes the result in the requested format. */
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
  if (!forPeople)
    return answer(run, type, body, ENDINGS[format] ?? (type.startsWith('text/javascript') ? 'js' : 'json'))
  return params.has('wrappedhtml')
    ? answer(run, 'text/mediawiki-api-prettyprint-wrapped; charset=utf-8', wrapped(run, String(body)), 'json')
    : answer(run, 'text/html; charset=utf-8', htmlPage(format.replace(/fm$/, ''), String(body)), 'html')
}

/** `wrappedhtml`: the HTML in a JSON object, for pages that show responses inside their own. */
function wrapped({ status, result }: ActionRun, text: string): string {
  const code = status ?? 200
  return JSON.stringify({
    status: code,
    statustext: STATUS_CODES[code] ?? '',
    html: pretty(text).toString(),
    modules: [],
    continue: (result as { continue?: unknown }).continue ?? null,
    time: 0,
  })
}

const pretty = (text: string) => html`<pre class="api-pretty-content">${text}</pre>`

/** File extension for responses saved by a browser. */
const ENDINGS: Readonly<Record<string, string>> = { xml: 'xml', php: 'php', none: 'txt' }

function printPlain(run: ActionRun, format: string, options: FormatOptions): { type: string; body: Answer['body'] } {
  const { params } = run.request
  const { ownFormats } = run
  switch (format) {
    case 'xml': {
      const body = ownFormats?.xml(run.result) ?? toXml(run.result, options.pretty, params.has('includexmlnamespace'))
      return { type: ownFormats?.xmlType ?? 'text/xml; charset=utf-8', body }
    }
    case 'php':
      return { type: 'application/vnd.php.serialized; charset=utf-8', body: toPhp(run.result, options) }
    case 'none':
      return { type: 'text/plain; charset=utf-8', body: '' }
    default: {
      const callback = params.get('callback')
      const result = ownFormats ? ownFormats.json() : run.result
      if (callback === undefined) return { type: 'application/json; charset=utf-8', body: toJsonBody(result, options) }
      return { type: 'text/javascript; charset=utf-8', body: toJsonp(toJson(result, options), callback) }
    }
  }
}

function answer(run: ActionRun, type: string, body: Answer['body'], ending?: string): Answer {
  const headers: Record<string, string | string[]> = { 'content-type': type, ...cacheHeaders(run) }
  if (ending !== undefined) headers['content-disposition'] = `inline; filename=api-result.${ending}`
  Object.assign(headers, run.headers)
  const { setCookies } = run.caller
  if (setCookies.length > 0) headers['set-cookie'] = [...setCookies]
  if (type.startsWith('text/html')) headers['content-security-policy'] = PAGE_HEADERS['Content-Security-Policy']
  return { headers, body, ...(run.status !== null && { status: run.status }) }
}

/**
 * Shared caches may store a response only if its modules allow it, the request or a module sets a lifetime, and the
 * caller is anonymous without a session. Nothing on a private wiki is cacheable.
 */
function cacheHeaders(run: ActionRun): Record<string, string> {
  const { request, caller, headers, wiki, isCacheable, cacheSeconds } = run
  const age = (name: string) => cacheSeconds ?? Math.max(0, Math.trunc(Number(request.params.get(name) ?? 0)) || 0)
  const isError = headers['mediawiki-api-error'] !== undefined
  const [shared, own] = isError ? [0, 0] : [age('smaxage'), age('maxage')]
  const isStranger = caller.account === null && caller.session === null
  const isOpen = wiki.services.permissions.rightsOf('*').includes('read')
  if (!(isCacheable && isStranger && isOpen) || (shared === 0 && own === 0))
    return { 'cache-control': `private, must-revalidate, max-age=${request.method === 'GET' ? own : 0}` }
  return { 'cache-control': `s-maxage=${shared}, max-age=${own}, public`, vary: 'Cookie, Authorization' }
}

/** The `fm` formats: the response as an HTML page for people who try the API in a browser. */
const htmlPage = (format: string, text: string): string =>
  page(
    'API result',
    html`<h1>API result</h1>
<p>This is the HTML representation of the ${format.toUpperCase()} format. In your program, use <code>format=${format}</code>.
See the <a href="?action=help">API help</a> for all modules and parameters.</p>
${pretty(text)}`,
  )
