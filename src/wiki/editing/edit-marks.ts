import { ownMessages } from '../content/own-messages.ts'
import { NS } from '../site/namespaces.ts'
import { fullText } from '../site/title-format.ts'
import type { Title } from '../site/titles.ts'
import type { Wiki } from '../wiki.ts'
import { redirectOf } from '../wikitext/redirect.ts'
import { scriptRedirectOf } from '../wikitext/script-redirect.ts'
import { excerptOf } from './excerpt.ts'

/** A kind of edit that gets a tag and, if the author gave no summary, an automatic summary. */
export interface EditMark {
  readonly tag?: string
  /** Key of the interface message used as the summary. */
  readonly message: string
  readonly params: readonly string[]
  /** Replaces the message parameter, shortened to fit. */
  readonly excerpt?: string
}

interface Content {
  readonly text: string
  readonly model: string
}

/** Text counts as replaced when less than a tenth of its length remains. */
const MUCH_SHORTER = 10

/** `before` is null for a new page. */
export function markOf(wiki: Wiki, before: Content | null, after: Content): EditMark | null {
  const oldTarget = before && targetOf(wiki, before)
  const newTarget = targetOf(wiki, after)
  if (newTarget !== null && oldTarget === null)
    return { tag: 'mw-new-redirect', message: 'autoredircomment', params: [newTarget] }
  if (newTarget !== null && oldTarget !== newTarget)
    return {
      tag: 'mw-changed-redirect-target',
      message: 'autosumm-changed-redirect-target',
      params: [oldTarget!, newTarget],
    }
  const size = Buffer.byteLength(after.text)
  if (before === null)
    return size === 0
      ? { message: 'autosumm-newblank', params: [] }
      : { message: 'autosumm-new', params: [], excerpt: after.text }
  const oldSize = Buffer.byteLength(before.text)
  if (oldSize > 0 && size === 0) return { tag: 'mw-blank', message: 'autosumm-blank', params: [] }
  if (oldTarget !== null && newTarget === null)
    return { tag: 'mw-removed-redirect', message: 'autosumm-removed-redirect', params: [oldTarget] }
  if (oldSize > MUCH_SHORTER * size)
    return { tag: 'mw-replace', message: 'autosumm-replace', params: [], excerpt: after.text }
  return null
}

function targetOf(wiki: Wiki, { text, model }: Content): string | null {
  const title = model === 'wikitext' ? redirectOf(wiki.site, text)?.title : scriptRedirectOf(wiki.site, text, model)
  return title ? nameOf(wiki, title) : null
}

/** User pages are named with the namespace form for the user's gender. */
function nameOf({ site, genders }: Wiki, title: Title): string {
  const isPersonal = title.interwiki === '' && (title.ns === NS.user || title.ns === NS.userTalk)
  return fullText(site, title, isPersonal ? genders.ofPage(title.dbkey) : undefined)
}

/** Automatic summaries for a wiki without interface messages. */
const WORDS: Readonly<Record<string, string>> = {
  autoredircomment: 'Redirected page to [[$1]]',
  'autosumm-blank': 'Blanked the page',
  'autosumm-changed-redirect-target': 'Changed redirect target from [[$1]] to [[$2]]',
  'autosumm-new': 'Created page: $1',
  'autosumm-newblank': 'Created blank page',
  'autosumm-removed-redirect': 'Removed redirect to [[$1]]',
  'autosumm-replace': 'Replaced content: $1',
  newsectionsummary: '/* $1 */ new section',
  'undo-summary': 'Undid revision $1 by [[Special:Contributions/$2|$2]]',
  'undo-summary-username-hidden': 'Undid revision $1',
}

/** Maximum bytes of a summary that contains an excerpt. */
const MAX_BYTES = 500

/** The automatic summary, in the wiki's content language. */
export async function automaticSummary(wiki: Wiki, { message, params, excerpt }: EditMark): Promise<string> {
  const messageText = await ownMessages(wiki, wiki.site.language, [message, 'ellipsis'])
  const template = messageText(message) || WORDS[message]!
  if (excerpt === undefined) return withParams(template, params)
  const room = MAX_BYTES - Buffer.byteLength(template)
  return withParams(template, [excerptOf(excerpt, room, messageText('ellipsis'))])
}

const withParams = (template: string, params: readonly string[]): string =>
  template.replace(/\$(\d)/g, (all, index: string) => params[Number(index) - 1] ?? all)
