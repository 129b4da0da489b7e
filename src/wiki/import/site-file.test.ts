import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { temporaryFolder, temporaryStore } from '#store/testing.ts'
import { readSiteFile } from './site-file.ts'
import { countOf, runImport, xmlExport } from './testing.ts'

const file = path.join(temporaryFolder(), 'site.json')

test('rejects invalid site files with the place and the expected value', async () => {
  for (const [content, problem] of [
    ['', 'is not JSON'],
    ['{"general":', 'is not JSON'],
    ['[1]', 'must be a JSON object: the response of meta=siteinfo'],
    ['{"error":{"code":"readapidenied"}}', 'is an API error, not a siteinfo response: {"code":"readapidenied"}'],
    ['{"query":5}', '"query" must be an object'],
    ['{"acounts":{}}', '"acounts" is not known; a site file may have general, namespaces'],
    ['{"query":{"userinfo":{}}}', '"userinfo" is not known'],
    ['{"general":"x"}', '"general" must be an object'],
    ['{"general":{"lang":5}}', '"general.lang" must be a text'],
    ['{"general":{"sitename":["x"]}}', '"general.sitename" must be a text'],
    ['{"general":{"rtl":""}}', '"general.rtl" must be true or false, as in API responses with formatversion=2'],
    ['{"general":{"articlepath":"/wiki"}}', '"general.articlepath" must be a text with "$1" in it'],
    ['{"general":{"case":"upper"}}', '"general.case" must be one of "first-letter", "case-sensitive"'],
    ['{"namespaces":[]}', '"namespaces" must be an object'],
    ['{"namespaces":{"0":{"name":5}}}', '"namespaces.0.name" must be a text'],
    ['{"namespaces":{"4":{"id":5}}}', '"namespaces" has no valid entry "4"'],
    ['{"namespacealiases":[{"id":1}]}', '"namespacealiases[0]" lacks "alias"'],
    ['{"interwikimap":[{"prefix":"a","url":5}]}', '"interwikimap[0].url" must be a text'],
    ['{"magicwords":[{"name":"x","aliases":"no"}]}', '"magicwords[0].aliases" must be a list'],
    ['{"usergroups":5}', '"usergroups" must be a list'],
    ['{"accounts":[1]}', '"accounts" must be an object'],
    ['{"accounts":{"A":{"password":5}}}', '"accounts.A.password" must be a text'],
    ['{"accounts":{"A":{"groups":["sysop"]}}}', '"accounts.A.groups" must be a text'],
  ] as const) {
    await writeFile(file, content)
    await assert.rejects(readSiteFile(file), (error: Error) => {
      assert.ok(error.message.startsWith(`${file}: ${problem}`), error.message)
      return true
    })
  }
})

test('accepts a complete API response or only its contents, with parts missing', async () => {
  const general = { sitename: 'Test', lang: 'ru' }
  for (const content of [
    { batchcomplete: true, query: { general, defaultoptions: [] } },
    { general, languagevariants: {}, about: 'made by hand' },
  ]) {
    await writeFile(file, JSON.stringify(content))
    const { info } = await readSiteFile(file)
    assert.deepEqual(info.general, general)
    assert.ok(!('about' in info || 'batchcomplete' in info))
  }
})

test('reports an invalid site file before importing anything', async () => {
  const dump = path.join(temporaryFolder(), 'pages.xml')
  await writeFile(dump, xmlExport([{ id: 1, title: 'One', texts: ['x'] }]))
  await writeFile(file, '{"general":{"lang":5}}')
  const store = await temporaryStore('sqlite')
  await assert.rejects(runImport(store, { files: [dump], site: file }), /"general\.lang" must be a text/)
  assert.deepEqual([await countOf(store, 'page'), await countOf(store, 'import_checkpoint')], [0, 0])
  await writeFile(file, '{"accounts":{"A#b":{"password":"long enough"}}}')
  await assert.rejects(runImport(store, { files: [dump], site: file }), /"A#b", which is not a valid account name/)
})
