import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { DumpError } from '../dump-error.ts'
import { type DecompressOptions, decompress, openDump, type RestartPoint } from './decompress.ts'
import { compressionOf } from './magic.ts'

/** Compressors that Node lacks come from the machine; their tests are skipped where they are not installed. */
function command(name: string, ...args: string[]): ((input: Buffer) => Buffer) | undefined {
  if (spawnSync(name, ['--version'], { input: '' }).error !== undefined) return undefined
  return input => {
    const { stdout, status } = spawnSync(name, args, { input, maxBuffer: 1 << 30 })
    assert.equal(status, 0)
    return stdout
  }
}

const formats = {
  gzip: gzipSync as (input: Buffer) => Buffer,
  zstd: zstdCompressSync as (input: Buffer) => Buffer,
  // Small blocks, so that little data spans several of them at different bit offsets.
  bzip2: command('bzip2', '-1c'),
  xz: command('xz', '-c', '-T1'),
}

/** Text-like data that does not compress to nothing; deterministic. */
function sampleData(length: number, seed = 1): Buffer {
  const data = Buffer.allocUnsafe(length)
  let state = seed
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    data[i] = 0x61 + ((state >>> 16) % 16)
  }
  return data
}

async function* cut(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function readAll(bytes: Buffer, options: DecompressOptions = {}, size = 70_001): Promise<Buffer> {
  const { chunks } = await decompress(cut(bytes, size), 'dump', options)
  const out: Buffer[] = []
  for await (const { data } of chunks) out.push(data)
  return Buffer.concat(out)
}

const failure = (pattern: RegExp) => (error: unknown) => {
  assert.ok(error instanceof DumpError, `expected a DumpError, got ${error}`)
  assert.match(error.message, pattern)
  assert.equal(error.file, 'dump')
  return true
}

test('detects compression from content, and leaves similar-looking text alone', () => {
  assert.equal(compressionOf(Buffer.from('BZh9 is how bzip2 files begin')), 'none')
  assert.equal(compressionOf(Buffer.from('<mediawiki>')), 'none')
  assert.equal(compressionOf(Buffer.alloc(0)), 'none')
  assert.equal(compressionOf(gzipSync('')), 'gzip')
  assert.equal(compressionOf(zstdCompressSync('')), 'zstd')
})

test('passes plain data through', async () => {
  const data = sampleData(300_000)
  assert.ok((await readAll(data)).equals(data))
  assert.equal((await readAll(Buffer.alloc(0))).length, 0)
})

test('rejects multi-file archives with advice', async () => {
  await assert.rejects(readAll(Buffer.from('7z\xbc\xaf\x27\x1cxxxx', 'latin1')), failure(/7-Zip.*extract it first/))
  await assert.rejects(readAll(Buffer.from('PK\x03\x04xxxxxxxxx', 'latin1')), failure(/ZIP.*extract it first/))
})

for (const [name, compress] of Object.entries(formats)) {
  describe(name, { skip: compress === undefined ? `${name} is not installed` : false }, () => {
    const make = compress!
    const data = sampleData(600_000)
    let packed: Buffer
    before(() => {
      packed = make(data)
    })

    test('survives a round trip in chunks of any size', async () => {
      assert.ok((await readAll(packed)).equals(data))
      assert.ok((await readAll(packed, {}, packed.length)).equals(data))
      const largest = name === 'bzip2' ? command('bzip2', '-9c')!(data) : packed
      assert.ok((await readAll(largest)).equals(data))
      const small = make(sampleData(50))
      assert.ok((await readAll(small, {}, 1)).equals(sampleData(50)))
      assert.equal((await readAll(make(Buffer.alloc(0)))).length, 0)
    })

    test('reads concatenated members or streams with zero padding', async () => {
      const parts = [sampleData(10, 2), sampleData(100_000, 3), Buffer.alloc(0), sampleData(1, 4)]
      const joined = Buffer.concat(parts.map(part => make(part)))
      const expected = Buffer.concat(parts)
      for (const size of [7, 1000, joined.length]) assert.ok((await readAll(joined, {}, size)).equals(expected))
      const padded = Buffer.concat([make(parts[0]!), Buffer.alloc(8), make(parts[1]!), Buffer.alloc(512)])
      assert.ok((await readAll(padded)).equals(Buffer.concat([parts[0]!, parts[1]!])))
    })

    test('reports a file truncated anywhere', async () => {
      for (const part of [0.99, 0.5, 0.1]) {
        await assert.rejects(readAll(packed.subarray(0, packed.length * part)), failure(/is truncated.* at byte \d+/))
      }
      await assert.rejects(readAll(packed.subarray(0, packed.length - 1)), failure(/is truncated.* at byte \d+/))
    })

    test('reports damage with a position', async () => {
      const damaged = Buffer.from(name === 'zstd' ? zstdWithChecksum(data) : packed)
      damaged[damaged.length >> 1]! ^= 0x55
      await assert.rejects(readAll(damaged), failure(/(damaged|not) .*at byte \d+/))
    })

    test('rejects garbage after the end', async () => {
      await assert.rejects(
        readAll(Buffer.concat([packed, Buffer.from('garbage, much garbage')])),
        failure(/at byte \d+/),
      )
    })

    test('rejects a decompression bomb by ratio and by size', async () => {
      const bomb = make(Buffer.alloc(4_000_000))
      await assert.rejects(readAll(bomb, { ratioFrom: 1_000_000, maxRatio: 100 }), failure(/decompression bomb/))
      await assert.rejects(readAll(packed, { maxBytes: 500_000 }), failure(/more than the 500000 bytes allowed/))
    })
  })
}

function zstdWithChecksum(data: Buffer): Buffer {
  return zstdCompressSync(data, { params: { 201: 1 } })
}

describe('files', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'parlance-'))
  })
  after(() => rm(folder, { recursive: true }))

  test('report progress up to the file size, whatever their name', async () => {
    const file = path.join(folder, 'renamed.txt')
    const data = sampleData(900_000)
    await writeFile(file, gzipSync(data))
    const source = await openDump(file)
    assert.equal(source.compression, 'gzip')
    let consumed = 0
    let offset = 0
    for await (const chunk of source.chunks) {
      assert.equal(chunk.offset, offset)
      assert.ok(chunk.consumed >= consumed)
      offset += chunk.data.length
      consumed = chunk.consumed
    }
    assert.equal(offset, data.length)
    assert.ok(consumed > source.size! * 0.9 && consumed <= source.size!)
  })

  test('can be read from any restart point', async () => {
    const makers = [Buffer.from, formats.gzip, formats.zstd, formats.bzip2, formats.xz].filter(maker => maker)
    for (const make of makers) {
      const parts = [1, 2, 3].map(seed => sampleData(400_000, seed))
      const file = path.join(folder, 'several')
      await writeFile(file, Buffer.concat(parts.map(part => (make as typeof gzipSync)(part))))
      const points = new Map<number, RestartPoint>()
      for await (const { restart } of (await openDump(file)).chunks) points.set(restart.compressed, restart)
      const all = Buffer.concat(parts)
      for (const from of points.values()) {
        const out: Buffer[] = []
        for await (const chunk of (await openDump(file, { from })).chunks) {
          assert.equal(chunk.offset, from.decompressed + Buffer.concat(out).length)
          out.push(chunk.data)
        }
        assert.ok(Buffer.concat(out).equals(all.subarray(from.decompressed)))
      }
    }
  })

  test('are closed when reading stops early', async () => {
    const file = path.join(folder, 'early')
    await writeFile(file, gzipSync(sampleData(3_000_000)))
    for await (const _ of (await openDump(file)).chunks) break
  })

  test('are rejected when missing or a folder', async () => {
    await assert.rejects(openDump(folder), /is a folder, not a file/)
    await assert.rejects(openDump(path.join(folder, 'none')), /ENOENT/)
  })
})
