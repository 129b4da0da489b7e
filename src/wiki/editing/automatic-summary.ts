import { ownMessages } from '../content/own-messages.ts'
import type { Wiki } from '../wiki.ts'
import type { EditMark } from './edit-marks.ts'

/** What edits are summed up with on a wiki that has no interface messages. */
const WORDS: Readonly<Record<string, string>> = {
  autoredircomment: 'Redirect to [[$1]]',
  'autosumm-blank': 'Emptied the page',
  'autosumm-changed-redirect-target': 'Redirect to [[$2]] instead of [[$1]]',
  'autosumm-new': 'New page: $1',
  'autosumm-newblank': 'New page without text',
  'autosumm-removed-redirect': 'No longer a redirect to [[$1]]',
  'autosumm-replace': 'The page now says: $1',
  newsectionsummary: '/* $1 */ new section',
  'undo-summary': 'Took back revision $1 by [[Special:Contributions/$2|$2]]',
  'undo-summary-username-hidden': 'Took back revision $1',
}

/** Bytes of a summary with an excerpt in it. */
const MAX_BYTES = 500

/** The summary of an edit whose author gave none, in the language of the wiki. */
export async function automaticSummary(wiki: Wiki, { message, params, excerpt }: EditMark): Promise<string> {
  const template = await words(wiki, message)
  if (excerpt === undefined) return withParams(template, params)
  const room = Math.max(0, MAX_BYTES - Buffer.byteLength(template))
  return withParams(template, [cutBytes(excerpt.replace(/[\r\n]/g, ' '), room)])
}

async function words(wiki: Wiki, key: string): Promise<string> {
  const message = await ownMessages(wiki, wiki.site.language, [key])
  return message(key) || WORDS[key]!
}

const withParams = (template: string, params: readonly string[]): string =>
  template.replace(/\$(\d)/g, (all, index: string) => params[Number(index) - 1] ?? all)

function cutBytes(text: string, room: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= room) return text
  let end = Math.max(0, room - 3)
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end--
  return `${bytes.toString('utf8', 0, end)}...`
}
