// Test helper: a site with the REST API that sends email to a local test server.
import { after } from 'node:test'
import type { Config } from '#core/config.ts'
import { type ManualClock, manualClock } from '#core/testing.ts'
import { JobRunner } from '#events/job-runner.ts'
import { MAIL_LANE } from '#events/mail/outbox.ts'
import { sendFromOutbox } from '#events/mail/sender.ts'
import { type ReceivedMail, type TestMailServer, testMailServer } from '#events/mail/testing.ts'
import { openTransport, type Transport } from '#events/mail/transport.ts'
import { silentLog } from '#events/testing-log.ts'
import { seconds } from '#store/clock.ts'
import type { Store } from '#store/store.ts'
import { type Answer, type TestApi, testApi } from '../api/testing.ts'
import { NOTIFY_LANE } from './register.ts'

export interface Person {
  readonly id: number
  readonly name: string
  readonly key: string
}

export interface MailSite {
  readonly api: TestApi
  readonly clock: ManualClock
  readonly server: TestMailServer
  /** Creates an account with an email address and no subscriptions. */
  person(
    name: string,
    options?: { superuser?: boolean; languages?: string[]; watched?: string[]; realName?: string },
  ): Promise<Person>
  subscribe(person: Person, notification: string, scope: number, more?: Record<string, unknown>): Promise<number>
  /** Sends a request and throws unless it succeeds. */
  send(who: Person, method: string, path: string, body?: unknown): Promise<Answer>
  /** Runs due jobs and returns the emails they sent. */
  deliver(): Promise<ReceivedMail[]>
  runDue(lane: string): Promise<number>
}

const transports: Transport[] = []
after(() => {
  for (const transport of transports) transport.close()
})

export async function mailSite(
  store: Store,
  options: { config?: Partial<Config>; server?: TestMailServer; clock?: ManualClock } = {},
): Promise<MailSite> {
  const server = options.server ?? (await testMailServer())
  const clock = options.clock ?? manualClock()
  const api = await testApi(
    store,
    { mailUrl: server.url, mailFrom: 'Parlance <mail@example.org>', ...options.config },
    clock,
  )
  const { services } = api
  const { jobs } = services
  const transport = openTransport(server.url, { name: 'Parlance', address: 'mail@example.org' })
  transports.push(transport)
  sendFromOutbox({ store, clock, jobs, log: silentLog, transport })
  const runDue = (lane: string) => new JobRunner({ store, jobs, log: silentLog, lane }).drain()
  const site: MailSite = {
    api,
    clock,
    server,
    runDue,
    async person(name, { superuser = false, languages = [], watched = [], realName = '' } = {}) {
      const { account, key } = await api.user(name, { superuser })
      const person = { id: account.id, name, key }
      await store.transaction(async tx => {
        const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.org`
        await services.accounts.update(tx, account.id, { email, emailConfirmedAt: seconds(clock), realName })
        await tx.deleteFrom('subscription').where('account_id', '=', account.id).execute()
      })
      const profile = { languages, watched }
      if (languages.length + watched.length > 0)
        await site.send(person, 'PATCH', `/api/users/${encodeURIComponent(name)}/`, { profile })
      return person
    },
    async subscribe(person, notification, scope, more = {}) {
      const path = `/api/users/${encodeURIComponent(person.name)}/notifications/`
      const made = await site.send(person, 'POST', path, { notification, scope, frequency: 1, ...more })
      return made.json.id as number
    },
    async send(who, method, path, body) {
      const answer = await api.send(method, path, { key: who.key, ...(body !== undefined && { body }) })
      if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
      return answer
    },
    async deliver() {
      await runDue(NOTIFY_LANE)
      await runDue(MAIL_LANE)
      return server.take()
    },
  }
  return site
}

/** One line per email: recipient and kind. */
export const summary = (mails: readonly ReceivedMail[]): string[] =>
  mails.map(mail => `${mail.to[0]!.split('@')[0]} ${mail.headers['x-parlance-notification']}`).sort()
