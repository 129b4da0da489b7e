import { dateTimeFormat } from '#languages/date-format.ts'
import type { Wording } from '../messages/render.ts'
import { wordingOf } from '../messages/wording.ts'
import type { Wiki } from '../wiki.ts'
import { formatTime } from '../wikitext/functions/time-format.ts'
import { LogWords } from './log-display/log-words.ts'
import { ownMessages } from './own-messages.ts'

/** Messages in the wiki's content language, for summaries and the like. */
export async function siteWords(wiki: Wiki, keys: readonly string[]): Promise<LogWords> {
  const own = await ownMessages(wiki, wiki.site.language, keys)
  const shipped = await wordingOf(wiki.messages, wiki.site.language)
  const wording: Wording = {
    language: wiki.site.language,
    text: key => own(key) || shipped.text(key),
    plural: (n, forms) => shipped.plural(n, forms),
    formatNumber: n => shipped.formatNumber(n),
  }
  return new LogWords(wording, name => wiki.genders.ofPage(name))
}

/** Formats times (Unix time in seconds) in the wiki's content language, for summaries and the like. */
export async function siteTime(wiki: Wiki): Promise<(at: number) => string> {
  const { language } = wiki.site
  const wording = await wordingOf(wiki.messages, language)
  const host = { message: (key: string) => wording.text(key) ?? null }
  return at => formatTime(host, dateTimeFormat(language), new Date(at * 1000))
}
