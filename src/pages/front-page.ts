import type { FastifyInstance } from 'fastify'
import type { Services } from '#accounts/services.ts'
import { html } from '#web/html.ts'
import { sendPage, visit } from './send-page.ts'

const query = (rest: string): string => `/api.php?action=query&${rest}&formatversion=2&format=jsonfm`

const content = (siteUrl: string) => html`<h1>Parlance</h1>
<p>A wiki and a translation platform over one database, speaking the APIs that existing tools already speak.</p>
<ul class="cards">
<li><h2><a href="/index.php">Wiki</a></h2><p>The pages of this wiki, and the addresses that answers of its API lead to.</p></li>
<li><h2><a href="/api.php">Wiki API</a></h2><p>As MediaWiki speaks it, at <code>${siteUrl}/api.php</code>.</p>
<p>Try: <a href="${query('meta=siteinfo')}">about this wiki</a>, <a href="${query('list=allpages')}">its pages</a>,
<a href="${query('list=recentchanges')}">recent changes</a>.</p></li>
<li><h2><a href="/languages/">Languages</a> and <a href="/projects/">projects</a></h2><p>How far translations are, right at every instant.</p></li>
<li><h2><a href="/api/">Translation API</a></h2><p>As Weblate speaks it, at <code>${siteUrl}/api/</code>.</p>
<p>Try: <a href="/api/projects/">projects</a>, <a href="/api/languages/">languages</a>, <a href="/api/docs/">every resource</a>.</p></li>
</ul>
<p class="quiet">For whoever watches this server: <a href="/healthz">/healthz</a>, <a href="/readyz">/readyz</a>.</p>`

export function frontPage(app: FastifyInstance, services: Services): void {
  const front = content(services.config.siteUrl)
  app.get('/', async (request, reply) =>
    sendPage(await visit(services, request, reply), { title: 'Parlance', content: front }),
  )
}
