import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Account } from '#accounts/account.ts'
import { type AccountLink, findLink, useLink } from '#accounts/account-links.ts'
import { checkToken } from '#accounts/tokens.ts'
import type { Services } from '#core/services.ts'
import { appendChange } from '#events/change-log.ts'
import { html } from '#html/html.ts'
import { searchParams } from '#html/search-params.ts'
import { seconds } from '#store/clock.ts'
import { formOf, type Visit, visit } from '../send-page.ts'
import { doorToken, goTo, refusedReadOnly, sendDoor } from './door.ts'
import { alert } from './form.ts'
import { notifyOfNewAddress } from './mails.ts'

const ADDRESS = '/accounts/confirm/'

/** Target of the confirmation link in emails. Requires a button, because mail scanners open links too. */
export function confirmRoutes(app: FastifyInstance, services: Services): void {
  app.get(ADDRESS, async (request, reply) => {
    const seen = await visit(services, request, reply)
    const key = searchParams(request).get('key') ?? ''
    const confirmation = await find(services, key)
    return confirmation === null ? badLink(seen) : question(seen, 200, key, confirmation)
  })
  app.post(ADDRESS, async (request, reply) => {
    const seen = await visit(services, request, reply)
    const refused = refusedReadOnly(seen, seen.reader.t('account.confirm_title'))
    if (refused !== null) return refused
    const form = formOf(request)
    const key = form.get('key') ?? ''
    const confirmation = await find(services, key)
    if (confirmation === null) return badLink(seen)
    if (!checkToken(seen.caller, 'login', form.get('csrfmiddlewaretoken') ?? ''))
      return question(seen, 403, key, confirmation, seen.reader.t('account.old_form'))
    if (!(await confirm(seen, confirmation))) return badLink(seen)
    if (seen.caller.account?.id === confirmation.account.id) return goTo(reply, '/account/?done=confirmed', [])
    return sendDoor(seen, {
      title: seen.reader.t('account.confirm_title'),
      content: html`<p class="note good" role="status">${seen.reader.t('account.confirmed')}</p>
        <p><a class="button first" href="/accounts/login/">${seen.reader.t('frame.log_in')}</a></p>`,
    })
  })
}

interface Confirmation {
  readonly link: AccountLink
  readonly account: Account
}

async function find({ store, clock, accounts }: Services, key: string): Promise<Confirmation | null> {
  const link = await findLink(store.read, clock, 'confirm', key)
  const account = link && (await accounts.byId(store.read, link.accountId!))
  return link && account?.isActive ? { link, account } : null
}

async function confirm({ services, reader }: Visit, { link, account }: Confirmation): Promise<boolean> {
  const { store, clock, accounts } = services
  return store.transaction(async tx => {
    if (!(await useLink(tx, link))) return false
    if (account.email.toLowerCase() !== link.address.toLowerCase())
      await notifyOfNewAddress(tx, services, reader.t, account, link.address)
    await accounts.update(tx, account.id, { email: link.address, emailConfirmedAt: seconds(clock) })
    const change = { area: 'accounts', kind: 'email-confirmed', accountId: account.id, subject: account.name }
    await appendChange(tx, clock, change)
    return true
  })
}

function badLink(seen: Visit): FastifyReply {
  const { t } = seen.reader
  const content = html`<p>${t('account.bad_link')}</p>
    <p><a class="button" href="/account/">${t('frame.account')}</a></p>`
  return sendDoor(seen, { status: 404, title: t('account.confirm_title'), content })
}

async function question(
  seen: Visit,
  status: number,
  key: string,
  { link, account }: Confirmation,
  wrong?: string,
): Promise<FastifyReply> {
  const { t } = seen.reader
  const { caller, token } = await doorToken(seen)
  const values = { address: html`<b><bdi>${link.address}</bdi></b>`, name: html`<b><bdi>${account.username}</bdi></b>` }
  const content = html`${alert(wrong)}
    <p>${t.html('account.confirm_question', values)}</p>
    <form method="post" action="${ADDRESS}">
      <input type="hidden" name="csrfmiddlewaretoken" value="${token}">
      <input type="hidden" name="key" value="${key}">
      <p class="buttons"><button class="button first">${t('account.confirm_button')}</button></p>
    </form>`
  return sendDoor({ ...seen, caller }, { status, title: t('account.confirm_title'), content })
}
