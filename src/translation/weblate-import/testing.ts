// Test helper: a Weblate server, namely another Parlance with content of every kind, over HTTP.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { JobRunner } from '#events/job-runner.ts'
import type { Store } from '#store/store.ts'
import { multipart, SITE, type TestApi, testApi } from '../api/testing.ts'
import { testCatalogue } from '../catalogue/testing.ts'
import type { Tally } from '../import-steps/tally.ts'

export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export interface SourceServer {
  readonly api: TestApi
  readonly url: string
  readonly token: string
  /** Requests since the start. */
  requests: number
  /** Called with each request; a returned response replaces the real one. */
  intercept: (number: number, path: string) => { status: number; headers?: Record<string, string> } | undefined
  /** Called after each response was sent. */
  afterwards: (number: number) => void
  close(): Promise<void>
}

export const drain = ({ services: { store, jobs, log }, clock }: TestApi) =>
  new JobRunner({ store, jobs, log, leaseClock: clock }).drain()

/** Serves a site under another address than it believes to have, as behind a proxy. */
export async function serve(api: TestApi, token: string): Promise<SourceServer> {
  const http = createServer(async (request, response) => {
    const number = ++source.requests
    const replaced = source.intercept(number, request.url!)
    if (replaced !== undefined) {
      response.writeHead(replaced.status, replaced.headers).end('{}')
      return
    }
    const { authorization = '', accept = '' } = request.headers
    const answer = await api.app.inject({ method: 'GET', url: request.url!, headers: { authorization, accept } })
    response.writeHead(answer.statusCode, { 'content-type': answer.headers['content-type'] as string })
    response.end(answer.rawPayload, () => source.afterwards(number))
  })
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  const source: SourceServer = {
    api,
    token,
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    requests: 0,
    intercept: () => undefined,
    afterwards: () => {},
    close: () => new Promise(resolve => http.close(() => resolve())),
  }
  return source
}

/** A site with two projects that have something of every kind. */
export async function sourceServer(store: Store): Promise<SourceServer> {
  const api = await testApi(store)
  const { key } = await api.user('Boss', { superuser: true })
  const anna = await api.user('Anna')
  const ok = async (method: string, path: string, body: unknown, as = key) => {
    const answer = await api.send(method, path, { key: as, body })
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`)
    return answer.json
  }
  const { units } = await testCatalogue(api.services)
  await testCatalogue(api.services, { slug: 'other' })
  const [first, second, third] = units.map(each => each.id)
  await ok('PATCH', '/api/users/Anna/', { full_name: 'Anna Nováková', email: 'anna@example.org' })
  await ok('POST', '/api/languages/', {
    code: 'x_test',
    name: 'Test language',
    plural: { number: 2, formula: 'n != 1' },
    direction: 'ltr',
  })
  await ok('PATCH', '/api/projects/hello/', { translation_review: true, instructions: 'Be kind.' })
  const category = await ok('POST', '/api/categories/', {
    name: 'Docs',
    slug: 'docs',
    project: `${SITE}/api/projects/hello/`,
  })
  const keys = { name: 'Keys', slug: 'keys', file_format: 'json', filemask: '*.json', source_language: { code: 'en' } }
  await ok('POST', '/api/projects/hello/components/', { ...keys, category: category.url, manage_units: true })
  for (const [name, value] of [
    ['title', 'Title'],
    ['footer', 'Imprint'],
  ])
    await ok('POST', '/api/translations/hello/docs%252Fkeys/en/units/', { key: name, value: [value] })
  await ok('POST', '/api/components/hello/docs%252Fkeys/translations/', { language_code: 'de' })
  const glossary = { name: 'Terms', slug: 'terms', file_format: 'tbx', filemask: '*.tbx', is_glossary: true }
  const settings = { source_language: { code: 'en' }, manage_units: true }
  await ok('POST', '/api/projects/hello/components/', { ...glossary, ...settings })
  await ok('POST', '/api/translations/hello/terms/en/units/', { source: ['banana'], target: ['banana'] })
  await ok('POST', '/api/components/hello/terms/translations/', { language_code: 'x_test' })
  const label = await ok('POST', '/api/projects/hello/labels/', { name: 'Urgent', color: 'red' })
  const { source_unit } = await ok('GET', `/api/units/${first}/`, undefined)
  const source = source_unit.replace(SITE, '')
  await ok('PATCH', source, { labels: [label.id], explanation: 'A greeting', extra_flags: 'ignore-end-stop' })
  await ok('PATCH', `/api/units/${first}/`, { target: ['Ahoj světe!\n'], state: 30 })
  await ok('PATCH', `/api/units/${second}/`, { target: ['%d banán.\n', '%d banány.\n', '%s banánů.\n'], state: 10 })
  await ok('POST', `/api/units/${third}/suggestions/`, { target: ['Zkuste Weblate!\n'] }, anna.key)
  await ok('POST', `/api/units/${third}/suggestions/`, { target: ['Zkuste to!\n'] })
  await ok('POST', `/api/units/${third}/comments/`, { comment: 'Which one?' }, anna.key)
  const image = { name: 'image', filename: 'a.png', content: PNG }
  const where = { name: 'Start', project_slug: 'hello', component_slug: 'main', language_code: 'cs' }
  const picture = await api.send('POST', '/api/screenshots/', { key, ...multipart(where, image) })
  assert.equal(picture.status, 201, picture.text)
  await ok('POST', `/api/screenshots/${picture.json.id}/units/`, { unit_id: first })
  const entry = { source: 'Cup', target: 'Šálek', source_language: 'en', target_language: 'cs' }
  const memory = { name: 'file', filename: 'memory.json', content: Buffer.from(JSON.stringify([entry])) }
  const learned = await api.send('POST', '/api/projects/hello/memory/', { key, ...multipart({}, memory) })
  assert.ok(learned.status < 300, learned.text)
  const role = await ok('POST', '/api/roles/', { name: 'Poet', permissions: ['unit.edit', 'suggestion.add'] })
  const team = await ok('POST', '/api/groups/', { name: 'Poets', defining_project: `${SITE}/api/projects/hello/` })
  await ok('POST', `/api/groups/${team.id}/roles/`, { role_id: role.id })
  await ok('POST', `/api/groups/${team.id}/languages/`, { language_code: 'cs' })
  await ok('POST', '/api/users/Anna/groups/', { group_id: team.id })
  await drain(api)
  return serve(api, key)
}

/** What readers of a site see of its projects, without numbers and times that differ between sites. */
export async function visible(api: TestApi, key: string): Promise<Record<string, unknown>> {
  const all = async (path: string) => (await api.send('GET', `/api/${path}?page_size=1000`, { key })).json.results
  const content: Record<string, unknown> = {}
  for (const { component, language, filename } of await all('translations/')) {
    const path = new URL(component.url).pathname.replace('/api/components/', '')
    const place = `translations/${path}${language.code}/`
    const statistics = (await api.send('GET', `/api/${place}statistics/`, { key })).json
    // History stays where it happened.
    const { last_change: _, last_author, recent_changes, url, url_translate, ...numbers } = statistics
    content[place] = { filename, ...numbers }
    content[`${place}file`] = (await api.send('GET', `/api/${place}file/`, { key })).text
    for (const unit of await all(`${place}units/`)) {
      const { source, target, state, context, note, flags, labels, explanation, extra_flags, timestamp } = unit
      const names = labels.map((each: { name: string }) => each.name)
      const own = { target, state, note, flags, names, explanation, extra_flags, timestamp }
      const parts = ['suggestions', 'comments'].map(async part =>
        (await all(`units/${unit.id}/${part}/`)).map(
          (each: { target?: string; comment?: string; user: string; timestamp: string }) => [
            each.target ?? each.comment,
            each.user,
            each.timestamp,
          ],
        ),
      )
      content[`${place}${context}/${source}`] = { ...own, parts: await Promise.all(parts) }
    }
  }
  const projects = await all('projects/')
  for (const { slug, name, instructions, translation_review } of projects) {
    content[slug] = { name, instructions, translation_review }
    content[`${slug} labels`] = (await all(`projects/${slug}/labels/`)).map(({ name }: { name: string }) => name)
    content[`${slug} components`] = (await all(`projects/${slug}/components/`)).map(
      ({ name, slug, file_format, filemask, is_glossary, manage_units }: Record<string, unknown>) => ({
        ...{ name, slug, file_format, filemask, is_glossary, manage_units },
      }),
    )
  }
  content.screenshots = (await all('screenshots/')).map(({ name, translation, units }: Record<string, string>) => ({
    ...{ name, translation },
    units: units?.length,
  }))
  content.memory = (await all('memory/')).map(({ source, target }: Record<string, string>) => `${source} ${target}`)
  return content
}

export const skippedOf = ({ skipped }: { skipped: Record<string, number> }): number =>
  Object.values(skipped).reduce((sum, each) => sum + each, 0)

/** Everything that was read is accounted for. */
export function assertAddsUp({ counts }: Tally): void {
  for (const [kind, count] of Object.entries(counts))
    assert.equal(count.read, count.created + count.unchanged + skippedOf(count), kind)
}
