import { FormTooLarge, MAX_FORM_FIELDS, type UploadedFile } from './request.ts'

/** Contents of a multipart form, in order. */
export interface MultipartForm {
  readonly fields: readonly (readonly [name: string, value: string])[]
  readonly files: readonly (readonly [name: string, file: UploadedFile])[]
}

const MAX_HEAD = 16 * 1024

/**
 * Parses a multipart form like PHP, which clients were written against: lines may end in LF only (as in pywikibot),
 * preambles and unnamed parts are skipped, and a truncated last field is kept but a truncated file dropped. Without a
 * boundary nothing can be read.
 */
export function readMultipart(body: Buffer, contentType: string, maxField: number): MultipartForm {
  const fields: [string, string][] = []
  const files: [string, UploadedFile][] = []
  const boundary = boundaryOf(contentType)
  if (boundary === null) return { fields, files }
  const delimiter = Buffer.from(`--${boundary}`, 'latin1')
  for (let at = nextDelimiter(body, delimiter, 0); at >= 0; ) {
    const afterDelimiter = at + delimiter.length
    if (body.toString('latin1', afterDelimiter, afterDelimiter + 2) === '--') break
    const head = readHead(body, afterDelimiter)
    if (head === null) break
    if (fields.length + files.length >= MAX_FORM_FIELDS)
      throw new FormTooLarge(`A form may have at most ${MAX_FORM_FIELDS} parts.`)
    at = nextDelimiter(body, delimiter, head.end)
    const content = body.subarray(head.end, at < 0 ? body.length : endBefore(body, at, head.end))
    const name = parameter(head.text, 'name')
    const filename = fileNameIn(head.text)
    if (name === null || name === '') continue
    if (filename === null) {
      if (content.length > maxField) throw new FormTooLarge(`A form field may have at most ${maxField} bytes.`)
      fields.push([name, content.toString()])
    } else if (at >= 0) files.push([name, { filename, data: content }])
  }
  return { fields, files }
}

function boundaryOf(contentType: string): string | null {
  const match = /;\s*boundary=(?:"([^"]*)"|([^\s;,]*))/i.exec(contentType)
  return match?.[1] || match?.[2] || null
}

/** Position of the next line that starts with the boundary. */
function nextDelimiter(body: Buffer, delimiter: Buffer, from: number): number {
  for (let at = body.indexOf(delimiter, from); at >= 0; at = body.indexOf(delimiter, at + 1)) {
    if (at === 0 || body[at - 1] === LF) return at
  }
  return -1
}

const LF = 10
const CR = 13

/** The line break before a boundary belongs to the boundary. */
function endBefore(body: Buffer, delimiterAt: number, start: number): number {
  const end = body[delimiterAt - 2] === CR ? delimiterAt - 2 : delimiterAt - 1
  return Math.max(start, end)
}

/** Headers of a part up to the empty line; null if they do not end. */
function readHead(body: Buffer, from: number): { readonly text: string; readonly end: number } | null {
  for (let at = body.indexOf(LF, from); at >= 0 && at - from <= MAX_HEAD; at = body.indexOf(LF, at + 1)) {
    const next = body[at + 1] === CR ? at + 2 : at + 1
    if (body[next] === LF) return { text: body.toString('utf8', from, at), end: next + 1 }
  }
  return null
}

/** A parameter of `Content-Disposition: form-data; name="text"; filename="a.png"`. */
function parameter(head: string, name: string): string | null {
  const match = new RegExp(`^content-disposition:.*?;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]*))`, 'im').exec(
    head,
  )
  return match === null ? null : (match[1]?.replace(/\\(["\\])/g, '$1') ?? match[2]!)
}

function fileNameIn(head: string): string | null {
  const encoded = parameter(head, 'filename\\*')
  const name = (encoded && decoded(encoded)) ?? parameter(head, 'filename')
  // Some browsers send the whole path.
  return name?.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1) ?? null
}

/** `utf-8''%D0%BC.png` */
function decoded(value: string): string | null {
  try {
    return decodeURIComponent(/^utf-8'[^']*'(.*)$/i.exec(value)![1]!)
  } catch {
    return null
  }
}
