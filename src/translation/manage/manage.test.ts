import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { JobRunner } from '#events/job-runner.ts'
import { onEachEngine } from '#store/testing.ts'
import { type TestApi, testApi } from '../api/testing.ts'
import { ZipWriter } from '../formats/zip/write-zip.ts'
import { Person, says } from './testing.ts'

const PO = `msgid ""
msgstr "Language: de\\nContent-Type: text/plain; charset=UTF-8\\n"

msgid "Kettle"
msgstr "Kessel"

msgid "Cup"
msgstr ""
`

const zipOf = async (files: Record<string, string>): Promise<Buffer> => {
  const zip = new ZipWriter(new Date(0))
  for (const [name, text] of Object.entries(files)) await zip.add(name, Buffer.from(text))
  return Buffer.from(zip.end())
}

onEachEngine('managing', open => {
  let api: TestApi
  let boss: Person
  let key: string

  before(async () => {
    api = await testApi(await open())
    boss = await Person.named(api, 'Boss', { superuser: true })
    key = (await api.user('Robot', { superuser: true })).key
  })

  const json = async (path: string) => (await api.send('GET', `/api${path}`, { key })).json
  const settle = async () => {
    const { store, jobs, log } = api.services
    await new JobRunner({ store, jobs, log, leaseClock: api.clock }).drain()
  }

  test('creates a project and a component from an uploaded file, step by step', async () => {
    const made = await boss.fill('/create/project/', 'project', {
      name: 'Tea house',
      slug: 'tea',
      web: '',
      instructions: 'Be warm.',
      access_control: '0',
    })
    assert.equal(made.status, 303, made.text)
    assert.match(made.headers.location!, /^\/create\/component\/\?project=tea/)
    const start = { project: 'tea', name: 'Menu', slug: 'menu', source: 'upload' }
    const file = { name: 'file', filename: 'de.po', content: Buffer.from(PO) }
    const next = await boss.fill('/create/component/', 'start', start, file)
    assert.equal(next.status, 303, next.text)
    const step = await boss.open(next.headers.location!)
    says(step.text, /2 strings in de\.po/)
    says(step.text, /Kettle[\s\S]*Kessel/)
    says(step.text, /name="filemask" value="\*\.po"/)
    const draft = new URL(next.headers.location!, 'http://x').searchParams.get('draft')!
    const wish = {
      draft,
      project: 'tea',
      name: 'Menu',
      slug: 'menu',
      file_format: 'po',
      filemask: '*.po',
      source_language: 'en',
    }
    const done = await boss.fill(next.headers.location!, 'files', wish)
    assert.equal(done.status, 303, done.text)
    assert.equal(done.headers.location, '/manage/languages/tea/menu/?done=component_created')
    const { results } = await json('/translations/tea/menu/de/units/')
    assert.deepEqual(
      results.map((each: { source: string[]; target: string[] }) => [each.source[0], each.target[0]]),
      [
        ['Kettle', 'Kessel'],
        ['Cup', ''],
      ],
    )
    assert.equal((await boss.open(next.headers.location!)).text.includes('The upload has expired'), true)
  })

  test('shows errors beside their fields and keeps the input', async () => {
    const answer = await boss.fill('/create/project/', 'project', {
      name: 'Second',
      slug: 'no spaces',
      web: 'nowhere',
      instructions: '',
    })
    assert.equal(answer.status, 400)
    says(answer.text, /name="name" value="Second"/)
    says(answer.text, /id="project-slug-problem">Enter a valid &quot;slug&quot;/)
    says(answer.text, /id="project-web-problem">Enter a valid URL/)
    says(answer.text, /name="web" value="nowhere"[^>]*aria-invalid="true"/)
    const taken = await boss.fill('/create/component/', 'start', {
      project: 'tea',
      name: 'Menu',
      slug: 'menu',
      source: 'empty',
    })
    assert.equal(taken.status, 400)
    says(taken.text, /A component or category with this URL slug already exists/)
  })

  test('detects format, mask and template of an archive of monolingual files', async () => {
    const zip = await zipOf({
      'app/locales/en.json': '{"hello": "Hello"}',
      'app/locales/fr.json': '{"hello": "Bonjour"}',
      'readme.md': 'x',
    })
    const next = await boss.fill(
      '/create/component/',
      'start',
      { project: 'tea', name: 'App', slug: 'app', source: 'upload' },
      { name: 'file', filename: 'app.zip', content: zip },
    )
    const step = await boss.open(next.headers.location!)
    says(step.text, /name="filemask" value="app\/locales\/\*\.json"/)
    says(step.text, /name="template" value="app\/locales\/en\.json"/)
    says(step.text, /<option value="json" selected>/)
    says(step.text, /Files of 2 languages: en, fr/)
    const draft = new URL(next.headers.location!, 'http://x').searchParams.get('draft')!
    const wish = {
      draft,
      project: 'tea',
      name: 'App',
      slug: 'app',
      file_format: 'json',
      filemask: 'app/locales/*.json',
      template: 'app/locales/en.json',
      new_base: '',
      source_language: 'en',
    }
    const wrong = await boss.fill(next.headers.location!, 'files', { ...wish, filemask: 'nothing/*.json' })
    assert.equal(wrong.status, 400)
    says(wrong.text, /no file in the archive matches/)
    assert.equal((await boss.fill(next.headers.location!, 'files', wish)).status, 303)
    assert.equal((await json('/translations/tea/app/fr/units/')).results[0].target[0], 'Bonjour')
  })

  test('processes a large upload as a task with a progress page', async () => {
    const strings = Object.fromEntries(Array.from({ length: 1200 }, (_, i) => [`key${i}`, `Number ${i}. `.repeat(100)]))
    const file = { name: 'file', filename: 'big.json', content: Buffer.from(JSON.stringify(strings)) }
    const next = await boss.fill(
      '/create/component/',
      'start',
      { project: 'tea', name: 'Big', slug: 'big', source: 'upload' },
      file,
    )
    const draft = new URL(next.headers.location!, 'http://x').searchParams.get('draft')!
    const wish = {
      draft,
      project: 'tea',
      name: 'Big',
      slug: 'big',
      file_format: 'json',
      filemask: 'big/*.json',
      source_language: 'en',
    }
    const begun = await boss.fill(next.headers.location!, 'files', wish)
    assert.match(begun.headers.location!, /^\/create\/component\/\?task=/)
    says((await boss.open(begun.headers.location!)).text, /data-island="tasks"/)
    await settle()
    const after = await boss.open(begun.headers.location!)
    assert.equal(after.headers.location, '/manage/languages/tea/big/?done=component_created')
    assert.equal((await json('/components/tea/big/statistics/')).results[0].total, 1200)
    assert.equal((await api.services.store.read.selectFrom('component_draft').selectAll().execute()).length, 0)
  })

  test('saves settings group by group, validated by the API', async () => {
    const at = '/manage/settings/tea/menu/'
    assert.equal(
      (await boss.fill(at, 'suggestions', { suggestion_voting: 'true', suggestion_autoaccept: '3' })).status,
      303,
    )
    const now = await json('/components/tea/menu/')
    assert.deepEqual([now.enable_suggestions, now.suggestion_voting, now.suggestion_autoaccept], [false, true, 3])
    assert.equal(now.allow_translation_propagation, true, 'other cards are left alone')
    const wrong = await boss.fill(at, 'checks', { check_flags: 'no-such-flag', enforced_checks: ['same'] })
    assert.equal(wrong.status, 400)
    says(wrong.text, /id="checks-check_flags-problem"/)
    says(wrong.text, />\s*no-such-flag<\/textarea>/)
    says(wrong.text, /value="same" checked/)
    assert.equal((await boss.fill('/manage/settings/tea/', 'review', { translation_review: 'true' })).status, 303)
    assert.equal((await json('/projects/tea/')).translation_review, true)
    says((await boss.open('/manage/history/tea/')).text, /Enable reviews/)
  })

  test('adds and removes languages, asking for the name before removal', async () => {
    const at = '/manage/languages/tea/menu/'
    assert.equal((await boss.fill(at, 'add', { language_code: 'fr' })).status, 303)
    says((await boss.fill(at, 'add', { language_code: 'fr' })).text, /already has a translation into this language/)
    const kept = await boss.fill(at, 'remove', { id: 'fr', confirm: 'fr' })
    assert.equal(kept.status, 400)
    says(kept.text, /The name doesn’t match/)
    assert.equal((await boss.fill(at, 'remove', { id: 'fr', confirm: 'French' })).status, 303)
    assert.equal((await api.send('GET', '/api/translations/tea/menu/fr/', { key })).status, 404)
    assert.equal((await boss.fill('/manage/languages/tea/', 'add', { language_code: 'ja' })).status, 303)
    for (const slug of ['menu', 'app']) assert.equal((await json(`/translations/tea/${slug}/ja/`)).language_code, 'ja')
    assert.equal((await boss.fill('/manage/languages/tea/', 'remove', { id: 'ja', confirm: 'Japanese' })).status, 303)
    assert.equal((await api.send('GET', '/api/translations/tea/app/ja/', { key })).status, 404)
  })

  test('lets project creators manage members, within their own permissions', async () => {
    const ann = await Person.named(api, 'Ann')
    await Person.named(api, 'Bob')
    const roles = (await json('/roles/?page_size=100')).results as { id: number; name: string }[]
    const idOf = (name: string) => String(roles.find(each => each.name === name)!.id)
    const creators = await api.services.store.read
      .selectFrom('team')
      .select('id')
      .where('name', '=', 'Project creators')
      .executeTakeFirstOrThrow()
    await api.send('POST', '/api/users/Ann/groups/', { key, body: { group_id: creators.id } })
    assert.equal(
      (
        await ann.fill('/create/project/', 'project', {
          name: 'Ann’s',
          slug: 'anns',
          web: '',
          instructions: '',
          access_control: '100',
        })
      ).status,
      303,
    )
    const at = '/manage/people/anns/'
    const page = await ann.open(at)
    says(page.text, /<bdi>Ann<\/bdi>/)
    const [, own] = /id="card-team-(\d+)"/.exec(page.text)!
    assert.equal((await ann.fill(at, `add-${own}`, { username: 'Bob' })).status, 303)
    says(
      (await ann.fill(at, `add-${own}`, { username: 'Nobody here' })).text,
      /There is no account &quot;Nobody here&quot;/,
    )
    assert.equal((await ann.fill(at, `out-${own}`, { username: 'Bob' })).status, 303)
    says((await ann.fill(at, `out-${own}`, { username: 'Ann' })).text, /The project needs at least one manager/)
    assert.equal((await ann.fill(at, 'team', { name: 'Reviewers', roles: [idOf('Review strings')] })).status, 303)
    const more = await ann.fill(at, 'team', { name: 'Makers', roles: [idOf('Add new projects')] })
    says(more.text, /grants permissions that you do not have/)
    assert.equal((await ann.fill(at, 'access', { access_control: '1' })).status, 303)
    assert.equal((await json('/projects/anns/')).access_control, 1)
    assert.equal((await (await Person.named(api, 'Cleo')).open(at)).status, 403)
  })

  test('installs, changes, runs and removes add-ons', async () => {
    const at = '/manage/addons/tea/'
    const name = 'install-weblate.removal.comments'
    const wrong = await boss.fill(at, name, { age: '0' })
    assert.equal(wrong.status, 400)
    says(wrong.text, /greater than or equal to 1/)
    assert.equal((await boss.fill(at, name, { age: '30' })).status, 303)
    const page = await boss.open(at)
    const [, id] = /id="card-addon-(\d+)"/.exec(page.text)!
    says(page.text, /name="age" value="30"/)
    assert.equal((await boss.fill(at, `change-${id}`, { age: '60' })).status, 303)
    assert.deepEqual((await json(`/addons/${id}/`)).configuration, { age: 60 })
    assert.equal((await boss.fill(at, 'run', { id: id! })).headers.location, '/manage/tasks/tea/?done=started')
    await settle()
    says((await boss.open('/manage/tasks/tea/')).text, /Add-on[\s\S]*Done\./)
    assert.equal((await boss.fill(at, 'remove', { id: id! })).status, 303)
    assert.equal((await api.send('GET', `/api/addons/${id}/`, { key })).status, 404)
  })

  test('offers the add-ons that a component or project can use', async () => {
    const offers = async (at: string, name: string) => (await boss.open(at)).text.includes(`card-weblate-${name}"`)
    const [project, component] = ['/manage/addons/tea/', '/manage/addons/tea/app/']
    const found: boolean[][] = []
    for (const name of ['removal-comments', 'git-squash', 'generate-pseudolocale'])
      found.push([await offers(project, name), await offers(component, name)])
    assert.deepEqual(found, [
      [true, true],
      [true, false],
      [false, true],
    ])
    const rejected = await boss.fill(component, 'install-weblate.git.squash', { squash: 'all' })
    assert.equal(rejected.status, 400)
    says(rejected.text, /needs a component with a repository/)
  })

  test('manages announcements, labels and categories', async () => {
    const at = '/manage/announcements/tea/'
    const news = { message: 'Closed on <Monday>', severity: 'warning', expiry: '2099-01-02T03:04' }
    assert.equal((await boss.fill(at, 'write', news)).status, 303)
    const [posted] = (await json('/projects/tea/announcements/')).results
    assert.deepEqual(
      [posted.message, posted.expiry, posted.notify],
      ['Closed on <Monday>', '2099-01-02T03:04:00.000000Z', false],
    )
    says((await boss.open(at)).text, /Closed on &lt;Monday&gt;/)
    assert.equal((await boss.fill(at, 'remove', { id: String(posted.id) })).status, 303)
    assert.equal(
      (await boss.fill('/manage/labels/tea/', 'add', { name: 'Urgent', description: '', color: 'red' })).status,
      303,
    )
    says(
      (await boss.fill('/manage/labels/tea/', 'add', { name: 'Urgent', color: 'red' })).text,
      /label with this name already/,
    )
    assert.equal(
      (await boss.fill('/manage/categories/tea/', 'add', { name: 'Drinks', slug: 'drinks', category: '' })).status,
      303,
    )
    const [folder] = (await json('/categories/')).results
    const moved = await boss.fill('/manage/danger/tea/app/', 'move', { category: String(folder.id) })
    assert.equal(moved.headers.location, '/manage/danger/tea/drinks/app/?done=moved')
    assert.equal((await boss.open('/manage/danger/tea/drinks/app/')).status, 200)
  })

  test('adds, explains, forbids and changes glossary terms', async () => {
    const made = await boss.fill('/create/component/', 'start', {
      project: 'tea',
      name: 'Glossary',
      slug: 'glossary',
      source: 'empty',
    })
    const wish = {
      project: 'tea',
      name: 'Glossary',
      slug: 'glossary',
      file_format: 'po',
      filemask: 'glossary/*.po',
      source_language: 'en',
      is_glossary: 'true',
    }
    assert.equal((await boss.fill(made.headers.location!, 'files', wish)).status, 303)
    await boss.fill('/manage/languages/tea/glossary/', 'add', { language_code: 'de' })
    const at = '/manage/glossary/tea/glossary/'
    const term = { language: 'de', source: 'teapot', target: 'Teekanne', explanation: 'A vessel', forbidden: 'true' }
    assert.equal((await boss.fill(at, 'add', term)).status, 303)
    const page = await boss.open(at)
    says(page.text, /teapot[\s\S]*forbidden[\s\S]*Teekanne[\s\S]*A vessel/)
    const [, id] = /term=(\d+)/.exec(page.text)!
    const changed = { id: id!, language: 'de', target: 'Kanne', explanation: 'A vessel', 'read-only': 'true' }
    const answer = await boss.fill(`${at}?language=de&term=${id}`, 'term', changed)
    assert.equal(answer.status, 303, answer.text)
    const unit = await json(`/units/${id}/`)
    assert.equal((await json(`/units/${unit.source_unit.split('/').at(-2)}/`)).extra_flags, 'read-only')
    assert.equal((await boss.fill(at, 'remove', { id: id!, language: 'de' })).status, 303)
    says((await boss.open(at)).text, /No terms found/)
    says((await boss.fill(at, 'add', { language: 'de', source: ' ', target: '' })).text, /Enter a term/)
  })

  test('uploads screenshots and links them to strings', async () => {
    const at = '/manage/screenshots/tea/menu/'
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const wrong = await boss.fill(
      at,
      'add',
      { name: 'Shop' },
      { name: 'image', filename: 'a.png', content: Buffer.from('no picture') },
    )
    assert.equal(wrong.status, 400)
    says(wrong.text, /Upload a valid image/)
    const made = await boss.fill(at, 'add', { name: 'Shop' }, { name: 'image', filename: 'a.png', content: png })
    assert.match(made.headers.location!, /\?picture=\d+/)
    const search = `${made.headers.location}&q=Kettle`
    const [, unit] = /name="unit" value="(\d+)"/.exec((await boss.open(search)).text)!
    assert.equal((await boss.fill(search, 'unit', { unit: unit! })).status, 303)
    says((await boss.open(made.headers.location!)).text, /Kettle[\s\S]*Unlink/)
    assert.equal((await boss.fill(made.headers.location!, 'off', { unit: unit! })).status, 303)
    assert.equal((await boss.fill(made.headers.location!, 'remove', {})).status, 303)
    says((await boss.open(at)).text, /No screenshots yet/)
  })

  test('downloads files in many formats and uploads by the chosen method', async () => {
    const at = '/manage/files/tea/menu/'
    assert.equal(
      (await boss.fill(at, 'one', { language: 'de', format: 'csv' })).headers.location,
      '/api/translations/tea/menu/de/file/?format=csv',
    )
    assert.equal(
      (await boss.fill(at, 'all', { format: '' })).headers.location,
      '/api/components/tea/menu/file/?format=zip',
    )
    assert.equal(
      (await boss.fill('/manage/files/tea/', 'all', { format: 'zip:tmx', language: 'de' })).headers.location,
      '/api/projects/tea/file/?format=zip%3Atmx&language_code=de',
    )
    const file = (target: string) => ({
      name: 'file',
      filename: 'de.po',
      content: Buffer.from(PO.replace('Kessel', target)),
    })
    const kept = await boss.fill(
      at,
      'upload',
      { language: 'de', method: 'translate', conflicts: '', fuzzy: '' },
      file('Topf'),
    )
    says((await boss.open(kept.headers.location!)).text, /Imported 0 of \d+ strings/)
    const replaced = await boss.fill(
      at,
      'upload',
      { language: 'de', method: 'translate', conflicts: 'replace-translated', fuzzy: '' },
      file('Topf'),
    )
    says((await boss.open(replaced.headers.location!)).text, /Imported 1 of \d+ strings/)
    assert.equal((await json('/translations/tea/menu/de/units/')).results[0].target[0], 'Topf')
    const none = await boss.fill(at, 'upload', { language: 'de', method: 'translate', conflicts: '', fuzzy: '' })
    says(none.text, /id="upload-file-problem">This field is required/)
  })

  test('exports, imports and clears the translation memory', async () => {
    const at = '/manage/memory/tea/'
    const all = await json('/projects/tea/memory/')
    assert.ok(
      all.some((each: { source: string; target: string }) => each.source === 'Kettle' && each.target === 'Topf'),
    )
    const entry = { source: 'Spoon', target: 'Löffel', source_language: 'en', target_language: 'de' }
    const file = { name: 'file', filename: 'm.json', content: Buffer.from(JSON.stringify([entry, entry])) }
    says((await boss.fill(at, 'upload', {}, file)).headers.location!, /added=1$/)
    says((await boss.fill(at, 'upload', {}, file)).headers.location!, /added=0$/)
    const wrong = await boss.fill(at, 'upload', {}, { ...file, content: Buffer.from('[{"source": "x"}]') })
    says(wrong.text, /Entry 1 needs a &quot;target&quot;/)
    assert.equal((await boss.fill(at, 'remove', { confirm: 'coffee' })).status, 400)
    assert.equal((await boss.fill(at, 'remove', { confirm: 'tea' })).status, 303)
    assert.deepEqual(await json('/projects/tea/memory/'), [])
  })

  test('creates, restores and removes a backup', async () => {
    const at = '/manage/backups/tea/'
    assert.equal((await boss.fill(at, 'make', {})).status, 303)
    says((await boss.open(at)).text, /data-island="tasks"/)
    await settle()
    const [backup] = await json('/projects/tea/backups/')
    const answer = await boss.fill(at, 'restore', { backup: backup.name, name: 'Tea again', slug: 'tea-again' })
    assert.equal(answer.headers.location, '/projects/tea-again/', answer.text)
    assert.equal((await json('/components/tea-again/menu/')).name, 'Menu')
    assert.equal((await boss.fill(at, 'remove', { name: backup.name })).status, 303)
    assert.deepEqual(await json('/projects/tea/backups/'), [])
  })

  test('dismisses and restores a warning', async () => {
    const { store } = api.services
    const { id: project_id } = await store.read
      .selectFrom('project')
      .select('id')
      .where('slug', '=', 'tea')
      .executeTakeFirstOrThrow()
    const about = { project_id, component_id: null, created_at: 1, updated_at: 1 }
    const [id, error] = await store.transaction(async tx => {
      const rows = await tx
        .insertInto('alert')
        .values([
          { ...about, name: 'BrokenProjectURL' },
          { ...about, name: 'UpdateFailure' },
        ])
        .returning('id')
        .execute()
      return rows.map(row => String(row.id))
    })
    const at = '/manage/alerts/tea/'
    says((await boss.open(at)).text, /Dismiss<span class="aside"> The project website is unreachable/)
    const done = await boss.fill(at, 'aside', { id: id!, dismissed: '1' })
    assert.equal(done.headers.location, `${at}?done=alert_dismissed`)
    says((await boss.open(at)).text, /<details class="dismissed"><summary>1 dismissed[\s\S]*Restore alert/)
    await boss.fill(at, 'aside', { id: id!, dismissed: '0' })
    assert.doesNotMatch((await boss.open(at)).text, /class="dismissed"/)
    assert.equal((await boss.fill(at, 'aside', { id: error!, dismissed: '1' })).status, 400)
    assert.equal((await boss.fill(at, 'aside', { id: '999999', dismissed: '1' })).status, 400)
    await store.transaction(tx => tx.deleteFrom('alert').where('project_id', '=', project_id).execute())
  })

  test('locks, renames and deletes, requiring the full name', async () => {
    assert.equal((await boss.fill('/manage/lock/tea/menu/', 'lock', { lock: 'true' })).status, 303)
    says((await boss.open('/manage/alerts/tea/')).text, /Menu is locked/)
    says((await boss.open('/manage/files/tea/menu/')).text, /This component is locked/)
    assert.equal((await boss.fill('/manage/lock/tea/menu/', 'lock', { lock: 'false' })).status, 303)
    const renamed = await boss.fill('/manage/danger/tea/menu/', 'rename', { slug: 'card' })
    assert.equal(renamed.headers.location, '/manage/danger/tea/card/?done=renamed')
    const at = '/manage/danger/tea/card/'
    assert.equal((await boss.fill(at, 'remove', { confirm: 'card' })).status, 400)
    assert.equal((await json('/components/tea/card/')).name, 'Menu')
    assert.equal((await boss.fill(at, 'remove', { confirm: 'tea/card' })).headers.location, '/projects/tea/')
    assert.equal((await api.send('GET', '/api/components/tea/card/', { key })).status, 404)
    assert.equal((await boss.fill('/manage/danger/tea/', 'remove', { confirm: 'tea' })).headers.location, '/projects/')
    assert.equal((await api.send('GET', '/api/projects/tea/', { key })).status, 404)
  })

  test('rejects forms from other sites and unknown URLs', async () => {
    const answer = await boss.send('/manage/settings/anns/', [
      ['form', 'basic'],
      ['name', 'Taken over'],
    ])
    assert.equal(answer.status, 403)
    assert.equal((await json('/projects/anns/')).name, 'Ann’s')
    for (const path of [
      '/manage/settings/',
      '/manage/settings/none/',
      '/manage/none/anns/',
      '/manage/settings/anns/x/',
      '/manage/settings/%00/',

      '/manage/settings//',
    ])
      assert.equal((await boss.open(path)).status, 404, path)
    for (const path of [
      '/create/component/?task=x',
      '/manage/%ff/anns/',
      '/manage/history/anns/?page=99999',
      '/manage/screenshots/anns/?picture=1',
    ])
      assert.ok((await boss.open(path)).status < 500, path)
  })
})
