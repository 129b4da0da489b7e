import type { Caller } from '#accounts/caller.ts'
import { optionsOf } from '#accounts/options.ts'
import { dateTimeFormat } from '#languages/date-format.ts'
import { escapeWikitext } from '../site/escape-wikitext.ts'
import type { Wiki } from '../wiki.ts'
import { expandWikitext } from '../wikitext/expand/expand-wikitext.ts'
import { formatTime } from '../wikitext/functions/time-format.ts'
import type { Signature } from '../wikitext/pre-save.ts'
import { isBalanced } from './balanced-tags.ts'
import type { PageName } from './pages.ts'
import { InTurns, untilNothingIsMissing } from './text-work/do-order.ts'
import type { TextWork } from './text-work/text-work.ts'
import { DatabaseHost } from './wikitext-host.ts'

/** The text as the caller would save it now: signed, substituted, links completed. */
export async function preSaveTransform(
  wiki: Wiki,
  caller: Caller,
  now: number,
  page: PageName,
  text: string,
  work: TextWork,
): Promise<string> {
  const signature = mayBeSigned(text) ? await signatureOf(wiki, caller, await DatabaseHost.open(wiki, now)) : UNUSED
  return work.run('pre-save', { page: { ns: page.ns, dbkey: page.title }, text, signature })
}

/** A substituted template may contain a signature too. */
const mayBeSigned = (text: string): boolean => text.includes('~~~') || text.includes('{{')

const UNUSED: Signature = { author: '', time: '' }

const SIGNATURES = {
  signature: '[[{{ns:user}}:$1|$2]] ([[{{ns:user_talk}}:$1|talk]])',
  'signature-anon': '[[{{#special:Contributions}}/$1|$2]]',
}

async function signatureOf(wiki: Wiki, caller: Caller, host: DatabaseHost): Promise<Signature> {
  const time = `${formatTime(host, dateTimeFormat(wiki.site.language), new Date(host.now))} (UTC)`
  const own = caller.account ? await nickname(wiki, caller.account.id) : null
  if (own?.isWikitext) return { author: own.text, time }
  const key = caller.account ? 'signature' : 'signature-anon'
  const shown = escapeWikitext(own?.text ?? caller.name)
  const author = await untilNothingIsMissing(host, new InTurns(), () => {
    const template = host.message(key) ?? SIGNATURES[key]
    return expandWikitext({ ns: 0, dbkey: '' }, template, host)
  })
  return { author: author.replaceAll('$1', () => escapeWikitext(caller.name)).replaceAll('$2', () => shown), time }
}

/** The user's signature: a name or custom wikitext. */
async function nickname(wiki: Wiki, accountId: number): Promise<{ text: string; isWikitext: boolean } | null> {
  const options = await optionsOf(wiki.db, accountId)
  const text = options.get('nickname')?.trim()
  if (!text) return null
  const isWikitext = Boolean(Number(options.get('fancysig') ?? 0))
  // Ignores a signature that would break the page around it.
  return isWikitext && !isBalanced(text) ? null : { text, isWikitext }
}
