// Who sees and uses which entries of the translation memory.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { testCatalogue } from '../../catalogue/testing.ts'
import { multipart, type TestApi, testApi } from '../testing.ts'

const SOURCE = 'Thank you for using Weblate.'

onEachEngine('memories of projects and users', open => {
  let api: TestApi
  let boss: string
  let anna: string
  let bert: string

  const ok = async (method: string, path: string, body?: unknown, key = boss) => {
    const answer = await api.send(method, path, { key, body })
    assert.ok(answer.status < 300, `${path}: ${answer.text}`)
    return answer.json
  }
  const translate = async (project: string, target: string, key: string) => {
    const found = await ok('GET', `/api/translations/${project}/main/cs/units/?q=source:Thank`)
    await ok('PATCH', `/api/units/${found.results[0].id}/`, { target: [target], state: 20 }, key)
  }
  /** The translation that a user is offered. */
  const lookup = async (project: string, key: string): Promise<string | null> => {
    const at = `/api/memory/lookup/?source_language=en&target_language=cs${project && `&project=${project}`}`
    return (await ok('POST', at, { strings: [SOURCE] }, key))[0].match?.target ?? null
  }
  const personal = async (name: string, key: string): Promise<string[]> =>
    (await ok('GET', `/api/users/${name}/memory/`, undefined, key)).map((each: { target: string }) => each.target)

  before(async () => {
    api = await testApi(await open())
    boss = (await api.user('Boss', { superuser: true })).key
    anna = (await api.user('Anna')).key
    bert = (await api.user('Bert')).key
    for (const slug of ['hello', 'other']) await testCatalogue(api.services, { slug })
    await testCatalogue(api.services, { slug: 'hidden', access: 100 })
  })

  test('a translation is in the memory of the project and of its author', async () => {
    await translate('hello', 'Díky', anna)
    assert.deepEqual(await personal('Anna', anna), ['Díky'])
    assert.deepEqual(await personal('Bert', bert), [])
    await translate('hello', 'Děkujeme', bert)
    await translate('hello', 'Díky', bert)
    assert.deepEqual((await personal('Bert', bert)).sort(), ['Díky', 'Děkujeme'].sort())
    const entries = (await ok('GET', '/api/memory/?project=hello')).results
    assert.deepEqual(
      entries.map((each: { target: string }) => each.target),
      ['Díky', 'Děkujeme'],
    )
    const [{ id }] = entries
    assert.equal((await ok('GET', `/api/memory/${id}/`, undefined, bert)).target, 'Díky')
    assert.equal((await api.send('GET', '/api/users/Anna/memory/', { key: boss })).status, 403)
  })

  test('projects share entries unless they are private or opt out', async () => {
    assert.equal(await lookup('other', boss), 'Děkujeme')
    await ok('PATCH', '/api/projects/other/', { use_shared_tm: false })
    assert.equal(await lookup('other', boss), null)
    assert.equal(await lookup('other', anna), 'Díky', 'her own memory')
    await ok('PATCH', '/api/projects/other/', { use_shared_tm: true })
    await ok('PATCH', '/api/projects/hello/', { contribute_shared_tm: false })
    assert.equal(await lookup('other', boss), null)
    assert.equal(await lookup('hello', boss), 'Děkujeme')
    const { contribute_shared_tm } = await ok('GET', '/api/projects/hidden/')
    assert.equal(contribute_shared_tm, false)
    await translate('hidden', 'Tajné', boss)
    const { key } = await api.user('Cara')
    assert.equal(await lookup('other', key), null)
    await ok('PATCH', '/api/projects/hidden/', { contribute_shared_tm: true })
    assert.equal(await lookup('other', key), 'Tajné')
    await ok('PATCH', '/api/projects/hidden/', { contribute_shared_tm: false })
    const listed = await api.send('GET', '/api/memory/?source=Thank', { key })
    assert.doesNotMatch(listed.text, /Tajné/)
  })

  test('components and users can stay out', async () => {
    await ok('PATCH', '/api/components/other/main/', { contribute_project_tm: false })
    await translate('other', 'Jen moje', anna)
    assert.equal((await ok('GET', '/api/memory/?project=other')).count, 0)
    assert.ok((await personal('Anna', anna)).includes('Jen moje'))
    await ok('PATCH', '/api/components/other/main/', { contribute_project_tm: true })
    await ok('PATCH', '/api/users/Anna/', { profile: { contribute_personal_tm: false } }, anna)
    await translate('other', 'Jen projektu', anna)
    assert.equal((await ok('GET', '/api/memory/?project=other')).count, 1)
    assert.ok(!(await personal('Anna', anna)).includes('Jen projektu'))
    const profile = (await ok('GET', '/api/users/Anna/', undefined, anna)).profile
    assert.equal(profile.contribute_personal_tm, false)
  })

  test('clearing one memory keeps the others', async () => {
    await ok('DELETE', '/api/projects/hello/memory/')
    assert.equal((await ok('GET', '/api/memory/?project=hello')).count, 0)
    assert.ok((await personal('Anna', anna)).includes('Díky'))
    await translate('other', 'Znovu', bert)
    const cleaned = await ok('POST', '/api/users/Bert/memory/cleanup/', { origin: 'other/main' }, bert)
    assert.deepEqual(cleaned, { count: 1, deleted: true })
    await ok('DELETE', '/api/users/Bert/memory/', undefined, bert)
    assert.deepEqual(await personal('Bert', bert), [])
    assert.match(JSON.stringify(await ok('GET', '/api/memory/?project=other')), /Znovu/)
  })

  test('deleting an entry removes it from the memories that the caller can change', async () => {
    await ok('PATCH', '/api/users/Anna/', { profile: { contribute_personal_tm: true } }, anna)
    await translate('other', 'Moje i projektu', anna)
    const idOf = async (target: string): Promise<number> =>
      (await ok('GET', '/api/memory/')).results.find((each: { target: string }) => each.target === target).id
    const own = await idOf('Moje i projektu')
    await ok('DELETE', `/api/memory/${own}/`, undefined, anna)
    assert.ok(!(await personal('Anna', anna)).includes('Moje i projektu'))
    assert.equal((await ok('GET', `/api/memory/${own}/`)).project, (await ok('GET', '/api/projects/other/')).id)
    assert.equal((await api.send('DELETE', `/api/memory/${own}/`, { key: anna })).status, 403)
    await ok('DELETE', `/api/memory/${own}/`)
    assert.equal((await api.send('GET', `/api/memory/${own}/`, { key: boss })).status, 404)

    await translate('other', 'Spolu', anna)
    const shared = await idOf('Spolu')
    await ok('DELETE', `/api/memory/${shared}/`)
    assert.ok((await personal('Anna', anna)).includes('Spolu'), 'managers do not change the memory of others')
  })

  test('an entry does not tell of a project that its reader cannot see', async () => {
    await ok('PATCH', '/api/projects/other/', { access_control: 100 })
    const [entry] = (await ok('GET', '/api/memory/?source=Thank', undefined, anna)).results.filter(
      (each: { target: string }) => each.target === 'Spolu',
    )
    assert.equal(entry.project, null)
    assert.equal((await ok('GET', '/api/memory/?project=other', undefined, anna)).count, 0)
    await ok('PATCH', '/api/projects/other/', { access_control: 0 })
  })

  test('users and administrators import files', async () => {
    const entry = (target: string) =>
      JSON.stringify([{ source: 'Cup', target, source_language: 'en', target_language: 'cs' }])
    const upload = async (at: string, target: string, key: string) => {
      const part = { name: 'file', filename: 'a.json', content: Buffer.from(entry(target)) }
      const answer = await api.send('POST', at, { key, ...multipart({}, part) })
      assert.deepEqual(answer.json, { added: 1, total: 1 })
    }
    await upload('/api/users/Bert/memory/', 'Hrnek', bert)
    await upload('/api/memory/site/', 'Šálek', boss)
    const offered = async (key: string) =>
      (
        await ok(
          'POST',
          '/api/memory/lookup/?source_language=en&target_language=cs&project=other',
          { strings: ['Cup'] },
          key,
        )
      )[0].match?.target
    assert.equal(await offered(bert), 'Šálek')
    await ok('PATCH', '/api/projects/other/', { use_shared_tm: false })
    assert.equal(await offered(anna), 'Šálek', 'what administrators import is for everyone')
    const all = await ok('GET', '/api/memory/site/?scope=everything')
    assert.ok(all.some((each: { target: string }) => each.target === 'Hrnek'))
    assert.equal((await ok('GET', '/api/memory/site/')).length, 1)
    await ok('DELETE', '/api/memory/site/')
    assert.equal(await offered(anna), undefined)
    assert.equal(await offered(bert), 'Hrnek')
    assert.equal((await api.send('DELETE', '/api/memory/site/', { key: anna })).status, 403)
  })
})
