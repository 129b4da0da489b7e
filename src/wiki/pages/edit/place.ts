import { seconds } from '#store/clock.ts'
import type { Refusal } from '../../api/ask.ts'
import type { PageWith } from '../../query/results.ts'
import { digitTimestamp } from '../../site/timestamp.ts'
import type { Title } from '../../site/titles.ts'
import { refusalsIn } from '../parts/form.ts'
import { having } from '../parts/items.ts'
import { instant } from '../parts/times.ts'
import type { Visit } from '../visit.ts'

/** A page about to be edited. */
export interface Place {
  readonly title: Title
  readonly name: string
  readonly exists: boolean
  /** Latest revision; 0 if there is none. */
  readonly latest: number
  /** 14 digits; the current time for a missing page. */
  readonly edittime: string
  readonly now: string
  readonly model: string
  readonly language: string
  readonly direction: string
  readonly watched: boolean
  /** Watchlist expiry, if any. */
  readonly watchedUntil: string | undefined
  readonly protection: NonNullable<PageWith<'info'>['protection']>
  /** Why the reader may not edit the page; empty if they may. */
  readonly denials: readonly Refusal[]
  readonly options: Readonly<Record<string, unknown>>
}

export async function placeOf(visit: Visit, title: Title): Promise<Place> {
  const name = visit.name(title)
  const { pages = [], userinfo } = await visit.query({
    titles: name,
    prop: 'info|revisions',
    rvprop: 'ids|timestamp',
    inprop: 'watched|protection',
    intestactions: 'edit',
    intestactionsdetail: 'full',
    meta: 'userinfo',
    uiprop: 'options',
  })
  const [page] = pages
  const now = digitTimestamp(seconds(visit.wiki.clock))
  const [revision] = having(page?.revisions, 'timestamp')
  const denials = page?.actions?.edit
  return {
    title,
    name,
    now,
    exists: page?.missing !== true,
    latest: page?.lastrevid ?? 0,
    edittime: revision ? digitTimestamp(instant(revision.timestamp)) : now,
    model: page?.contentmodel ?? 'wikitext',
    language: page?.pagelanguage ?? visit.site.language,
    direction: page?.pagelanguagedir ?? 'ltr',
    watched: page?.watched === true,
    watchedUntil: page?.watchlistexpiry,
    protection: page?.protection ?? [],
    denials: Array.isArray(denials) ? refusalsIn(denials) : [],
    options: userinfo?.options ?? {},
  }
}

/** Whether a preference of the reader is enabled. */
export const prefers = ({ options }: Place, name: string): boolean => Boolean(options[name]) && options[name] !== '0'

/** Text of a page or revision, or why it is missing. */
export type Source =
  | { readonly text: string; readonly revision: number; readonly page: string; readonly timestamp: string }
  | { readonly lacks: 'revision' | 'section' | 'text' }

export async function sourceOf(
  visit: Visit,
  of: { readonly titles: string } | { readonly revids: number },
  section = '',
): Promise<Source> {
  const { pages = [] } = await visit.query({
    ...of,
    prop: 'revisions',
    rvprop: 'ids|timestamp|content',
    rvslots: 'main',
    rvsection: section || undefined,
  })
  const [page] = having(pages, 'title')
  const [revision] = having(page?.revisions, 'revid', 'timestamp')
  const main = revision?.slots?.main
  if (!page || !revision) return { lacks: 'revision' }
  if (main?.nosuchsection) return { lacks: 'section' }
  if (main?.content === undefined) return { lacks: 'text' }
  return { text: main.content, revision: revision.revid, page: page.title, timestamp: revision.timestamp }
}
