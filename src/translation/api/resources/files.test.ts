import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { faults, testCatalogue } from '../../catalogue/testing.ts'
import { readXlsx } from '../../formats/xlsx/read-xlsx.ts'
import { readZip } from '../../formats/zip/read-zip.ts'
import { writeZip } from '../../formats/zip/write-zip.ts'
import { multipart, type TestApi, testApi } from '../testing.ts'

const po = (entries: readonly [string, string][]) =>
  Buffer.from(
    `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n${entries.map(([a, b]) => `\nmsgid "${a}"\nmsgstr "${b}"\n`).join('')}`,
  )

onEachEngine('files over the network', open => {
  let api: TestApi
  let boss: string
  const at = '/api/translations/hello/main/cs/file/'
  const get = async (path: string) => (await api.send('GET', path, { key: boss })).json
  const bytes = async (path: string) => {
    const answer = await api.app.inject({ url: path, headers: { authorization: `Token ${boss}` } })
    assert.equal(answer.statusCode, 200, answer.payload.slice(0, 300))
    return answer.rawPayload
  }
  const upload = (content: Buffer, fields: Record<string, string>, filename = 'cs.po', path = at) =>
    api.send('POST', path, { key: boss, ...multipart(fields, { name: 'file', filename, content }) })

  before(async () => {
    api = await testApi(await open())
    boss = (await api.user('Boss', { superuser: true })).key
    await testCatalogue(api.services)
  })

  test('supports every conversion and lists them for an unknown one', async () => {
    const ids = 'po xliff xliff11 tbx tmx mo csv csv-multi xlsx json json-nested aresource strings'.split(' ')
    for (const id of ids) await bytes(`${at}?format=${id}`)
    const ending = at.slice(0, -1)
    assert.match((await bytes(`${ending}.xliff`)).toString(), /<xliff/)
    assert.match((await bytes(`${ending}.csv`)).toString(), /^"?location"?,/)
    assert.equal((await api.send('GET', `${ending}.docx`, { key: boss })).status, 404)
    const wrong = await api.send('GET', `${at}?format=docx`, { key: boss })
    assert.equal(wrong.status, 400)
    for (const id of ids)
      assert.ok(wrong.json.errors[0].detail.includes(` ${id},`) || wrong.json.errors[0].detail.includes(` ${id}.`), id)
  })

  test('a spreadsheet can be downloaded, filled in and uploaded', async () => {
    const rows = await readXlsx(await bytes(`${at}?format=xlsx`))
    assert.deepEqual(rows[0]!.slice(0, 3), ['location', 'source', 'target'])
    const { toXlsx } = await import('../../formats/xlsx/write-xlsx.ts')
    const context = { sourceLanguage: 'en', targetLanguage: 'cs', project: 'Hello' }
    const filled = toXlsx([{ context: '', source: ['Thank you for using Weblate.'], target: ['Děkujeme.'] }], context)
    const answer = await upload(Buffer.from(filled), {}, 'cs.xlsx')
    assert.deepEqual(answer.json, { not_found: 0, skipped: 0, accepted: 1, total: 1, result: true, count: 1 })
    assert.deepEqual((await get('/api/translations/hello/main/cs/units/?q=source:Thank')).results[0].target, [
      'Děkujeme.',
    ])
    const damaged = await upload(Buffer.from(filled).subarray(0, 300), {}, 'cs.xlsx')
    assert.equal(damaged.status, 400)
    assert.match(damaged.json.detail, /zip archive/)
  })

  test('downloads archives of a component, project or language', async () => {
    const names = async (path: string) => [...(await readZip(await bytes(path))).keys()].sort()
    assert.deepEqual(await names('/api/components/hello/main/file/'), ['hello/main/po/cs.po', 'hello/main/po/en.po'])
    assert.deepEqual(await names('/api/projects/hello/file/?format=zip&language_code=cs'), ['hello/main/po/cs.po'])
    assert.deepEqual(await names('/api/projects/hello/languages/cs/file/'), ['hello/main/po/cs.po'])
    assert.deepEqual(await names('/api/projects/hello/languages/cs/file/?filter=xx'), [])
    assert.deepEqual(await names('/api/projects/hello/languages/cs/file/?filter=ai&format=zip:csv'), [
      'hello/main/cs.csv',
    ])
    assert.deepEqual(await names('/api/projects/hello/languages/de/file/'), [], 'nobody translates into German')
    assert.equal((await api.send('GET', '/api/projects/hello/languages/nonsense/file/')).status, 404)
    for (const wrong of ['zip:docx', 'csv', 'tar'])
      assert.equal((await api.send('GET', `/api/projects/hello/file/?format=${wrong}`)).status, 400, wrong)
  })

  test('returns 304 for an unchanged file', async () => {
    const first = await api.send('GET', at)
    const since = first.headers['last-modified']!
    const again = await api.send('GET', at, { headers: { 'if-modified-since': since } })
    assert.equal(again.status, 304)
    assert.equal(again.text, '')
    api.clock.advance(2)
    const unit = (await get('/api/translations/hello/main/cs/units/')).results[0]
    await api.send('PATCH', `/api/units/${unit.id}/`, { key: boss, body: { target: ['Ahoj!\n'], state: 20 } })
    assert.equal((await api.send('GET', at, { headers: { 'if-modified-since': since } })).status, 200)
    assert.equal((await api.send('GET', at, { headers: { 'if-modified-since': 'nonsense' } })).status, 200)
  })

  test('an upload adds strings if the component allows it', async () => {
    const file = po([
      ['Thank you for using Weblate.', 'Díky'],
      ['Brand new', 'Zbrusu nové'],
      ['Without translation', ''],
    ])
    const refused = await upload(file, { method: 'add' })
    assert.equal(refused.status, 403)
    assert.match(refused.json.detail, /turned off/)
    const settings = { key: boss, body: { manage_units: true } }
    assert.equal((await api.send('PATCH', '/api/components/hello/main/', settings)).status, 200)
    const answer = await upload(file, { method: 'add' })
    assert.deepEqual(answer.json, { not_found: 0, skipped: 1, accepted: 2, total: 3, result: true, count: 3 })
    const { results } = await get('/api/translations/hello/main/cs/units/')
    assert.equal(results.length, 6)
    assert.deepEqual(
      results.slice(-2).map((each: { target: string[]; state: number }) => [each.target, each.state]),
      [
        [['Zbrusu nové'], 20],
        [[''], 0],
      ],
    )
    assert.deepEqual(results[3].target, ['Děkujeme.'])
    assert.equal((await get('/api/translations/hello/main/en/units/')).count, 6)
    assert.equal((await upload(file, { method: 'add' })).json.accepted, 0)
    const csv = '"source","target"\n"Twice","Dvakrát"\n"Twice","Podruhé"\n'
    const twice = await upload(Buffer.from(csv), { method: 'add' }, 'cs.csv')
    assert.deepEqual(twice.json, { not_found: 0, skipped: 1, accepted: 1, total: 2, result: true, count: 2 })
  })

  test('with keys, only the source language file adds strings', async () => {
    const component = {
      name: 'Keys',
      slug: 'keys',
      file_format: 'json',
      filemask: '*.json',
      source_language: { code: 'en' },
      manage_units: true,
    }
    assert.equal(
      (await api.send('POST', '/api/projects/hello/components/', { key: boss, body: component })).status,
      201,
    )
    const language = { key: boss, body: { language_code: 'cs' } }
    assert.equal((await api.send('POST', '/api/components/hello/keys/translations/', language)).status, 201)
    const json = (content: object, code: string) =>
      upload(
        Buffer.from(JSON.stringify(content)),
        { method: 'add' },
        `${code}.json`,
        `/api/translations/hello/keys/${code}/file/`,
      )
    assert.equal((await json({ open: 'Otevřít' }, 'cs')).json.not_found, 1)
    assert.equal((await json({ open: 'Open', close: 'Close' }, 'en')).json.accepted, 2)
    assert.equal((await json({ open: 'Otevřít' }, 'cs')).json.skipped, 1)
    assert.equal((await get('/api/translations/hello/keys/cs/units/?q=key:open')).results[0].source[0], 'Open')
  })

  test('creates a component from an archive or a document', async () => {
    const make = (fields: Record<string, string>, name: 'zipfile' | 'docfile', filename: string, content: Buffer) =>
      api.send('POST', '/api/projects/hello/components/', {
        key: boss,
        ...multipart({ source_language: 'en', ...fields }, { name, filename, content }),
      })
    const files = new Map([
      ['i18n/cs.json', Buffer.from('{"open": "Otevřít"}')],
      ['i18n/en.json', Buffer.from('{"open": "Open", "close": "Close"}')],
      ['README.md', Buffer.from('Not a translation')],
    ])
    const zip = (entries: Map<string, Buffer>) => writeZip(entries, new Date(0))
    const json = { name: 'Zip', slug: 'zip', file_format: 'json', filemask: 'i18n/*.json', template: 'i18n/en.json' }
    assert.equal((await make(json, 'zipfile', 'all.zip', zip(files))).status, 201)
    const { translated, total } = await get('/api/translations/hello/zip/cs/statistics/')
    assert.deepEqual({ translated, total }, { translated: 1, total: 2 })
    assert.equal((await get('/api/translations/hello/zip/en/')).filename, 'i18n/en.json')

    const refused = async (fields: object, entries: Map<string, Buffer>, reason: RegExp) => {
      const answer = await make({ ...json, slug: 'bad', name: 'Bad', ...fields }, 'zipfile', 'all.zip', zip(entries))
      assert.equal(answer.status, 400)
      assert.match(answer.text, reason)
      assert.equal((await api.send('GET', '/api/components/hello/bad/')).status, 404)
    }
    await refused({ filemask: 'po/*.po' }, files, /no file in the archive matches/)
    await refused({ filemask: 'i18n/cs.json' }, files, /needs exactly one \*/)
    await refused({ template: 'x.json' }, files, /has no \\"x\.json/)
    await refused({}, new Map([...files, ['i18n/de.json', Buffer.from('{')]]), /i18n\/de\.json: /)
    await refused({}, new Map([...files, ['i18n/not a code!.json', Buffer.from('{}')]]), /is not a language code/)

    const document = { name: 'Doc', slug: 'doc', file_format: 'json' }
    const made = await make(document, 'docfile', 'texts.json', Buffer.from('{"a": "A"}'))
    assert.equal(made.json.filemask, 'doc/*.json')
    assert.equal((await get('/api/translations/hello/doc/en/units/')).count, 1)
  })

  test('the counters are still correct', async () => assert.deepEqual(await faults(api.services.store), []))
})
