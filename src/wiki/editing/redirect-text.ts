import type { PageName } from '../content/pages.ts'
import { NS } from '../site/namespaces.ts'
import { prefixedText } from '../site/title-format.ts'
import type { Wiki } from '../wiki.ts'
import { magicWordsOf } from '../wikitext/magic/words.ts'
import { scriptRedirect } from '../wikitext/script-redirect.ts'

/**
 * The text of a redirect page, with `more` after the link; a script page imports the other script. Null when the
 * content model does not support redirects.
 */
export function redirectText(wiki: Wiki, to: PageName, model: string, more = ''): string | null {
  const { site } = wiki
  if (model !== 'wikitext') return scriptRedirect(site, { ns: to.ns, dbkey: to.title }, model)
  const word = magicWordsOf(site).aliasesOf('redirect')[0] ?? '#REDIRECT'
  return `${word} [[${linked(to, prefixedText(site, to.ns, to.title))}]]\n${more}`.trimEnd()
}

/** The leading colon links to a category instead of adding the page to it. */
const linked = ({ ns }: PageName, name: string): string => (ns === NS.category ? `:${name}` : name)
