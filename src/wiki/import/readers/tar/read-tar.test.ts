import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { decompress, openDump } from '../decompress/decompress.ts'
import { DumpError } from '../dump-error.ts'
import { readTar } from './read-tar.ts'

const hasTar = ['/bin/tar', '/usr/bin/tar'].some(file => existsSync(file))

describe('tar archives', { skip: hasTar ? false : 'tar is not installed' }, () => {
  let folder: string
  const long = `${'folder-with-a-long-name/'.repeat(6)}${'ж'.repeat(60)}.txt`
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'parlance-'))
    await mkdir(path.join(folder, 'in', path.dirname(long)), { recursive: true })
    await writeFile(path.join(folder, 'in', long), 'long')
    await writeFile(path.join(folder, 'in', 'a.txt'), 'A'.repeat(1000))
    await writeFile(path.join(folder, 'in', 'empty'), '')
    await symlink('/etc/passwd', path.join(folder, 'in', 'link'))
  })
  after(() => rm(folder, { recursive: true }))

  const pack = (format: string) => {
    const file = path.join(folder, `${format}.tar.gz`)
    execFileSync('tar', ['-C', path.join(folder, 'in'), `--format=${format}`, '-czf', file, '.'])
    return file
  }

  for (const format of ['gnu', 'pax']) {
    test(`${format}: reads files and long names, and skips links`, async () => {
      const found = new Map<string, string>()
      for await (const { path: name, data } of readTar(await openDump(pack(format)))) found.set(name, data.toString())
      assert.deepEqual(new Set(found.keys()), new Set([`./${long}`, './a.txt', './empty']))
      assert.equal(found.get(`./${long}`), 'long')
      assert.equal(found.get('./a.txt'), 'A'.repeat(1000))
    })
  }

  test('rejects truncated, damaged and oversized archives', async () => {
    const source = await openDump(pack('gnu'))
    const all: Buffer[] = []
    for await (const { data } of source.chunks) all.push(data)
    const tar = Buffer.concat(all)
    const read = async (bytes: Buffer, max?: number) => {
      const from = (async function* () {
        yield bytes
      })()
      for await (const _ of readTar(await decompress(from, 'images.tar'), max));
    }
    await assert.rejects(read(tar.subarray(0, 700)), DumpError)
    await assert.rejects(read(tar.subarray(0, 512)), /truncated/)
    await assert.rejects(read(Buffer.alloc(1024, 'x')), /not a tar archive/)
    await assert.rejects(read(tar, 10), /more than 10 bytes/)
  })
})
