import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '../../../src/store/testing.ts'
import { RestError, Translations } from '../src/index.ts'
import { type Site, startSite } from './server.ts'

onEachEngine('the client and the REST API', open => {
  let site: Site
  let api: Translations
  before(async () => {
    site = await startSite(open)
    api = new Translations({ url: site.url, key: site.key })
  })

  const czech = { project: 'hello', component: 'main', language: 'cs' }

  test('iterates over a paged list', async () => {
    const sources: string[] = []
    const query = { page_size: 1, q: 'state:empty' }
    for await (const unit of api.list('/translations/{project}/{component}/{language}/units/', { path: czech, query }))
      sources.push(unit.source[0]!)
    assert.equal(sources.length, 4)
    assert.equal(sources[0], 'Hello, world!\n')
  })

  test('reads and changes an object, and reports errors', async () => {
    const project = await api.get('/projects/{project}/', { path: { project: 'hello' } })
    assert.equal(project.name, 'Project hello')
    const { results } = await api.get('/units/', { query: { q: 'source:"Thank you"' } })
    const unit = results.find(({ language_code }) => language_code === 'cs')!
    const changed = await api.patch('/units/{unit}/', {
      path: { unit: unit.id },
      body: { target: ['Děkujeme.'], state: 20 },
    })
    assert.deepEqual([changed.target, changed.translated], [['Děkujeme.'], true])
    const wrong = api.post('/projects/', { body: { name: '', slug: 'a b', web: 'https://example.org' } })
    await assert.rejects(wrong, (error: RestError) => {
      assert.equal(error.status, 400)
      assert.deepEqual(
        error.problems.map(({ attr, code }) => `${attr}: ${code}`),
        ['name: blank', 'slug: invalid'],
      )
      return error instanceof RestError
    })
    await assert.rejects(
      new Translations({ url: site.url }).delete('/projects/{project}/', { path: { project: 'hello' } }),
      (error: RestError) => error.status === 401,
    )
  })

  test('changes an object only if nobody else has, and a retry only once', async () => {
    const path = { project: 'hello' }
    const { answer, etag } = await api.getTagged('/projects/{project}/', { path })
    assert.equal(answer.slug, 'hello')
    const rename = (name: string) => api.patch('/projects/{project}/', { path, body: { name }, ifMatch: etag! })
    assert.equal((await rename('First')).name, 'First')
    await assert.rejects(rename('Second'), (error: RestError) => error.status === 412)
    const body = { name: 'Twice', slug: 'twice', web: 'https://example.org' }
    const make = () => api.post('/projects/', { body, idempotencyKey: 'make-twice-0001' })
    assert.deepEqual(await make(), await make())
    await api.delete('/projects/{project}/', { path: { project: 'twice' } })
    await api.patch('/projects/{project}/', { path, body: { name: 'Project hello' } })
  })

  test('creates and deletes an object', async () => {
    const made = await api.post('/projects/', { body: { name: 'Quay', slug: 'quay', web: 'https://example.org' } })
    assert.equal(made.slug, 'quay')
    assert.equal(await api.delete('/projects/{project}/', { path: { project: 'quay' } }), undefined)
    await assert.rejects(
      api.get('/projects/{project}/', { path: { project: 'quay' } }),
      (e: RestError) => e.status === 404,
    )
  })

  test('downloads and uploads files', async () => {
    const path = '/translations/{project}/{component}/{language}/file/'
    const file = await api.get(path, { path: czech })
    const text = await file.text()
    assert.match(text, /msgid "Thank you for using Weblate\."/)
    const changed = text.replace(/(msgid "Hello, world!\\n"\nmsgstr) ""/, '$1 "Ahoj, světe!\\n"')
    assert.notEqual(changed, text)
    const { accepted } = await api.post(path, {
      path: czech,
      body: { file: new File([changed], 'cs.po'), method: 'translate', conflicts: 'replace-translated' },
    })
    assert.ok(accepted > 0)
    await assert.rejects(
      api.get(path, { path: { ...czech, language: 'xx' } }),
      (error: RestError) => error instanceof RestError && error.status === 404,
    )
  })

  test('stops when the signal aborts', async () => {
    await assert.rejects(api.get('/projects/', { signal: AbortSignal.abort(new Error('enough')) }), /enough/)
  })
})
