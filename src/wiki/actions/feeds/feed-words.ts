import type { ActionRun } from '../../api/action-run.ts'
import { siteWords } from '../../content/site-words.ts'

/** Titles and descriptions of feeds when no messages were imported. */
const OWN: Readonly<Record<string, string>> = {
  'colon-separator': ': ',
  contributions: 'User contributions',
  newpage: 'New page',
  recentchanges: 'Recent changes',
  'recentchanges-feed-description': 'Recent changes to this wiki.',
  'recentchangeslinked-feed': 'Related changes',
  'recentchangeslinked-title': 'Changes around "$1"',
  showdiff: 'Show changes',
  watchlist: 'Watchlist',
}

/** Messages in the wiki's language, since a feed is the same for all readers. */
export async function feedWords({ wiki }: ActionRun): Promise<(key: string, param?: string) => string> {
  const words = await siteWords(wiki, Object.keys(OWN))
  return (key, param = '') => (words.has(key) ? words.text(key, param) : (OWN[key] ?? key).replace('$1', () => param))
}

/** The name of the site, as it is now. */
export async function siteName({ wiki }: ActionRun): Promise<string> {
  await wiki.services.face.freshen()
  return String(wiki.site.info.general.sitename ?? '')
}
