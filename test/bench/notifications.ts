// API response times while the server processes notifications for a burst of changes, with very many subscriptions.
import { manualClock } from '#core/testing.ts'
import { JobRunner } from '#events/job-runner.ts'
import { silentLog } from '#events/testing-log.ts'
import { migrate } from '#store/migrate.ts'
import { openStore } from '#store/open.ts'
import type { Store } from '#store/store.ts'
import { testApi } from '#translation/api/testing.ts'
import { ACTION } from '#translation/catalogue/change-actions.ts'
import { testCatalogue } from '#translation/catalogue/testing.ts'
import { work } from '#translation/catalogue/work.ts'
import { INSTANT_KINDS } from '#translation/notifications/kinds/index.ts'
import { NOTIFY_LANE } from '#translation/notifications/register.ts'
import { median, numberAfter, print } from './report.ts'
import { inTemporaryFolder } from './temporary.ts'

const PROJECTS = 50
const PER_PERSON = 10
const IDLE_REQUESTS = 300
const PAUSE_MS = 2

/**
 * `--subscriptions N`: default 100,000. `--events N`: changes of the burst, default 10,000. `--postgres URL`: an empty
 * database to use instead of SQLite.
 */
export async function bench(args: readonly string[]): Promise<void> {
  const subscriptions = numberAfter(args, '--subscriptions', 100_000)
  const events = numberAfter(args, '--events', 10_000)
  const url = args.includes('--postgres') ? args[args.indexOf('--postgres') + 1]! : null
  await inTemporaryFolder(async data => {
    const store = await openStore({ data, ...(url && { database: url }) })
    await migrate(store)
    const clock = manualClock()
    const api = await testApi(store, { mailUrl: 'smtp://127.0.0.1:1', mailFrom: 'Bench <bench@example.org>' }, clock)
    const { services } = api
    const { key } = await api.user('Boss', { superuser: true })
    const homes = []
    for (let i = 0; i < PROJECTS; i++) homes.push(await testCatalogue(services, { slug: `p${i}` }))
    await fill(
      store,
      subscriptions,
      homes.map(home => home.project.id),
    )
    const runner = new JobRunner({ store, jobs: services.jobs, log: silentLog, lane: NOTIFY_LANE })
    await runner.drain()
    const ask = async (took: number[]) => {
      const began = performance.now()
      const answer = await api.send('GET', '/api/translations/p0/main/cs/units/', { key })
      if (answer.status !== 200) throw new Error(answer.text)
      took.push(performance.now() - began)
      await new Promise(resolve => setTimeout(resolve, PAUSE_MS))
    }
    const idle: number[] = []
    for (let i = 0; i < IDLE_REQUESTS; i++) await ask(idle)
    for (let i = 0; i < events; i++) {
      const { project, component, czech, units } = homes[i % PROJECTS]!
      await work(services, null, async piece => {
        const place = { project_id: project.id, component_id: component.id, translation_id: czech.id }
        const unit_id = units[0]!.id
        piece.record(ACTION.changed, { ...place, language_id: czech.language_id, unit_id }, { target: `Ahoj ${i}` })
      })
    }
    const during: number[] = []
    let isDone = false
    const began = performance.now()
    const drained = runner.drain().then(() => {
      isDone = true
    })
    while (!isDone) await ask(during)
    await drained
    const seconds = (performance.now() - began) / 1000
    const [rest, burst] = [median(idle.sort((a, b) => a - b)), median(during.sort((a, b) => a - b))]
    print('notifications', [
      { what: 'subscriptions', value: subscriptions },
      { what: 'events', value: events },
      { what: 'events per second', value: Math.round(events / seconds) },
      { what: 'API median at rest, ms', value: rest },
      { what: 'API median during the burst, ms', value: burst },
      { what: 'ratio', value: burst / rest },
    ])
    await store.close()
  })
}

/** Users in five languages who each watch one project and have subscriptions of ten kinds. */
async function fill(store: Store, count: number, projects: readonly number[]): Promise<void> {
  const languages = await store.read
    .selectFrom('translation_language')
    .select('id')
    .where('code', 'in', ['cs', 'de', 'fr', 'ja', 'ar'])
    .execute()
  const kinds = INSTANT_KINDS.slice(-PER_PERSON)
  const people = Math.ceil(count / PER_PERSON)
  const AT_ONCE = 500
  await store.transaction(async tx => {
    for (let first = 0; first < people; first += AT_ONCE) {
      const names = Array.from({ length: Math.min(AT_ONCE, people - first) }, (_, i) => `Reader ${first + i}`)
      const rows = await tx
        .insertInto('account')
        .values(names.map(name => ({ name, email: `${name.slice(7)}@example.org`, email_confirmed_at: 1 })))
        .returning('id')
        .execute()
      const ids = rows.map(row => row.id)
      for (const kind of kinds)
        await tx
          .insertInto('subscription')
          .values(
            ids.map(account_id => ({
              account_id,
              notification: kind.name,
              scope: 10,
              frequency: 1,
              project_id: null,
              component_id: null,
            })),
          )
          .execute()
      await tx
        .insertInto('project_watch')
        .values(ids.map(id => ({ account_id: id, project_id: projects[id % projects.length]! })))
        .execute()
      await tx
        .insertInto('account_language')
        .values(ids.map(id => ({ account_id: id, language_id: languages[id % languages.length]!.id, secondary: 0 })))
        .execute()
    }
  })
}
