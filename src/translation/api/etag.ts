import { createHash } from 'node:crypto'
import type { Hold } from '#store/named-locks.ts'
import { preconditionFailed } from './errors.ts'
import { toJson } from './json.ts'
import { JsonAnswer, type Operation } from './resource.ts'

type Headers = Record<string, string | string[] | undefined>

/** The ETag of an object as the caller sees it; it changes with any member. */
export function etagOf(object: unknown): string {
  const body = object instanceof JsonAnswer ? object.body : object
  return `"${createHash('sha256').update(toJson(body, 0)).digest('base64url').slice(0, 22)}"`
}

/** Whether a header lists this tag; null means the object does not exist. Compressing proxies make tags weak. */
function lists(header: string | string[], tag: string | null): boolean {
  const tags = String(header).split(',')
  return tags.some(each => tag !== null && (each.trim() === '*' || each.trim().replace(/^W\//, '') === tag))
}

/** Whether the caller already has the current representation. */
export const isUnchanged = (headers: Headers, tag: string): boolean =>
  headers['if-none-match'] !== undefined && lists(headers['if-none-match'], tag)

const isConditional = (headers: Headers): boolean =>
  headers['if-match'] !== undefined || headers['if-none-match'] !== undefined

/** A conditional write holds the catalogue exclusively, so the object cannot change between the check and the write. */
export const holdFor = (hold: Hold, headers: Headers): Hold => (isConditional(headers) ? 'alone' : hold)

/** Rejects a write if the object does not meet its conditions. `look` reads the object as GET returns it. */
export async function checkConditions(
  headers: Headers,
  read: Operation | undefined,
  look: (read: Operation) => Promise<unknown>,
): Promise<void> {
  if (!isConditional(headers)) return
  const object = read?.answers === 'one' ? await look(read) : undefined
  const tag = object === undefined ? null : etagOf(object)
  const { 'if-match': required, 'if-none-match': excluded } = headers
  if (required !== undefined && !lists(required, tag)) throw preconditionFailed('If-Match', tag)
  if (excluded !== undefined && lists(excluded, tag)) throw preconditionFailed('If-None-Match', tag)
}
