// Alerts appear with a problem and disappear once it is fixed.
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { JobRunner } from '#events/job-runner.ts'
import { onEachEngine } from '#store/testing.ts'
import { multipart, type TestApi, testApi } from '../api/testing.ts'
import { ACTION } from '../catalogue/change-actions.ts'
import { faults } from '../catalogue/testing.ts'
import { drainRepositories, po, temporaryFolder, Upstream } from '../repositories/testing.ts'
import { ALERTS_LANE } from './review.ts'

const data = temporaryFolder()
after(() => rmSync(data, { recursive: true, force: true }))
let sites = 0
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

onEachEngine('alerts', open => {
  let api: TestApi
  let boss: string
  let upstream: Upstream
  let website: Server
  let status = 200
  const at = '/api/components/garden/app/'

  before(async () => {
    const folder = path.join(data, String(++sites))
    const rules = { repositoryProtocols: ['file'], repositoryNetwork: 'any', webNetwork: 'any' } as const
    api = await testApi(await open(), { data: folder, ...rules })
    boss = (await api.user('Boss', { superuser: true })).key
    upstream = new Upstream(path.join(folder, 'upstream'))
    upstream.publish('Begin', { 'po/cs.po': po('cs', { Apple: 'Jablko' }), 'po/de.po': po('de', { Apple: 'Apfel' }) })
    website = createServer((_, answer) => {
      answer.statusCode = status
      answer.end('Hello')
    })
    await new Promise<void>(resolve => {
      website.listen(0, '127.0.0.1', resolve)
    })
    const { port } = website.address() as { port: number }
    await send('POST', '/api/projects/', { name: 'Garden', slug: 'garden', web: `http://127.0.0.1:${port}/` })
    await send('POST', '/api/projects/garden/components/', {
      name: 'App',
      slug: 'app',
      file_format: 'po',
      vcs: 'git',
      filemask: 'po/*.po',
      license: 'MIT',
      repo: upstream.url,
      push: upstream.url,
    })
    await settle()
  })
  after(() => website.close())

  const send = async (method: string, to: string, body?: unknown) => {
    const answer = await api.send(method, to, { key: boss, ...(body !== undefined && { body }) })
    assert.ok(answer.status < 300, `${method} ${to}: ${answer.status} ${answer.text}`)
    return answer.json
  }
  const settle = async () => {
    const { store, jobs, log, clock } = api.services
    await drainRepositories(api.services)
    await new JobRunner({ store, jobs, log, lane: ALERTS_LANE, leaseClock: clock }).drain()
  }
  const operate = (operation: string) => api.send('POST', `${at}repository/`, { key: boss, body: { operation } })
  const alerts = async (where = at): Promise<{ name: string; severity: string; details: Record<string, unknown> }[]> =>
    (await send('GET', `${where}alerts/`)).results
  const names = async (where = at) => (await alerts(where)).map(each => each.name)
  const triggered = async (): Promise<string[]> => {
    const { results } = await send('GET', `${at}changes/?action=${ACTION.alertTriggered}&page_size=100`)
    return results.map((each: { alert: { name: string } }) => each.alert.name)
  }

  test('a new component has no alerts', async () => {
    assert.deepEqual(await names(), [])
    assert.deepEqual(await triggered(), [])
  })

  test('ParseError names the file and stays until the file changes', async () => {
    upstream.publish('Break', { 'po/de.po': 'msgid "Apple\n' })
    await operate('pull')
    const [alert] = await alerts()
    assert.deepEqual([alert!.name, alert!.severity], ['ParseError', 'error'])
    assert.equal((alert!.details.occurrences as { filename: string }[])[0]!.filename, 'po/de.po')
    const state = await send('GET', `${at}repository/`)
    assert.equal(state.merge_failure, null)
    assert.match(state.status, /1 file could not be imported:\npo\/de\.po/)
    upstream.publish('Another file', { 'po/cs.po': po('cs', { Apple: 'Jablko', Pear: '' }) })
    await operate('pull')
    assert.deepEqual(await names(), ['ParseError'])
    upstream.publish('Mend', { 'po/de.po': po('de', { Apple: 'Apfel', Pear: '' }) })
    await operate('pull')
    assert.deepEqual(await names(), [])
    assert.deepEqual(await triggered(), ['ParseError'], 'it is news once')
  })

  test('DuplicateString', async () => {
    const values = { name: 'Words', slug: 'words', file_format: 'csv', filemask: 'w/*.csv', license: 'MIT' }
    await send('POST', '/api/projects/garden/components/', values)
    await send('POST', '/api/components/garden/words/translations/', { language_code: 'cs' })
    const upload = async (content: string) => {
      const form = multipart({ method: 'replace' }, { name: 'file', filename: 'cs.csv', content: Buffer.from(content) })
      const answer = await api.send('POST', '/api/translations/garden/words/cs/file/', { key: boss, ...form })
      assert.equal(answer.status, 200, answer.text)
      return names('/api/components/garden/words/')
    }
    assert.deepEqual(await upload('source,target\nApple,Jablko\nPear,\nApple,Jabko\n'), ['DuplicateString'])
    assert.deepEqual(await upload('source,target\nApple,Jablko\nPear,\n'), [])
  })

  test('DuplicateLanguage', async () => {
    upstream.publish('Two', { 'po/de_DE.po': po('de', { Apple: 'Apferl', Pear: '' }) })
    await operate('pull')
    assert.deepEqual(await names(), ['DuplicateLanguage'])
    upstream.inside('rm', '--quiet', 'po/de_DE.po')
    upstream.publish('One')
    await operate('pull')
    assert.deepEqual(await names(), [])
  })

  test('MergeFailure until a pull without conflicts', async () => {
    const { results } = await send('GET', '/api/translations/garden/app/cs/units/')
    await send('PATCH', `/api/units/${results[0].id}/`, { target: ['Jablíčko'], state: 20 })
    upstream.publish('Ours', { 'po/cs.po': po('cs', { Apple: 'Jabko', Pear: '' }) })
    await operate('pull')
    assert.deepEqual(await names(), ['MergeFailure'])
    assert.match(String((await alerts())[0]!.details.error), /po\/cs\.po: "Apple"/)
    upstream.publish('More', { 'po/cs.po': po('cs', { Apple: 'Jabko', Pear: 'Hruška' }) })
    await operate('pull')
    assert.deepEqual(await names(), [])
  })

  test('UpdateFailure and PushFailure', async () => {
    await send('PATCH', at, { push: `file://${data}/nowhere` })
    assert.equal((await operate('push')).json.result ?? false, false)
    assert.deepEqual(await names(), ['PushFailure'])
    await send('PATCH', at, { repo: `file://${data}/nowhere` })
    await operate('push')
    assert.deepEqual(await names(), ['PushFailure', 'UpdateFailure'])
    await send('PATCH', at, { repo: upstream.url })
    await operate('pull')
    assert.deepEqual(await names(), ['PushFailure'])
    await send('PATCH', at, { push: '' })
    await settle()
    assert.deepEqual(await names(), ['MissingPushURL'], 'what is not pushed cannot fail to be')
    await send('PATCH', at, { push: upstream.url })
    await settle()
    assert.deepEqual(await names(), [])
  })

  test('auto_lock_error locks until the repository works again, but not what someone locked', async () => {
    const locked = async () => (await send('GET', at)).locked
    await send('PATCH', at, { auto_lock_error: true, repo: `file://${data}/nowhere` })
    await operate('pull')
    assert.equal(await locked(), true)
    await send('PATCH', at, { repo: upstream.url })
    await operate('pull')
    assert.equal(await locked(), false)
    upstream.publish('Break again', { 'po/de.po': 'msgid "Apple\n' })
    await operate('pull')
    assert.equal(await locked(), true)
    await send('POST', `${at}lock/`, { lock: true })
    upstream.publish('Fix the German file', { 'po/de.po': po('de', { Apple: 'Apfel', Pear: '' }) })
    await operate('pull')
    assert.equal(await locked(), true, 'someone locked it since')
    await send('POST', `${at}lock/`, { lock: false })
    await send('PATCH', at, { auto_lock_error: false })
    assert.deepEqual(await names(), [])
  })

  test('auto_lock_error locks the component until its repository works again', async () => {
    const isLocked = async () => (await send('GET', `${at}lock/`)).locked
    await send('PATCH', at, { auto_lock_error: true, repo: `file://${data}/nowhere` })
    assert.equal((await send('GET', at)).auto_lock_error, true)
    await operate('pull')
    assert.deepEqual([await names(), await isLocked()], [['UpdateFailure'], true])
    const [lock] = (await send('GET', `${at}changes/?action=${ACTION.locked}`)).results
    assert.deepEqual([lock.user, lock.details.auto], [null, true])
    await send('PATCH', at, { repo: upstream.url })
    await operate('pull')
    assert.deepEqual([await names(), await isLocked()], [[], false])
    await send('POST', `${at}lock/`, { lock: true })
    await send('PATCH', at, { repo: `file://${data}/nowhere` })
    await operate('pull')
    await send('PATCH', at, { repo: upstream.url })
    await operate('pull')
    assert.deepEqual([await names(), await isLocked()], [[], true], 'the lock of a person stays')
    await send('POST', `${at}lock/`, { lock: false })
    await send('PATCH', at, { auto_lock_error: false })
  })

  test('NoMaskMatches', async () => {
    await send('PATCH', at, { filemask: 'locale/*.po' })
    await operate('file-scan')
    assert.ok((await names()).includes('NoMaskMatches'))
    await send('PATCH', at, { filemask: 'po/*.po' })
    await operate('file-scan')
    assert.deepEqual(await names(), [])
  })

  test('MissingLicense in public projects only', async () => {
    await send('PATCH', at, { license: '' })
    await settle()
    assert.deepEqual(await names(), ['MissingLicense'])
    await send('PATCH', '/api/projects/garden/', { access_control: 100 })
    await settle()
    assert.deepEqual(await names(), [])
    await send('PATCH', '/api/projects/garden/', { access_control: 0 })
    await send('PATCH', at, { license: 'MIT' })
    await settle()
    assert.deepEqual(await names(), [])
  })

  test('warnings can be dismissed by those who can edit the component', async () => {
    await send('PATCH', at, { license: '' })
    await settle()
    const [missing] = (await send('GET', `${at}alerts/`)).results
    assert.deepEqual([missing.name, missing.dismissible, missing.dismissed], ['MissingLicense', true, false])
    const one = `${at}alerts/${missing.id}/`
    const { key } = await api.user('Reader')
    assert.equal((await api.send('PATCH', one, { key, body: { dismissed: true } })).status, 403)
    const dismissal = await send('PATCH', one, { dismissed: true, dismissal_reason: 'Decided next week' })
    assert.deepEqual(
      [dismissal.dismissed, dismissal.dismissal_reason, dismissal.category],
      [true, 'Decided next week', 'community'],
    )
    assert.match(dismissal.dismissed_by, /users\/Boss\/$/)
    assert.match(dismissal.dismissed_at, /^\d{4}-/)
    await send('PATCH', at, { name: 'App again' })
    await settle()
    assert.equal((await send('GET', one)).dismissed, true, 'it is as it was, and stays aside')
    const restored = await send('PATCH', one, { dismissed: false })
    assert.deepEqual(
      [restored.dismissed, restored.dismissed_at, restored.dismissed_by, restored.dismissal_reason],
      [false, null, null, ''],
    )
    await send('PATCH', one, { dismissed: true })
    await send('PATCH', at, { license: 'MIT' })
    await settle()
    assert.equal((await api.send('GET', one, { key: boss })).status, 404)
    await send('PATCH', at, { name: 'App' })
    await send('PATCH', at, { license: '' })
    await settle()
    assert.equal((await send('GET', `${at}alerts/`)).results[0].dismissed, false, 'what comes again is new')
    await send('PATCH', at, { license: 'MIT' })
    await settle()
  })

  test('errors cannot be dismissed', async () => {
    await send('PATCH', at, { filemask: 'nowhere/*.po' })
    await operate('file-scan')
    const found = (await send('GET', `${at}alerts/`)).results.find(
      (each: { name: string }) => each.name === 'NoMaskMatches',
    )
    const answer = await api.send('PATCH', `${at}alerts/${found.id}/`, { key: boss, body: { dismissed: true } })
    assert.equal(answer.status, 400)
    assert.equal(answer.json.errors[0].attr, 'dismissed')
    await send('PATCH', at, { filemask: 'po/*.po' })
    await operate('file-scan')
  })

  test('UnusedScreenshot', async () => {
    const fields = { name: 'Menu', project_slug: 'garden', component_slug: 'app', language_code: 'en' }
    const form = multipart(fields, { name: 'image', filename: 'menu.png', content: PIXEL })
    const made = await api.send('POST', '/api/screenshots/', { key: boss, ...form })
    assert.equal(made.status, 201, made.text)
    await settle()
    assert.deepEqual(await names(), ['UnusedScreenshot'])
    const { results } = await send('GET', '/api/translations/garden/app/en/units/')
    await send('POST', `/api/screenshots/${made.json.id}/units/`, { unit_id: results[0].id })
    await settle()
    assert.deepEqual(await names(), [])
  })

  test('BrokenProjectURL of the project, checked daily', async () => {
    status = 404
    api.clock.advance(2 * 86_400)
    await settle()
    assert.deepEqual(await names('/api/projects/garden/'), ['BrokenProjectURL'])
    assert.deepEqual(await names(), ['BrokenProjectURL'], 'it concerns its components')
    status = 503
    api.clock.advance(2 * 86_400)
    await settle()
    assert.deepEqual(await names(), ['BrokenProjectURL'], 'a passing trouble says nothing')
    status = 200
    api.clock.advance(2 * 86_400)
    await settle()
    assert.deepEqual(await names(), [])
  })

  test('UnusedGlossaryLanguage and MonolingualGlossary', async () => {
    const terms = '/api/components/garden/terms/'
    const values = { name: 'Terms', slug: 'terms', file_format: 'tbx', filemask: 't/*.tbx', is_glossary: true }
    await send('POST', '/api/projects/garden/components/', values)
    for (const language_code of ['cs', 'fr']) await send('POST', `${terms}translations/`, { language_code })
    await settle()
    const [alert] = await alerts(terms)
    assert.deepEqual([alert!.name, alert!.details.duplicates], ['UnusedGlossaryLanguage', ['French (fr)']])
    await send('POST', '/api/components/garden/words/translations/', { language_code: 'fr' })
    await settle()
    assert.deepEqual(await names(terms), [])
    const keys = { name: 'Keys', slug: 'keys', file_format: 'json', filemask: 'k/*.json', is_glossary: true }
    await send('POST', '/api/projects/garden/components/', keys)
    await settle()
    assert.deepEqual(await names('/api/components/garden/keys/'), ['MonolingualGlossary'])
    for (const slug of ['terms', 'keys']) await send('DELETE', `/api/components/garden/${slug}/`)
  })

  test('UnusedEnforcedCheck and MonolingualTranslation', async () => {
    const odd = '/api/components/garden/odd/'
    const values = {
      name: 'Odd',
      slug: 'odd',
      file_format: 'csv',
      filemask: 'o/*.csv',
      license: 'MIT',
      manage_units: true,
    }
    await send('POST', '/api/projects/garden/components/', { ...values, enforced_checks: ['php_format', 'end_stop'] })
    await send('POST', `${odd}translations/`, { language_code: 'cs' })
    for (const key of ['menu.file', 'menu.edit', 'menu.view', 'menu.help'])
      await send('POST', '/api/translations/garden/odd/cs/units/', { source: [key], target: [`Nabídka ${key}`] })
    await send('PATCH', odd, { name: 'Odd one' })
    await settle()
    assert.deepEqual(
      (await alerts(odd)).map(({ name, details }) => [name, details.duplicates]),
      [
        ['UnusedEnforcedCheck', ['PHP format']],
        ['MonolingualTranslation', undefined],
      ],
    )
    await send('PATCH', odd, { check_flags: 'php-format' })
    await send('POST', '/api/translations/garden/odd/cs/units/', {
      source: ['A real text'],
      target: ['Opravdový text'],
    })
    await send('PATCH', odd, { name: 'Odd' })
    await settle()
    assert.deepEqual(await names(odd), [])
    await send('DELETE', odd)
  })

  test('InexistantFiles names base files that the repository does not have', async () => {
    await send('PATCH', at, { new_base: 'po/none.pot' })
    await operate('file-scan')
    const [alert] = await alerts()
    assert.deepEqual([alert!.name, alert!.severity], ['InexistantFiles', 'warning'])
    assert.deepEqual(alert!.details.occurrences, [{ filename: 'po/none.pot' }])
    upstream.publish('Add a template', { 'po/none.pot': po('en', { Apple: '' }) })
    await operate('pull')
    assert.deepEqual(await names(), [])
    await send('PATCH', at, { new_base: 'po/other.pot' })
    await operate('file-scan')
    assert.deepEqual(await names(), ['InexistantFiles'])
    await send('PATCH', at, { new_base: '' })
    await operate('file-scan')
    assert.deepEqual(await names(), [])
  })

  test('MissingSafeHTMLFlag and BilingualPOConfiguredAsMonolingual', async () => {
    const values = { name: 'Keyed', slug: 'keyed', file_format: 'po-mono', filemask: 'm/*.po', template: 'm/en.po' }
    const keyed = '/api/components/garden/keyed/'
    await send('POST', '/api/projects/garden/components/', { ...values, license: 'MIT' })
    const write = async (texts: Record<string, string>) => {
      const file = { name: 'file', filename: 'en.po', content: Buffer.from(po('en', texts)) }
      const form = multipart({ method: 'replace' }, file)
      const answer = await api.send('POST', '/api/translations/garden/keyed/en/file/', { key: boss, ...form })
      assert.equal(answer.status, 200, answer.text)
      await send('PATCH', keyed, { name: `Keyed ${Object.values(texts).join('').length}` })
      await settle()
    }
    const keys = ['Open the file', 'Close the file', 'Save the file', 'Print the file']
    await write(Object.fromEntries(keys.map(key => [key, ''])))
    assert.deepEqual(await names(keyed), ['BilingualPOConfiguredAsMonolingual'])
    await write(Object.fromEntries(keys.map(key => [key, `${key} with <a href=/help>help</a>`])))
    assert.deepEqual(await names(keyed), ['MissingSafeHTMLFlag'])
    const { results } = await send('GET', '/api/translations/garden/keyed/en/units/')
    await send('PATCH', `/api/units/${results[1].id}/`, { extra_flags: 'safe-html' })
    await send('PATCH', keyed, { name: 'Keys' })
    await settle()
    assert.deepEqual(await names(keyed), [])
    await send('DELETE', keyed)
  })

  test('a deleted component has no alerts', async () => {
    await send('PATCH', at, { license: '' })
    await settle()
    await send('DELETE', at)
    await settle()
    assert.deepEqual(await names('/api/projects/garden/'), [])
    assert.deepEqual(await faults(api.services.store), [])
  })
})
