import { nfc } from '#languages/nfc.ts'

/** An uploaded file from a multipart form. */
export interface UploadedFile {
  readonly filename: string
  readonly data: Buffer
}

/** PHP's default limit. */
export const MAX_FORM_FIELDS = 1000

/** Form over the limits; Fastify responds with this status. */
export class FormTooLarge extends Error {
  readonly statusCode = 413
}

/** A request as received, before interpretation. */
export interface ApiRequest {
  /** Methods other than GET and POST are rejected. */
  readonly method: 'GET' | 'POST' | 'other'
  /** Query string and form combined; the form takes precedence. */
  readonly params: ReadonlyMap<string, string>
  /** Names in the query string, where passwords and tokens are rejected. */
  readonly inUrl: Pick<ReadonlySet<string>, 'has'>
  readonly files: ReadonlyMap<string, UploadedFile>
  readonly ip: string
  /** Short request body that is not a form. */
  readonly body?: string
  header(name: string): string | undefined
  /** An edit fails as a conflict unless this is the latest revision of its page; 0 if the page must not exist. */
  readonly onlyAt?: number
  /** Aborted when the client disconnects; absent without a connection. */
  readonly gone?: () => AbortSignal
}

/** PHP reads `titles[]` and `titles[a][b]` as arrays called `titles`. */
export const isArraySyntax = (name: string): boolean => name.includes('[') && /^[^[]+\[[^\]]*\]/.test(name)

export const withoutIndex = (name: string): string => (isArraySyntax(name) ? name.slice(0, name.indexOf('[')) : name)

/** ASCII, Latin and Cyrillic letters: nothing that normalization could change. */
const PLAIN = /^[\t\n\r\u0020-\u007e\u00c0-\u024f\u0400-\u0481\u048a-\u052f]*$/
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const FORBIDDEN_BUT_SEPARATOR = /[\u0000-\u0008\u000b\u000c\u000e-\u001e\ufffe\uffff]/g

/** Normalizes text for all further processing: NFC, no control characters, no lone surrogates. */
export function normalizeText(value: string): string {
  if (PLAIN.test(value)) return value
  // A leading U+001F separates values and may stay.
  const forbidden = value.startsWith('\u001f') ? FORBIDDEN_BUT_SEPARATOR : FORBIDDEN
  return nfc(value.toWellFormed().replace(forbidden, '\ufffd'))
}
