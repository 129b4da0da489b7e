import type { ActionRun } from '../api/action-run.ts'
import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { boolean, limit, namespace, oneOf, string } from '../api/params/kinds.ts'
import type { Row } from '../api/result/shape.ts'
import type { PageName } from '../content/pages.ts'
import { pagesByName, redirectsFrom } from '../content/pages.ts'
import { prefixSearch } from '../content/prefix-search.ts'
import { ApiError, apiMessage } from '../messages/message.ts'
import { NS } from '../site/namespaces.ts'
import { fullUrl } from '../site/urls.ts'
import { suggestionsXml } from './suggestions-xml.ts'

/** Like MediaWiki's `$wgSearchSuggestCacheExpiry`: as people type, the same prefixes are requested repeatedly. */
const CACHE_SECONDS = 1200

/** Sent by the search box of the site (RFC 7240). Other clients get what MediaWiki returns. */
const LENIENT = /\bhandling=lenient\b/i

export const opensearch = actionModule({
  name: 'opensearch',
  prefix: '',
  classname: 'ApiOpenSearch',
  cacheable: true,
  summary: 'Suggest pages for a search prefix, in the OpenSearch formats.',
  helpUrls: [helpPage('Opensearch')],
  help: {
    params: {
      suggest: { words: 'Has no effect.' },
      format: { words: 'Format of the output.' },
      warningsaserror: { words: 'Return an error if there are warnings that the format cannot show.' },
    },
  },
  // The suggestions have formats of their own: an array in JSON, a document of its own in XML.
  result: {},
  params: {
    search: string({ required: true }),
    namespace: namespace({ multi: true, default: 0, allspecifier: '*' }),
    limit: limit(),
    suggest: boolean({ deprecated: true }),
    redirects: oneOf(['resolve', 'return']),
    format: oneOf(['json', 'jsonfm', 'xml', 'xmlfm'], { default: 'json' }),
    warningsaserror: boolean(),
  },

  async run(run, a) {
    const inJson = a.format.startsWith('json')
    run.defaultFormat = 'json'
    run.cacheSeconds = CACHE_SECONDS
    const namespaces = a.namespace.length > 0 ? a.namespace : [NS.main]
    const isTolerant = LENIENT.test(run.request.header('prefer') ?? '')
    // Caches know the address only.
    if (isTolerant) run.cacheSeconds = 0
    const wanted = { text: a.search, namespaces, limit: a.limit, offset: 0, isTolerant }
    const matches = await prefixSearch(run.db, run.wiki.site, wanted)
    const resolve = (a.redirects ?? (inJson ? 'return' : 'resolve')) === 'resolve'
    const pages = resolve ? await withoutRedirects(run, matches) : matches
    const suggestions = pages.map(({ ns, title }) => ({
      title: run.titleText(ns, title),
      url: fullUrl(run.wiki.site, { ns, dbkey: title }),
    }))
    run.ownFormats = {
      json: () => [
        a.search,
        suggestions.map(({ title }) => title),
        // Descriptions, which a plain wiki does not have.
        suggestions.map(() => ''),
        suggestions.map(({ url }) => url),
      ],
      xml: result => suggestionsXml(a.search, suggestions, result),
    }
    // The JSON format cannot carry warnings.
    if (inJson && a.warningsaserror) run.beforeAnswer = () => refuseWarnings(run)
    return {}
  },
})

function refuseWarnings(run: ActionRun): void {
  if (run.warnings.length === 0) return
  const data = run.formatter.warnings(run.warnings) as Row
  run.warnings.length = 0
  throw new ApiError([apiMessage('apierror-opensearch-json-warnings', [], { data })])
}

/** Resolves redirects; a target found several times keeps its first position. */
async function withoutRedirects(run: ActionRun, found: readonly PageName[]): Promise<PageName[]> {
  const redirects = (await pagesByName(run.db, found)).filter(page => page.is_redirect === 1)
  const rows = await redirectsFrom(
    run.db,
    redirects.map(page => page.id),
  )
  const nameOf = ({ ns, title }: PageName) => `${ns}:${title}`
  const targetOf = new Map(rows.filter(row => !row.interwiki).map(row => [row.from_id, row]))
  const targets = new Map(redirects.map(page => [nameOf(page), targetOf.get(page.id) ?? page]))
  const resolved = found.map(page => targets.get(nameOf(page)) ?? page)
  return [...new Map(resolved.map(page => [nameOf(page), page])).values()]
}
