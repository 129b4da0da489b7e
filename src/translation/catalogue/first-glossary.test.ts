import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { type TestApi, testApi } from '../api/testing.ts'
import { faults } from './testing.ts'

onEachEngine('the glossary of a new project', open => {
  const start = async (projectGlossary: 'on' | 'off') => {
    const api = await testApi(await open(), { projectGlossary })
    const { key } = await api.user('Boss', { superuser: true })
    const send = (method: string, path: string, body?: unknown) => api.send(method, path, { key, body })
    await send('POST', '/api/projects/', { name: 'Garden', slug: 'garden' })
    const add = (slug: string, more: object = {}) =>
      send('POST', '/api/projects/garden/components/', {
        ...{ name: slug, slug, file_format: 'po', filemask: `${slug}/*.po`, source_language: { code: 'de' } },
        ...more,
      })
    const slugs = async () =>
      (await send('GET', '/api/projects/garden/components/')).json.results.map((each: { slug: string }) => each.slug)
    return { api, send, add, slugs }
  }
  const sound = async ({ services }: TestApi) => assert.deepEqual(await faults(services.store), [])

  test('comes with the first component, in its source language', async () => {
    const { api, send, add, slugs } = await start('on')
    assert.deepEqual(await slugs(), [])
    assert.equal((await add('app')).status, 201)
    assert.deepEqual(await slugs(), ['app', 'glossary'])
    const { json } = await send('GET', '/api/components/garden/glossary/')
    assert.deepEqual(
      [json.name, json.is_glossary, json.manage_units, json.file_format, json.source_language.code],
      ['Glossary', true, true, 'tbx', 'de'],
    )
    await send('POST', '/api/components/garden/glossary/translations/', { language_code: 'cs' })
    const term = { source: ['Hafen'], target: ['přístav'] }
    assert.equal((await send('POST', '/api/translations/garden/glossary/cs/units/', term)).status, 200)
    await add('second')
    assert.deepEqual(await slugs(), ['app', 'glossary', 'second'])
    // A deleted glossary does not come back.
    await send('DELETE', '/api/components/garden/glossary/')
    await add('third')
    assert.deepEqual(await slugs(), ['app', 'second', 'third'])
    await sound(api)
  })

  test('is not created with the setting off, beside a glossary or if its address is taken', async () => {
    const off = await start('off')
    await off.add('app')
    assert.deepEqual(await off.slugs(), ['app'])
    for (const [slug, more] of [
      ['terms', { is_glossary: true }],
      ['glossary', {}],
    ] as const) {
      const { api, add, slugs } = await start('on')
      assert.equal((await add(slug, more)).status, 201)
      assert.deepEqual(await slugs(), [slug])
      await sound(api)
    }
  })
})
