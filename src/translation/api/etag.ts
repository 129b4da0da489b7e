import { createHash } from 'node:crypto'
import type { Hold } from '#store/named-locks.ts'
import { preconditionFailed } from './errors.ts'
import { toJson } from './json.ts'
import { JsonAnswer, type Operation } from './resource.ts'

type Headers = Record<string, string | string[] | undefined>

/** The tag of an object as a caller sees it: it changes whenever any member does. */
export function etagOf(object: unknown): string {
  const body = object instanceof JsonAnswer ? object.body : object
  return `"${createHash('sha256').update(toJson(body, 0)).digest('base64url').slice(0, 22)}"`
}

/** Whether a header names this tag; null stands for an object that does not exist. Proxies that compress make tags weak. */
function names(header: string | string[], tag: string | null): boolean {
  const tags = String(header).split(',')
  return tags.some(each => tag !== null && (each.trim() === '*' || each.trim().replace(/^W\//, '') === tag))
}

/** Whether the caller has what the answer would say. */
export const isKnown = (headers: Headers, tag: string): boolean =>
  headers['if-none-match'] !== undefined && names(headers['if-none-match'], tag)

const isConditional = (headers: Headers): boolean =>
  headers['if-match'] !== undefined || headers['if-none-match'] !== undefined

/**
 * A write that depends on the present state holds the catalogue alone, so that nobody changes the object between the look at
 * it and the write.
 */
export const holdFor = (hold: Hold, headers: Headers): Hold => (isConditional(headers) ? 'alone' : hold)

/** Refuses a write whose conditions the object does not meet. `look` reads it as GET would show it. */
export async function checkConditions(
  headers: Headers,
  read: Operation | undefined,
  look: (read: Operation) => Promise<unknown>,
): Promise<void> {
  if (!isConditional(headers)) return
  const object = read?.answers === 'one' ? await look(read) : undefined
  const tag = object === undefined ? null : etagOf(object)
  const { 'if-match': wanted, 'if-none-match': unwanted } = headers
  if (wanted !== undefined && !names(wanted, tag)) throw preconditionFailed('If-Match', tag)
  if (unwanted !== undefined && names(unwanted, tag)) throw preconditionFailed('If-None-Match', tag)
}
