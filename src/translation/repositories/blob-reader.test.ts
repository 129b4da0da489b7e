import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { BlobReader } from './blob-reader.ts'
import { git, gitLine } from './git.ts'

test('reads many files with one process and rejects only large or missing ones', async t => {
  const folder = mkdtempSync(path.join(tmpdir(), 'blobs-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const run = { folder }
  await git(['init', '--quiet', '--bare', '--template=', '--', folder], run)
  const store = (input: string) => gitLine(['hash-object', '-w', '--stdin'], { ...run, input })
  const [small, empty, large] = [await store('a\nb\n'), await store(''), await store('x'.repeat(200_000))]
  const reader = new BlobReader(run, 1000)
  const all = await Promise.all(Array.from({ length: 3000 }, (_, i) => reader.read(i % 2 === 0 ? small : empty)))
  assert.deepEqual([all.length, all[0]!.toString(), all[1]!.length], [3000, 'a\nb\n', 0])
  await assert.rejects(reader.read(large), /larger than this server allows/)
  await assert.rejects(reader.read('0'.repeat(40)), /missing/)
  assert.equal((await reader.read(small)).toString(), 'a\nb\n')
  reader.close()
  assert.equal((await reader.read(small)).toString(), 'a\nb\n')
})
