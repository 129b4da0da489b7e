import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { PhpFormatError, type PhpValue, unserialize } from '../../../php/unserialize.ts'
import { applyDelta, checksum } from './binary-delta.ts'
import { decodeStoredText } from './text-flags.ts'

const string = (value: string | Buffer) => {
  const bytes = Buffer.from(value)
  return Buffer.concat([Buffer.from(`s:${bytes.length}:"`), bytes, Buffer.from('";')])
}

/** Serializes values as PHP does, for round trips. */
function serialize(value: PhpValue): Buffer {
  if (value === null) return Buffer.from('N;')
  if (typeof value === 'boolean') return Buffer.from(`b:${value ? 1 : 0};`)
  if (typeof value === 'number') return Buffer.from(Number.isInteger(value) ? `i:${value};` : `d:${value};`)
  if (typeof value === 'string' || Buffer.isBuffer(value)) return string(value)
  const entries = value instanceof Map ? [...value] : [...value.properties]
  const head =
    value instanceof Map
      ? `a:${entries.length}:{`
      : `O:${value.className.length}:"${value.className}":${entries.length}:{`
  return Buffer.concat([
    Buffer.from(head),
    ...entries.flatMap(([key, inner]) => [serialize(key), serialize(inner)]),
    Buffer.from('}'),
  ])
}

describe('serialized PHP', () => {
  test('reads log parameters', () => {
    const value = unserialize('a:3:{s:9:"4::userid";i:3;s:7:"5::name";s:10:"Алиса";i:6;b:1;}')
    assert.deepEqual(
      value,
      new Map<string | number, PhpValue>([
        ['4::userid', 3],
        ['5::name', 'Алиса'],
        [6, true],
      ]),
    )
  })

  test('reads floats, objects with private properties, and references', () => {
    assert.deepEqual(
      unserialize('a:3:{i:0;d:0.5;i:1;d:-INF;i:2;d:1.0E+25;}'),
      new Map([
        [0, 0.5],
        [1, -Infinity],
        [2, 1e25],
      ]),
    )
    const object = unserialize('O:3:"Abc":3:{s:1:"a";i:1;s:4:"\0*\0b";i:2;s:6:"\0Abc\0c";N;}')
    assert.deepEqual(object, {
      className: 'Abc',
      properties: new Map<string, PhpValue>([
        ['a', 1],
        ['b', 2],
        ['c', null],
      ]),
    })
    assert.deepEqual(
      unserialize('a:2:{i:0;s:1:"x";i:1;R:2;}'),
      new Map([
        [0, 'x'],
        [1, 'x'],
      ]),
    )
  })

  test('survives a round trip', () => {
    const { value } = fc.letrec<{ value: PhpValue }>(tie => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constant(null),
        fc.boolean(),
        fc.integer(),
        fc.string({ unit: 'grapheme' }),
        fc
          .array(fc.tuple(fc.oneof(fc.integer(), fc.string()), tie('value')), { maxLength: 4 })
          .map(entries => new Map(entries)),
      ),
    }))
    fc.assert(fc.property(value, input => assert.deepEqual(unserialize(serialize(input)), input)))
  })

  test('reports malformed data instead of hanging or returning a wrong value', () => {
    const bad = [
      '',
      'x',
      'i:;',
      'i:1',
      's:5:"ab";',
      's:-1:"";',
      's:99999999999:"a";',
      'a:1000000000:{}',
      'a:1:{i:0;}',
      'a:1:{N;N;}',
      'i:1;i:2;',
      'r:9;',
      'a:1:{i:0;R:7;}',
      'C:3:"Abc":0:{}',
      'O:3:"Abc":1:{',
      'b:1',
      'd:;',
      'a:1:{i:0;i:1;',
      'i:1e5;',
    ]
    for (const data of bad) assert.throws(() => unserialize(data), PhpFormatError, data)
    assert.throws(() => unserialize('a:1:{i:0;'.repeat(100_000)), /nested more than 64 deep/)
  })

  test('survives random changes', () => {
    const good = serialize(
      new Map<string, PhpValue>([
        ['a', new Map([[1, 'xyz']])],
        ['b', 2.5],
      ]),
    )
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.nat(255), (at, byte) => {
        const changed = Buffer.from(good)
        changed[at] = byte
        try {
          unserialize(changed)
        } catch (error) {
          assert.ok(error instanceof PhpFormatError)
        }
      }),
    )
  })
})

describe('rows of the text table', () => {
  const textOf = (...args: Parameters<typeof decodeStoredText>) => {
    const stored = decodeStoredText(...args)
    return stored.kind === 'text' ? stored.bytes.toString() : stored
  }

  test('decodes plain, compressed and legacy encodings', () => {
    assert.equal(textOf(Buffer.from('жук'), 'utf-8'), 'жук')
    assert.equal(textOf(deflateRawSync('жук'), 'utf-8,gzip'), 'жук')
    assert.equal(textOf(Buffer.from('caf\xe9 \x80', 'latin1'), ''), 'café €')
    assert.equal(textOf(Buffer.from('жук'), ''), 'жук')
    assert.equal(textOf(Buffer.from('é'), '', 'windows-1252'), 'Ã©')
    assert.equal(textOf(deflateRawSync(Buffer.from('caf\xe9', 'latin1')), 'gzip'), 'café')
  })

  test('reports why a text is missing', () => {
    assert.match(
      JSON.stringify(textOf(Buffer.from('DB://cluster1/5'), 'utf-8,external')),
      /external storage, not in this dump","detail":"DB:\/\/cluster1\/5"/,
    )
    assert.match(JSON.stringify(textOf(Buffer.from(''), 'error')), /marked this text as lost/)
    assert.match(JSON.stringify(textOf(Buffer.from('junk'), 'utf-8,gzip')), /cannot be decoded/)
    assert.match(JSON.stringify(textOf(Buffer.from('O:15:"DiffHistoryBlob":0:{}'), 'object')), /not a string/)
    assert.match(JSON.stringify(textOf(Buffer.from('O:8:"Whatever":0:{}'), 'object')), /class \\"Whatever\\"/)
    assert.match(
      JSON.stringify(textOf(Buffer.from('O:18:"HistoryBlobCurStub":1:{s:6:"mCurId";i:7;}'), 'object')),
      /\\"cur\\"","detail":"page 7"/,
    )
  })

  test('reads several revisions from one blob through stubs', () => {
    const items = serialize(
      new Map<string, PhpValue>([
        ['h1', 'first'],
        ['h2', 'second'],
      ]),
    )
    const blob = serialize({
      className: 'ConcatenatedGzipHistoryBlob',
      properties: new Map<string, PhpValue>([
        ['mVersion', 0],
        ['mCompressed', true],
        ['mItems', deflateRawSync(items)],
        ['mDefaultHash', 'h2'],
      ]),
    })
    const stored = decodeStoredText(blob, 'object,utf-8')
    assert.ok(stored.kind === 'text')
    assert.equal(stored.bytes.toString(), 'second')
    assert.deepEqual([...stored.items!.keys()], ['h1', 'h2'])
    const stub = Buffer.from('O:15:"historyblobstub":3:{s:6:"mOldId";s:2:"12";s:5:"mHash";s:2:"h1";s:4:"mRef";N;}')
    assert.deepEqual(decodeStoredText(stub, 'object'), { kind: 'reference', textId: 12, hash: 'h1' })
    const twice = decodeStoredText(serialize(stub), 'object')
    assert.equal(twice.kind, 'reference')
  })

  const four = (value: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32LE(value)
    return bytes
  }
  const head = (base: string) => Buffer.concat([four(checksum(Buffer.from(base))), four(Buffer.byteLength(base))])
  const insert = (text: string) => Buffer.concat([Buffer.from([1, Buffer.byteLength(text)]), Buffer.from(text)])
  const insertLong = (text: string) =>
    Buffer.concat([Buffer.from([3]), four(Buffer.byteLength(text)), Buffer.from(text)])
  const copy = (from: number, length: number) => Buffer.concat([Buffer.from([2]), four(from), four(length)])
  const delta = (base: string, ...operations: Buffer[]) => Buffer.concat([head(base), ...operations])

  const diffBlob = (info: Map<string, PhpValue>) =>
    serialize({
      className: 'DiffHistoryBlob',
      properties: new Map<string, PhpValue>([['mCompressed', deflateRawSync(serialize(info))]]),
    })
  const list = (...values: PhpValue[]) => new Map(values.map((value, index) => [index, value]))
  const itemsOf = (blob: Buffer) => {
    const stored = decodeStoredText(blob, 'object,utf-8')
    assert.ok(stored.kind === 'text', JSON.stringify(stored))
    return [stored.bytes.toString(), Object.fromEntries([...stored.items!].map(([key, text]) => [key, String(text)]))]
  }

  test('reads chains of binary deltas in their own order', () => {
    const long = 'Марс — планета. '.repeat(50)
    const info = new Map<string, PhpValue>([
      [
        'diffs',
        list(
          delta('', insertLong(long)),
          delta(long, copy(0, Buffer.byteLength(long)), insert('Ещё.')),
          delta(`${long}Ещё.`, insert('Короткий')),
        ),
      ],
      ['map', '0,2,-1'],
      ['default', 2],
    ])
    assert.deepEqual(itemsOf(diffBlob(info)), [`${long}Ещё.`, { 0: long, 1: 'Короткий', 2: `${long}Ещё.` }])
    const old = new Map<string, PhpValue>([
      ['base', 'abc'],
      ['diffs', list(delta('abc', copy(1, 2), insert('d')))],
    ])
    assert.deepEqual(itemsOf(diffBlob(old)), ['abc', { 0: 'abc', 1: 'bcd' }])
  })

  test('rejects damaged or mismatched deltas', () => {
    const first = delta('', insert('abc'))
    const problem = (...diffs: Buffer[]) => {
      const map = diffs.map((_, index) => Math.min(index, 1)).join()
      const info = new Map<string, PhpValue>([
        ['diffs', list(...diffs)],
        ['map', map],
      ])
      return JSON.stringify(decodeStoredText(diffBlob(info), 'object,utf-8'))
    }
    assert.match(problem(first, delta('xyz', insert('q'))), /belongs to another text/)
    assert.match(problem(first, delta('abc', copy(2, 2))), /truncated/)
    assert.match(problem(first, delta('abc', Buffer.from([1, 9, 65]))), /truncated/)
    assert.match(problem(first, delta('abc', Buffer.from([2, 0, 0]))), /truncated/)
    assert.match(problem(first, delta('abc', Buffer.from([7]))), /unknown operation 7/)
    assert.match(problem(Buffer.from('short')), /truncated/)
    const lying = new Map<string, PhpValue>([
      ['diffs', list(first)],
      ['map', '0,1'],
    ])
    assert.match(JSON.stringify(decodeStoredText(diffBlob(lying), 'object')), /broken map/)
    const grows = Buffer.concat([head('abc'), ...Array.from({ length: 20 }, () => copy(0, 3))])
    assert.throws(() => applyDelta(Buffer.from('abc'), grows, 50), /more than 50 bytes/)
  })

  test('computes delta checksums as Adler-32 starting with 0', () => {
    assert.equal(checksum(Buffer.alloc(0)), 0)
    assert.equal(checksum(Buffer.from('abc')), 0x024a0126)
    assert.equal(checksum(Buffer.alloc(100_000, 0xff)), slowChecksum(Buffer.alloc(100_000, 0xff)))
  })
})

function slowChecksum(bytes: Buffer): number {
  let [low, high] = [0, 0]
  for (const byte of bytes) {
    low = (low + byte) % 65_521
    high = (high + low) % 65_521
  }
  return high * 65_536 + low
}
