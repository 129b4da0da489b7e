// The examples of docs/plugins.md as plugins of a site.
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { before, describe, test } from 'node:test'
import { JobRunner } from '#events/job-runner.ts'
import { temporaryFolder, temporaryStore } from '#store/testing.ts'
import type { TestApi } from './api/testing.ts'

const folder = temporaryFolder()
const guide = readFileSync(path.join(import.meta.dirname, '../../docs/plugins.md'), 'utf8')
const write = (file: string, code: string): void => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), code)
}
for (const [, file, code] of guide.matchAll(/^```js (\S+)\n([\s\S]*?)^```$/gm)) write(file!, code!)
write(
  'checks/broken.ts',
  `export default ({ sourceCheck }: { sourceCheck: (check: object) => object }) =>
    sourceCheck({
      id: 'acme_broken', name: 'Broken', description: 'Never shown.', flag: 'acme-broken',
      fails: () => { throw new Error('no dictionary') },
    })\n`,
)
write(
  'formats/forgetful.js',
  `export default () => ({
    id: 'forgetful', name: 'Forgetful file', extensions: ['forgetful'],
    read: text => Array.from(text.matchAll(/^(\\w+)=(.*)\\n/gm), ({ 0: line, 1: key, 2: value, index: start }) => {
      const end = start + line.length
      return { key, text: value, textStart: end - 1 - value.length, textEnd: end - 1, start, end }
    }),
    write: text => text.toLowerCase(),
    statement: ({ key, text }) => key + '=' + text.toLowerCase(),
  })\n`,
)
process.env.PARLANCE_PLUGINS = folder

const TEMPLATE = '# Shown above the menu\ntitle: Our cola\nshort: NASA\n\n# untouched\nlast:  Good  bye\n'
const CZECH = 'title: Naše limonáda\nlast:  Na  shledanou\n'

describe('plugins', () => {
  let api: TestApi
  let key: string
  const send = (method: string, at: string, body?: unknown) => api.send(method, at, { key, body })
  const drain = () => new JobRunner({ ...api.services, leaseClock: api.clock }).drain()
  const upload = async (component: string, code: string, filename: string, content: string) => {
    const { multipart } = await import('./api/testing.ts')
    return api.send('POST', `/api/translations/acme/${component}/${code}/file/`, {
      key,
      ...multipart({ method: 'replace' }, { name: 'file', filename, content: Buffer.from(content) }),
    })
  }
  const create = async (slug: string, format: string, template: string) => {
    const { multipart } = await import('./api/testing.ts')
    const fields = { name: slug, slug, file_format: format, filemask: `${slug}/*.${format}` }
    const made = await api.send('POST', '/api/projects/acme/components/', {
      key,
      ...multipart(fields, { name: 'docfile', filename: `en.${format}`, content: Buffer.from(template) }),
    })
    assert.equal(made.status, 201, made.text)
    const added = await send('POST', `/api/components/acme/${slug}/translations/`, { language_code: 'cs' })
    assert.equal(added.status, 201, added.text)
  }
  const fileOf = async (component: string, code: string) =>
    (await send('GET', `/api/translations/acme/${component}/${code}/file/`)).text
  const unitOf = async (component: string, text: string) => {
    const { json } = await send('GET', `/api/translations/acme/${component}/cs/units/`)
    const found = json.results.find(({ context }: { context: string }) => context === text)
    assert.ok(found, `no string ${text}`)
    return found as { id: number; target: string[]; has_failing_check: boolean; state: number }
  }
  const checksOf = async (id: number) => (await send('GET', `/api/units/${id}/everything/`)).json.checks

  before(async () => {
    const { testApi } = await import('./api/testing.ts')
    api = await testApi(await temporaryStore('sqlite'))
    key = (await api.user('Boss', { superuser: true })).key
    const made = await send('POST', '/api/projects/', { name: 'Acme', slug: 'acme', web: 'https://acme.example.org/' })
    assert.equal(made.status, 201, made.text)
    await create('menu', 'colon', TEMPLATE)
    const uploaded = await upload('menu', 'cs', 'cs.colon', CZECH)
    assert.equal(uploaded.status, 200, uploaded.text)
  })

  test('a file format reads files and changes only the changed text', async () => {
    assert.deepEqual((await unitOf('menu', 'title')).target, ['Naše limonáda'])
    assert.equal(
      (await send('GET', `/api/units/${(await unitOf('menu', 'title')).id}/`)).json.note,
      'Shown above the menu',
    )
    const { id } = await unitOf('menu', 'last')
    const saved = await send('PATCH', `/api/units/${id}/`, { target: ['Ahoj'], state: 20 })
    assert.equal(saved.status, 200, saved.text)
    assert.equal(await fileOf('menu', 'cs'), CZECH.replace('Na  shledanou', 'Ahoj'))
    assert.equal(await fileOf('menu', 'en'), TEMPLATE)
  })

  test('a file format rejects a text that it cannot write, with its reason', async () => {
    const { id } = await unitOf('menu', 'last')
    const { status, text } = await send('PATCH', `/api/units/${id}/`, { target: ['A\nB'], state: 20 })
    assert.equal(status, 400)
    assert.match(text, /Colon file\\" does not allow this text: a text has one line\./)
  })

  test('a large file is read and written by a thread', async () => {
    const lines = Array.from({ length: 6000 }, (_, i) => `key${i}: Text number ${i}\n`).join('')
    await create('large', 'colon', lines)
    const uploaded = await upload('large', 'cs', 'cs.colon', lines.replaceAll('Text', 'Věta'))
    assert.equal(uploaded.status, 200, uploaded.text)
    assert.equal(uploaded.json.count, 6000)
    assert.equal(await fileOf('large', 'cs'), lines.replaceAll('Text', 'Věta'))
  })

  test('a format that writes something else does not change the file', async () => {
    await create('odd', 'forgetful', 'a=apple\n')
    await upload('odd', 'cs', 'cs.forgetful', 'a=jablko\n')
    const { id } = await unitOf('odd', 'a')
    assert.equal((await send('PATCH', `/api/units/${id}/`, { target: ['Hruška'], state: 20 })).status, 200)
    const { status, text } = await send('GET', '/api/translations/acme/odd/cs/file/')
    assert.ok(status >= 400 && status < 500, `${status}`)
    assert.match(text, /Forgetful file\\?" does not read what it writes/)
    assert.deepEqual((await unitOf('odd', 'a')).target, ['Hruška'])
  })

  test('a check reports a string, and can be turned off with its flag', async () => {
    const { id } = await unitOf('menu', 'short')
    await send('PATCH', `/api/units/${id}/`, { target: ['Cola'], state: 20 })
    const [failing] = await checksOf(id)
    assert.deepEqual([failing.id, failing.description], ['acme_no_cola', 'The translation mentions a competitor.'])
    const { json } = await send('GET', '/api/units/?q=check:acme_no_cola')
    assert.deepEqual(
      json.results.map((unit: { id: number }) => unit.id),
      [id],
    )
    const patched = await send('PATCH', '/api/components/acme/menu/', { check_flags: 'ignore-acme-no-cola' })
    assert.equal(patched.status, 200, patched.text)
    await drain()
    assert.deepEqual(await checksOf(id), [])
    await send('PATCH', '/api/components/acme/menu/', { check_flags: '' })
    await send('PATCH', `/api/units/${id}/`, { target: [''], state: 0 })
  })

  test('a check that throws an error fails with its message', async () => {
    const { json } = await send('GET', '/api/translations/acme/menu/en/units/')
    const { id } = json.results[0]
    const patched = await send('PATCH', `/api/units/${id}/`, { extra_flags: 'acme-broken' })
    assert.equal(patched.status, 200, patched.text)
    assert.deepEqual(
      (await checksOf(id)).map(({ id, description }: Record<string, string>) => [id, description]),
      [['acme_broken', 'The check could not run: no dictionary']],
    )
  })

  test('an add-on has settings and translates strings', async () => {
    const at = '/api/components/acme/menu/addons/'
    const missing = await send('POST', at, { name: 'acme.acronyms' })
    assert.equal(missing.status, 400)
    assert.match(missing.text, /This add-on needs settings: letters\./)
    const made = await send('POST', at, { name: 'acme.acronyms', configuration: { letters: 5 } })
    assert.equal(made.status, 201, made.text)
    await drain()
    const { target, state } = await unitOf('menu', 'short')
    assert.deepEqual([target, state], [['NASA'], 20])
    assert.deepEqual((await unitOf('menu', 'title')).target, ['Naše limonáda'])
  })
})
