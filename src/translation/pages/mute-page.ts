import type { FastifyInstance, FastifyRequest } from 'fastify'
import { READ_ONLY_RETRY_AFTER } from '#accounts/config.ts'
import type { Services } from '#accounts/services.ts'
import { whoLooks } from '#accounts/visitor.ts'
import { html } from '#web/html.ts'
import { searchParams } from '#web/search-params.ts'
import { MUTE_PATH, type Muting, readMuteToken } from '../notifications/mute-link.ts'
import { reasonOf } from '../notifications/reasons.ts'
import { linkSecret } from '../notifications/state.ts'
import { Addresses } from '../values/addresses.ts'
import { type Exchange, type Page, sendPage } from './send-page.ts'

const LONGEST_BODY = 65_536

/**
 * Where the links in mails lead. Opening one only asks, because programs open links in mails to look at them; the button, or
 * the mail program by RFC 8058, mutes. What the body says does not matter: the signed link says it all.
 */
export async function mutePage(app: FastifyInstance, services: Services): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: LONGEST_BODY }, (_, __, done) => done(null, null))
  app.get(MUTE_PATH, async (request, reply) => {
    const muting = await mutingOf(services, request)
    const caller = await whoLooks(services, request)
    const exchange: Exchange = { services, request, reply, caller }
    if (muting === null) return sendPage(exchange, 404, BAD_LINK)
    return sendPage(exchange, 200, question(await reasonsOf(services, muting), request.url))
  })
  app.post(MUTE_PATH, async (request, reply) => {
    const muting = await mutingOf(services, request)
    const caller = await whoLooks(services, request)
    const exchange: Exchange = { services, request, reply, caller }
    if (muting === null) return sendPage(exchange, 404, BAD_LINK)
    if (services.config.readOnly !== null) {
      reply.header('Retry-After', String(READ_ONLY_RETRY_AFTER))
      return sendPage(exchange, 503, readOnly(services.config.readOnly))
    }
    const reasons = await reasonsOf(services, muting)
    await mute(services, muting)
    return sendPage(exchange, 200, done(reasons, await settingsOf(services, muting)))
  })
}

async function mutingOf({ store }: Services, request: FastifyRequest): Promise<Muting | null> {
  const token = searchParams(request).get('i')
  return token === null ? null : readMuteToken(await linkSecret(store), token)
}

/** The rows stay, with the frequency 0: a muted subscription also mutes what a wider one would bring. */
async function mute({ store }: Services, { account, subscriptions }: Muting): Promise<void> {
  await store.transaction(tx =>
    tx
      .updateTable('subscription')
      .set({ frequency: 0 })
      .where('account_id', '=', account)
      .where('id', 'in', subscriptions)
      .execute(),
  )
}

async function reasonsOf({ store }: Services, { account, subscriptions }: Muting): Promise<string[]> {
  const rows = await store.read
    .selectFrom('subscription')
    .selectAll()
    .where('account_id', '=', account)
    .where('id', 'in', subscriptions)
    .orderBy('id')
    .execute()
  return Promise.all(rows.map(row => reasonOf(store.read, row)))
}

async function settingsOf({ store, accounts, config }: Services, { account }: Muting): Promise<string> {
  const owner = await accounts.byId(store.read, account)
  return new Addresses(config.siteUrl).api('users', owner?.name ?? '', 'notifications')
}

const listOf = (reasons: readonly string[]) => html`<ul>${reasons.map(reason => html`<li>${reason}</li>`)}</ul>`

const question = (reasons: readonly string[], here: string): Page => ({
  title: 'Mute notifications',
  content: html`<h1>Mute notifications</h1><p>You will get no more mail for:</p>${listOf(reasons)}
<form method="post" action="${here}"><button>Mute</button></form>`,
})

const done = (reasons: readonly string[], settings: string): Page => ({
  title: 'Muted',
  content: html`<h1>Muted</h1><p>You get no more mail for:</p>${listOf(reasons)}
<p>To have it back, set its frequency in <a href="${settings}">your subscriptions</a>.</p>`,
})

const BAD_LINK: Page = {
  title: 'Not a valid link',
  content: html`<h1>Not a valid link</h1><p>Perhaps it was cut off. Please open it from the mail again.</p>`,
}

const readOnly = (reason: string): Page => ({
  title: 'Read-only',
  content: html`<h1>Read-only</h1><p>Nothing can be changed at present: ${reason}</p>`,
})
