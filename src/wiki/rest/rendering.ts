import { bcp47 } from '#languages/bcp47.ts'
import { direction as directionOf } from '#languages/direction.ts'
import { pagesByName } from '../content/pages.ts'
import type { RevisionRow } from '../content/revisions.ts'
import { plaintext } from '../messages/message.ts'
import { escapeHtml } from '../messages/render.ts'
import { canSee } from '../site/hidden-parts.ts'
import { NS } from '../site/namespaces.ts'
import { isoTimestamp } from '../site/timestamp.ts'
import { titleOrNull } from '../site/titles.ts'
import { fullUrl } from '../site/urls.ts'
import { ActionError, act } from './act.ts'
import type { AnyCall } from './endpoint.ts'
import { failRest } from './rest-error.ts'

/** Headers of HTML. Files are shown by their addresses, and nothing in a text may run here. */
export const SAFE_HTML = {
  'content-security-policy': "default-src 'none'; img-src * data:; style-src 'unsafe-inline'; sandbox",
}

/**
 * A revision as a document. MediaWiki returns Parsoid's HTML here, with attributes that lead back to the wikitext; ours
 * is what readers see.
 */
export async function documentOf(call: AnyCall, row: RevisionRow): Promise<string> {
  if (!canSee(row.deleted, 'text', call.caller)) failRest(403, 'rest-permission-denied-revision', [{ num: row.id }])
  const html = await rendered(call, 'GET', { oldid: String(row.id) })
  return document(call, html, {
    page: { id: row.page_id, ns: row.ns, dbkey: row.title },
    about: fullUrl(call.site, { ns: NS.special, dbkey: `Redirect/revision/${row.id}` }),
    modified: row.timestamp,
  })
}

/** A text as a document, as it would look on a page. The page need not exist. */
export async function documentOfText(
  call: AnyCall,
  { text, title, bodyOnly }: { readonly text: string; readonly title: string; readonly bodyOnly: boolean },
): Promise<string> {
  const named = titleOrNull(call.site, title)
  if (named === null || named.interwiki !== '' || named.ns < 0 || named.dbkey === '')
    return failRest(404, 'rest-nonexistent-title', [plaintext(title)])
  const { ns, dbkey } = named
  const html = await rendered(call, 'POST', { text, title: call.viewer.titleText(ns, dbkey), contentmodel: 'wikitext' })
  if (bodyOnly) return html
  const [page] = await pagesByName(call.db, [{ ns, title: dbkey }])
  return document(call, html, { page: { id: page?.id ?? 0, ns, dbkey } })
}

interface Shown {
  readonly page: { readonly id: number | null; readonly ns: number; readonly dbkey: string }
  /** Address of the revision. */
  readonly about?: string
  readonly modified?: number
}

function document({ site, viewer }: AnyCall, html: string, { page, about, modified }: Shown): string {
  const { id, ns, dbkey } = page
  const language = site.language
  const direction = directionOf(language)
  const head = [
    '<meta charset="utf-8"/>',
    `<meta property="mw:pageId" content="${id}"/>`,
    `<meta property="mw:pageNamespace" content="${ns}"/>`,
    modified !== undefined &&
      `<meta property="dc:modified" content="${isoTimestamp(modified).replace('Z', '.000Z')}"/>`,
    `<link rel="dc:isVersionOf" href="${escapeHtml(fullUrl(site, { ns, dbkey }))}"/>`,
    `<base href="${escapeHtml(site.server + site.articlePath.replace('$1', ''))}"/>`,
    `<title>${escapeHtml(viewer.titleText(ns, dbkey))}</title>`,
  ].filter(each => each !== false)
  const body = `lang="${bcp47(language)}" dir="${direction}" class="mw-content-${direction} sitedir-${direction} ${direction} mw-body-content mediawiki"`
  const subject = about === undefined ? '' : ` about="${escapeHtml(about)}"`
  return `<!DOCTYPE html>\n<html prefix="dc: http://purl.org/dc/terms/ mw: http://mediawiki.org/rdf/"${subject}><head>${head.join('')}</head><body ${body}>${html}</body></html>`
}

async function rendered(call: AnyCall, method: 'GET' | 'POST', of: Readonly<Record<string, string>>): Promise<string> {
  const params = { action: 'parse', ...of, prop: 'text', disablelimitreport: '1', disableeditsection: '1' }
  try {
    const { parse } = await act<{ parse: { text: string } }>(call, method, { ...params, uselang: call.site.language })
    return parse.text
  } catch (error) {
    if (!(error instanceof ActionError)) throw error
    if (error.error.code === 'concurrency-limit') throw error.asRest(503, true)
    if (error.error.code === 'texttoocostly') return failRest(413, 'rest-resource-limit-exceeded')
    throw error.asRest(400, true)
  }
}
