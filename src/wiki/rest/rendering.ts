import { bcp47 } from '#languages/bcp47.ts'
import { direction as directionOf } from '#languages/direction.ts'
import type { RevisionRow } from '../content/revisions.ts'
import { escapeHtml } from '../messages/render.ts'
import { canSee } from '../site/hidden-parts.ts'
import { NS } from '../site/namespaces.ts'
import { isoTimestamp } from '../site/timestamp.ts'
import { fullUrl } from '../site/urls.ts'
import { ActionError, act } from './act.ts'
import type { AnyCall } from './endpoint.ts'
import { failRest } from './rest-error.ts'

/**
 * A revision as a document. MediaWiki returns Parsoid's HTML here, with attributes that lead back to the wikitext; ours
 * is what readers see.
 */
export async function documentOf(call: AnyCall, row: RevisionRow): Promise<string> {
  if (!canSee(row.deleted, 'text', call.caller)) failRest(403, 'rest-permission-denied-revision', [{ num: row.id }])
  const { site, viewer } = call
  const html = await rendered(call, row)
  const title = viewer.titleText(row.ns, row.title)
  const address = fullUrl(site, { ns: NS.special, dbkey: `Redirect/revision/${row.id}` })
  const language = site.language
  const direction = directionOf(language)
  const head = [
    '<meta charset="utf-8"/>',
    `<meta property="mw:pageId" content="${row.page_id}"/>`,
    `<meta property="mw:pageNamespace" content="${row.ns}"/>`,
    `<meta property="dc:modified" content="${isoTimestamp(row.timestamp).replace('Z', '.000Z')}"/>`,
    `<link rel="dc:isVersionOf" href="${escapeHtml(fullUrl(site, { ns: row.ns, dbkey: row.title }))}"/>`,
    `<base href="${escapeHtml(site.server + site.articlePath.replace('$1', ''))}"/>`,
    `<title>${escapeHtml(title)}</title>`,
  ]
  const body = `lang="${bcp47(language)}" dir="${direction}" class="mw-content-${direction} sitedir-${direction} ${direction} mw-body-content mediawiki"`
  return `<!DOCTYPE html>\n<html prefix="dc: http://purl.org/dc/terms/ mw: http://mediawiki.org/rdf/" about="${escapeHtml(address)}"><head>${head.join('')}</head><body ${body}>${html}</body></html>`
}

async function rendered(call: AnyCall, { id }: RevisionRow): Promise<string> {
  const params = { action: 'parse', oldid: String(id), prop: 'text', disablelimitreport: '1', disableeditsection: '1' }
  try {
    const { parse } = await act<{ parse: { text: string } }>(call, 'GET', { ...params, uselang: call.site.language })
    return parse.text
  } catch (error) {
    if (!(error instanceof ActionError)) throw error
    if (error.error.code === 'concurrency-limit') throw error.asRest(503, true)
    if (error.error.code === 'texttoocostly') return failRest(413, 'rest-resource-limit-exceeded')
    throw error.asRest(400, true)
  }
}
