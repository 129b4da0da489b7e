// Check results follow everything they depend on, even if the string itself does not change.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { JobRunner } from '#events/job-runner.ts'
import { onEachEngine } from '#store/testing.ts'
import { multipart, type TestApi, testApi } from '../api/testing.ts'

interface Entry {
  source: string
  target?: string
  flags?: string
}

const HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
const CZECH = '"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"\n'

const po = (entries: readonly Entry[], plural = ''): Buffer => {
  const texts = entries.map(({ source, target = '', flags }) => {
    const lines = [`msgid ${JSON.stringify(source)}`, `msgstr ${JSON.stringify(target)}`]
    return [...(flags ? [`#, ${flags}`] : []), ...lines].join('\n')
  })
  return Buffer.from(`${HEADER}${plural}\n${texts.join('\n\n')}\n`)
}

onEachEngine('a verdict', open => {
  let api: TestApi
  let key: string
  let last = 0
  before(async () => {
    api = await testApi(await open())
    key = (await api.user('Boss', { superuser: true })).key
  })

  const ok = async (method: string, path: string, rest: object = {}) => {
    const answer = await api.send(method, `/api/${path}`, { key, ...rest })
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`)
    return answer.json
  }
  const project = async () => {
    const slug = `p${++last}`
    await ok('POST', 'projects/', { body: { name: slug, slug, web: 'https://example.org/' } })
    return slug
  }
  const component = async (at: string, slug: string, entries: readonly Entry[], more: Record<string, string> = {}) => {
    const fields = { name: slug, slug, file_format: 'po', filemask: `${slug}/*.po`, ...more }
    const file = { name: 'docfile', filename: 'en.po', content: po(entries) }
    await ok('POST', `projects/${at}/components/`, multipart(fields, file))
    await ok('POST', `components/${at}/${slug}/translations/`, { body: { language_code: 'cs' } })
  }
  const upload = (path: string, entries: readonly Entry[], fields: Record<string, string> = {}, plural = CZECH) =>
    ok(
      'POST',
      `translations/${path}/file/`,
      multipart({ method: 'replace', ...fields }, { name: 'file', filename: 'cs.po', content: po(entries, plural) }),
    )
  /** Runs the jobs that follow edits. */
  const settle = async () => {
    const { store, jobs, log } = api.services
    const runner = new JobRunner({ store, jobs, log, leaseClock: api.clock })
    do {
      await jobs.queueFound(store)
      api.clock.advance(60)
    } while ((await runner.drain()) > 0)
  }
  const failing = async (path: string, check: string): Promise<string[]> => {
    await settle()
    const { results } = await ok('GET', `translations/${path}/units/?q=check:${check}`)
    return results.map((unit: { source: string[] }) => unit.source[0])
  }
  const units = async (path: string) => (await ok('GET', `translations/${path}/units/`)).results

  test('passes when the same string leaves another component', async () => {
    const at = await project()
    const strings = [{ source: 'Tree' }, { source: 'House' }]
    for (const slug of ['a', 'b']) await component(at, slug, strings)
    for (const slug of ['a', 'b'])
      await upload(`${at}/${slug}/cs`, [
        { source: 'Tree', target: 'Strom' },
        { source: 'House', target: 'Dům' },
      ])
    assert.deepEqual(await failing(`${at}/b/cs`, 'inconsistent'), [])
    await upload(`${at}/a/cs`, [{ source: 'Tree', target: 'Strom' }])
    assert.deepEqual(await failing(`${at}/b/cs`, 'inconsistent'), [])
  })

  test('passes when hundreds of related strings are removed', async () => {
    const at = await project()
    const names = Array.from({ length: 310 }, (_, i) => `Name ${i}`)
    const some = ['Name 0', 'Name 309']
    const translated = (sources: readonly string[], end: string) =>
      sources.map(source => ({ source, target: `${source} ${end}` }))
    await component(at, 'a', [{ source: 'Name 0' }])
    await component(at, 'b', translated(some, ''))
    await upload(`${at}/a/cs`, translated(names, 'a'))
    await upload(`${at}/b/cs`, translated(some, 'b'))
    assert.deepEqual(await failing(`${at}/b/cs`, 'inconsistent'), some)
    await upload(`${at}/a/cs`, translated(['Name 0'], 'a'))
    assert.deepEqual(await failing(`${at}/b/cs`, 'inconsistent'), ['Name 0'])
  })

  test('compares only strings with the same plural rule', async () => {
    const at = await project()
    for (const slug of ['a', 'b']) await component(at, slug, [{ source: 'Tree' }])
    await upload(`${at}/a/cs`, [{ source: 'Tree', target: 'Strom' }])
    await upload(`${at}/b/cs`, [{ source: 'Tree', target: 'Stromek' }])
    assert.deepEqual(await failing(`${at}/a/cs`, 'inconsistent'), ['Tree'])
    const other = '"Plural-Forms: nplurals=2; plural=n != 1;\\n"\n'
    await upload(`${at}/b/cs`, [{ source: 'Tree', target: 'Stromek' }], {}, other)
    assert.deepEqual(await failing(`${at}/a/cs`, 'inconsistent'), [])
    assert.deepEqual(await failing(`${at}/b/cs`, 'inconsistent'), [])
  })

  test('reports an earlier translation regardless of comments', async () => {
    const at = await project()
    await component(at, 'a', [{ source: 'Tree' }])
    const [{ id }] = await units(`${at}/a/cs`)
    await ok('PATCH', `units/${id}/`, { body: { target: ['Strom'], state: 20 } })
    await ok('PATCH', `units/${id}/`, { body: { target: [''], state: 0 } })
    assert.deepEqual(await failing(`${at}/a/cs`, 'translated'), ['Tree'])
    for (let i = 0; i < 51; i++)
      await ok('POST', `units/${id}/comments/`, { body: { comment: `Note ${i}`, scope: 'translation' } })
    const [source] = await units(`${at}/a/en`)
    await ok('PATCH', `units/${source.id}/`, { body: { extra_flags: 'ignore-same' } })
    assert.deepEqual(await failing(`${at}/a/cs`, 'translated'), ['Tree'])
  })

  test('does not report an earlier translation of a changed source', async () => {
    const at = await project()
    const fields = { name: 'a', slug: 'a', file_format: 'json', filemask: 'a/*.json', template: 'a/en.json' }
    const file = { name: 'docfile', filename: 'en.json', content: Buffer.from('{"tree": "Tree"}') }
    await ok('POST', `projects/${at}/components/`, multipart(fields, file))
    await ok('POST', `components/${at}/a/translations/`, { body: { language_code: 'cs' } })
    const [{ id }] = await units(`${at}/a/cs`)
    for (const target of ['Stromek', 'Strom'])
      await ok('PATCH', `units/${id}/`, { body: { target: [target], state: 20 } })
    const [source] = await units(`${at}/a/en`)
    await ok('PATCH', `units/${source.id}/`, { body: { target: ['A tree'], state: 20 } })
    assert.deepEqual(await failing(`${at}/a/cs`, 'translated'), [])
  })

  test('applies the flags of a new source file', async () => {
    const at = await project()
    await component(at, 'a', [{ source: 'Tree %d', flags: 'c-format' }])
    await upload(`${at}/a/cs`, [{ source: 'Tree %d', target: 'Strom' }])
    assert.deepEqual(await failing(`${at}/a/cs`, 'c_format'), ['Tree %d'])
    await upload(`${at}/a/en`, [{ source: 'Tree %d' }], { method: 'source' }, '')
    assert.deepEqual(await failing(`${at}/a/cs`, 'c_format'), [])
  })

  test('applies flags and names of component and project', async () => {
    const at = await project()
    await component(at, 'a', [{ source: 'Gardener' }])
    await component(at, 'b', [{ source: 'Gardener' }])
    await upload(`${at}/a/cs`, [{ source: 'Gardener', target: 'Gardener' }])
    await upload(`${at}/b/cs`, [{ source: 'Gardener', target: 'Zahradník.' }])
    const found = async () => ({
      same: await failing(`${at}/a/cs`, 'same'),
      stop: await failing(`${at}/b/cs`, 'end_stop'),
      inconsistent: await failing(`${at}/b/cs`, 'inconsistent'),
    })
    const all = { same: ['Gardener'], stop: ['Gardener'], inconsistent: ['Gardener'] }
    assert.deepEqual(await found(), all)
    await ok('PATCH', `components/${at}/b/`, { body: { check_flags: 'ignore-end-stop, ignore-inconsistent' } })
    assert.deepEqual(await found(), { ...all, stop: [], inconsistent: [] })
    await ok('PATCH', `components/${at}/b/`, { body: { check_flags: '' } })
    await ok('PATCH', `components/${at}/a/`, { body: { name: 'The gardener' } })
    assert.deepEqual(await found(), { ...all, same: [] })
    await ok('PATCH', `components/${at}/a/`, { body: { name: 'a' } })
    await ok('PATCH', `projects/${at}/`, { body: { check_flags: 'ignore-end-stop' } })
    assert.deepEqual(await found(), { ...all, stop: [] })
  })
})
