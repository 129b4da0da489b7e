// Every accepted text can be written: texts that the file format cannot represent are rejected.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { faults } from '../../catalogue/testing.ts'
import { multipart, type TestApi, testApi } from '../testing.ts'

const xliff = `<?xml version="1.0" encoding="utf-8"?>
<xliff version="1.2"><file original="a" source-language="en" target-language="cs" datatype="plaintext"><body>
<trans-unit id="one"><source>One</source><target></target></trans-unit>
<trans-unit id="two"><source>Two</source><target></target></trans-unit>
</body></file></xliff>
`
const NOT_IN_XML =
  /^The character U\+FFFE is not allowed in the file format "XLIFF 1\.2.*"\. Remove it and try again\. Tabs,/

onEachEngine('texts and the files they go to', open => {
  let api: TestApi
  let key: string

  before(async () => {
    api = await testApi(await open())
    key = (await api.user('Boss', { superuser: true })).key
    await send('POST', '/api/projects/', { name: 'P', slug: 'p', web: 'https://example.org/' })
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of many shapes
  const send = async (method: string, path: string, body?: unknown, status = 0): Promise<any> => {
    const answer = await api.send(method, path, { key, ...(body !== undefined && { body }) })
    assert.ok(
      status === 0 ? answer.status < 300 : answer.status === status,
      `${method} ${path}: ${answer.status} ${answer.text}`,
    )
    return answer.json
  }
  const upload = (path: string, content: string, filename: string, fields: Record<string, string> = {}) =>
    api.send('POST', path, { key, ...multipart(fields, { name: 'file', filename, content: Buffer.from(content) }) })
  const component = async (slug: string, more: Record<string, unknown>) => {
    await send('POST', '/api/projects/p/components/', { name: slug, slug, manage_units: true, ...more })
    await send('POST', `/api/components/p/${slug}/translations/`, { language_code: 'cs' })
    return `/api/translations/p/${slug}`
  }
  const units = async (at: string) => (await send('GET', `${at}/cs/units/`)).results
  /** Both files can be written. */
  const writes = async (at: string) => {
    for (const code of ['en', 'cs']) {
      const answer = await api.send('GET', `${at}/${code}/file/`, { key })
      assert.equal(answer.status, 200, answer.text)
    }
    assert.deepEqual(await faults(api.services.store), [])
  }

  test('rejects characters that XML cannot represent', async () => {
    const at = await component('app', { file_format: 'xliff', filemask: '*.xlf' })
    assert.equal((await upload(`${at}/cs/file/`, xliff, 'cs.xlf', { method: 'replace' })).status, 200)
    const [one] = await units(at)
    const refused = await send('PATCH', `/api/units/${one.id}/`, { target: ['Bell\ufffe'], state: 20 }, 400)
    assert.equal(refused.errors[0].attr, 'target')
    assert.match(refused.errors[0].detail, NOT_IN_XML)
    const suggested = await send('POST', `/api/units/${one.id}/suggestions/`, { target: ['Bell\ufffe'] }, 400)
    assert.deepEqual(suggested.errors[0].attr, 'target')
    const uploaded = await upload(`${at}/cs/file/`, 'source,target\nOne,Bell\ufffe\n', 'cs.csv')
    assert.equal(uploaded.status, 400)
    assert.match(uploaded.text, /U\+FFFE is not allowed in the file format/)
    const added = await send('POST', `${at}/cs/units/`, { source: ['Bell\ufffe'] }, 400)
    assert.deepEqual(added.errors[0].attr, 'source')
    const named = await send('POST', `${at}/cs/units/`, { source: ['Bell'], context: '\ufffe' }, 400)
    assert.deepEqual(named.errors[0].attr, 'context')
    assert.deepEqual((await units(at))[0].target, [''])
    const mended = await send('PATCH', `/api/units/${one.id}/`, { target: ['Tab\t and bell\u0007'], state: 20 })
    assert.deepEqual(mended.target, ['Tab\t and bell'])
    await writes(at)
  })

  test('does not propagate text to a component that cannot represent it', async () => {
    const app = '/api/translations/p/app'
    const at = await component('po', { file_format: 'po', filemask: '*.po' })
    const { context, source } = (await units(app))[1]
    await send('POST', `${at}/cs/units/`, { source, context })
    const [unit] = await units(at)
    await send('PATCH', `/api/units/${unit.id}/`, { target: ['Dva'], state: 20 })
    assert.deepEqual((await units(app))[1].target, ['Dva'])
    await send('PATCH', `/api/units/${unit.id}/`, { target: ['Dva\ufffe'], state: 20 })
    assert.deepEqual((await units(at))[0].target, ['Dva\ufffe'])
    assert.deepEqual((await units(app))[1].target, ['Dva'])
    await writes(at)
    await writes(app)
  })

  test('rejects plurals if the format does not support them', async () => {
    for (const [file_format, field, more] of [
      ['xliff', 'source', {}],
      ['json', 'value', { key: 'apples' }],
      ['properties', 'value', { key: 'apples' }],
    ] as const) {
      const at = await component(`plural-${file_format}`, { file_format, filemask: `*.${file_format}` })
      const refused = await send('POST', `${at}/en/units/`, { [field]: ['%d apple', '%d apples'], ...more }, 400)
      assert.equal(refused.errors[0].attr, field)
      assert.match(refused.errors[0].detail, /^The file format ".*" does not support plurals\. Send one form/)
      await send('POST', `${at}/en/units/`, { [field]: ['Apple'], ...more })
      await writes(at)
    }
    const at = await component('plural-aresource', { file_format: 'aresource', filemask: '*.xml' })
    await send('POST', `${at}/en/units/`, { key: 'apples', value: ['%d apple', '%d apples'] })
    await writes(at)
  })

  test('rejects a key whose place is taken', async () => {
    for (const file_format of ['json-nested', 'i18nextv4', 'ruby-yaml']) {
      const at = await component(`nested-${file_format}`, { file_format, filemask: '*.json' })
      await send('POST', `${at}/en/units/`, { key: 'menu', value: ['Menu'] })
      const refused = await send('POST', `${at}/en/units/`, { key: 'menu.file', value: ['File'] }, 400)
      assert.equal(refused.errors[0].attr, 'key')
      assert.match(refused.errors[0].detail, /^The string cannot be added to the source file: /)
      await send('POST', `${at}/en/units/`, { key: 'other.file', value: ['File'] })
      await writes(at)
      assert.equal((await units(at)).length, 2)
    }
  })
})
