// Imports and exports the files of a real project in 46 languages.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { before, describe, test } from 'node:test'
import { openStore } from '#store/open.ts'
import { temporaryFolder } from '#store/testing.ts'
import { parlance } from '../testing.ts'

const shared = process.env.PARLANCE_SHARED ?? path.join(import.meta.dirname, '../../../../shared')
const folder = path.join(shared, 'data/po')
const skip = existsSync(path.join(folder, 'expected.csv')) ? false : 'the real PO files (shared data/po) are not here'

describe('46 real files', { skip }, () => {
  const data = temporaryFolder()
  const names = ['--project', 'sphinx', '--component', 'messages', '--data', data]
  const mask = '*/LC_MESSAGES/sphinx.po'

  before(async () => {
    const { code, out, err } = await parlance(['translations', 'import', folder, '--filemask', mask, ...names])
    assert.equal(code, 0, err)
    assert.match(out, /Imported 46 files into sphinx\/messages\./)
  })

  test('every language has the counts of an independent tool', async () => {
    const [head, ...lines] = readFileSync(path.join(folder, 'expected.csv'), 'utf8').trim().split(/\r?\n/)
    const columns = head!.split(',').slice(1, 8)
    assert.deepEqual(columns.slice(0, 3), ['total', 'total_words', 'total_chars'])
    const store = await openStore({ data })
    const rows = await store.read.selectFrom('translation').selectAll().where('is_source', '=', 0).execute()
    await store.close()
    const byCode = new Map(rows.map(row => [row.language_code, row as unknown as Record<string, number>]))
    assert.equal(lines.length, 46)
    for (const [code = '', ...numbers] of lines.map(line => line.split(',')))
      assert.deepEqual(
        columns.map(name => byCode.get(code)?.[name]),
        numbers.slice(0, 7).map(Number),
        code,
      )
  })

  test('exports every file byte for byte, and a second import changes nothing', async () => {
    const out = temporaryFolder()
    const written = await parlance(['translations', 'export', out, '--project', 'sphinx', '--data', data])
    assert.equal(written.code, 0, written.err)
    const files = globSync(mask, { cwd: folder })
    assert.equal(files.length, 46)
    for (const file of files)
      assert.ok(readFileSync(path.join(out, 'messages', file)).equals(readFileSync(path.join(folder, file))), file)
    const again = await parlance(['translations', 'import', folder, '--filemask', mask, ...names])
    assert.equal(again.out.match(/: 0 added, 0 changed, 0 removed/g)?.length, 46, again.out)
  })

  test('db check confirms the counters', async () => {
    const { code, out, err } = await parlance(['db', 'check', '--data', data])
    assert.equal(code, 0, err)
    assert.match(out, /translation statistics: ok/)
  })
})
