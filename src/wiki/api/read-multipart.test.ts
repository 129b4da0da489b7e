import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readMultipart } from './read-multipart.ts'
import { FormTooLarge } from './request.ts'

const read = (body: string | Buffer, type = 'multipart/form-data; boundary=X', maxField = 100) =>
  readMultipart(Buffer.from(body as string), type, maxField)

/** As pywikibot writes it: LF only, with redundant headers. */
const LF_ONLY = `--=X=
Content-Type: text/plain; charset="utf-8"
MIME-Version: 1.0
Content-Transfer-Encoding: 8bit
Content-Disposition: form-data; name="comment"

две
строки
--=X=
Content-Type: image/png
Content-Disposition: form-data; name="file"; filename="C:\\\\маки\\\\a.png"

\u0000\r\n-\r\n
--=X=--
`

test('accepts lines that end in LF only', () => {
  const { fields, files } = read(LF_ONLY, 'multipart/form-data; boundary="=X="')
  assert.deepEqual(fields, [['comment', 'две\nстроки']])
  assert.deepEqual(files, [['file', { filename: 'a.png', data: Buffer.from('\u0000\r\n-\r\n') }]])
})

test('accepts CRLF and values that contain something like a boundary', () => {
  const body =
    '--X\r\nContent-Disposition: form-data; name=a\r\n\r\none --X\r\n--X\r\nContent-Disposition: form-data; name="b"\r\n\r\n\r\n--X--'
  assert.deepEqual(read(body).fields, [
    ['a', 'one --X'],
    ['b', ''],
  ])
})

test('accepts file names in any script', () => {
  const head = `Content-Disposition: form-data; name="f"; filename="x"; filename*=utf-8''%D0%BC.png`
  assert.equal(read(`--X\n${head}\n\nx\n--X--`).files[0]![1].filename, 'м.png')
})

test('a truncated form keeps its fields but no partial file', () => {
  const field = '--X\r\nContent-Disposition: form-data; name="action"\r\n\r\nquery'
  assert.deepEqual(read(field).fields, [['action', 'query']])
  assert.deepEqual(read('--X\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\nhalf'), {
    fields: [],
    files: [],
  })
  assert.deepEqual(read('--X\r\nContent-Disposition: form-data; name="f"').fields, [])
})

test('reads nothing without a boundary', () => {
  for (const type of ['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=""'])
    assert.deepEqual(read(LF_ONLY, type), { fields: [], files: [] })
})

test('rejects overlong fields and too many parts', () => {
  assert.throws(() => read(`--X\nContent-Disposition: form-data; name=a\n\n${'x'.repeat(101)}\n--X--`), FormTooLarge)
  assert.throws(() => read('--X\nContent-Disposition: form-data; name=a\n\n1\n'.repeat(1001)), FormTooLarge)
})

test('reads arbitrary bytes to the end', () => {
  const piece = fc.constantFrom(
    '--X',
    '\n',
    '\r\n',
    '--',
    'Content-Disposition: form-data; name="a"',
    '; filename="',
    '"',
    'x',
  )
  const whole = (body: string | Buffer) => void read(body, undefined, 10_000)
  fc.assert(fc.property(fc.array(piece, { maxLength: 60 }), pieces => whole(pieces.join(''))))
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), bytes => whole(Buffer.from(bytes))))
})
