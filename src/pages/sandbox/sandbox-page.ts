import type { FastifyInstance } from 'fastify'
import type { Services } from '#core/services.ts'
import { html } from '#html/html.ts'
import { island } from '#html/island.ts'
import { loadSite } from '#wiki/open-wiki.ts'
import { sendPage, visit } from '../send-page.ts'

/**
 * `/sandbox`: a form for requests to the APIs. The request is in the URL's fragment, which is not sent to the server;
 * `/sandbox?action=…` works too. The island loads the form's contents from the APIs themselves.
 */
export async function sandboxPage(app: FastifyInstance, services: Services): Promise<void> {
  const { articlePath, script } = await loadSite(services.store.read, services.config.siteUrl)
  app.get('/sandbox/', (request, reply) => reply.redirect(`/sandbox${request.url.slice('/sandbox/'.length)}`, 301))
  app.get('/sandbox', async (request, reply) => {
    const own = await visit(services, request, reply)
    const { t } = own.reader
    const ways = html`<ul>
      <li><a href="/api.php?action=help&amp;recursivesubmodules=1">${t('sandbox.wiki_help')}</a></li>
      <li><a href="/docs/api/wiki-rest/">${t('sandbox.wiki_rest_api')}</a></li>
      <li><a href="/api/docs/">${t('sandbox.rest_help')}</a></li>
    </ul>`
    const meanwhile = html`<noscript><div class="sb-meanwhile">
        <h1>${t('sandbox.title')}</h1>
        <p>${t('sandbox.about')}</p>
        ${ways}
      </div></noscript>`
    return sendPage(own, {
      title: t('sandbox.title'),
      content: island('sandbox', { places: { articlePath, script } }, meanwhile),
      place: 'api',
      layout: 'work',
      needs: ['sandbox'],
      texts: ['sandbox'],
    })
  })
}
