import type { FastifyRequest } from 'fastify'
import { isTooDeep, MAX_JSON_DEPTH } from '#fields/json-text.ts'
import type { UploadedFile } from '#fields/kinds.ts'
import { ApiError, parseError, tooLarge, unsupportedMediaType } from './errors.ts'

export const PARSED_TYPES = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data']

const MAX_FORM_FIELDS = 1000

/** Parses the request body, whatever its content type. An empty body gives an empty object. */
export async function readBody(request: FastifyRequest): Promise<unknown> {
  const header = request.headers['content-type'] ?? ''
  const type = header.split(';')[0]!.trim().toLowerCase()
  if (type === 'multipart/form-data') return readMultipart(request)
  const content = request.body instanceof Buffer ? request.body : Buffer.alloc(0)
  if (content.length === 0) return {}
  if (type === 'application/json' || type.endsWith('+json')) return readJson(content)
  if (type === 'application/x-www-form-urlencoded') return readForm(new URLSearchParams(content.toString('utf8')))
  throw unsupportedMediaType(type === '' ? '' : header)
}

function readJson(content: Buffer): unknown {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    throw parseError('JSON parse error - the body is not UTF-8 text')
  }
  if (isTooDeep(text)) throw parseError(`JSON parse error - nested more than ${MAX_JSON_DEPTH} levels deep`)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw parseError(`JSON parse error - ${(error as Error).message}`)
  }
}

/** A repeated name becomes a list, and so does `target[]`. */
function readForm(pairs: Iterable<[string, unknown]>): Record<string, unknown> {
  const result: Record<string, unknown> = Object.create(null)
  for (const [key, value] of pairs) {
    const name = key.endsWith('[]') ? key.slice(0, -2) : key
    const before = result[name]
    if (before === undefined) result[name] = key === name ? value : [value]
    else if (Array.isArray(before)) before.push(value)
    else result[name] = [before, value]
  }
  return { ...result }
}

async function readMultipart(request: FastifyRequest): Promise<Record<string, unknown>> {
  const pairs: [string, unknown][] = []
  try {
    for await (const part of request.parts()) {
      if (pairs.length >= MAX_FORM_FIELDS) throw parseError('Multipart form parse error - too many parts')
      if (part.type === 'file') {
        const upload: UploadedFile = {
          filename: part.filename,
          mediaType: part.mimetype,
          content: await part.toBuffer(),
        }
        pairs.push([part.fieldname, upload])
      } else pairs.push([part.fieldname, part.value])
    }
  } catch (error) {
    if (error instanceof ApiError) throw error
    if ((error as { statusCode?: number }).statusCode === 413) throw tooLarge()
    throw parseError(`Multipart form parse error - ${(error as Error).message}`)
  }
  return readForm(pairs)
}
