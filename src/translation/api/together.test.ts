// Many requests at the same time: each is answered properly, and what is counted stays true.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { languageByCode } from '../catalogue/languages.ts'
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
    return answers.map(answer => answer.status)
  }

  test('the same new strings come with files of two languages', async () => {
    const entries = Array.from({ length: 20 }, (_, i) => `msgid "Fresh ${i}"\nmsgstr "x${i}"\n`)
    const content = Buffer.from(`msgid ""\nmsgstr ""\n\n${entries.join('\n')}`)
    const send = (code: string) =>
      api.send('POST', `/api/translations/hello/main/${code}/file/`, {
        key,
        ...multipart({ method: 'replace' }, { name: 'file', filename: 'x.po', content }),
      })
    assert.deepEqual(await together(['cs', 'de', 'cs', 'de'].map(send)), [200, 200, 200, 200])
  })

  test('one string is changed, suggested for, commented on and removed', async () => {
    const unit = await api.services.store.read
      .selectFrom('unit')
      .selectAll()
      .where('translation_id', '=', catalogue.czech.id)
      .limit(1)
      .executeTakeFirstOrThrow()
    const made = await work(api.services, null, piece => suggest(piece, catalogue.czech, unit, ['Návrh']))
    const path = `/api/units/${unit.id}/`
    await together([
      ...[1, 2, 3].map(i => api.send('PATCH', path, { key, body: { target: [`${i}`], state: 20 } })),
      ...[1, 2].map(() => api.send('POST', `/api/suggestions/${made.suggestion.id}/accept/`, { key, body: {} })),
      ...[1, 2].map(() => api.send('DELETE', `/api/suggestions/${made.suggestion.id}/`, { key })),
      api.send('POST', `${path}comments/`, { key, body: { comment: 'Proč?', scope: 'translation' } }),
      api.send('POST', `${path}suggestions/`, { key, body: { target: ['Jiný'] } }),
      ...[1, 2, 3].map(() => api.send('DELETE', path, { key })),
    ])
  })

  test('a language is added, removed and translated into', async () => {
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

  test('a project is removed twice while its strings are changed', async () => {
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
})
