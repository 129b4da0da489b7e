import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { testCatalogue } from '../../catalogue/testing.ts'
import { multipart, type TestApi, testApi } from '../testing.ts'

onEachEngine('settings of how a component reads and writes its files', open => {
  let api: TestApi
  let key: string
  const send = (method: string, path: string, body?: unknown) => api.send(method, path, { key, body })
  const file = async (path: string): Promise<string> =>
    (await api.app.inject({ url: path, headers: { authorization: `Token ${key}` } })).body

  before(async () => {
    api = await testApi(await open())
    key = (await api.user('Boss', { superuser: true })).key
    await testCatalogue(api.services)
  })

  async function component(slug: string, settings: object, files: Record<string, string>): Promise<string> {
    const body = { name: slug, slug, file_format: 'json', filemask: `${slug}/*.json`, ...settings }
    const made = await send('POST', '/api/projects/hello/components/', body)
    assert.equal(made.status, 201, JSON.stringify(made.json))
    for (const [code, content] of Object.entries(files)) {
      if (code !== 'en') await send('POST', `/api/components/hello/${slug}/translations/`, { language_code: code })
      const upload = multipart(
        { method: 'replace' },
        { name: 'file', filename: 'a.json', content: Buffer.from(content) },
      )
      const path = `/api/translations/hello/${slug}/${code}/file/`
      assert.equal((await api.send('POST', path, { key, ...upload })).status, 200)
    }
    return `/api/components/hello/${slug}/`
  }

  const unitIn = async (slug: string, code: string, context: string) =>
    (await send('GET', `/api/translations/hello/${slug}/${code}/units/`)).json.results.find(
      (unit: { context: string }) => unit.context === context,
    )

  test('file format parameters apply when a file changes', async () => {
    const texts = { en: '{\n  "b": "Text",\n  "a": "Word"\n}\n', cs: '{\n  "b": "Slova",\n  "a": "Slovo"\n}\n' }
    const at = await component('params', {}, texts)
    assert.deepEqual((await send('GET', at)).json.file_format_params, {})
    const changed = await send('PATCH', at, { file_format_params: { json_sort_keys: 'true', json_indent: 1 } })
    assert.deepEqual(changed.json.file_format_params, { json_sort_keys: true, json_indent: 1 })
    assert.equal(await file('/api/translations/hello/params/cs/file/'), texts.cs)
    const unit = await unitIn('params', 'cs', 'b')
    assert.equal((await send('PATCH', `/api/units/${unit.id}/`, { target: ['Text'], state: 20 })).status, 200)
    assert.equal(await file('/api/translations/hello/params/cs/file/'), '{\n "a": "Slovo",\n "b": "Text"\n}\n')
    assert.equal(await file('/api/translations/hello/params/en/file/'), texts.en)
    // The default follows the file.
    await send('PATCH', at, { file_format_params: { json_indent: 4 } })
    assert.equal(await file('/api/translations/hello/params/cs/file/'), texts.cs.replace('Slova', 'Text'))
  })

  test('file format parameters are copied, and go with the format', async () => {
    const settings = { file_format_params: { json_indent: 1 }, language_regex: '^[a-z]+$' }
    const at = await component('original', settings, { en: '{}\n' })
    const body = { name: 'Copy', slug: 'copy', from_component: 'hello/original' }
    const copy = (await send('POST', '/api/projects/hello/components/', body)).json
    assert.deepEqual([copy.file_format_params, copy.language_regex], [{ json_indent: 1 }, '^[a-z]+$'])
    assert.deepEqual((await send('PATCH', at, { file_format: 'csv' })).json.file_format_params, {})
    const without = '^(?!(cs|de)$).+$'
    assert.equal((await send('PATCH', at, { language_regex: without })).json.language_regex, without)
    assert.equal((await send('PATCH', at, { language_regex: '^(?=cs)' })).json.errors[0].attr, 'language_regex')
  })

  test('file format parameters without effect are rejected by name', async () => {
    const at = await component('rejected', {}, {})
    const detail = async (file_format_params: unknown) => {
      const answer = await send('PATCH', at, { file_format_params })
      assert.equal(answer.status, 400)
      return `${answer.json.errors[0].attr}: ${answer.json.errors[0].detail}`
    }
    assert.match(await detail({ yaml_indent: 2 }), /"yaml_indent" is not supported.*json_indent/)
    assert.match(
      await detail({ po_line_wrap: -1 }),
      /"json" does not support the parameter "po_line_wrap".*json_indent/,
    )
    assert.match(await detail({ json_indent: 99 }), /^file_format_params.json_indent: .*16/)
    assert.match(await detail({ json_indent_style: 'dots' }), /^file_format_params.json_indent_style: .*dots/)
    assert.match(await detail([]), /^file_format_params: Must be an object/)
    assert.match(await detail('{'), /valid JSON/)
    assert.match(await detail({ __proto__: 1, constructor: 1 }), /"constructor" is not supported/)
    const wrong = { name: 'x', slug: 'x', file_format: 'po', file_format_params: { json_indent: 1 } }
    assert.equal((await send('POST', '/api/projects/hello/components/', wrong)).status, 400)
  })
})
