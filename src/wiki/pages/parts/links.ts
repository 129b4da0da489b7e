import { type Html, html, type Piece } from '#html/html.ts'
import type { authorMembers } from '../../api/result/common.ts'
import type { ResultOf } from '../../api/result/kinds.ts'
import { isIp } from '../../site/ip.ts'
import type { Visit } from '../visit.ts'

interface LinkOptions {
  readonly text?: Piece
  readonly query?: Readonly<Record<string, string | number>>
  /** The page is missing: link to the edit form. */
  readonly missing?: boolean
  readonly redirect?: boolean
  readonly class?: string
}

/** Link to a page by its API title. */
export function titleLink(visit: Visit, title: string, options: LinkOptions = {}): Html {
  const { text = title, query, missing = false, redirect = false } = options
  if (missing) {
    const address = visit.address(title, { action: 'edit', redlink: 1, ...query })
    return html`<a class="new" href="${address}"><bdi>${text}</bdi></a>`
  }
  const address = visit.address(title, redirect ? { redirect: 'no', ...query } : query)
  const kind = options.class ?? (redirect ? 'mw-redirect' : undefined)
  return html`<a${kind !== undefined && html` class="${kind}"`} href="${address}"><bdi>${text}</bdi></a>`
}

export const link = (address: string, text: Piece): Html => html`<a href="${address}">${text}</a>`

/** Maximum number of titles per API request for everyone. */
const AT_ONCE = 50

/** The existing pages among these titles; links to the others are red. */
export async function existing(visit: Visit, titles: Iterable<string>): Promise<ReadonlySet<string>> {
  const unique = [...new Set(titles)]
  const existingTitles = new Set<string>()
  for (let at = 0; at < unique.length; at += AT_ONCE) {
    const batch = unique.slice(at, at + AT_ONCE)
    const { pages = [], normalized = [] } = await visit.query({ titles: batch })
    const there = new Set(pages.filter(page => (!page.missing || page.known) && !page.invalid).map(page => page.title))
    const spelled = new Map(normalized.map(({ from, to }) => [from, to]))
    for (const title of batch) if (there.has(spelled.get(title) ?? title)) existingTitles.add(title)
  }
  return existingTitles
}

/** The user who made a change, as returned by the API. */
export type Performer = Readonly<ResultOf<typeof authorMembers>>

export const userPage = (visit: Visit, name: string): string => `${visit.site.namespaces.nameOf(2)}:${name}`
const talkPage = (visit: Visit, name: string): string => `${visit.site.namespaces.nameOf(3)}:${name}`

/** Pages linked by `userLink`, for `existing`. */
export const userPages = (visit: Visit, doers: Iterable<Performer>): string[] =>
  [...doers].flatMap(({ user }) => (user ? [userPage(visit, user), talkPage(visit, user)] : []))

/** Link to a user with talk page and contributions. `known` has the existing pages. */
export function userLink(visit: Visit, doer: Performer, known?: ReadonlySet<string>): Html {
  const { words, caller } = visit
  const { user, userhidden } = doer
  if (!user) return html`<span class="history-deleted">${words.text('rev-deleted-user')}</span>`
  const isMissing = (title: string) => known !== undefined && !known.has(title)
  const talk = talkPage(visit, user)
  const contributions = visit.special('Contributions', user)
  const name = isIp(user)
    ? html`<a href="${contributions}"><bdi>${user}</bdi></a>`
    : titleLink(visit, userPage(visit, user), { text: user, missing: isMissing(userPage(visit, user)) })
  const tools = [
    titleLink(visit, talk, { text: words.text('talkpagelinktext'), missing: isMissing(talk) }),
    !isIp(user) && link(contributions, words.text('contribslink')),
    caller.can('block') && link(visit.special('Block', user), words.text('blocklink')),
  ].filter(tool => tool !== false)
  return html`<span class="${
    userhidden ? 'who history-deleted' : 'who'
  }">${name} <span class="tools">${tools}</span></span>`
}
