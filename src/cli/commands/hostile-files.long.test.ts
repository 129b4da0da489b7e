// Malicious files for `translations import`: the error names the file and the reason, and nothing is written.
import assert from 'node:assert/strict'
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { before, test } from 'node:test'
import Sqlite from 'better-sqlite3'
import { temporaryFolder } from '#store/testing.ts'
import { format } from '#translation/formats/index.ts'
import { HARMLESS, HOSTILE } from '#translation/formats/testing-hostile-files.ts'
import { type Outcome, parlance } from '../testing.ts'

const data = temporaryFolder()
const folder = temporaryFolder()

/** All rows of all tables, except full-text indexes. */
function dump(): string {
  const db = new Sqlite(path.join(data, 'parlance.db'), { readonly: true })
  const names = db.prepare("select name from sqlite_master where type = 'table' and sql not like '%VIRTUAL%'").pluck()
  const rows = (names.all() as string[]).map(name => [name, db.prepare(`select * from "${name}"`).all()])
  db.close()
  return JSON.stringify(rows)
}

const GOOD = 'msgid ""\nmsgstr ""\n\nmsgid "House"\nmsgstr "Haus"\n'
const names = ['--project', 'demo', '--component', 'app', '--data', data]
const importing = (...args: string[]): Promise<Outcome> => parlance(['translations', 'import', folder, ...args])

/** A folder with a good file and a bad one; the good one comes first. */
function put(id: string, name: string, content: Uint8Array): string[] {
  const kind = format(id)!
  const [extension] = kind.extensions
  mkdirSync(path.join(folder, name))
  const file = (code: string) => path.join(folder, name, `${code}.${extension}`)
  const empty = kind.parse(kind.create({ language: 'en' }), { language: 'en' })
  const good = empty.serialize({ add: [{ context: 'hello', source: ['Hello'], target: ['Hello'] }] })
  writeFileSync(file('en'), good)
  writeFileSync(file('cs'), content)
  const template = kind.monolingual ? ['--template', `${name}/en.${extension}`] : []
  return ['--format', id, '--filemask', `${name}/*.${extension}`, ...template]
}

before(async () => {
  mkdirSync(path.join(folder, 'good'))
  writeFileSync(path.join(folder, 'good', 'de.po'), GOOD)
  const { code, err } = await importing('--filemask', 'good/*.po', ...names)
  assert.equal(code, 0, err)
})

/** One file per reason is enough here. The API tests cover all of them. */
const chosen = [...new Map(HOSTILE.map(each => [String(each.reason), each])).values()]

for (const [i, { name, format: id, content, reason }] of chosen.entries())
  test(`rejects ${name} by name and writes nothing`, async () => {
    const args = put(id, `bad-${i}`, content)
    const was = dump()
    const { code, err } = await importing(...args, '--project', `new-${i}`, '--component', 'app', '--data', data)
    assert.equal(code, 2, err)
    assert.match(err, reason)
    assert.match(err, new RegExp(`bad-${i}/cs\\.`))
    assert.equal(dump(), was)
  })

const refused = async (args: string[], message: RegExp): Promise<void> => {
  const was = dump()
  const { code, err } = await importing(...args, '--data', data)
  assert.equal(code, 2, err)
  assert.match(err, message)
  assert.equal(dump(), was)
}

test('rejects files that are too large, invalid languages, duplicate languages and invalid slugs', async () => {
  const place = ['--project', 'demo', '--component', 'app']
  for (const name of ['large', 'nobody', 'twice']) mkdirSync(path.join(folder, name))
  writeFileSync(path.join(folder, 'large', 'cs.po'), GOOD)
  truncateSync(path.join(folder, 'large', 'cs.po'), 51 * 1024 * 1024)
  await refused(['--filemask', 'large/*.po', ...place], /large\/cs\.po: the file has 53477376 bytes, the limit is/)
  writeFileSync(path.join(folder, 'nobody', '!?.po'), GOOD)
  await refused(['--filemask', 'nobody/*.po', ...place], /"!\?" in "nobody\/!\?\.po" is not a language code/)
  for (const code of ['zh_CN', 'zh_Hans']) writeFileSync(path.join(folder, 'twice', `${code}.po`), GOOD)
  await refused(['--filemask', 'twice/*.po', ...place], /zh_CN\.po" and "twice\/zh_Hans\.po" are both for/)
  await refused(
    ['--filemask', 'good/*.po', '--project', 'a b', '--component', 'app'],
    /"a b" is not a valid project slug/,
  )
  await refused(['--filemask', 'good/*.po', '--project', 'x', '--component', '../x'], /is not a valid component slug/)
  const other = ['--format', 'csv', '--filemask', 'good/*.po', ...place]
  await refused(other, /The component "app" uses the file format po/)
})

test('imports files that only look dangerous', async () => {
  for (const [i, { format: id, content }] of HARMLESS.entries()) {
    const args = put(id, `odd-${i}`, content)
    const { code, err } = await importing(...args, '--project', 'odd', '--component', `c${i}`, '--data', data)
    assert.equal(code, 0, err)
  }
})
