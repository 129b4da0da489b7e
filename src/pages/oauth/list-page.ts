import type { FastifyInstance } from 'fastify'
import { clientsAt, ownerNames } from '#accounts/oauth-clients.ts'
import { usersOf } from '#accounts/oauth-grants.ts'
import type { Services } from '#core/services.ts'
import { html } from '#html/html.ts'
import { seconds } from '#store/clock.ts'
import { day } from '../account/words.ts'
import { sendPage, visit } from '../send-page.ts'
import { clientView } from './client-view.ts'

const MOST_SHOWN = 500

/** Approved applications, for everyone (`Special:OAuthListConsumers`). */
export function listRoutes(app: FastifyInstance, services: Services): void {
  app.get('/applications', (_, reply) => reply.redirect('/applications/', 301))
  app.get('/applications/', async (request, reply) => {
    const seen = await visit(services, request, reply)
    const { t } = seen.reader
    const db = services.store.read
    const all = await clientsAt(db, 'approved', { limit: MOST_SHOWN })
    const users = await usersOf(
      db,
      all.map(({ id }) => id),
    )
    const owners = await ownerNames(db, all, seconds(services.clock))
    const content = html`<h1>${t('oauth.all')}</h1>
      <p class="quiet">${t('oauth.all_note')}</p>
      ${all.length === 0 && html`<p class="empty">${t('oauth.all_none')}</p>`}
      ${all.map(
        client => html`<section class="card">
          ${clientView(t, client, client.scopes, [
            t('oauth.by_owner', { owner: owners.get(client.accountId) ?? '–' }),
            t('account.made_on', { when: day(seen.reader, client.createdAt) }),
            t('oauth.users', { count: users.get(client.id) ?? 0 }),
          ])}
        </section>`,
      )}
      <p><a href="/account/applications/own/">${t('oauth.register')}</a></p>`
    return sendPage(seen, { title: t('oauth.all'), content, needs: ['account'] })
  })
}
