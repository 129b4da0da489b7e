import type { TextWiki } from '../../wiki.ts'
import { DatabaseHost } from '../wikitext-host.ts'
import type { Discussion } from './discussion.ts'
import { parseDiscussion } from './parse-discussion.ts'
import { type SignatureTimes, signatureTimes } from './signature-times.ts'

/** How signatures on this wiki write the time. */
export const timesOf = async (wiki: TextWiki): Promise<SignatureTimes> =>
  signatureTimes(await DatabaseHost.open(wiki, 0), wiki.site.language)

/** The discussion in the text of a page. */
export const discussionIn = async (wiki: TextWiki, text: string): Promise<Discussion> =>
  parseDiscussion(wiki.site, await timesOf(wiki), text)
