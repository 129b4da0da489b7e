import type { FastifyInstance } from 'fastify'
import { type Html, html } from '#html/html.ts'
import { escapeHtml } from '../messages/render.ts'
import { NS } from '../site/namespaces.ts'
import type { Site } from '../site/site.ts'
import { fullUrl } from '../site/urls.ts'
import type { Wiki } from '../wiki.ts'

const TYPE = 'application/opensearchdescription+xml'
const MAX_AGE_SECONDS = 600

/** `opensearch_desc.php` tells browsers how to search the wiki from their address bar. */
export function searchDescriptionRoute(app: FastifyInstance, wiki: Wiki): void {
  const script = 'opensearch_desc.php'
  const paths = new Set([`/${script}`, `/w/${script}`, `${wiki.site.info.general.scriptpath ?? ''}/${script}`])
  for (const url of paths)
    app.get(url, async (request, reply) => {
      const { ctype } = request.query as { readonly ctype?: unknown }
      // People who want to look at it in a browser ask for plain XML.
      const type = ctype === 'application/xml' ? ctype : TYPE
      await wiki.services.face.freshen()
      const body = searchDescription(wiki.site, wiki.scriptUrl)
      return reply.headers({ 'Content-Type': type, 'Cache-Control': `max-age=${MAX_AGE_SECONDS}` }).send(body)
    })
}

/** Browsers find the description by this link. */
export const searchDescriptionLink = (site: Site): Html =>
  html`<link rel="search" type="${TYPE}" href="/opensearch_desc.php" title="${shortName(site)}">`

const shortName = (site: Site): string => `${site.info.general.sitename} (${site.language})`

function searchDescription(site: Site, scriptUrl: string): string {
  const search = { ns: NS.special, dbkey: site.specialPages.localise('Search') }
  const name = escapeHtml(shortName(site))
  const suggestions = `${scriptUrl}?action=opensearch`
  const url = (type: string, template: string) =>
    `<Url type="${type}" method="get" template="${escapeHtml(template)}" />`
  return (
    '<?xml version="1.0"?><OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/"' +
    ' xmlns:moz="http://www.mozilla.org/2006/browser/search/">' +
    `<ShortName>${name}</ShortName><Description>${name}</Description>` +
    `<Image height="16" width="16" type="image/x-icon">${escapeHtml(String(site.info.general.favicon))}</Image>` +
    url('text/html', fullUrl(site, search, 'search={searchTerms}')) +
    url('application/x-suggestions+json', `${suggestions}&search={searchTerms}&namespace=0`) +
    url('application/x-suggestions+xml', `${suggestions}&format=xml&search={searchTerms}&namespace=0`) +
    `<moz:SearchForm>${escapeHtml(fullUrl(site, search))}</moz:SearchForm></OpenSearchDescription>`
  )
}
