import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { READ_ONLY_RETRY_AFTER } from '#core/config.ts'
import { readerOf } from '#core/reader.ts'
import type { Services } from '#core/services.ts'
import { whoLooks } from '#core/visitor.ts'
import { linkSecret } from '#events/mail/state.ts'
import { type Html, html } from '#html/html.ts'
import type { Reader } from '#html/page.ts'
import { searchParams } from '#html/search-params.ts'
import type { Translator } from '#html/site-texts.ts'
import { MUTE_PATH, type Muting, readMuteToken, SETTINGS_PATH } from '../notifications/mute-link.ts'
import { newsNamed, newsReason } from '../notifications/news.ts'
import { reasonOf } from '../notifications/reasons.ts'
import { wordsFor } from '../notifications/words.ts'
import { type Exchange, type Page, sendPage } from './send-page.ts'

const LONGEST_BODY = 65_536

/**
 * Target of unsubscribe links in emails. Opening one only asks for confirmation, because email scanners open links; the
 * button, or the email client by RFC 8058, unsubscribes. The request body does not matter, since the link is signed.
 */
export async function mutePage(app: FastifyInstance, services: Services): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: LONGEST_BODY }, (_, __, done) => done(null, null))
  app.get(MUTE_PATH, async (request, reply) => {
    const exchange = await exchangeOf(services, request, reply)
    const { t } = exchange.reader
    const muting = await mutingOf(services, request)
    if (muting === null) return sendPage(exchange, 404, badLink(t))
    return sendPage(exchange, 200, question(t, await reasonsOf(services, muting), request.url))
  })
  app.post(MUTE_PATH, async (request, reply) => {
    const exchange = await exchangeOf(services, request, reply)
    const { t } = exchange.reader
    const muting = await mutingOf(services, request)
    if (muting === null) return sendPage(exchange, 404, badLink(t))
    if (services.config.readOnly !== null) {
      reply.header('Retry-After', String(READ_ONLY_RETRY_AFTER))
      return sendPage(exchange, 503, readOnly(t, services.config.readOnly))
    }
    const reasons = await reasonsOf(services, muting)
    await mute(services, muting)
    return sendPage(exchange, 200, done(t, reasons))
  })
}

async function exchangeOf(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Exchange & { reader: Reader }> {
  const caller = await whoLooks(services, request)
  return { services, request, reply, caller, reader: await readerOf(services, request, caller) }
}

async function mutingOf({ store }: Services, request: FastifyRequest): Promise<Muting | null> {
  const token = searchParams(request).get('i')
  return token === null ? null : readMuteToken(await linkSecret(store), token)
}

/** Sets the frequency to 0 instead of deleting rows: a muted subscription also overrides wider ones. */
async function mute(services: Services, { account, subscriptions, kinds }: Muting): Promise<void> {
  await services.store.transaction(async tx => {
    await tx
      .updateTable('subscription')
      .set({ frequency: 0 })
      .where('account_id', '=', account)
      .where('id', 'in', [-1, ...subscriptions])
      .execute()
    for (const kind of kinds) {
      const news = newsNamed(services, kind)
      await news?.source.choose(tx, account, { frequencies: { [kind]: 0 } })
    }
  })
}

async function reasonsOf(services: Services, { account, subscriptions, kinds }: Muting): Promise<string[]> {
  const { store } = services
  const rows = await store.read
    .selectFrom('subscription')
    .selectAll()
    .where('account_id', '=', account)
    .where('id', 'in', [-1, ...subscriptions])
    .orderBy('id')
    .execute()
  const words = await wordsFor(store.read, account)
  const sources = kinds.flatMap(kind => newsNamed(services, kind) ?? [])
  const reasons = await Promise.all(rows.map(row => reasonOf(store.read, words, row)))
  return [...reasons, ...sources.map(news => newsReason(words, news))]
}

/** Subscriptions are named as in the email, whose language may differ from that of the page. */
const listOf = (reasons: readonly string[]): Html =>
  html`<ul dir="auto">${reasons.map(reason => html`<li>${reason}</li>`)}</ul>`

const sheet = (title: string, content: Html): Page => ({
  title,
  content: html`<div class="narrow door"><h1>${title}</h1>${content}</div>`,
  needs: ['account'],
})

const question = (t: Translator, reasons: readonly string[], here: string): Page =>
  sheet(
    t('notifications.unsubscribe'),
    html`<p>${t('notifications.unsubscribe_question')}</p>
      ${listOf(reasons)}
      <form method="post" action="${here}">
        <p class="buttons">
          <button class="button first">${t('notifications.unsubscribe')}</button>
          <a class="button plain" href="${SETTINGS_PATH}">${t('notifications.unsubscribe_settings')}</a>
        </p>
      </form>`,
  )

const done = (t: Translator, reasons: readonly string[]): Page =>
  sheet(
    t('notifications.unsubscribe'),
    html`<div class="note good" role="status"><p>${t('notifications.unsubscribe_done')}</p>${listOf(reasons)}</div>
      <p>${t('notifications.unsubscribe_back')} <a href="${SETTINGS_PATH}">${t('notifications.unsubscribe_settings')}</a></p>`,
  )

const badLink = (t: Translator): Page =>
  sheet(t('notifications.unsubscribe_bad'), html`<p>${t('notifications.unsubscribe_bad_about')}</p>`)

const readOnly = (t: Translator, why: string): Page =>
  sheet(t('notifications.unsubscribe'), html`<p class="note wrong" role="alert">${t('account.read_only', { why })}</p>`)
