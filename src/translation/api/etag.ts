import { hash } from 'node:crypto'
import type { Hold } from '#store/named-locks.ts'
import { preconditionFailed } from './errors.ts'
import { toJson } from './json.ts'
import { JSON_RENDERER, type Negotiated } from './negotiation.ts'
import { JsonAnswer, type Operation } from './resource.ts'

type Headers = Record<string, string | string[] | undefined>

const HASH_LENGTH = 22

/** Larger files have no ETag: hashing them would keep other requests waiting. */
const MAX_FILE_BYTES = 16 * 1024 * 1024

const hashOf = (content: string | Buffer): string => hash('sha256', content, 'base64url').slice(0, HASH_LENGTH)

/** The ETag of an object as the caller sees it; it changes with any member. */
export function etagOf(object: unknown): string {
  const body = object instanceof JsonAnswer ? object.body : object
  return `"${hashOf(toJson(body))}"`
}

/** The ETag of a response in one format. Formats of the same object differ in what follows the hash. */
export function etagIn({ renderer, indent }: Negotiated, body: unknown, text: string): string {
  if (renderer !== JSON_RENDERER) return `"${hashOf(toJson(body))}-${renderer.format}"`
  return indent === 0 ? `"${hashOf(text)}"` : `"${hashOf(toJson(body))}-${indent}"`
}

/** The ETag of a file; null if it has none. */
export const etagOfFile = (content: string | Buffer): string | null =>
  content.length > MAX_FILE_BYTES ? null : `"${hashOf(content)}"`

/** Compression makes tags weak. */
const tagsIn = (header: string | string[]): string[] =>
  String(header)
    .split(',')
    .map(each => each.trim().replace(/^W\//, ''))

/** Whether the caller already has the current representation. */
export const isUnchanged = ({ 'if-none-match': known }: Headers, tag: string): boolean =>
  known !== undefined && tagsIn(known).some(each => each === '*' || each === tag)

/** Whether a header lists an object, in whichever format the caller has read it. Null: it does not exist. */
const lists = (header: string | string[], tag: string | null): boolean =>
  tag !== null && tagsIn(header).some(each => each === '*' || `${each.slice(0, HASH_LENGTH + 1)}"` === tag)

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
