import type { FastifyReply } from 'fastify'
import type { Html, Piece } from '#html/html.ts'
import type { PageOptions } from '#html/page.ts'
import type { TextKey } from '#html/texts/index.ts'
import type { Title } from '../site/titles.ts'
import type { Sent, Tried, Visit } from './visit.ts'

/** A page of the wiki as its builder gives it; the frame goes around. */
export interface Shown extends Pick<PageOptions, 'needs' | 'texts' | 'head' | 'style'> {
  /** The heading, and without markup the window's title. */
  readonly title: string
  readonly heading?: Html
  readonly content: Html
  readonly status?: number
  /** The page that this is about: its tabs and tools are shown. */
  readonly about?: Pick<Title, 'ns' | 'dbkey'>
  /** Below the heading: where one came from, which revision this is. */
  readonly subtitle?: Piece
  /** Beside the text: its contents. */
  readonly contents?: Piece
  /** Below the text: categories, last change. */
  readonly foot?: Piece
  readonly languages?: Piece
  /** More tools than every page has. */
  readonly tools?: Piece
  /** The number of the revision that is shown, for the permanent link. */
  readonly revision?: number
  /** `wide` gives the whole window to the content. */
  readonly wide?: boolean
  /** For how many seconds the page is the same for every stranger, as long as nothing in the wiki changes; without it, for none. */
  readonly stays?: number
  /** Language and direction of the heading, where it is content. */
  readonly lang?: string
  readonly dir?: string
}

/** Seconds that lists of changes stay: what falls out of them by its age is no entry of the change log. */
export const LISTS_STAY = 5

/** Elsewhere is where to look. */
export interface Go {
  readonly go: string
  readonly status?: number
}

/**
 * What a request leads to: a page, another address, or something that was sent already (a feed, a file). A reply that passes through
 * an async function is waited for, and comes out of it as nothing.
 */
export type Outcome = Shown | Go | FastifyReply | undefined

/** What a special page is called, in the reader's language. */
export const titleOf = ({ words, reader }: Visit, { title }: Pick<Special, 'title'>): string =>
  typeof title === 'string' ? words.text(title) : reader.t(title.own)

export const isGo = (outcome: Outcome): outcome is Go => outcome !== undefined && 'go' in outcome
export const isShown = (outcome: Outcome): outcome is Shown =>
  outcome !== undefined && 'content' in outcome && 'title' in outcome

/** What a form led to: the way on, a page that says so, something that was sent already, or what is wrong with it, to be shown in its place. */
export type Taken = Outcome | { readonly tried: Tried }

/** A view of a page: `action=…`. */
export interface View {
  readonly action: string
  /** Which tab is the current one. */
  readonly tab: 'view' | 'edit' | 'history' | 'more'
  readonly right?: string
  readonly show: (visit: Visit, page: Title) => Promise<Outcome>
  readonly take?: (visit: Visit, page: Title, sent: Sent) => Promise<Taken>
  /** Shown for a form without a good token: nothing is done, and what was typed is given back. */
  readonly lost?: (visit: Visit, page: Title, sent: Sent) => Promise<Shown>
}

/** The groups of `Special:SpecialPages`, in its order; what they are called is the message `specialpages-group-…`. */
export const GROUPS = [
  ...(['highuse', 'pagetools', 'pages', 'changes', 'media', 'users', 'maintenance', 'wiki', 'login'] as const),
  ...(['redirects', 'spam', 'developer', 'other'] as const),
] as const

/** A special page. */
export interface Special {
  /** Its canonical name, as siteinfo's `specialpagealiases` has it; aliases come from there. */
  readonly name: string
  readonly group: (typeof GROUPS)[number]
  /** The message that it is called by in the list of special pages, or a text of our own. */
  readonly title: string | { readonly own: TextKey }
  /** Needed to see it; what its forms do, the API allows or not. */
  readonly right?: string
  /** Left out of the list: of no use without more in its address. */
  readonly unlisted?: true
  /** `sub` is what stands behind the slash. */
  readonly show: (visit: Visit, sub: string) => Promise<Outcome>
  readonly take?: (visit: Visit, sub: string, sent: Sent) => Promise<Taken>
}
