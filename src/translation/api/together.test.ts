// Concurrent requests: each gets a valid response, and the counters stay correct.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { JobRunner } from '#events/job-runner.ts'
import { onEachEngine } from '#store/testing.ts'
import { languageByCode } from '../catalogue/languages.ts'
import { leftovers } from '../catalogue/leftovers.ts'
import { suggest } from '../catalogue/suggestions.ts'
import { faults, type TestCatalogue, testCatalogue } from '../catalogue/testing.ts'
import { addTranslation } from '../catalogue/translations.ts'
import { work } from '../catalogue/work.ts'
import { type Answer, multipart, type TestApi, testApi } from './testing.ts'

onEachEngine('requests at the same time', open => {
  let api: TestApi
  let key: string
  let catalogue: TestCatalogue
  before(async () => {
    api = await testApi(await open())
    key = (await api.user('Boss', { superuser: true })).key
    catalogue = await testCatalogue(api.services)
    const german = (await languageByCode(api.services.store.read, 'de'))!
    await work(api.services, null, async piece => {
      await piece.tx.updateTable('component').set({ manage_units: 1 }).execute()
      await addTranslation(piece, catalogue.component, german)
    })
  })

  const together = async (requests: Promise<Answer>[]): Promise<number[]> => {
    const answers = await Promise.all(requests)
    for (const { status, text } of answers) assert.ok(status < 500, text)
    assert.deepEqual(await faults(api.services.store), [])
    assert.deepEqual(await Array.fromAsync(leftovers(api.services.store.read)), [])
    return answers.map(answer => answer.status)
  }

  const drain = () => new JobRunner({ ...api.services, leaseClock: api.clock }).drain()

  test('files of two languages bring the same new strings', async () => {
    const entries = Array.from({ length: 20 }, (_, i) => `msgid "Fresh ${i}"\nmsgstr "x${i}"\n`)
    const content = Buffer.from(`msgid ""\nmsgstr ""\n\n${entries.join('\n')}`)
    const send = (code: string) =>
      api.send('POST', `/api/translations/hello/main/${code}/file/`, {
        key,
        ...multipart({ method: 'replace' }, { name: 'file', filename: 'x.po', content }),
      })
    assert.deepEqual(await together(['cs', 'de', 'cs', 'de'].map(send)), [200, 200, 200, 200])
  })

  test('a string is changed, commented on and deleted', async () => {
    const unit = await api.services.store.read
      .selectFrom('unit')
      .selectAll()
      .where('translation_id', '=', catalogue.czech.id)
      .limit(1)
      .executeTakeFirstOrThrow()
    const made = await work(api.services, null, piece => suggest(piece, catalogue.czech, unit, ['Návrh']))
    const suggestion = made!.suggestion.id
    const path = `/api/units/${unit.id}/`
    await together([
      ...[1, 2, 3].map(i => api.send('PATCH', path, { key, body: { target: [`${i}`], state: 20 } })),
      ...[1, 2].map(() => api.send('POST', `/api/suggestions/${suggestion}/accept/`, { key, body: {} })),
      ...[1, 2].map(() => api.send('DELETE', `/api/suggestions/${suggestion}/`, { key })),
      api.send('POST', `${path}comments/`, { key, body: { comment: 'Proč?', scope: 'translation' } }),
      api.send('POST', `${path}suggestions/`, { key, body: { target: ['Jiný'] } }),
      ...[1, 2, 3].map(() => api.send('DELETE', path, { key })),
    ])
  })

  test('a language is added, deleted and translated', async () => {
    const path = '/api/translations/hello/main/de/'
    await together([
      api.send('DELETE', path, { key }),
      api.send('DELETE', path, { key }),
      ...[1, 2].map(() =>
        api.send('POST', '/api/components/hello/main/translations/', { key, body: { language_code: 'fr' } }),
      ),
      api.send('POST', '/api/translations/hello/main/cs/units/', { key, body: { source: ['Later'], target: ['Pak'] } }),
      api.send('DELETE', '/api/translations/hello/main/cs/', { key }),
    ])
  })

  test('strings and languages are added and deleted, and every language has every string', async () => {
    const other = await testCatalogue(api.services, { slug: 'growing' })
    await api.send('PATCH', '/api/components/growing/main/', { key, body: { manage_units: true } })
    const strings = ['One', 'Two', 'Three']
    const requests = ['de', 'fr', 'it'].flatMap((language_code, i) => [
      api.send('POST', '/api/translations/growing/main/cs/units/', {
        key,
        body: { source: [strings[i]], target: ['x'] },
      }),
      api.send('POST', '/api/components/growing/main/translations/', { key, body: { language_code } }),
      ...other.units
        .slice(i, i + 1)
        .map(({ source_unit_id }) => api.send('DELETE', `/api/units/${source_unit_id}/`, { key })),
    ])
    await together(requests)
    const { results } = (await api.send('GET', '/api/components/growing/main/translations/', { key })).json
    const totals = results.map((each: { language_code: string; total: number }) => [each.language_code, each.total])
    assert.deepEqual(
      totals,
      totals.map(([code]: [string]) => [code, 4]),
    )
    assert.equal(totals.length, 5)
  })

  test('a project is deleted twice while its strings change', async () => {
    const other = await testCatalogue(api.services, { slug: 'other' })
    await together([
      ...other.units.map(({ id, source }) => {
        const target = source.includes('\u001e') ? ['a', 'b', 'c'] : ['a']
        return api.send('PATCH', `/api/units/${id}/`, { key, body: { target, state: 20 } })
      }),
      api.send('DELETE', '/api/projects/other/', { key }),
      api.send('DELETE', '/api/projects/other/', { key }),
      api.send('DELETE', '/api/components/other/main/', { key }),
    ])
  })

  /** Sends each request while the object they are about is being deleted. */
  const whileRemoving = (path: string, requests: readonly (readonly [string, string, unknown?])[]) => {
    const half = Math.floor(requests.length / 2)
    const sent = (some: typeof requests) =>
      some.map(([method, to, body]) => api.send(method, to, { key, ...(body !== undefined && { body }) }))
    return together([
      ...sent(requests.slice(0, half)),
      api.send('DELETE', path, { key }),
      ...sent(requests.slice(half)),
    ])
  }

  test('objects are created while their project is deleted', async () => {
    const other = await testCatalogue(api.services, { slug: 'other' })
    const { json: list } = await api.send('POST', '/api/component-lists/', { key, body: { name: 'L', slug: 'list' } })
    const { json: team } = await api.send('POST', '/api/groups/', { key, body: { name: 'Team' } })
    const project = '/api/projects/other'
    const component = '/api/components/other/main'
    const translation = '/api/translations/other/main/cs'
    const unit = `/api/units/${other.units[0]!.id}`
    const screenshot = multipart(
      { name: 'Picture', project_slug: 'other', component_slug: 'main', language_code: 'cs' },
      { name: 'image', filename: 'x.png', content: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') },
    )
    const picture = api.send('POST', '/api/screenshots/', { key, ...screenshot })
    await whileRemoving(`${project}/`, [
      ['POST', `${project}/labels/`, { name: 'Label', color: 'navy' }],
      ['POST', '/api/categories/', { name: 'C', slug: 'c', project: `${project}/` }],
      ['POST', `${project}/announcements/`, { message: 'Hello' }],
      ['POST', `${component}/announcements/`, { message: 'Hello' }],
      ['POST', `${translation}/announcements/`, { message: 'Hello' }],
      ['POST', `${component}/links/`, { project_slug: 'hello' }],
      ['POST', `${project}/backups/`, {}],
      ['POST', `${project}/reports/`, { kind: 'counts', start: '2026-01-01T00:00:00Z' }],
      ['POST', `${project}/addons/`, { name: 'weblate.generate.prefill', configuration: {} }],
      ['POST', `${project}/components/`, { name: 'B', slug: 'b', file_format: 'po', filemask: 'b/*.po' }],
      ['POST', '/api/component-lists/list/components/', { component_id: other.component.id }],
      ['POST', `/api/groups/${team.id}/projects/`, { project_id: other.project.id }],
      ['POST', `/api/groups/${team.id}/components/`, { component_id: other.component.id }],
      [
        'POST',
        '/api/users/Boss/notifications/',
        { notification: 'NewStringNotificaton', scope: 30, frequency: 1, project: 'other' },
      ],
      ['POST', `${unit}/comments/`, { comment: 'Why?', scope: 'global' }],
      ['POST', `${unit}/suggestions/`, { target: ['Návrh'] }],
      ['POST', `${translation}/units/`, { source: ['New'], target: ['Nový'] }],
      ['POST', `${component}/lock/`, { lock: true }],
      ['PATCH', `${component}/`, { name: 'Renamed' }],
      ['PATCH', `${project}/`, { name: 'Renamed too' }],
      ['GET', `${project}/statistics/`],
      ['GET', '/api/components/'],
      ['GET', '/api/translations/'],
      ['GET', `${project}/file/`],
    ])
    assert.ok((await picture).status < 500)
    assert.equal(list.slug, 'list')
    await drain()
    await together([])
  })

  test('categories are renamed, filled, emptied and deleted', async () => {
    const made = await Promise.all(
      ['one', 'two'].map(slug =>
        api.send('POST', '/api/categories/', { key, body: { name: slug, slug, project: '/api/projects/hello/' } }),
      ),
    )
    const [one, two] = made.map(answer => answer.json.id as number)
    const body = (slug: string, category: number | undefined) => ({
      name: slug,
      slug,
      file_format: 'po',
      filemask: `${slug}/*.po`,
      category: `/api/categories/${category}/`,
    })
    for (let round = 0; round < 3; round++)
      await whileRemoving(`/api/categories/${two}/`, [
        ['POST', '/api/projects/hello/components/', body(`a${round}`, one)],
        ['PATCH', `/api/categories/${one}/`, { slug: `first${round}` }],
        ['POST', '/api/projects/hello/components/', body(`b${round}`, two)],
        ['PATCH', '/api/components/hello/main/', { category: `/api/categories/${one}/` }],
        [
          'POST',
          '/api/categories/',
          { name: 'In', slug: `in${round}`, project: '/api/projects/hello/', category: one },
        ],
        ['POST', `/api/categories/${two}/announcements/`, { message: 'Hello' }],
        ['POST', '/api/components/hello/main/translations/', { language_code: 'fr' }],
      ])
  })

  test('teams, roles, lists, labels and languages are deleted while in use', async () => {
    const create = async (path: string, body: unknown) => (await api.send('POST', path, { key, body })).json
    const team = await create('/api/groups/', { name: 'Passing' })
    const role = await create('/api/roles/', { name: 'Passing', permissions: ['unit.edit'] })
    const list = await create('/api/component-lists/', { name: 'Passing', slug: 'passing' })
    const plural = { number: 2, formula: 'n != 1' }
    await create('/api/languages/', { code: 'x-passing', name: 'Passing', plural, direction: 'ltr' })
    const link = (part: string, body: unknown) => ['POST', `/api/groups/${team.id}/${part}/`, body] as const
    await whileRemoving(`/api/groups/${team.id}/`, [
      link('roles', { role_id: role.id }),
      link('languages', { language_code: 'x-passing' }),
      link('componentlists', { component_list_id: list.id }),
      ['DELETE', `/api/roles/${role.id}/`],
      ['DELETE', '/api/component-lists/passing/'],
      ['DELETE', '/api/languages/x-passing/'],
      ['POST', '/api/component-lists/passing/components/', { component_id: catalogue.component.id }],
      ['POST', '/api/users/Boss/groups/', { group_id: team.id }],
      ['POST', '/api/components/hello/main/translations/', { language_code: 'x-passing' }],
      link('admins', { user_id: 1 }),
      ['PATCH', `/api/roles/${role.id}/`, { permissions: ['unit.add'] }],
    ])
  })

  test('background jobs run while their project is deleted', async () => {
    for (let round = 0; round < 3; round++) {
      const other = await testCatalogue(api.services, { slug: 'other' })
      const send = (method: string, path: string, body: unknown) => api.send(method, path, { key, body })
      await send('POST', '/api/projects/other/addons/', { name: 'weblate.generate.prefill', configuration: {} })
      await send('POST', '/api/projects/other/addons/', { name: 'weblate.consistency.languages', configuration: {} })
      await send('POST', '/api/components/other/main/translations/', { language_code: 'de' })
      await send('POST', '/api/projects/other/backups/', {})
      await send('POST', '/api/projects/other/reports/', { kind: 'credits', start: '2026-01-01T00:00:00Z' })
      await send('PATCH', `/api/units/${other.units[0]!.id}/`, { target: ['Nazdar, světe!\n'], state: 20 })
      api.clock.advance(60)
      const working = drain()
      await whileRemoving('/api/projects/other/', [])
      await working
      await drain()
      await together([])
      const failed = await api.services.store.read.selectFrom('job').selectAll().where('last_error', '<>', '').execute()
      assert.deepEqual(failed, [])
    }
  })
})
