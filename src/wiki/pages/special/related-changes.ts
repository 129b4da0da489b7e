import { html } from '#html/html.ts'
import { seconds } from '#store/clock.ts'
import type { Question } from '../../api/ask.ts'
import { NS } from '../../site/namespaces.ts'
import type { Special } from '../page.ts'
import { feedLinks, feedTools } from '../parts/feeds.ts'
import { type Field, filterForm, namespaceField, namespaceOf } from '../parts/form.ts'
import { having } from '../parts/items.ts'
import { titleLink } from '../parts/links.ts'
import { limitOf } from '../parts/pager.ts'
import { type Change, changeProps } from '../parts/recent.ts'
import { addParentSizes, REVISION_PROPS, type Revision, revisionsOf } from '../parts/revisions.ts'
import { askForTarget, targetOf } from '../parts/target.ts'
import { instant } from '../parts/times.ts'
import { workList } from '../parts/work-list.ts'
import { WORK_LIST } from '../parts/work-page.ts'
import type { Visit } from '../visit.ts'
import { daysField, daysOf } from './recent-changes.ts'

/** Maximum number of link batches to read; links beyond that are ignored. */
const MAX_PARTS = 20

/** `Special:RecentChangesLinked`: changes to pages linked from a page, or that link to it. */
export const relatedChanges: Special = {
  name: 'Recentchangeslinked',
  group: 'changes',
  title: 'recentchangeslinked',
  async show(visit, sub) {
    const { words, search } = visit
    const { text, title } = targetOf(visit, sub)
    const field: Field = { kind: 'title', name: 'target', label: words.text('recentchangeslinked-page'), value: text }
    if (title === null) return askForTarget(visit, this.name, field, { title: words.text('recentchangeslinked'), text })
    const name = visit.name(title)
    const changes = await linkedChanges(visit, name, title.ns, search.has('showlinkedto'))
    const fields: Field[] = [
      field,
      { kind: 'box', name: 'showlinkedto', label: words.text('recentchangeslinked-to') },
      namespaceField(visit),
      daysField(visit, 30),
    ]
    const form = filterForm(visit, visit.specialTitle(this.name), fields, words.text('recentchanges-submit'))
    const feed = { action: 'feedrecentchanges', target: name, ...(search.has('showlinkedto') && { showlinkedto: 1 }) }
    return {
      title: words.text('recentchangeslinked-title', name),
      about: title,
      ...WORK_LIST,
      subtitle: html`← ${titleLink(visit, name)}`,
      head: feedLinks(visit, feed),
      tools: feedTools(visit, feed),
      content: html`${form}${await workList(visit, changes)}`,
    }
  },
}

/** Generators for outgoing or incoming links, templates and files. */
function generatorsFor(name: string, ns: number, isBackwards: boolean): Question[] {
  if (isBackwards)
    return [
      { generator: 'linkshere', titles: name, glhlimit: 'max' },
      { generator: 'transcludedin', titles: name, gtilimit: 'max' },
      ...(ns === NS.file ? [{ generator: 'fileusage', titles: name, gfulimit: 'max' }] : []),
    ]
  if (ns === NS.category) return [{ generator: 'categorymembers', gcmtitle: name, gcmlimit: 'max' }]
  return [
    { generator: 'links', titles: name, gpllimit: 'max' },
    { generator: 'templates', titles: name, gtllimit: 'max' },
    { generator: 'images', titles: name, gimlimit: 'max' },
  ]
}

async function linkedChanges(visit: Visit, name: string, ns: number, isBackwards: boolean): Promise<Change[]> {
  const since = seconds(visit.wiki.clock) - daysOf(visit, 30) * 86_400
  const limit = limitOf(visit)
  // Deleted pages have no revisions, but log entries.
  const linked = new Map<string, string | null>()
  for (const question of generatorsFor(name, ns, isBackwards))
    for (const [title, latest] of await linkedPages(visit, question)) linked.set(title, latest)
  const edits = await editsOf(visit, linked, since, limit)
  const logged = await loggedChanges(visit, linked, since, limit)
  return [...edits, ...logged].sort(newestFirst).slice(0, limit)
}

const newestFirst = (a: Change, b: Change): number =>
  a.timestamp === b.timestamp ? (b.revid ?? 0) - (a.revid ?? 0) : a.timestamp < b.timestamp ? 1 : -1

/** Titles with the time of their last change. */
async function linkedPages(visit: Visit, question: Question): Promise<Map<string, string | null>> {
  const namespace = namespaceOf(visit)
  const pages = new Map<string, string | null>()
  let more: Question = {}
  for (let part = 0; part < MAX_PARTS; part++) {
    const result = await visit.need(
      { action: 'query', prop: 'revisions', rvprop: 'timestamp' },
      { ...question, ...more },
    )
    for (const page of having(result.query?.pages, 'title'))
      if (namespace === undefined || page.ns === namespace)
        pages.set(page.title, page.revisions?.[0]?.timestamp ?? pages.get(page.title) ?? null)
    if (!result.continue) break
    more = result.continue
  }
  return pages
}

interface TitledRevision extends Revision {
  readonly title: string
}

async function editsOf(
  visit: Visit,
  linked: ReadonlyMap<string, string | null>,
  since: number,
  limit: number,
): Promise<Change[]> {
  const pages = [...linked].flatMap(([title, latest]) =>
    latest === null || instant(latest) < since ? [] : [{ title, latest }],
  )
  // The newest changes are on the most recently changed pages, so only those are read.
  const newest = pages.sort((a, b) => (a.latest < b.latest ? 1 : -1)).slice(0, limit)
  const found: TitledRevision[] = []
  for (const { title } of newest) found.push(...(await revisionsSince(visit, title, since, limit)))
  found.sort((a, b) => (a.timestamp === b.timestamp ? b.revid - a.revid : a.timestamp < b.timestamp ? 1 : -1))
  const shown = found.slice(0, limit)
  const sizes = await addParentSizes(visit, shown)
  return shown.map(revision => ({
    ...revision,
    type: revision.parentid === 0 ? 'new' : 'edit',
    old_revid: revision.parentid,
    oldlen: (revision.parentid && sizes.get(revision.parentid)) || 0,
    newlen: revision.size ?? 0,
  }))
}

/** Log entries about these pages: moves, deletions, protections, uploads. */
async function loggedChanges(
  visit: Visit,
  linked: ReadonlyMap<string, string | null>,
  since: number,
  limit: number,
): Promise<Change[]> {
  if (linked.size === 0) return []
  const entries: Change[] = []
  const rcend = new Date(since * 1000).toISOString()
  const rcprop = changeProps(visit, 'patrolled')
  let more: Question = {}
  for (let part = 0; part < MAX_PARTS && entries.length < limit; part++) {
    const question = { action: 'query', list: 'recentchanges', rctype: 'log', rclimit: 'max', rcend, rcprop } as const
    const result = await visit.need(question, more)
    const changes = having(result.query?.recentchanges, 'timestamp')
    entries.push(...changes.filter(({ title }) => title !== undefined && linked.has(title)))
    if (!result.continue) break
    more = result.continue
  }
  return entries
}

async function revisionsSince(visit: Visit, title: string, since: number, limit: number): Promise<TitledRevision[]> {
  const rvend = new Date(since * 1000).toISOString()
  const { pages = [] } = await visit.query({
    titles: title,
    prop: 'revisions',
    rvprop: REVISION_PROPS,
    rvlimit: limit,
    rvend,
  })
  return revisionsOf(pages[0]).map(revision => ({ ...revision, title }))
}
