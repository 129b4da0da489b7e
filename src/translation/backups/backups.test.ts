import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { JobRunner } from '#events/job-runner.ts'
import { onEachEngine } from '#store/testing.ts'
import { multipart, SITE, type TestApi, testApi } from '../api/testing.ts'
import { leftovers } from '../catalogue/leftovers.ts'
import { faults, testCatalogue } from '../catalogue/testing.ts'
import { readZip } from '../formats/zip/read-zip.ts'
import { writeZip } from '../formats/zip/write-zip.ts'
import { KEPT_BACKUPS } from './backup-task.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const SECRET = `whsec_${'QUJD'.repeat(10)}`

onEachEngine('project backups', open => {
  let api: TestApi
  let boss: string
  let anna: string
  let archive: Buffer
  const get = async (path: string, key = boss) => (await api.send('GET', path, { key })).json
  const ok = async (method: string, path: string, body: unknown, key = boss) => {
    const answer = await api.send(method, path, { key, body })
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`)
    return answer.json
  }
  const drain = () => {
    const { store, jobs, log } = api.services
    return new JobRunner({ store, jobs, log, leaseClock: api.clock }).drain()
  }
  const restore = (content: Buffer, slug: string, key = boss) =>
    api.send('POST', '/api/projects/', {
      key,
      ...multipart({ name: `Restored ${slug}`, slug }, { name: 'zipfile', filename: 'backup.zip', content }),
    })

  before(async () => {
    api = await testApi(await open())
    boss = (await api.user('Boss', { superuser: true })).key
    anna = (await api.user('Anna')).key
    const { units } = await testCatalogue(api.services)
    const id = units[0]!.id
    await ok('PATCH', '/api/projects/hello/', { translation_review: true, instructions: 'Be kind.' })
    const category = await ok('POST', '/api/categories/', {
      name: 'Docs',
      slug: 'docs',
      project: `${SITE}/api/projects/hello/`,
    })
    const keys = {
      name: 'Keys',
      slug: 'keys',
      file_format: 'json',
      filemask: '*.json',
      source_language: { code: 'en' },
      category: category.url,
    }
    await ok('POST', '/api/projects/hello/components/', keys)
    await ok('PATCH', '/api/projects/hello/', { license: 'MIT', enable_hooks: false })
    await ok('PATCH', '/api/components/hello/docs%252Fkeys/', { inherit_license: true, language_regex: '^[a-z]+$' })
    const file = multipart(
      { method: 'replace' },
      { name: 'file', filename: 'en.json', content: Buffer.from('{"a": "A text"}') },
    )
    assert.equal(
      (await api.send('POST', '/api/translations/hello/docs%252Fkeys/en/file/', { key: boss, ...file })).status,
      200,
    )
    await ok('PATCH', category.url.slice(SITE.length), { agreement: 'Be fair.' })
    await ok('PATCH', `/api/units/${id}/`, { target: ['Ahoj  světe!'], state: 20 }, anna)
    api.clock.advance(60)
    await ok('PATCH', `/api/units/${id}/`, { target: ['Ahoj  světe'], state: 30 })
    await ok('POST', `/api/units/${units[1]!.id}/suggestions/`, { target: ['a', 'b', 'c'] }, anna)
    await ok('POST', `/api/units/${units[2]!.id}/comments/`, { scope: 'translation', comment: 'Why?' }, anna)
    const label = await ok('POST', '/api/projects/hello/labels/', { name: 'Easy', color: 'green' })
    await ok('PATCH', `/api/units/${units[3]!.source_unit_id}/`, { labels: [label.id], extra_flags: 'max-length:5' })
    await ok('POST', '/api/projects/hello/filters/', { name: 'Short', q: 'label:Easy' })
    await ok('PUT', '/api/projects/hello/languages/cs/workflow/', { suggestion_voting: true, suggestion_autoaccept: 3 })
    await ok('POST', '/api/translations/hello/main/cs/announcements/', { message: 'Soon' })
    await ok('POST', '/api/projects/hello/addons/', { name: 'weblate.removal.comments', configuration: { age: 9 } })
    const hook = { webhook_url: 'https://hooks.example.org/', secret: SECRET }
    await ok('POST', '/api/projects/hello/addons/', { name: 'weblate.webhook.webhook', configuration: hook })
    const fields = { name: 'Shot', project_slug: 'hello', component_slug: 'main', language_code: 'en' }
    const picture = multipart(fields, { name: 'image', filename: 'a.png', content: PNG })
    const shot = await api.send('POST', '/api/screenshots/', { key: boss, ...picture })
    await ok('POST', `/api/screenshots/${shot.json.id}/units/`, { unit_id: units[3]!.source_unit_id })
  })

  test('are created in the background by project managers', async () => {
    const path = '/api/projects/hello/backups/'
    for (const method of ['GET', 'POST'])
      assert.equal((await api.send(method, path, { key: anna, ...(method === 'POST' && { body: {} }) })).status, 403)
    const begun = await api.send('POST', path, { key: boss, body: {} })
    assert.deepEqual([begun.status, begun.json.detail], [202, 'Backup scheduled. It will be available soon.'])
    await drain()
    const [backup] = await get(path)
    assert.deepEqual((await get(begun.json.task_url.slice(SITE.length))).result, {
      name: backup.name,
      size: backup.size,
    })
    const answer = await api.app.inject({
      url: backup.url.slice(SITE.length),
      headers: { authorization: `Token ${boss}` },
    })
    assert.equal(answer.statusCode, 200)
    archive = answer.rawPayload
    assert.equal(archive.length, backup.size)
    const manifest = (await readZip(archive)).get('project.json')!.toString()
    assert.ok(manifest.includes('https://hooks.example.org/') && !manifest.includes(SECRET), 'secrets stay here')
    assert.equal((await api.send('GET', backup.url.slice(SITE.length), { key: anna })).status, 403)
  })

  test('can be restored completely, except for ids', async () => {
    const made = await restore(archive, 'again')
    assert.equal(made.status, 201, made.text)
    assert.equal(made.json.instructions, 'Be kind.')
    assert.deepEqual([made.json.license, made.json.enable_hooks], ['MIT', false])
    const paths = [
      'projects/hello/statistics/',
      'projects/hello/languages/',
      'projects/hello/metrics/',
      'projects/hello/categories/',
      'projects/hello/labels/',
      'projects/hello/filters/',
      'projects/hello/languages/cs/workflow/',
      'projects/hello/components/',
      'components/hello/main/translations/',
      'components/hello/main/screenshots/',
      'translations/hello/main/cs/units/',
      'translations/hello/main/en/units/',
      'translations/hello/main/cs/changes/',
      'translations/hello/main/cs/announcements/',
      'translations/hello/main/cs/file/',
      'translations/hello/docs%252Fkeys/en/units/',
      'translations/hello/docs%252Fkeys/en/file/',
    ]
    for (const path of paths) {
      const [before, after] = [path, path.replace('hello', 'again')].map(each =>
        api.send('GET', `/api/${each}`, { key: boss }),
      )
      assert.equal(plain((await after!).text), plain((await before!).text), path)
    }
    for (const what of ['suggestion', 'comment', 'check'])
      assert.equal((await get(`/api/translations/again/main/cs/units/?q=has:${what}`)).count, 1, what)
    assert.equal(
      (await get('/api/addons/')).results.filter(
        (each: { configuration: { age: number } }) => each.configuration.age === 9,
      ).length,
      2,
    )
    assert.deepEqual(await faults(api.services.store), [])
  })

  /** Without what must differ: ids, the slug and the new name. */
  const plain = (text: string): string =>
    text
      .replaceAll(/"(id|project_id|addon|announcement|comment)":\d+/g, '"$1":0')
      .replaceAll(/(units|changes|categories|labels|screenshots|components|translations|groups)\/\d+\//g, '$1/0/')
      .replaceAll('again', 'hello')
      .replaceAll('Restored hello', 'Project hello')

  test('restore authors only for users allowed to attribute content', async () => {
    const creators = (await get('/api/groups/')).results.find(
      (each: { name: string }) => each.name === 'Project creators',
    )
    await ok('POST', '/api/users/Anna/groups/', { group_id: creators.id })
    assert.equal((await restore(archive, 'mine', anna)).status, 201)
    const changes = (await get('/api/translations/mine/main/cs/changes/')).results as {
      user: string | null
      action: number
    }[]
    assert.ok(changes.some(each => each.action === 36))
    assert.deepEqual([...new Set(changes.map(each => each.user))], [null])
    assert.equal((await restore(archive, 'mine')).json.errors[0].attr, 'slug')
  })

  test('that are damaged are rejected with the reason and leave nothing behind', async () => {
    const count = (await get('/api/projects/')).count
    const refused = async (content: Buffer, reason: RegExp) => {
      const answer = await restore(content, 'bad')
      assert.equal(answer.status, 400, answer.text.slice(0, 300))
      assert.match(answer.text, reason)
    }
    const files = await readZip(archive)
    const manifest = JSON.parse(files.get('project.json')!.toString())
    const changed = (change: (copy: typeof manifest, entries: Map<string, Buffer>) => void): Buffer => {
      const [copy, entries] = [structuredClone(manifest), new Map(files)]
      change(copy, entries)
      if (entries.has('project.json')) entries.set('project.json', Buffer.from(JSON.stringify(copy)))
      return writeZip(entries, new Date(0))
    }
    await refused(Buffer.from('nonsense'), /zip archive/)
    await refused(
      changed((_, entries) => entries.delete('project.json')),
      /project\.json is missing/,
    )
    await refused(
      changed(copy => {
        copy.version = 2
      }),
      /version/,
    )
    await refused(
      changed(copy => {
        copy.components[0].slug = '../x'
      }),
      /components\[0\]\.slug/,
    )
    await refused(
      changed(copy => {
        copy.components[0].file_format = 'appstore'
      }),
      /components\[0\]\.file_format/,
    )
    await refused(
      changed(copy => {
        copy.translations[0].language = 'xx'
      }),
      /translations\[0\]\.is_source|does not exist on this site/,
    )
    await refused(
      changed(copy => {
        copy.translations[0].component_id = 999
      }),
      /translations\[0\]\.component_id: The component does not exist/,
    )
    await refused(
      changed(copy => {
        copy.categories[0].parent_id = copy.categories[0].id
      }),
      /categories\[0\]\.parent_id/,
    )
    await refused(
      changed(copy => {
        copy.components[0].files = [{ filename: 'a', entry: 'gone', updated_at: 1 }]
      }),
      /files\[0\]\.entry: .* is missing in the archive/,
    )
    const units = [...files.keys()].find(name => name.startsWith('units/'))!
    await refused(
      changed((_, entries) => entries.set(units, Buffer.from('{"id": 1}\n'))),
      /This field is required/,
    )
    await refused(
      changed((_, entries) => entries.set(units, Buffer.from('{'))),
      /line 1: not valid JSON/,
    )
    await refused(
      changed((_, entries) => entries.set(units, Buffer.concat([files.get(units)!, files.get(units)!]))),
      /another string has this id/i,
    )
    assert.equal((await get('/api/projects/')).count, count)
    assert.deepEqual(await faults(api.services.store), [])
  })

  test('with values that the API rejects are rejected with the path and leave nothing behind', async () => {
    const count = (await get('/api/projects/')).count
    const files = await readZip(archive)
    const manifest = JSON.parse(files.get('project.json')!.toString())
    const refused = async (change: (copy: typeof manifest) => void, reason: string) => {
      const copy = structuredClone(manifest)
      change(copy)
      const content = writeZip(new Map([...files, ['project.json', Buffer.from(JSON.stringify(copy))]]), new Date(0))
      const answer = await restore(content, 'bad')
      assert.equal(answer.status, 400, `${reason}: ${answer.text.slice(0, 300)}`)
      assert.equal(answer.json.errors[0].attr, 'zipfile')
      assert.ok(answer.json.errors[0].detail.startsWith(`project.json: ${reason}`), answer.text)
    }
    const set = (list: string, member: string, value: unknown) =>
      refused(copy => {
        copy[list][0][member] = value
      }, `${list}[0].${member}`)
    await set('components', 'enforced_checks', 'not json')
    await set('components', 'enforced_checks', ['no_such_check'])
    await set('components', 'check_flags', 'nonsense:::')
    await set('components', 'license_url', 'javascript:alert(1)')
    await set('components', 'filemask', '../*.json')
    await set('components', 'priority', 1e9)
    await set('components', 'new_lang', 'sometimes')
    await set('components', 'no_such_member', 1)
    await set('translations', 'filename', 'cs.po\r\nX: y')
    await set('translations', 'plural_formula', 'n = system(1)')
    await set('labels', 'color', 'url(x)')
    await set('filters', 'q', 'state:odd')
    await set('announcements', 'severity', '" onclick="')
    await set('announcements', 'component_id', 999_999)
    await set('screenshots', 'media_type', 'image/webp')
    await set('addons', 'name', 'no.such.addon')
    await refused(copy => {
      copy.project.web = 'javascript:alert(1)'
    }, 'project.web: Enter a valid URL.')
    await refused(copy => {
      delete copy.project.check_flags
    }, 'project.check_flags: This field is required.')
    await refused(copy => {
      copy.components.push({ ...copy.components[0], id: 999_999 })
    }, `components[${manifest.components.length}].`)
    const twice = files.get('project.json')!.toString().replace('"version"', '"format":"x","version"')
    const again = await restore(writeZip(new Map([...files, ['project.json', Buffer.from(twice)]]), new Date(0)), 'bad')
    assert.match(again.text, /appears twice/)
    const odd = await restore(writeZip(new Map([...files, ['../evil', Buffer.from('x')]]), new Date(0)), 'bad')
    assert.match(odd.text, /not used by any part of the backup/)
    assert.equal((await get('/api/projects/')).count, count)
    for (const path of ['components', 'projects', 'translations', 'changes'])
      assert.equal((await api.send('GET', `/api/${path}/`, { key: boss })).status, 200)
  })

  test('created during edits are consistent and can be restored', async () => {
    for (let round = 0; round < 3; round++) {
      const slug = `busy${round}`
      await testCatalogue(api.services, { slug })
      await ok('PATCH', `/api/components/${slug}/main/`, { manage_units: true })
      for (const language_code of ['de', 'fr'])
        await ok('POST', `/api/components/${slug}/main/translations/`, { language_code })
      await ok('POST', `/api/projects/${slug}/backups/`, {})
      const { results } = await get(`/api/translations/${slug}/main/en/units/`)
      const working = drain()
      const send = (method: string, path: string, body?: unknown) => api.send(method, path, { key: boss, body })
      await Promise.all([
        send('POST', `/api/translations/${slug}/main/fr/units/`, { source: ['New'], target: ['Nouveau'] }),
        send('DELETE', `/api/units/${results[0].id}/`),
        send('DELETE', `/api/translations/${slug}/main/de/`),
        send('POST', `/api/components/${slug}/main/translations/`, { language_code: 'it' }),
        send('DELETE', `/api/units/${results[1].id}/`),
      ])
      await working
      const [backup] = await get(`/api/projects/${slug}/backups/`)
      const answer = await api.app.inject({ url: backup.url, headers: { authorization: `Token ${boss}` } })
      const made = await restore(answer.rawPayload, `${slug}-again`)
      assert.equal(made.status, 201, made.text)
      assert.deepEqual(await faults(api.services.store), [])
      const lost = await Array.fromAsync(leftovers(api.services.store.read))
      assert.deepEqual(lost, [])
    }
  })

  test('beyond the limit are deleted, oldest first', async () => {
    for (let i = 0; i < KEPT_BACKUPS; i++) {
      await ok('POST', '/api/projects/mine/backups/', {}, anna)
      await drain()
    }
    const first = (await get('/api/projects/mine/backups/'))[0].name
    await ok('POST', '/api/projects/mine/backups/', {}, anna)
    await drain()
    const list = (await get('/api/projects/mine/backups/')) as { name: string; url: string }[]
    assert.equal(list.length, KEPT_BACKUPS)
    assert.ok(!list.some(each => each.name === first))
    assert.equal((await api.send('DELETE', list[0]!.url.slice(SITE.length), { key: anna })).status, 204)
    assert.equal((await get('/api/projects/mine/backups/')).length, KEPT_BACKUPS - 1)
  })
})
