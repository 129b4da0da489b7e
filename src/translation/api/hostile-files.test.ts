// Hostile files, sent with every upload method: each is rejected with a reason, and no table changes.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { ThreadError, ThreadPool, type ThreadRefusal } from '#events/threads.ts'
import type { Store } from '#store/store.ts'
import { onEachEngine } from '#store/testing.ts'
import { importContent } from '../catalogue/component-files.ts'
import { componentParts } from '../catalogue/components.ts'
import { languageByCode } from '../catalogue/languages.ts'
import { createProject } from '../catalogue/projects.ts'
import { faults } from '../catalogue/testing.ts'
import { addTranslation, createComponent } from '../catalogue/translations.ts'
import { addSourceUnit } from '../catalogue/units.ts'
import { UPLOAD_METHODS } from '../catalogue/upload.ts'
import { work } from '../catalogue/work.ts'
import { format } from '../formats/index.ts'
import { HARMLESS, HOSTILE } from '../formats/testing-hostile-files.ts'
import { multipart, type TestApi, testApi } from './testing.ts'

/** The tables that an upload could change. */
const TABLES = [
  ...['project', 'component', 'component_file', 'translation', 'translation_total', 'translation_language', 'unit'],
  ...['suggestion', 'check_failure', 'translation_change', 'memory', 'label', 'change_log', 'job'],
]

async function dump(store: Store): Promise<string> {
  const tables: unknown[] = []
  for (const table of TABLES) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(store.read)
    tables.push([table, rows.map(row => JSON.stringify(row)).sort()])
  }
  return JSON.stringify(tables)
}

onEachEngine('hostile files', open => {
  let api: TestApi
  let store: Store
  let key: string
  before(async () => {
    store = await open()
    api = await testApi(store)
    key = (await api.user('Boss', { superuser: true })).key
    const [english, czech] = [await languageByCode(store.read, 'en'), await languageByCode(store.read, 'cs')]
    await work(api.services, null, async piece => {
      const project = await createProject(piece, { name: 'P', slug: 'p', translation_review: 1 })
      for (const id of new Set([...HOSTILE, ...HARMLESS].map(each => each.format))) {
        const kind = format(id)!
        const names = { name: id, slug: id, file_format: id, filemask: `${id}/*.${kind.extensions[0]}` }
        const { component, source } = await createComponent(
          piece,
          { project_id: project.id, manage_units: 1, ...names },
          english!,
        )
        if (kind.monolingual) {
          const [parts] = await componentParts(piece.tx, [component])
          const empty = kind.parse(kind.create({ language: 'en' }), { language: 'en' })
          const template = empty.serialize({ add: [{ context: 'hello', source: ['Hello'], target: ['Hello'] }] })
          await importContent(piece, parts!, english!, template)
        } else {
          await addSourceUnit(piece, source, 'en', { source: ['Hello'] })
          await addSourceUnit(piece, source, 'en', { source: ['%d day', '%d days'] })
        }
        await addTranslation(piece, component, czech!)
      }
    })
  })

  const send = (id: string, method: string, content: Uint8Array) => {
    const form = multipart(
      { method, conflicts: 'replace-approved', fuzzy: 'process' },
      { name: 'file', filename: `cs.${format(id)!.extensions[0]}`, content: Buffer.from(content) },
    )
    const language = method === 'source' ? 'en' : 'cs'
    return api.send('POST', `/api/translations/p/${id}/${language}/file/`, { key, ...form })
  }

  for (const { name, format: id, content, reason } of HOSTILE)
    test(`${name} is rejected and changes nothing`, async () => {
      const was = await dump(store)
      for (const method of Object.keys(UPLOAD_METHODS)) {
        const { status, text } = await send(id, method, content)
        assert.equal(status, 400, `${method}: ${text}`)
        assert.match(JSON.parse(text).errors[0].detail, reason, method)
      }
      assert.equal(await dump(store), was)
    })

  test('rejects a file with a different number of plural forms', async () => {
    const was = await dump(store)
    const header = '"Plural-Forms: nplurals=2; plural=n != 1;\\n"'
    const entry = 'msgid "%d day"\nmsgid_plural "%d days"\nmsgstr[0] "a"\nmsgstr[1] "b"\n'
    const { status, text } = await send('po', 'translate', Buffer.from(`msgid ""\nmsgstr ""\n${header}\n\n${entry}`))
    assert.equal(status, 400, text)
    assert.match(text, /the file has 2 plural forms, but this translation has 3/)
    assert.equal(await dump(store), was)
  })

  test('returns 503 with Retry-After if no thread is available to parse a file', async t => {
    const was = await dump(store)
    const run = t.mock.method(ThreadPool.prototype, 'run')
    const answer = (why: ThreadRefusal) => {
      run.mock.mockImplementation(() => Promise.reject(new ThreadError(why)))
      return send('po', 'translate', Buffer.from(`msgid "Hello"\nmsgstr "${'x'.repeat(100_000)}"\n`))
    }
    for (const why of ['busy', 'closed'] as const) {
      const { status, headers, json } = await answer(why)
      assert.equal(status, 503, why)
      assert.equal(headers['retry-after'], '5')
      assert.deepEqual([json.type, json.errors[0].code], ['server_error', 'service_unavailable'])
    }
    assert.equal((await answer('too long')).status, 400)
    assert.equal(await dump(store), was)
  })

  test('rejects a file that is too large before parsing it', async () => {
    const was = await dump(store)
    const { status, text } = await send('po', 'translate', Buffer.alloc(51 * 1024 * 1024, 0x20))
    assert.equal(status, 400, text)
    assert.match(text, /the limit is 52428800/)
    assert.equal(await dump(store), was)
  })

  test('rejects unknown languages and duplicate names', async () => {
    const was = await dump(store)
    assert.equal((await api.send('GET', '/api/translations/p/po/xx_nope/file/', { key })).status, 404)
    const language = { key, body: { language_code: 'no such language' } }
    const added = await api.send('POST', '/api/components/p/po/translations/', language)
    assert.equal(added.status, 400, added.text)
    const project = { key, body: { name: 'Other', slug: 'p', web: 'https://example.org' } }
    assert.match((await api.send('POST', '/api/projects/', project)).text, /"slug"/)
    const component = { key, body: { name: 'Other', slug: 'po', file_format: 'po', filemask: 'x/*.po' } }
    const second = await api.send('POST', '/api/projects/p/components/', component)
    assert.equal(second.status, 400, second.text)
    assert.match(second.text, /"slug"/)
    assert.equal(await dump(store), was)
  })

  for (const { name, format: id, content } of HARMLESS)
    test(`${name} is accepted`, async () => {
      const { status, text } = await send(id, 'translate', content)
      assert.equal(status, 200, text)
      assert.deepEqual(await faults(store), [])
    })
})
