import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '#store/testing.ts'
import { zipOf } from '#translation/weblate-import/testing-backup.ts'
import { parlance } from '../testing.ts'

test('lists what an archive would become, imports it, and reports what is wrong in one line', async () => {
  const data = temporaryFolder()
  const file = path.join(data, 'fruit.zip')
  writeFileSync(
    file,
    await zipOf({ 'en/app.json': '{"a": "Apple"}\n', 'de/app.json': '{"a": "Apfel"}\n', 'notes.txt': 'notes\n' }),
  )
  const command = ['translations', 'import-crowdin', file, '--project', 'fruit', '--data', data]
  const planned = await parlance([...command, '--dry-run'])
  assert.equal(planned.code, 0, planned.err)
  assert.equal(
    planned.out,
    `Would import into the project fruit, source language en:
  component app (json): */app.json, source en/app.json
    de: de/app.json, 1 strings
Not imported:
  notes.txt: it does not belong to a component
`,
  )
  const imported = await parlance(command)
  assert.equal(imported.code, 0, imported.err)
  assert.match(imported.out, /^Completed the import:\n {2}projects: 1 read, 1 created/)
  assert.match(imported.out, /strings: 2 read, 2 created, 0 unchanged, 0 skipped/)
  assert.match(imported.out, /1 skipped: notes\.txt: it does not belong to a component/)
  const again = await parlance([...command, '--json'])
  assert.deepEqual(JSON.parse(again.out).counts.strings, { read: 2, created: 0, unchanged: 2, skipped: {} })
  const cases: [string[], RegExp][] = [
    [['translations', 'import-transifex', '/nowhere/x.zip', '--project', 'x'], /^parlance: Cannot read \/nowhere/],
    [['translations', 'import-transifex', file], /required option '--project/],
    [[...command, '--source-language', 'xx-nothing'], /parlance: There is no language "xx-nothing"\.\n$/],
  ]
  for (const [args, message] of cases) {
    const { code, err } = await parlance([...args, '--data', data])
    assert.notEqual(code, 0)
    assert.match(err, message)
  }
})
