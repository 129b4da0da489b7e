import { seconds } from '#store/clock.ts'
import { html } from '#web/html.ts'
import type { Question } from '../../api/ask.ts'
import { NS } from '../../site/namespaces.ts'
import type { Special } from '../page.ts'
import { feedTools } from '../parts/feeds.ts'
import { type Field, filterForm, namespaceField, namespaceOf } from '../parts/form.ts'
import { titleLink } from '../parts/links.ts'
import { limitOf } from '../parts/pager.ts'
import { type Change, recentList } from '../parts/recent.ts'
import { addParentSizes, REVISION_PROPS, type Revision } from '../parts/revisions.ts'
import { askForTarget, targetOf } from '../parts/target.ts'
import { instant } from '../parts/times.ts'
import type { Visit } from '../visit.ts'
import { daysField, daysOf } from './recent-changes.ts'

/** So many parts of the list of links are looked at; a page that has more of them has some left out. */
const MOST_PARTS = 20

/** `Special:RecentChangesLinked`: the changes of the pages that a page links to, or that link to it. */
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
      needs: ['following'],
      subtitle: html`← ${titleLink(visit, name)}`,
      tools: feedTools(visit, feed),
      content: html`${form}${await recentList(visit, changes)}`,
    }
  },
}

function generatorFor(name: string, ns: number, isBackwards: boolean): Question {
  if (isBackwards) return { generator: 'linkshere', titles: name, glhlimit: 'max' }
  if (ns === NS.category) return { generator: 'categorymembers', gcmtitle: name, gcmlimit: 'max' }
  return { generator: 'links', titles: name, gpllimit: 'max' }
}

interface Linked {
  readonly title: string
  readonly ns: number
  readonly missing?: boolean
  readonly revisions?: readonly Revision[]
}

async function linkedChanges(visit: Visit, name: string, ns: number, isBackwards: boolean): Promise<Change[]> {
  const since = seconds(visit.wiki.clock) - daysOf(visit, 30) * 86_400
  const wanted = namespaceOf(visit)
  const pages: { title: string; latest: string }[] = []
  let more: Question = {}
  for (let part = 0; part < MOST_PARTS; part++) {
    const result = await visit.need({
      ...{ action: 'query', ...generatorFor(name, ns, isBackwards), ...more },
      ...{ prop: 'revisions', rvprop: 'timestamp' },
    })
    for (const page of (result.query?.pages ?? []) as Linked[]) {
      const revision = page.revisions?.[0]
      if (!revision || instant(revision.timestamp) < since) continue
      if (wanted === undefined || page.ns === wanted) pages.push({ title: page.title, latest: revision.timestamp })
    }
    if (!result.continue) break
    more = result.continue
  }
  const limit = limitOf(visit)
  // The newest changes are found among as many pages, those that were changed last.
  const newest = pages.sort((a, b) => (a.latest < b.latest ? 1 : -1)).slice(0, limit)
  const found: (Revision & { title: string })[] = []
  for (const { title } of newest) found.push(...(await revisionsSince(visit, title, since, limit)))
  found.sort((a, b) => (a.timestamp === b.timestamp ? b.revid - a.revid : a.timestamp < b.timestamp ? 1 : -1))
  const shown = found.slice(0, limit)
  const sizes = await addParentSizes(visit, shown)
  return shown.map(revision => ({
    ...revision,
    type: revision.parentid === 0 ? 'new' : 'edit',
    old_revid: revision.parentid,
    oldlen: sizes.get(revision.parentid) ?? 0,
    newlen: revision.size ?? 0,
  }))
}

async function revisionsSince(
  visit: Visit,
  title: string,
  since: number,
  limit: number,
): Promise<(Revision & { title: string })[]> {
  const rvend = new Date(since * 1000).toISOString()
  const { pages = [] } = await visit.query({
    ...{ titles: title, prop: 'revisions', rvprop: REVISION_PROPS, rvlimit: limit, rvend },
  })
  return ((pages as Linked[])[0]?.revisions ?? []).map(revision => ({ ...revision, title }))
}
