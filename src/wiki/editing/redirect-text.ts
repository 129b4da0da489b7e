import type { PageName } from '../content/pages.ts'
import { NS } from '../site/namespaces.ts'
import { prefixedText } from '../site/title-format.ts'
import type { Wiki } from '../wiki.ts'
import { magicWordsOf } from '../wikitext/magic/words.ts'
import { scriptRedirect } from '../wikitext/script-redirect.ts'

/**
 * The text of a page that leads to another; what follows the link is for whoever reads the page itself. A script loads the
 * other script. Null where the kind of content cannot lead anywhere.
 */
export function redirectText(wiki: Wiki, to: PageName, model: string, more = ''): string | null {
  const { site } = wiki
  if (model !== 'wikitext') return scriptRedirect(site, { ns: to.ns, dbkey: to.title }, model)
  const word = magicWordsOf(site).aliasesOf('redirect')[0] ?? '#REDIRECT'
  return `${word} [[${linked(to, prefixedText(site, to.ns, to.title))}]]\n${more}`.trimEnd()
}

/** A category is linked to, not joined. */
const linked = ({ ns }: PageName, name: string): string => (ns === NS.category ? `:${name}` : name)
