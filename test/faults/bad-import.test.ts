// Importing unreadable files: one error message, an exit code, and an intact wiki.
import assert from 'node:assert/strict'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { parlance } from '#cli/testing.ts'
import { temporaryFolder } from '#store/testing.ts'
import { xmlExport } from '#wiki/import/testing.ts'

const folder = temporaryFolder()
const write = async (name: string, content: string | Buffer): Promise<string> => {
  const file = path.join(folder, name)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, content)
  return file
}

const pages = Array.from({ length: 30 }, (_, index) => ({
  id: index + 1,
  title: `Page ${index}`,
  texts: [`${index} ${Math.sin(index)}`],
}))
const whole = Buffer.from(xmlExport(pages))

test('reports missing files and folders without a dump', async () => {
  await mkdir(path.join(folder, 'nothing'), { recursive: true })
  await write('notes/README', 'hello')
  const data = temporaryFolder()
  for (const [given, code, message] of [
    ['nothing', 1, /nothing: is a folder without any dumps/],
    ['notes', 1, /notes: is a folder without any dumps/],
    ['nosuch.xml', 1, /nosuch\.xml: no such file or folder/],
  ] as const) {
    const outcome = await parlance(['wiki', 'import', '--data', data, path.join(folder, given)])
    assert.equal(outcome.code, code, given)
    assert.match(outcome.err, message)
    assert.equal(outcome.err.trim().split('\n').length, 1)
  }
})

const isRoot = process.getuid?.() === 0
test('reports a file without read permission', { skip: isRoot && 'the superuser may read every file' }, async () => {
  const file = await write('secret.xml', whole)
  await chmod(file, 0)
  const outcome = await parlance(['wiki', 'import', '--data', temporaryFolder(), file])
  assert.equal(outcome.code, 3)
  assert.match(outcome.err, /Permission denied: .*secret\.xml/)
})

test('a damaged dump is an error, and the import can be repeated', async () => {
  const data = temporaryFolder()
  const file = await write('half.xml.gz', gzipSync(whole).subarray(0, 1000))
  const outcome = await parlance(['wiki', 'import', '--data', data, file])
  assert.equal(outcome.code, 1)
  assert.match(outcome.err, /half\.xml\.gz: is truncated: the gzip data ends too early at byte \d+/)
  const again = await parlance(['wiki', 'import', '--data', data, await write('half.xml.gz', gzipSync(whole))])
  assert.equal(again.code, 0, again.err)
  assert.match(again.out, /page: 30 read, 30 stored/)
})
