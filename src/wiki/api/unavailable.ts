import type { Caller } from '#accounts/caller.ts'
import type { CredentialError } from '#accounts/credential-error.ts'
import { seconds } from '#store/clock.ts'
import type { StoreUnavailable } from '#store/store-error.ts'
import { catalogue } from '../messages/catalogue.ts'
import { type ApiMessage, apiMessage, plaintext } from '../messages/message.ts'
import type { Wording } from '../messages/render.ts'
import type { Wiki } from '../wiki.ts'
import { ActionRun } from './action-run.ts'
import { type Answer, print } from './answer.ts'
import type { ApiRequest } from './request.ts'
import { type ErrorFormat, isErrorFormat, MessageFormatter } from './result/message-formatter.ts'

/** Messages available without the database: built-in errors in English. */
const ENGLISH: Wording = {
  language: 'en',
  text: key => (catalogue as Readonly<Record<string, { text: string }>>)[key]?.text,
  plural: (n, forms) => (n === 1 ? forms[0]! : forms.at(-1)!),
  formatNumber: n => n.toLocaleString('en'),
}

/** MediaWiki's error codes, on which clients wait and retry. `requestId` identifies the log entry with the details. */
function messageOf(error: StoreUnavailable, requestId: string): ApiMessage {
  const { message, onlyWrites, trouble } = error
  if (trouble === 'files') return apiMessage('backend-fail-internal', ['local'], { data: { reason: message } })
  if (onlyWrites) return apiMessage('apierror-readonly', [], { data: { readonlyreason: message } })
  return apiMessage('apierror-databaseerror', [plaintext(requestId)], {
    code: `internal_api_error_${trouble === 'away' ? 'DBConnectionError' : 'DBQueryError'}`,
    data: { reason: message },
  })
}

/** Response in the requested format when the database is unavailable: 503 with Retry-After. */
export function answerUnavailable(
  wiki: Wiki,
  request: ApiRequest,
  caller: Caller,
  error: StoreUnavailable,
  requestId: string,
): Answer {
  const headers = { 'retry-after': String(error.retryAfter) }
  return { ...answerInEnglish(wiki, request, caller, messageOf(error, requestId), headers), status: 503 }
}

/** Rejects an invalid Authorization header, like MediaWiki with OAuth, instead of continuing anonymously. */
export const answerUnknownCaller = (wiki: Wiki, request: ApiRequest, caller: Caller, error: CredentialError): Answer =>
  answerInEnglish(wiki, request, caller, apiMessage('mwoauth-invalid-authorization', [plaintext(error.message)]))

function answerInEnglish(
  wiki: Wiki,
  request: ApiRequest,
  caller: Caller,
  message: ApiMessage,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const requested = request.params.get('errorformat') ?? 'bc'
  const format: ErrorFormat = isErrorFormat(requested) ? requested : 'bc'
  const formatter = new MessageFormatter(format, ENGLISH, wiki.scriptUrl)
  const run = new ActionRun({ wiki, request, caller, now: seconds(wiki.clock), language: 'en', formatter })
  run.result = formatter.errors([{ module: 'main', message }])
  Object.assign(run.headers, headers, { 'mediawiki-api-error': message.code })
  return print(run)
}
