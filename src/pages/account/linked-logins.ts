import type { FastifyReply } from 'fastify'
import { type Identity, identitiesOf, unlinkIdentity } from '#accounts/identities.ts'
import { appendChange } from '#events/change-log.ts'
import { type Html, html } from '#html/html.ts'
import type { Page } from '../send-page.ts'
import { leave } from './openid.ts'
import { type OwnVisit, tokenField } from './owner.ts'
import { countWaysIn } from './ways-in.ts'
import { day } from './words.ts'

/** Identifies a linked login in forms. */
const nameOf = ({ issuer, subject }: Identity): string => JSON.stringify([issuer, subject])

/** The card with the logins at identity providers; nothing if the site and the account have none. */
export async function linkedLoginsCard(own: OwnVisit): Promise<Html | false> {
  const { t } = own.reader
  const { store, openid } = own.services
  const linked = await identitiesOf(store.primary, own.account.id)
  if (openid.providers.length === 0 && linked.length === 0) return false
  const mayUnlink = (await countWaysIn(own)) > 1
  const labelOf = ({ issuer }: Identity) =>
    openid.providers.find(([, provider]) => provider.issuer === issuer)?.[1].label ?? issuer
  const open = openid.providers.filter(([, provider]) => !linked.some(({ issuer }) => issuer === provider.issuer))
  return html`<section class="card">
    <h2>${t('account.linked_logins')}</h2>
    <p class="quiet">${t('account.linked_logins_note')}</p>
    ${
      linked.length > 0 &&
      html`<ul class="rows">${linked.map(
        identity => html`<li>
          <div>
            <b><bdi>${labelOf(identity)}</bdi></b>
            <p class="quiet small"><bdi>${identity.label}</bdi> · ${t('account.linked_on', { when: day(own.reader, identity.createdAt) })}</p>
          </div>
          ${
            mayUnlink
              ? html`<form method="post">
                ${tokenField(own)}
                <input type="hidden" name="identity" value="${nameOf(identity)}">
                <button class="button danger" name="do" value="unlink">
                  ${t('account.unlink')}
                  <span class="aside"> ${labelOf(identity)}</span>
                </button>
              </form>`
              : html`<p class="quiet small">${t('account.last_way_in')}</p>`
          }
        </li>`,
      )}</ul>`
    }
    ${open.map(
      ([name, provider]) => html`<form method="post">
        ${tokenField(own)}
        <input type="hidden" name="provider" value="${name}">
        <p class="buttons">
          <button class="button" name="do" value="link">${t('account.link', { provider: provider.label })}</button>
        </p>
      </form>`,
    )}
  </section>`
}

export const startLink = (own: OwnVisit): Promise<FastifyReply> =>
  leave(own, own.form.get('provider') ?? '', { mode: 'link', next: '/account/security/' })

export async function unlink(own: OwnVisit): Promise<string | Page> {
  const { services, account, form } = own
  const { store, clock } = services
  const linked = await identitiesOf(store.primary, account.id)
  const identity = linked.find(each => nameOf(each) === form.get('identity'))
  if (identity === undefined || (await countWaysIn(own)) <= 1) return '/account/security/'
  await store.transaction(async tx => {
    if (!(await unlinkIdentity(tx, identity))) return
    const change = { area: 'accounts', kind: 'identity-unlinked', accountId: account.id, subject: account.name }
    await appendChange(tx, clock, { ...change, data: { issuer: identity.issuer } })
  })
  return '/account/security/?done=unlinked'
}
