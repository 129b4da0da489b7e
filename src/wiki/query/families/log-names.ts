import type { QueryRun } from '../../api/query/query-run.ts'
import { renderMessage, type Wording } from '../../messages/render.ts'
import { wordingOf } from '../../messages/wording.ts'
import { fullText } from '../../site/title-format.ts'
import { parseTitle } from '../../site/titles.ts'
import { canonicalUserName } from '../../site/user-names.ts'
import type { LogNames } from './log-params/show-value.ts'

const WITHOUT_WORDS: Wording = { language: 'qqx', text: () => undefined, plural: () => '', formatNumber: String }

/** The reader of the log entries. */
type Reading = Pick<QueryRun, 'wiki' | 'pageName'> & { readonly run: { readonly language: string } }

/** Resolves titles, users and messages in log parameters for the caller. */
export async function logNames(q: Reading, entries: readonly { readonly params: string | null }[]): Promise<LogNames> {
  const { messages, site } = q.wiki
  // Few types of entries contain messages; their keys look like `4:msg:level`.
  const needsWords = entries.some(({ params }) => params?.includes(':msg'))
  const own = needsWords ? await wordingOf(messages, q.run.language) : WITHOUT_WORDS
  const content = needsWords ? await wordingOf(messages, site.language) : WITHOUT_WORDS
  return {
    titleOf: text => {
      const title = parseTitle(site, text)
      if ('invalid' in title) return q.pageName(-1, site.specialPages.localKey('Badtitle', text))
      return title.interwiki === '' ? q.pageName(title.ns, title.dbkey) : { ns: 0, title: fullText(site, title) }
    },
    userOf: text => canonicalUserName(site, text) ?? text,
    message: (key, inContentLanguage) =>
      renderMessage({ key, params: [] }, inContentLanguage ? content : own, 'plaintext'),
  }
}
