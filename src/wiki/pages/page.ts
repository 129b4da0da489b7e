import type { FastifyReply } from 'fastify'
import type { Html, Piece } from '#html/html.ts'
import type { PageOptions } from '#html/page.ts'
import type { TextKey } from '#html/texts/index.ts'
import type { Title } from '../site/titles.ts'
import type { Sent, Tried, Visit } from './visit.ts'

/** A wiki page to be rendered inside the layout. */
export interface Shown extends Pick<PageOptions, 'needs' | 'texts' | 'head' | 'style'> {
  /** Window title, and the heading unless there is one with markup. */
  readonly title: string
  readonly heading?: Html
  readonly content: Html
  readonly status?: number
  /** The page this is about, for tabs and tools. */
  readonly about?: Pick<Title, 'ns' | 'dbkey'>
  /** Below the heading: the redirect source, the revision shown. */
  readonly subtitle?: Piece
  /** Next to the text: table of contents. */
  readonly contents?: Piece
  /** Below the text: categories, last change. */
  readonly foot?: Piece
  readonly languages?: Piece
  /** Additional tools. */
  readonly tools?: Piece
  /** Id of the revision shown, for the permanent link. */
  readonly revision?: number
  /** `wide` uses the full window width. */
  readonly wide?: boolean
  /** Seconds for which the page is the same for every visitor unless the wiki changes; by default it is not cached. */
  readonly stays?: number
  /** Language and direction of the heading, if it is content. */
  readonly lang?: string
  readonly dir?: string
}

/** Cache lifetime of change lists in seconds: entries that expire by age are not in the change log. */
export const LISTS_STAY = 5

/** A redirect. */
export interface Go {
  readonly go: string
  readonly status?: number
}

/**
 * Result of a request: a page, a redirect, or a response already sent (a feed, a file). A reply that passes through an
 * async function is awaited and becomes undefined.
 */
export type Outcome = Shown | Go | FastifyReply | undefined

/** Name of a special page in the reader's language. */
export const titleOf = ({ words, reader }: Visit, { title }: Pick<Special, 'title'>): string =>
  typeof title === 'string' ? words.text(title) : reader.t(title.own)

export const isGo = (outcome: Outcome): outcome is Go => outcome !== undefined && 'go' in outcome
export const isShown = (outcome: Outcome): outcome is Shown =>
  outcome !== undefined && 'content' in outcome && 'title' in outcome

/** Result of a submitted form: a redirect, a page, a response already sent, or errors to show in the form. */
export type FormOutcome = Outcome | { readonly tried: Tried }

/** A view of a page: `action=…`. */
export interface View {
  readonly action: string
  /** The active tab. */
  readonly tab: 'view' | 'edit' | 'history' | 'more'
  readonly right?: string
  readonly show: (visit: Visit, page: Title) => Promise<Outcome>
  readonly take?: (visit: Visit, page: Title, sent: Sent) => Promise<FormOutcome>
  /** Shown for a form without a valid token: nothing is saved, and the typed text is returned. */
  readonly lost?: (visit: Visit, page: Title, sent: Sent) => Promise<Shown>
}

/** Groups of `Special:SpecialPages` in order, named by the messages `specialpages-group-…`. */
export const GROUPS = [
  ...(['highuse', 'pagetools', 'pages', 'changes', 'media', 'users', 'maintenance', 'wiki', 'login'] as const),
  ...(['redirects', 'spam', 'developer', 'other'] as const),
] as const

/** A special page. */
export interface Special {
  /** Canonical name, as in siteinfo's `specialpagealiases`, which also has the aliases. */
  readonly name: string
  readonly group: (typeof GROUPS)[number]
  /** Message with its name in the list of special pages, or a text of our own. */
  readonly title: string | { readonly own: TextKey }
  /** Right to view the page; the API checks the rights for its forms. */
  readonly right?: string
  /** Not listed: useless without a target in the URL. */
  readonly unlisted?: true
  /** `sub` is the part after the slash. */
  readonly show: (visit: Visit, sub: string) => Promise<Outcome>
  readonly take?: (visit: Visit, sub: string, sent: Sent) => Promise<FormOutcome>
}
