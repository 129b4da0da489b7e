import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { JobRunner } from '#events/job-runner.ts'
import { onEachEngine } from '#store/testing.ts'
import { type TestApi, testApi } from '../api/testing.ts'
import { Person, says } from '../manage/testing.ts'
import { drainRepositories, po, RepositorySite, temporaryFolder, Upstream } from '../repositories/testing.ts'

const data = temporaryFolder()
after(() => rmSync(data, { recursive: true, force: true }))

let sites = 0

onEachEngine('component discovery', open => {
  let api: TestApi
  let site: RepositorySite
  let upstream: Upstream
  let addon: number
  const settings = {
    match: '(?P<component>[^/]*)/(?P<language>[^/.]*)\\.po',
    file_format: 'po',
    name_template: 'Part {{ component }}',
    remove: true,
  }
  const MAIN = '/api/components/garden/c1/addons/'
  const install = (configuration: object, at = MAIN) =>
    api.send('POST', at, { key: site.boss, body: { name: 'weblate.discovery.discovery', configuration } })
  /** Runs waiting jobs until there are none, because discovery starts an update from the repository. */
  const settle = async () => {
    const { store, jobs, log, clock } = api.services
    const own = () => new JobRunner({ store, jobs, log, leaseClock: clock }).drain()
    while ((await own()) + (await drainRepositories(api.services)) > 0);
  }
  const slugs = async () =>
    (await site.send('GET', '/api/projects/garden/components/?page_size=100')).results
      .map((each: { slug: string }) => each.slug)
      .filter((slug: string) => slug !== 'glossary')

  before(async () => {
    const rules = { repositoryProtocols: ['file'], repositoryNetwork: 'any' } as const
    api = await testApi(await open(), { data: path.join(data, String(++sites), 'site'), ...rules })
    site = await RepositorySite.open(api)
    upstream = new Upstream()
    upstream.publish('Begin', {
      'po/cs.po': po('cs', { Apple: 'Jablko' }),
      'tea/cs.po': po('cs', { Tea: 'Čaj' }),
      'tea/de.po': po('de', { Tea: 'Tee' }),
      'notes/readme.txt': 'No translation',
    })
    await site.component(upstream.url, { license: 'MIT' })
    await site.send('POST', MAIN, { name: 'weblate.flags.target_edit' })
  })

  test('explains what settings need', async () => {
    const detail = async (change: object) => {
      const { status, json } = await install({ ...settings, ...change })
      assert.equal(status, 400)
      return [json.errors[0].attr, json.errors[0].detail]
    }
    assert.deepEqual(await detail({ match: '(?P<component>.*)\\.po' }), [
      'configuration.match',
      'The pattern needs a group named language: (?P<language>[^/]*).',
    ])
    assert.equal((await detail({ match: '(' }))[0], 'configuration.match')
    assert.equal((await detail({ match: `${settings.match}(?P=language)` }))[0], 'configuration.match')
    assert.equal((await detail({ name_template: '{{ folder }}' }))[0], 'configuration.name_template')
    assert.equal((await detail({ file_format: 'nothing' }))[0], 'configuration.file_format')
    assert.deepEqual(await detail({ confirm: false }), [
      'configuration.confirm',
      'New components: Part tea (tea/*.po: cs, de).',
    ])
    assert.deepEqual(await detail({ name_template: 'THE {{ component|title }}', confirm: false }), [
      'configuration.confirm',
      'New components: THE Tea (tea/*.po: cs, de).',
    ])
    assert.deepEqual(await detail({ language_regex: '^(?!(de|fr)$).+$', confirm: false }), [
      'configuration.confirm',
      'New components: Part tea (tea/*.po: cs).',
    ])
    assert.equal((await detail({ language_regex: '^(?=de).+$' }))[0], 'configuration.language_regex')
    assert.deepEqual(await slugs(), ['c1'])
  })

  test('shows a preview on the page until it is confirmed', async () => {
    const boss = await Person.named(api, 'Owner', { superuser: true })
    const at = '/manage/addons/garden/c1/?install=weblate.discovery.discovery'
    const page = (await boss.open(at)).text
    says(page, /<label for="[^"]*-file_format">File format<\/label>[\s\S]*<option value="po" selected>/)
    says(page, /I have checked the preview/)
    says(page, /name="copy_addons" value="true" checked[\s\S]*name="confirm" value="true" aria/)
    const { match, file_format, name_template } = settings
    const typed = { match, file_format, name_template, language_regex: '^[^.]+$', remove: 'true' }
    const tried = await boss.fill(at, 'install-weblate.discovery.discovery', typed)
    assert.equal(tried.status, 400)
    says(tried.text, /New components: Part tea \(tea\/\*\.po: cs, de\)/)
    assert.deepEqual(await slugs(), ['c1'])
  })

  test('adds components that share the repository, with settings and add-ons', async () => {
    const made = await install(settings)
    assert.equal(made.status, 201, made.text)
    addon = made.json.id
    await settle()
    assert.deepEqual(await slugs(), ['c1', 'part-tea'])
    const tea = await site.send('GET', '/api/components/garden/part-tea/')
    assert.deepEqual([tea.repo, tea.filemask, tea.license], ['weblate://garden/c1', 'tea/*.po', 'MIT'])
    const [unit] = (await site.send('GET', '/api/translations/garden/part-tea/de/units/')).results
    assert.deepEqual(unit.target, ['Tee'])
    const { results } = await site.send('GET', '/api/addons/')
    const own = results.filter((each: { component: string }) => each.component.endsWith('/part-tea/'))
    assert.deepEqual(
      own.map((each: { name: string }) => each.name),
      ['weblate.flags.target_edit'],
    )
    const again = await install(settings, '/api/components/garden/part-tea/addons/')
    assert.deepEqual([again.status, again.json.errors[0].attr], [400, 'name'])
  })

  test('follows files that are added and removed upstream', async () => {
    upstream.inside('rm', '-rq', 'tea')
    upstream.publish('Replace tea', { 'milk/cs.po': po('cs', { Milk: 'Mléko' }) })
    await site.operate('pull')
    await settle()
    assert.deepEqual(await slugs(), ['c1', 'part-milk'])
    await site.sound()
  })

  test('previews changes of the settings', async () => {
    const { status, json } = await api.send('PATCH', `/api/addons/${addon}/`, {
      key: site.boss,
      body: { configuration: { ...settings, match: `x${settings.match}`, confirm: false } },
    })
    assert.deepEqual([status, json.errors[0].detail], [400, 'There are no new components.'])
    const { configuration } = await site.send('GET', `/api/addons/${addon}/`)
    assert.deepEqual([configuration.match, configuration.confirm], [settings.match, undefined])
  })
})
