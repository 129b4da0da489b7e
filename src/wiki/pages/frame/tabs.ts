import { type Html, html, type Piece } from '#html/html.ts'
import type { PageWith } from '../../query/results.ts'
import { hasTalk, isTalk, NS, subjectOf, talkOf } from '../../site/namespaces.ts'
import type { Title } from '../../site/titles.ts'
import type { View } from '../page.ts'
import { hiddenField, tokenField } from '../parts/form.ts'
import { hasWatchTimes, timeLeft } from '../parts/watch-time.ts'
import type { Visit } from '../visit.ts'
import { variantTabs } from './variant-tabs.ts'

type Name = Pick<Title, 'ns' | 'dbkey'>

/** API data about the page, for tabs and tools. */
export interface PageFacts {
  readonly title: string
  readonly missing: boolean
  readonly id: number
  readonly latest: number
  readonly counterpart: { readonly title: string; readonly missing: boolean } | null
  readonly watched: boolean
  /** Watchlist expiry, if any. */
  readonly watchedUntil: string | undefined
  readonly isProtected: boolean
  /** Whether some protection expires. */
  readonly protectionEnds: boolean
  readonly may: ReadonlySet<string>
}

const TESTED = ['edit', 'create', 'move', 'delete', 'protect'] as const

const requests = new WeakMap<Visit, Map<string, Promise<PageFacts>>>()

/** API data about a page, requested once per visit. */
export function pageFacts(visit: Visit, name: Name): Promise<PageFacts> {
  const cache = requests.get(visit) ?? new Map<string, Promise<PageFacts>>()
  requests.set(visit, cache)
  const key = `${name.ns}:${name.dbkey}`
  const facts = cache.get(key) ?? readFacts(visit, name)
  cache.set(key, facts)
  return facts
}

async function readFacts(visit: Visit, { ns, dbkey }: Name): Promise<PageFacts> {
  const title = visit.name({ ns, dbkey })
  const other = hasTalk(ns) ? visit.name({ ns: isTalk(ns) ? subjectOf(ns) : talkOf(ns), dbkey }) : null
  const { pages = [] } = await visit.query({
    titles: other === null ? title : [title, other],
    prop: 'info',
    inprop: 'watched|protection',
    intestactions: TESTED,
  })
  const [own, counterpart] = [pages.find(same(title)), other === null ? null : pages.find(same(other))]
  return {
    title,
    missing: own?.missing === true && !own.known,
    id: own?.pageid ?? 0,
    latest: own?.lastrevid ?? 0,
    counterpart: other === null ? null : { title: other, missing: !counterpart || counterpart.missing === true },
    watched: own?.watched === true,
    watchedUntil: own?.watchlistexpiry,
    isProtected: (own?.protection?.length ?? 0) > 0,
    protectionEnds: (own?.protection ?? []).some(({ expiry }) => expiry !== 'infinity'),
    may: new Set(TESTED.filter(action => own?.actions?.[action] === true)),
  }
}

const same = (title: string) => (page: PageWith) => page.title === title

/** Message for the tab of a subject page. */
function subjectKey(ns: number): string {
  const own: Readonly<Record<number, string>> = {
    [NS.main]: 'nstab-main',
    [NS.user]: 'nstab-user',
    4: 'nstab-project',
    [NS.file]: 'nstab-image',
    [NS.mediawiki]: 'nstab-mediawiki',
    [NS.template]: 'nstab-template',
    12: 'nstab-help',
    [NS.category]: 'nstab-category',
  }
  return own[ns] ?? ''
}

/** Tabs of a page, according to the reader's rights. */
export function tabs(visit: Visit, name: Name, facts: PageFacts, current: View['tab'] | null): Html {
  const { words, caller } = visit
  const { title, missing, counterpart, may } = facts
  const at = (action: string) => visit.address(title, { action })
  const key = subjectKey(subjectOf(name.ns))
  const subjectText = key && words.has(key) ? words.text(key) : visit.site.namespaces.nameOf(subjectOf(name.ns))
  const subject = isTalk(name.ns) ? counterpart : { title, missing }
  const talk = isTalk(name.ns) ? { title, missing } : counterpart
  const place = (page: { title: string; missing: boolean }, text: string, isHere: boolean): Html =>
    html`<a href="${
      page.missing && !isHere ? visit.address(page.title, { action: 'edit', redlink: 1 }) : visit.address(page.title)
    }"${page.missing && html` class="new"`}${isHere && html` aria-current="page"`}>${text}</a>`
  const way = (href: string, text: string, isHere: boolean, key?: string): Html =>
    html`<a href="${href}"${isHere ? html` aria-current="page"` : key && html` data-key="${key}"`}>${text}</a>`
  const editText = words.text(
    missing ? 'vector-view-create' : may.has('edit') ? 'vector-view-edit' : 'vector-view-viewsource',
  )
  // Narrow screens leave it out, because the first tab leads to the same page.
  const view = html`<a class="view" href="${visit.address(title)}"${current === 'view' && html` aria-current="page"`}>${words.text('vector-view-view')}</a>`
  const more = [
    !missing && may.has('move') && way(visit.special('Movepage', title), words.text('move'), false),
    !missing && may.has('delete') && way(at('delete'), words.text('delete'), false),
    may.has('protect') && way(at('protect'), words.text(facts.isProtected ? 'unprotect' : 'protect'), false),
    missing && caller.can('undelete') && way(visit.special('Undelete', title), words.text('undeletebtn'), false),
    !missing && way(at('purge'), words.text('purge'), false),
  ].filter(each => each !== false)
  const watch = caller.account !== null && caller.can('editmywatchlist') && watchForm(visit, facts)
  const summary = html`<summary>${words.text('vector-more-actions')}</summary>`
  const menu = more.length > 0 && html`<details class="menu">${summary}<div class="sheet">${more}</div></details>`
  return html`<nav class="tabs wiki-tabs" aria-label="${words.text('views')}">${
    subject && place(subject, subjectText, !isTalk(name.ns))
  }${talk && place(talk, words.text('talk'), isTalk(name.ns))}<span class="gap"></span>${
    !missing && view
  }${(!missing || may.has('create')) && way(at('edit'), editText, current === 'edit', 'e')}${
    isTalk(name.ns) &&
    may.has(missing ? 'create' : 'edit') &&
    way(visit.address(title, { action: 'edit', section: 'new' }), words.text('vector-action-addsection'), false)
  }${!missing && way(at('history'), words.text('vector-view-history'), current === 'history')}${
    !missing && current === 'view' && variantTabs(visit, title)
  }${watch}${menu}</nav>`
}

const star = (symbol: string): Html => html`<span aria-hidden="true">${symbol}</span>`

/** Watching changes data, so it is a form. */
function watchForm(visit: Visit, { title, watched, watchedUntil }: PageFacts): Piece {
  const action = watched ? 'unwatch' : 'watch'
  const ask = html`${hiddenField('action', 'watch')}<button>${star('☆')} ${visit.words.text(action)}</button>`
  // With watchlist expiry, ask for the duration first.
  if (!watched && hasWatchTimes(visit))
    return html`<form class="watch" method="get" action="${visit.address(title)}">${ask}</form>`
  const left = watchedUntil !== undefined && html` title="${timeLeft(visit, watchedUntil)}"`
  const button = html`<button${left}>${star(watched ? '★' : '☆')} ${visit.words.text(action)}</button>`
  const target = visit.address(title, { action })
  return html`<form class="watch" method="post" action="${target}">${tokenField(visit)}${button}</form>`
}
