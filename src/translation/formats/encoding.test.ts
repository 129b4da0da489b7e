import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decode, encode, newlineOf } from './encoding.ts'

test('whatever can be decoded is encoded to the same bytes', () => {
  const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'iso-8859-1', 'iso-8859-2', 'windows-1251', 'koi8-r']
  fc.assert(
    fc.property(fc.constantFrom(...encodings), fc.uint8Array(), (encoding, bytes) => {
      let decoded: ReturnType<typeof decode>
      try {
        decoded = decode(bytes, { encoding })
      } catch {
        return
      }
      assert.deepEqual(Buffer.from(encode(decoded.text, decoded)), Buffer.from(bytes))
    }),
    { numRuns: 1000 },
  )
})

test('a byte order mark decides, and is kept', () => {
  const marked = Buffer.from('\uFEFFä', 'utf16le')
  const decoded = decode(marked)
  assert.deepEqual(decoded, { text: 'ä', encoding: 'utf-16le', byteOrderMark: true })
  assert.deepEqual(Buffer.from(encode('ö', decoded)), Buffer.from('\uFEFFö', 'utf16le'))
})

test('text that is not valid in its encoding is refused, with the line', () => {
  assert.throws(() => decode(Buffer.from('one\ntwo\n\xff', 'latin1')), /line 3: the file is not valid UTF-8/)
  assert.throws(
    () => decode(Buffer.from('a\nb\xff', 'latin1'), { encoding: 'us-ascii' }),
    /line 2: the file is not valid US-ASCII/,
  )
  assert.throws(() => decode(Buffer.of(0, 0xd8, 0x41, 0), { encoding: 'utf-16le' }), /not valid UTF-16LE/)
  assert.throws(
    () => decode(Buffer.from('a'), { encoding: 'shift_jis' }),
    /"shift_jis" is not supported; convert the file to UTF-8/,
  )
})

test('what an encoding cannot hold is refused', () => {
  assert.throws(
    () => encode('€', { encoding: 'iso-8859-1', byteOrderMark: false }),
    /U\+20AC cannot be written in iso-8859-1/,
  )
  assert.throws(() => encode('\ud800', { encoding: 'utf-8', byteOrderMark: false }), /unpaired surrogate/)
})

test('new lines end like the first line of the file', () => {
  assert.equal(newlineOf('a\r\nb\n'), '\r\n')
  assert.equal(newlineOf('a\nb\r\n'), '\n')
  assert.equal(newlineOf('a', '\r\n'), '\r\n')
})
