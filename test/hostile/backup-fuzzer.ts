// Restores randomly mutated backups of a project. Each must be rejected without changing the database, or fully
// restored. All lists must still work afterwards.
import assert from 'node:assert/strict'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { regenerateApiKey } from '#accounts/api-keys.ts'
import type { Services } from '#core/services.ts'
import { testConfig } from '#core/testing.ts'
import { JobRunner } from '#events/job-runner.ts'
import { buildServer } from '#server/build-server.ts'
import { loadParts } from '#server/parts.ts'
import { systemClock } from '#store/clock.ts'
import type { Store } from '#store/store.ts'
import { rest } from '#translation/api/resources/index.ts'
import { multipart } from '#translation/api/testing.ts'
import { leftovers } from '#translation/catalogue/leftovers.ts'
import { faults, testCatalogue } from '#translation/catalogue/testing.ts'
import { mutate, randomFrom } from './backup-mutations.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Check all lists after this many rejected backups. */
const CHECK_EVERY = 50

const TABLES = [
  'project',
  'project_category',
  'component',
  'component_file',
  'translation',
  'unit',
  'unit_label',
  'suggestion',
  'suggestion_vote',
  'unit_comment',
  'check_failure',
  'label',
  'screenshot',
  'screenshot_unit',
  'memory',
  'addon',
  'announcement',
  'translation_change',
  'translation_total',
  'team',
  'team_member',
  'task',
  'change_log',
]

export interface FuzzReport {
  tried: number
  restored: number
  /** Rejected backups, by kind of mutation and code of the first error. */
  readonly refused: Map<string, number>
  readonly wrong: string[]
}

export class BackupFuzzer {
  readonly #app: FastifyInstance
  readonly #services: Services
  readonly #key: string
  readonly #report: FuzzReport = { tried: 0, restored: 0, refused: new Map(), wrong: [] }

  private constructor(app: FastifyInstance, services: Services, key: string) {
    this.#app = app
    this.#services = services
    this.#key = key
  }

  static async start(store: Store): Promise<BackupFuzzer> {
    const { app, services } = await buildServer({
      store,
      clock: systemClock,
      config: testConfig,
      parts: await loadParts(),
    })
    const boss = await services.accounts.register({ name: 'Boss', isSuperuser: true })
    const key = await store.transaction(tx => regenerateApiKey(tx, boss.id, services.clock))
    return new BackupFuzzer(app, services, key)
  }

  close(): Promise<void> {
    return this.#app.close()
  }

  async #send(method: string, url: string, body?: object, headers: Record<string, string> = {}) {
    return this.#app.inject({
      method: method as 'GET',
      url,
      headers: { authorization: `Token ${this.#key}`, ...headers },
      ...(body !== undefined && { payload: body }),
    })
  }

  async #ok(method: string, url: string, body?: object, headers?: Record<string, string>) {
    const answer = await this.#send(method, url, body, headers)
    assert.ok(answer.statusCode < 300, `${method} ${url}: ${answer.payload.slice(0, 500)}`)
    return answer
  }

  /** The backup of a project with objects of every kind. */
  async makeBackup(): Promise<Buffer> {
    const { units } = await testCatalogue(this.#services)
    const json = async (method: string, url: string, body: object) => (await this.#ok(method, url, body)).json()
    await json('PATCH', '/api/projects/hello/', { translation_review: true, web: 'https://example.org/' })
    await json('PATCH', '/api/components/hello/main/', { enforced_checks: ['same'], check_flags: 'max-length:100' })
    const { url: category } = await json('POST', '/api/categories/', { name: 'Docs', slug: 'docs', project: 'hello' })
    const keys = { name: 'Keys', slug: 'keys', file_format: 'json', filemask: 'po/*.json', category }
    await json('POST', '/api/projects/hello/components/', keys)
    const file = multipart(
      { method: 'replace' },
      { name: 'file', filename: 'en.json', content: Buffer.from('{"a": "A text"}') },
    )
    await this.#ok('POST', '/api/translations/hello/docs%252Fkeys/en/file/', file.body, file.headers)
    await json('POST', '/api/components/hello/docs%252Fkeys/translations/', { language_code: 'de' })
    await json('PATCH', `/api/units/${units[0]!.id}/`, { target: ['Ahoj'], state: 20 })
    await json('POST', `/api/units/${units[1]!.id}/suggestions/`, { target: ['a', 'b', 'c'] })
    await json('POST', `/api/units/${units[2]!.id}/comments/`, { scope: 'translation', comment: 'Why?' })
    const label = await json('POST', '/api/projects/hello/labels/', { name: 'Easy', color: 'green' })
    const source = units[3]!.source_unit_id
    await json('PATCH', `/api/units/${source}/`, { labels: [label.id], extra_flags: 'max-length:50', explanation: 'x' })
    await json('POST', '/api/translations/hello/main/cs/announcements/', { message: 'Soon' })
    const addon = { name: 'weblate.removal.comments', configuration: { age: 9 } }
    await json('POST', '/api/projects/hello/addons/', addon)
    const place = { name: 'Shot', project_slug: 'hello', component_slug: 'main', language_code: 'en' }
    const picture = multipart(place, { name: 'image', filename: 'a.png', content: PNG })
    const shot = (await this.#ok('POST', '/api/screenshots/', picture.body, picture.headers)).json()
    await json('POST', `/api/screenshots/${shot.id}/units/`, { unit_id: source })
    await this.#ok('POST', '/api/projects/hello/backups/', {})
    await this.#work()
    const [{ url }] = (await this.#ok('GET', '/api/projects/hello/backups/')).json()
    return (await this.#ok('GET', new URL(url).pathname)).rawPayload
  }

  async #work(): Promise<void> {
    const { store, jobs, log, clock } = this.#services
    await new JobRunner({ store, jobs, log, leaseClock: clock }).drain()
  }

  async run(tries: number, seed: number, say: (line: string) => void = () => {}): Promise<FuzzReport> {
    const random = randomFrom(seed)
    const original = await this.makeBackup()
    const control = await this.#restore(original, 'control')
    assert.equal(control.statusCode, 201, control.payload)
    await this.#lists('control')
    for (let i = 0; i < tries; i++) {
      const { kind, what, content } = await mutate(random, original)
      const before = await this.#fingerprint()
      const slug = `fuzz-${i}`
      const answer = await this.#restore(content, slug)
      const label = `${i}: ${kind}: ${what}`
      this.#report.tried++
      if (answer.statusCode === 201) await this.#restored(slug, label)
      else {
        if (answer.statusCode < 400 || answer.statusCode >= 500)
          this.#report.wrong.push(`${label}: ${answer.statusCode} ${answer.payload.slice(0, 300)}`)
        if ((await this.#fingerprint()) !== before)
          this.#report.wrong.push(`${label}: rejected, but the database has changed`)
        const code = `${kind}: ${(answer.json() as { errors?: { code: string }[] }).errors?.[0]?.code ?? '?'}`
        this.#report.refused.set(code, (this.#report.refused.get(code) ?? 0) + 1)
        if (i % CHECK_EVERY === 0) await this.#lists(label)
      }
      if (i % 200 === 199) say(`${i + 1} of ${tries}: ${this.#report.restored} restored`)
    }
    await this.#lists('at the end')
    const { read } = this.#services.store
    this.#report.wrong.push(...(await faults(this.#services.store)), ...(await Array.fromAsync(leftovers(read))))
    return this.#report
  }

  #restore(content: Buffer, slug: string) {
    const { body, headers } = multipart(
      { name: `Restored ${slug}`, slug },
      { name: 'zipfile', filename: 'backup.zip', content },
    )
    return this.#send('POST', '/api/projects/', body, headers)
  }

  /** A restored project can be shown, backed up again and deleted. */
  async #restored(slug: string, label: string): Promise<void> {
    this.#report.restored++
    await this.#work()
    await this.#lists(label, slug)
    const backup = await this.#send('POST', `/api/projects/${slug}/backups/`, {})
    if (backup.statusCode >= 300) this.#report.wrong.push(`${label}: backing it up failed`)
    await this.#work()
    const [own] = (await this.#send('GET', `/api/projects/${slug}/backups/`)).json() as { url: string }[]
    if (own === undefined) this.#report.wrong.push(`${label}: its backup is missing`)
    else {
      const { rawPayload } = await this.#send('GET', new URL(own.url).pathname)
      const again = await this.#restore(rawPayload, `${slug}-again`)
      if (again.statusCode === 201) await this.#send('DELETE', `/api/projects/${slug}-again/`)
      else this.#report.wrong.push(`${label}: its own backup is rejected: ${again.payload.slice(0, 300)}`)
    }
    const removal = await this.#send('DELETE', `/api/projects/${slug}/`)
    if (removal.statusCode !== 204)
      this.#report.wrong.push(`${label}: it cannot be deleted: ${removal.payload.slice(0, 300)}`)
  }

  async #fingerprint(): Promise<string> {
    const counts = TABLES.map(table => sql`(select count(*) from ${sql.table(table)})`)
    const { rows } =
      await sql`select ${sql.join(counts.map((count, i) => sql`${count} as ${sql.ref(`n${i}`)}`))}`.execute(
        this.#services.store.read,
      )
    return JSON.stringify(rows)
  }

  async #lists(label: string, slug = 'control'): Promise<void> {
    for (const failure of await this.failingLists(slug)) this.#report.wrong.push(`${label}: ${failure}`)
  }

  /** Requests all lists of the REST API and the main pages. Returns those with server errors. */
  async failingLists(slug: string, others: readonly string[] = []): Promise<string[]> {
    const failing: string[] = []
    const places = { project: slug, component: 'main', code: 'cs', language: 'cs' } as Record<string, string>
    const paths = rest.flatMap(({ path, operations }) => {
      if (!('GET' in operations)) return []
      const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
      if (!names.every(name => name in places)) return []
      return `/api${path.replaceAll(/:(\w+)(\([^)]*\))?/g, (_, name: string) => places[name]!)}`
    })
    const pages = ['', 'projects/', `projects/${slug}/`, `projects/${slug}/main/`, `projects/${slug}/main/cs/`]
    const more = [...pages, `translate/${slug}/main/cs/`, 'changes/', 'languages/cs/', `projects/${slug}/docs/keys/`]
    for (const path of [...paths, ...more.map(each => `/${each}`), ...others]) {
      const answer = await this.#send('GET', path)
      if (answer.statusCode >= 500) failing.push(`GET ${path}: ${answer.statusCode} ${answer.payload.slice(0, 200)}`)
    }
    return failing
  }
}

export function summary({ tried, restored, refused, wrong }: FuzzReport): string {
  const lines = [...refused].sort((a, b) => b[1] - a[1]).map(([code, count]) => `  ${count} ${code}`)
  return [`${tried} backups: ${restored} restored, ${tried - restored} rejected`, ...lines, ...wrong.slice(0, 40)].join(
    '\n',
  )
}
