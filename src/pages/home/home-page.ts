import type { FastifyInstance } from 'fastify'
import type { Services } from '#core/services.ts'
import { microseconds } from '#fields/timestamp.ts'
import { html } from '#html/html.ts'
import { announcements } from '#translation/pages/announcements.ts'
import { notedSample } from '#translation/sample/noted-sample.ts'
import { openTextWiki } from '#wiki/open-wiki.ts'
import { sendPage, visit } from '../send-page.ts'
import { contextOf } from './context.ts'
import { personPage } from './person.ts'
import { sampleCard } from './sample-pages.ts'
import { visitorPage } from './visitor.ts'

/** `/`: an introduction for visitors, a dashboard for users. */
export async function homePage(app: FastifyInstance, services: Services): Promise<void> {
  const wiki = await openTextWiki(services.store, services.config, services.interfaceTexts.translations)
  app.get('/', async (request, reply) => {
    const own = await visit(services, request, reply)
    const { caller, reader } = own
    const context = await contextOf(own)
    const { account } = services.callers.beyondWiki(caller)
    if (account === null) {
      const above = await announcements(services.store.read, reader, microseconds(services.clock), {})
      const content = html`${above}${await visitorPage(context, caller.can('read') ? wiki : null)}`
      return sendPage(own, { title: 'Parlance', content, needs: ['browse', 'home'] })
    }
    const hasSample = reader.isAdministrator && (await notedSample(services.store.read)) !== null
    const content = await personPage(context, account, hasSample && sampleCard(reader))
    return sendPage(own, { title: reader.t('frame.dashboard'), content, needs: ['browse', 'home'] })
  })
}
