import type { FastifyInstance } from 'fastify'
import { ownerNames } from '#accounts/oauth-clients.ts'
import { deleteGrant, grantsOf } from '#accounts/oauth-grants.ts'
import type { Services } from '#core/services.ts'
import { html } from '#html/html.ts'
import { seconds } from '#store/clock.ts'
import { news } from '../account/done.ts'
import type { Sent } from '../account/form.ts'
import { type OwnVisit, ownFrame, ownPage, tokenField } from '../account/owner.ts'
import { day } from '../account/words.ts'
import type { Page } from '../send-page.ts'
import { clientView } from './client-view.ts'
import { noteClient } from './register-client.ts'

const ADDRESS = '/account/applications/'

/** Applications that can act for the user (`Special:OAuthManageMyGrants`). */
export function grantsRoutes(app: FastifyInstance, services: Services): void {
  ownPage(app, services, ADDRESS, show, { revoke }, { sensitiveActs: [] })
}

async function show(own: OwnVisit, sent: Sent = {}): Promise<Page> {
  const { t } = own.reader
  const { store, clock } = own.services
  const all = await grantsOf(store.primary, own.account.id)
  const owners = await ownerNames(
    store.read,
    all.map(({ client }) => client),
    seconds(clock),
  )
  const content = html`${news(own, sent)}
    <section class="card">
      <p class="quiet">${t('oauth.connected_note')}</p>
      ${all.length === 0 && html`<p class="quiet">${t('oauth.connected_none')}</p>`}
      <ul class="rows">
        ${all.map(
          ({ client, grant }) => html`<li>
            <div>
              ${clientView(t, client, grant.scopes, [
                client.isOwnerOnly
                  ? t('oauth.owner_only')
                  : t('oauth.by_owner', { owner: owners.get(client.accountId) ?? '–' }),
                t('oauth.allowed_on', { when: day(own.reader, grant.createdAt) }),
                grant.lastUsedAt === null
                  ? t('account.key_never_used')
                  : t('account.key_used_on', { when: day(own.reader, grant.lastUsedAt) }),
              ])}
            </div>
            <form method="post">
              ${tokenField(own)}
              <input type="hidden" name="grant" value="${grant.id}">
              <button class="button danger" name="do" value="revoke">
                ${t('oauth.revoke_access')}
                <span class="aside"> ${client.name}</span>
              </button>
            </form>
          </li>`,
        )}
      </ul>
    </section>
    <p>
      <a href="/account/applications/own/">${t('oauth.yours')}</a> ·
      <a href="/applications/">${t('oauth.all')}</a>
    </p>`
  return ownFrame(own, ADDRESS, t('oauth.connected'), content)
}

async function revoke({ services, account, form }: OwnVisit): Promise<string> {
  const { store } = services
  const all = await grantsOf(store.primary, account.id)
  const chosen = all.find(({ grant }) => String(grant.id) === form.get('grant'))
  if (chosen !== undefined)
    await store.transaction(async tx => {
      if (await deleteGrant(tx, account.id, chosen.grant.id))
        await noteClient(tx, services, account, 'application-revoked', chosen.client)
    })
  return `${ADDRESS}?done=access-revoked`
}
