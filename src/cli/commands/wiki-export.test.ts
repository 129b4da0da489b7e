import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '#store/testing.ts'
import { xmlExport } from '#wiki/import/testing.ts'
import { parlance } from '../testing.ts'

test('exports an imported wiki to a file or a pipe, and reports skipped pages', async () => {
  const folder = temporaryFolder()
  const file = (name: string) => path.join(folder, name)
  const [data, dump] = [file('data'), file('dump.xml')]
  const pages = [
    { id: 1, title: 'Main Page', texts: ['one', 'two'] },
    { id: 2, ns: 10, title: 'Template:Cup', texts: ['a cup'] },
  ]
  await writeFile(dump, xmlExport(pages))
  assert.equal((await parlance(['wiki', 'import', '--data', data, dump])).code, 0)

  const exported = (...args: string[]) => parlance(['wiki', 'export', '--data', data, ...args])
  const whole = await exported(file('all.xml.gz'), '--site', file('site.json'))
  assert.equal(whole.code, 0, whole.err)
  assert.equal(whole.out, '2 pages, 2 written\n3 revisions, 3 written\n')
  assert.equal(JSON.parse(await readFile(file('site.json'), 'utf8')).general.sitename, 'Sample')

  const piped = await exported('-', '--current', '--namespace', '0')
  assert.match(piped.out, /^<mediawiki [\s\S]*<title>Main Page<\/title>[\s\S]*>two<[\s\S]*<\/mediawiki>\n$/)
  assert.match(piped.err, /2 pages, 1 written, 1 skipped: not chosen/)

  const refused = await exported(file('all.xml.bz2'))
  assert.deepEqual([refused.code, refused.out], [1, ''])
  assert.match(refused.err, /the format bz2 is not supported/)
  assert.ok(!existsSync(file('all.xml.bz2.part')))
  assert.equal((await exported()).code, 2)
  assert.match((await exported(file('all.xml.gz'))).err, /already exists/)
  await writeFile(file('titles'), 'Template:Cup\n\nNobody\n')
  assert.match((await exported(file('few.xml'), '--pages', file('titles'))).err, /The page "Nobody" does not exist/)
})

test('exports only what changed since a time', async () => {
  const folder = temporaryFolder()
  const file = (name: string) => path.join(folder, name)
  const [data, dump] = [file('data'), file('dump.xml')]
  await writeFile(
    dump,
    xmlExport([
      { id: 1, title: 'Old', texts: ['one'] },
      { id: 2, title: 'New', texts: ['two', 'three'] },
    ]),
  )
  assert.equal((await parlance(['wiki', 'import', '--data', data, dump])).code, 0)
  const exported = (...args: string[]) => parlance(['wiki', 'export', '--data', data, ...args])
  const times = [...(await exported('-')).out.matchAll(/<timestamp>(.*?)<\/timestamp>/g)]
    .map(([, time]) => time!)
    .sort()
  const latest = await exported('-', '--since', times.at(-1)!)
  const newest = times.filter(time => time === times.at(-1)).length
  assert.equal([...latest.out.matchAll(/<revision>/g)].length, newest)
  assert.ok(newest < times.length)
  const none = await exported('-', '--since', '2999-01-01')
  assert.doesNotMatch(none.out, /<page>/)
  const refused = await exported('-', '--since', 'yesterday')
  assert.equal(refused.code, 2)
  assert.match(refused.err, /Invalid value "yesterday" for --since/)
})
