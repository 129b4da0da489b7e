// Validates a response regardless of the request.
import { SaxesParser } from 'saxes'
import { ERROR_CODES } from '#translation/api/error-codes.ts'
import { catalogue } from '#wiki/messages/catalogue.ts'
import { ownCodes } from '#wiki/messages/own-codes.ts'
import type { Attack } from './attack.ts'
import type { Answer } from './send.ts'

const ACTION_CODES = new Set(Object.values(catalogue).map(({ code }) => code))
const OWN_CODES = new RegExp(`^(${Object.keys(ownCodes).join('|').replaceAll('*', '\\w+')})$`)

export const isActionCode = (code: string): boolean => ACTION_CODES.has(code) || OWN_CODES.test(code)

/** Describes the problem; null if the response is valid. */
export function verdict(attack: Attack, answer: Answer): string | null {
  const { status, headers } = answer
  if (status === 503 && headers['retry-after'] !== undefined) return null
  if (status >= 500) return `status ${status}: ${answer.body.toString().slice(0, 200)}`
  if (attack.method === 'HEAD' || status === 204 || status === 304) return null
  return wrongForm(answer) ?? wrongCode(answer)
}

/** The codes an answer has, for the summary. */
export function codesOf({ headers, body }: Answer): string[] {
  const header = headers['mediawiki-api-error']
  if (typeof header === 'string') return header.split(', ')
  if (!isJson(headers['content-type'])) return []
  const value = parse(body) as { errors?: unknown; type?: unknown; error?: unknown } | null
  if (typeof value?.error === 'string') return [value.error]
  if (typeof value?.type !== 'string' || !Array.isArray(value.errors)) return []
  return value.errors.map(each => String((each as { code?: unknown } | null)?.code))
}

const isJson = (type: string | undefined): boolean => /^application\/(\w+\+)?json\b/.test(type ?? '')

/** Undefined when it is no JSON. */
function parse(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}

function wrongForm({ status, headers, body }: Answer): string | null {
  const type = headers['content-type']
  if (type === undefined) return body.length > 0 ? `status ${status} with a body of no type` : null
  if (isJson(type) && parse(body) === undefined) return `not JSON: ${body.toString().slice(0, 200)}`
  if (/^text\/xml\b/.test(type)) return wrongXml(body)
  if (/^text\/html\b/.test(type) && body.length === 0) return 'an empty page'
  return null
}

function wrongXml(body: Buffer): string | null {
  const parser = new SaxesParser()
  let wrong: string | null = null
  parser.on('error', error => {
    wrong ??= `not XML: ${error.message}`
  })
  parser.write(body.toString()).close()
  return wrong
}

function wrongCode(answer: Answer): string | null {
  const { headers, body, status } = answer
  const action = headers['mediawiki-api-error']
  if (typeof action === 'string') {
    const unknown = action.split(', ').find(code => !isActionCode(code))
    return unknown === undefined ? null : `an error that the catalogue does not know: ${unknown}`
  }
  if (status < 400 || !isJson(headers['content-type'])) return null
  const value = parse(body) as Readonly<Record<string, unknown>> | null
  // Outside the two APIs: what the server and the notices of code hosts say.
  if (typeof value?.error === 'string' || typeof value?.status === 'string') return null
  // MediaWiki's REST API and JSON-RPC have shapes of their own.
  if (value?.httpCode === status || (value?.jsonrpc === '2.0' && typeof value.error === 'object')) return null
  if (!Array.isArray(value?.errors) || value.errors.length === 0) return `status ${status} without errors`
  const codes = (ERROR_CODES as Record<string, Record<string, string>>)[String(value.type)]
  const unknown = codesOf(answer).find(code => !Object.hasOwn(codes ?? {}, code))
  return unknown === undefined ? null : `an error that the catalogue does not know: ${value.type} ${unknown}`
}
