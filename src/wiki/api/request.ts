import { nfc } from '#languages/nfc.ts'

/** An uploaded file, as multipart forms bring it. */
export interface UploadedFile {
  readonly filename: string
  readonly data: Buffer
}

/** As many as PHP reads. */
export const MAX_FORM_FIELDS = 1000

/** More than a form may hold; Fastify answers with this status. */
export class FormTooLarge extends Error {
  readonly statusCode = 413
}

/** What came over the wire, before any meaning is given to it. */
export interface ApiRequest {
  /** Whatever is neither asked nor posted is refused. */
  readonly method: 'GET' | 'POST' | 'other'
  /** Query string and form together; the form wins. */
  readonly params: ReadonlyMap<string, string>
  /** Names that came in the query string: secrets are refused there. */
  readonly inUrl: Pick<ReadonlySet<string>, 'has'>
  readonly files: ReadonlyMap<string, UploadedFile>
  readonly ip: string
  /** What was posted, where it is no form and short. */
  readonly body?: string
  header(name: string): string | undefined
  /** Aborted when the caller is gone before the answer; left out where there is no connection. */
  readonly gone?: () => AbortSignal
}

/** PHP reads `titles[]` and `titles[a][b]` as arrays called `titles`. */
export const isArraySyntax = (name: string): boolean => name.includes('[') && /^[^[]+\[[^\]]*\]/.test(name)

export const withoutIndex = (name: string): string => (isArraySyntax(name) ? name.slice(0, name.indexOf('[')) : name)

/** ASCII, Latin and Cyrillic letters: nothing that Unicode writes in two ways. */
const PLAIN = /^[\t\n\r\u0020-\u007e\u00c0-\u024f\u0400-\u0481\u048a-\u052f]*$/
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const FORBIDDEN_BUT_SEPARATOR = /[\u0000-\u0008\u000b\u000c\u000e-\u001e\ufffe\uffff]/g

/** Unicode as everything behind this point expects it: NFC, no control characters, no half characters. */
export function normalizeText(value: string): string {
  if (PLAIN.test(value)) return value
  // U+001F at the start separates values; there, and only there, it may stay.
  const forbidden = value.startsWith('\u001f') ? FORBIDDEN_BUT_SEPARATOR : FORBIDDEN
  return nfc(value.toWellFormed().replace(forbidden, '\ufffd'))
}
