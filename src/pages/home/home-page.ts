import type { FastifyInstance } from 'fastify'
import type { Services } from '#core/services.ts'
import { isNew } from '#core/setup-token.ts'
import { microseconds } from '#fields/timestamp.ts'
import { STANDARD_NAME } from '#html/face.ts'
import { html } from '#html/html.ts'
import { announcements } from '#translation/pages/announcements.ts'
import { notedSample } from '#translation/sample/noted-sample.ts'
import { openWiki } from '#wiki/open-wiki.ts'
import { sendPage, visit } from '../send-page.ts'
import { contextOf } from './context.ts'
import { personPage } from './person.ts'
import { readyCard } from './ready-card.ts'
import { sampleCard } from './sample-pages.ts'
import { visitorPage } from './visitor.ts'
import { siteCounts } from './wiki-activity.ts'
import { wikiCards } from './wiki-cards.ts'

/** Depends on whether the visitor is logged in. */
const AHEAD = { 'Cache-Control': 'no-cache', Vary: 'Cookie' }

/** `/`: an introduction for visitors, a dashboard for users. */
export async function homePage(app: FastifyInstance, services: Services): Promise<void> {
  const wiki = await openWiki(services)
  const waits = waitsForSetup(services)
  app.get('/', async (request, reply) => {
    const own = await visit(services, request, reply)
    const { caller, reader } = own
    if (await waits()) return reply.header('Cache-Control', 'no-store').redirect('/setup/', 303)
    const context = await contextOf(own)
    const { account } = services.callers.beyondWiki(caller)
    if (account === null) {
      const above = await announcements(services.store.read, reader, microseconds(services.clock), {})
      if (reader.face?.beginsInWiki && caller.can('read')) return reply.headers(AHEAD).redirect('/index.php', 302)
      const content = html`${above}${await visitorPage(context, caller.can('read') ? wiki : null)}`
      return sendPage(own, { title: reader.face?.name ?? STANDARD_NAME, content, needs: ['browse', 'home'] })
    }
    const hasSample = reader.isAdministrator && (await notedSample(services.store.read)) !== null
    const isReady = reader.isAdministrator && context.params.get('done') === 'set_up'
    const above = isReady ? readyCard(reader) : hasSample && sampleCard(reader)
    const content = await personPage(context, account, await wikiCards(context, caller, wiki), above)
    return sendPage(own, { title: reader.t('frame.dashboard'), content, needs: ['browse', 'home'] })
  })
}

/** Whether a site is empty and waits for its first account. It does not become so again. */
function waitsForSetup({ store, config }: Services): () => Promise<boolean> {
  let isOver = config.readOnly !== null
  return async () => {
    isOver ||= !(await isNew(store.read)) || (await siteCounts(store.read)).pages > 0
    return !isOver
  }
}
