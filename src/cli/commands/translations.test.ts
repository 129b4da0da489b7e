import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '#store/testing.ts'
import { parlance } from '../testing.ts'

test('exports files as they were imported; a second import changes nothing', async () => {
  const folder = temporaryFolder()
  const data = temporaryFolder()
  const out = temporaryFolder()
  const header = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'
  mkdirSync(path.join(folder, 'po'))
  for (const [code, text] of Object.entries({ de: 'Haus', zh_CN: '房子' }))
    writeFileSync(path.join(folder, 'po', `${code}.po`), `${header}msgid "House"\nmsgstr "${text}"\n`)
  const names = ['--project', 'demo', '--component', 'app', '--data', data]
  const first = await parlance(['translations', 'import', folder, '--filemask', 'po/*.po', ...names])
  assert.equal(first.code, 0, first.err)
  assert.match(first.out, /zh_Hans +po\/zh_CN\.po: 1 added, 0 changed, 0 removed/)
  const second = await parlance(['translations', 'import', folder, '--filemask', 'po/*.po', ...names])
  assert.match(second.out, /de +po\/de\.po: 0 added, 0 changed, 0 removed/)
  const written = await parlance(['translations', 'export', out, '--project', 'demo', '--data', data])
  assert.equal(written.code, 0, written.err)
  for (const code of ['de', 'zh_CN'])
    assert.deepEqual(
      readFileSync(path.join(out, 'app/po', `${code}.po`)),
      readFileSync(path.join(folder, 'po', `${code}.po`)),
    )
  const check = await parlance(['db', 'check', '--data', data])
  assert.match(check.out, /translation statistics: ok/)
})

test('reports invalid arguments', async () => {
  const data = temporaryFolder()
  const names = ['--project', 'demo', '--component', 'app', '--data', data]
  const cases: [string[], RegExp][] = [
    [['--filemask', 'po/x.po'], /needs exactly one \*/],
    [['--filemask', 'po/*.po'], /No file in .* matches/],
    [['--filemask', '*.po', '--format', 'word'], /Unknown file format "word"/],
    [['--filemask', '*.po', '--source-language', 'xx'], /No file in|no language "xx"/],
  ]
  for (const [args, message] of cases) {
    const { code, err } = await parlance(['translations', 'import', data, ...args, ...names])
    assert.equal(code, 2, err)
    assert.match(err, message)
  }
})
