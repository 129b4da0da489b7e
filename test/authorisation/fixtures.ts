// Test data: for every variable part of a URL, a public object and a private one. Everything private contains a word
// that starts with "qq", which must not appear in responses to visitors.

import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { connectImport } from '#bridge/connect-import.ts'
import { messageFolder } from '#bridge/testing.ts'
import { JobRunner } from '#events/job-runner.ts'
import { multipart } from '#translation/api/testing.ts'
import { testCatalogue } from '#translation/catalogue/testing.ts'
import { importMessages } from '#wiki/import/messages.ts'
import { nameOf, PEOPLE, type Person, SITE, type TestServer } from './test-server.ts'

export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Values for the variable parts of URLs. A name in brackets limits the value to one resource or one of its methods. */
export type Names = Readonly<Record<string, string | number>>

export interface Fixtures {
  /** In a public project and in a private one. */
  readonly public: Names
  readonly private: Names
  /** The German part of the private project, for a team limited to German. */
  readonly german: Names
  /** Objects of each user. */
  readonly own: Readonly<Partial<Record<Person, Names>>>
  /** Objects of the site. */
  readonly site: Names
}

export async function createFixtures(server: TestServer): Promise<Fixtures> {
  await testCatalogue(server.services, { slug: 'third' })
  const open = await createProject(server, 'open', 0, 'open')
  const inner = await createProject(server, 'qqinner', 100, 'qqinner')
  const site = await createSite(server)
  await createTeams(server, site)
  const own = await createPeople(server)
  await createWiki(server)
  const { store, jobs, log, clock } = server.services
  await new JobRunner({ store, jobs, log, leaseClock: clock }).drain()
  const [backup, innerBackup] = await Promise.all(['open', 'qqinner'].map(slug => backupOf(server, slug)))
  return {
    public: { ...open.czech, backup: backup! },
    private: { ...inner.czech, backup: innerBackup! },
    german: inner.german,
    own,
    site,
  }
}

async function backupOf(server: TestServer, project: string): Promise<string> {
  const [backup] = await server.make('boss', 'GET', `/api/projects/${project}/backups/`)
  return backup.name
}

async function createProject(server: TestServer, slug: string, access: number, word: string) {
  const post = (path: string, body: unknown) => server.make('boss', 'POST', path, { body })
  const strings = [{ source: [`${word} source`], note: `${word} note` }, { source: [`Another ${word}`] }]
  const made = await testCatalogue(server.services, { slug, access, strings })
  const project = `${SITE}/api/projects/${slug}/`
  const category = await post('/api/categories/', { name: `${word} category`, slug: 'cat', project })
  await server.make('boss', 'PATCH', `/api/components/${slug}/main/`, { body: { manage_units: true } })
  await post(`/api/components/${slug}/main/translations/`, { language_code: 'de' })
  await post(`/api/projects/${slug}/components/`, {
    name: `${word} second`,
    slug: 'second',
    file_format: 'po',
    filemask: 'x/*.po',
    source_language: { code: 'en' },
  })
  await post(`/api/projects/${slug}/components/`, {
    name: `${word} keys`,
    slug: 'keys',
    file_format: 'json',
    filemask: 'k/*.json',
    template: 'k/en.json',
    new_base: 'k/base.json',
    source_language: { code: 'en' },
  })
  await post(`/api/components/${slug}/main/links/`, { project_slug: 'third' })
  const label = await post(`/api/projects/${slug}/labels/`, { name: `${word} label`, color: 'red' })
  const filter = await post(`/api/projects/${slug}/filters/`, { name: `${word} filter`, q: `note:${word}` })
  const team = await post(`/api/projects/${slug}/teams/`, { name: `${word} team`, roles: [] })
  await post(`/api/projects/${slug}/teams/${team.id}/members/`, { username: nameOf('other') })
  const addon = await post(`/api/projects/${slug}/addons/`, { name: 'weblate.flags.bulk', configuration: { q: word } })
  await post(`/api/components/${slug}/main/addons/`, { name: 'weblate.flags.bulk', configuration: { q: word } })
  const webhook = await post(`/api/projects/${slug}/webhooks/`, { webhook_url: `https://${word}.example/` })
  const delivery = await post(`/api/webhooks/${webhook.id}/test/`, {})
  await post(`/api/projects/${slug}/backups/`, {})
  const fields = { name: `${word} picture`, project_slug: slug, component_slug: 'main', language_code: 'en' }
  const file = multipart(fields, { name: 'image', filename: `${word}.png`, content: PICTURE })
  const picture = await server.make('boss', 'POST', '/api/screenshots/', file)
  const source = await server.make('boss', 'GET', `/api/translations/${slug}/main/en/units/`)
  const sourceUnit: number = source.results[0].id
  await post(`/api/screenshots/${picture.id}/units/`, { unit_id: sourceUnit })
  const announce = async (place: string): Promise<number> => {
    await post(`/api/${place}/announcements/`, { message: `${word} news` })
    return (await server.make('boss', 'GET', `/api/${place}/announcements/`)).results[0].id
  }
  const alert = async (name: string, component_id: number | null): Promise<number> => {
    const place = { project_id: made.project.id, component_id, name, created_at: 1, updated_at: 1 }
    const row = await server.store.transaction(tx =>
      tx.insertInto('alert').values(place).returning('id').executeTakeFirstOrThrow(),
    )
    return row.id
  }
  const inLanguage = async (code: string): Promise<Names> => {
    const translation = `translations/${slug}/main/${code}`
    const { results } = await server.make('boss', 'GET', `/api/${translation}/units/`)
    const unit = results[0]
    const body = { target: [`${word} target`], state: 20 }
    await server.make('boss', 'PATCH', `/api/units/${unit.id}/`, { body })
    const comment = await post(`/api/units/${unit.id}/comments/`, { scope: 'translation', comment: `${word} remark` })
    for (const at of [`projects/${slug}/languages/${code}`, `languages/${code}`])
      await server.make('boss', 'PUT', `/api/${at}/workflow/`, { body: {} })
    const suggestion = await post(`/api/units/${unit.id}/suggestions/`, { target: [`${word} proposal`] })
    return {
      language: code,
      code,
      unit: unit.id,
      suggestion: suggestion.id,
      comment: comment.id,
      check: 'end_stop',
      'announcement (Announcement of a translation)': await announce(translation),
      'announcement (Announcement of a language of a project)': await announce(`projects/${slug}/languages/${code}`),
    }
  }
  const everywhere = {
    project: slug,
    component: 'main',
    category: category.id,
    label: label.id,
    filter: filter.id,
    addon: addon.id,
    webhook: webhook.id,
    delivery: delivery.id,
    team: team.id,
    member: nameOf('other'),
    screenshot: picture.id,
    other: 'third',
    'component (Monolingual base)': 'keys',
    'component (Template for new translations)': 'keys',
    'unit (Unit translations)': sourceUnit,
    'unit (Unit DELETE)': sourceUnit,
    'unit (Screenshot unit)': sourceUnit,
    'alert (Project alert)': await alert('BrokenProjectURL', null),
    'alert (Component alert)': await alert('UnusedScreenshot', made.component.id),
    'announcement (Announcement of a project)': await announce(`projects/${slug}`),
    'announcement (Announcement of a category)': await announce(`categories/${category.id}`),
    'announcement (Announcement of a component)': await announce(`components/${slug}/main`),
  }
  const czech = await inLanguage('cs')
  const german = await inLanguage('de')
  const { id: change } = await server.store.read
    .selectFrom('translation_change')
    .select('id')
    .where('project_id', '=', made.project.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const memory = await server.store.transaction(tx =>
    tx
      .insertInto('memory')
      .values({
        source: `${word} memory`,
        target: `${word} kept`,
        source_hash: '',
        source_chars: 1,
        created_at: 1,
        source_language_id: made.source.language_id,
        target_language_id: made.czech.language_id,
        project_id: made.project.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const ids = { 'id (Change)': change, 'id (Memory entry)': memory.id }
  return { czech: { ...everywhere, ...ids, ...czech }, german: { ...everywhere, ...ids, ...german } }
}

async function createSite(server: TestServer): Promise<Names> {
  const post = (path: string, body: unknown) => server.make('boss', 'POST', path, { body })
  const list = await post('/api/component-lists/', { name: 'Core', slug: 'core' })
  const role = await post('/api/roles/', { name: 'Sitting', permissions: ['unit.edit'] })
  const { id: component_id } = await server.make('boss', 'GET', '/api/components/open/main/')
  await post('/api/component-lists/core/components/', { component_id })
  const { id: hidden } = await server.make('boss', 'GET', '/api/components/qqinner/main/')
  await post('/api/component-lists/core/components/', { component_id: hidden })
  const ssh = path.join(server.services.config.data, 'ssh')
  mkdirSync(ssh, { recursive: true })
  writeFileSync(path.join(ssh, 'known_hosts'), 'git.example.org ssh-ed25519 AAAA\n')
  const { id: announcement } = await post('/api/announcements/', { message: 'News for everybody' })
  return {
    list: list.slug,
    role: role.id,
    slug: 'main',
    code: 'cs',
    component_id,
    host: 'git.example.org',
    'announcement (Announcement of the site)': announcement,
  }
}

/** A team that manages both projects, one limited to German, and one without any caller of the tables. */
async function createTeams(server: TestServer, site: Names): Promise<void> {
  const post = (path: string, body: unknown) => server.make('boss', 'POST', path, { body })
  const roles = (await server.make('boss', 'GET', '/api/roles/?page_size=100')).results
  const roleOf = (name: string): number => roles.find((each: { name: string }) => each.name === name).id
  const projects = await Promise.all(
    ['open', 'qqinner'].map(async slug => (await server.make('boss', 'GET', `/api/projects/${slug}/`)).id as number),
  )
  const team = async (name: string, all: boolean, role: string, members: readonly Person[]) => {
    const { id } = await post('/api/groups/', { name, project_selection: 0, language_selection: all ? 1 : 0 })
    await post(`/api/groups/${id}/roles/`, { role_id: roleOf(role) })
    for (const project_id of projects) await post(`/api/groups/${id}/projects/`, { project_id })
    for (const who of members) await post(`/api/users/${nameOf(who)}/groups/`, { group_id: id })
    return id as number
  }
  await team('Runners', true, 'Administration', ['admin'])
  const germans = await team('Germans', false, 'Review strings', ['limited'])
  await post(`/api/groups/${germans}/languages/`, { language_code: 'de' })
  Object.assign(site, { group: await team('Qqteam', true, 'Translate', ['other']) })
  await post(`/api/groups/${site.group}/admins/`, { user_id: server.accounts.other!.id })
  await post(`/api/groups/${site.group}/components/`, { component_id: site.component_id })
  await post(`/api/groups/${site.group}/languages/`, { language_code: 'cs' })
  const lists = await server.store.read.selectFrom('component_list').select('id').executeTakeFirstOrThrow()
  await post(`/api/groups/${site.group}/componentlists/`, { component_list_id: lists.id })
  Object.assign(site, {
    'part (Group role)': roleOf('Translate'),
    'part (Group language)': 'cs',
    'part (Group project)': projects[0]!,
    'part (Group component)': site.component_id!,
    'part (Group component list)': lists.id,
    'part (Group administrator)': server.accounts.other!.id,
  })
}

/** Subscriptions, reports and tasks of each user. */
async function createPeople(server: TestServer): Promise<Fixtures['own']> {
  const own: Partial<Record<Person, Names>> = {}
  for (const who of PEOPLE) {
    const account = server.accounts[who]
    if (account === undefined || who === 'inactive') continue
    const subscription = await server.store.read
      .selectFrom('subscription')
      .select('id')
      .where('account_id', '=', account.id)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const begun = await server.make(who, 'POST', '/api/reports/', { body: { kind: 'credits', start: '2020-01-01' } })
    const { results } = await server.make(who, 'GET', '/api/reports/')
    own[who] = {
      username: account.name,
      'id (Notification subscription)': subscription.id,
      report: results[0].id,
      task: begun.task_url.split('/').at(-2),
    }
  }
  return own
}

/** A file with an earlier version, for reverting and rotating. */
async function upload(server: TestServer, filename: string): Promise<void> {
  const { token } = await server.token('boss', 'csrf')
  const fields = { action: 'upload', format: 'json', filename, comment: 'So', token }
  const { body, headers } = multipart(fields, { name: 'file', filename, content: PICTURE })
  await server.make('boss', 'POST', '/api.php', { headers, body })
  await server.store.transaction(async tx => {
    const current = await tx.selectFrom('file').where('name', '=', filename).selectAll().executeTakeFirstOrThrow()
    await tx
      .insertInto('old_file')
      .values({ ...current, archive_name: `20010101000000!${filename}`, timestamp: 978_307_200 })
      .execute()
  })
}

/** Pages, a suppressed revision, a blocked user, and messages to translate. */
async function createWiki(server: TestServer): Promise<void> {
  const { services, store } = server
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const post = async (who: 'boss' | 'plain', params: Readonly<Record<string, string>>) => {
    const { token } = await server.token(who, 'csrf')
    const form = { ...params, format: 'json', token }
    await server.make(who, 'POST', '/api.php', { headers, body: new URLSearchParams(form).toString() })
  }
  // With a summary, because an automatic one would repeat the text, even in the log.
  const edit = (title: string, text: string, who: 'boss' | 'plain' = 'boss') =>
    post(who, { action: 'edit', title, text, summary: 'So' })
  await edit('Main Page', 'Qqwiki welcome')
  await edit('Hidden', 'Qqsuppressed words')
  await edit('Hidden', 'Mild words')
  await edit('MediaWiki:Edit', 'Qqwiki change')
  // For deleting and moving.
  await edit('Doomed', 'Qqdoomed words')
  await edit('Restless', 'Qqrestless words')
  // For undeleting, rolling back and merging.
  await edit('Buried', 'Qqburied words')
  await post('boss', { action: 'delete', title: 'Buried', reason: 'So' })
  await edit('Contested', 'Qqcontested words')
  await edit('Contested', 'Qqcontested nonsense', 'plain')
  await edit('Split', 'Qqsplit words')
  await edit('Whole', 'Qqwhole words')
  await upload(server, 'Shown.png')
  await store.transaction(async tx => {
    const { id } = await tx
      .selectFrom('revision')
      .innerJoin('page', 'page.id', 'revision.page_id')
      .select('revision.id')
      .where('page.title', '=', 'Hidden')
      .orderBy('revision.id')
      .executeTakeFirstOrThrow()
    // Hides text, summary and user name, even from administrators.
    await tx.updateTable('revision').set({ deleted: 15 }).where('id', '=', id).execute()
    const actor = await tx.selectFrom('actor').select('id').executeTakeFirstOrThrow()
    const summary = await tx.insertInto('summary').values({ text: 'Enough' }).returning('id').executeTakeFirstOrThrow()
    const { id: account_id, name } = server.accounts.blocked!
    const row = { address: name, account_id, by_actor_id: actor.id, summary_id: summary.id, timestamp: 1 }
    await tx
      .insertInto('block')
      .values({ ...row, expires_at: null, create_account: 1 })
      .execute()
  })
  const { followMessages } = connectImport(store, { clock: services.clock, siteUrl: SITE })
  const files = { en: { edit: 'Edit', qqmessage: 'Qqwiki message' }, de: { edit: 'Bearbeiten' } }
  await importMessages(store, { folder: messageFolder(files), clock: services.clock, follow: followMessages })
}
