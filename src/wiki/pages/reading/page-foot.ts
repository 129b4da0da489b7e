import { type Html, html, type Piece } from '#html/html.ts'
import type { ActionResults } from '../../actions/results.ts'
import { NS } from '../../site/namespaces.ts'
import { titleLink } from '../parts/links.ts'
import { timeElement } from '../parts/times.ts'
import type { Visit } from '../visit.ts'

type Facts = Pick<ActionResults['parse']['parse'], 'categories' | 'revid'>

/** Footer: categories and the time of the last change. */
export async function pageFoot(visit: Visit, name: string, { categories = [], revid }: Facts): Promise<Html> {
  const { words, site } = visit
  const row = (key: string, some: typeof categories): Piece =>
    some.length > 0 &&
    html`<p class="categories"><span class="quiet">${words.text(key, some.length)}</span> ${some.map(
      ({ category, missing = false }) =>
        titleLink(visit, `${site.namespaces.nameOf(NS.category)}:${category}`, {
          text: category.replaceAll('_', ' '),
          missing,
        }),
    )}</p>`
  const [shown, hidden] = [categories.filter(each => !each.hidden), categories.filter(each => each.hidden)]
  const { pages = [] } = await visit.query({
    prop: 'revisions',
    rvprop: 'timestamp',
    ...(revid ? { revids: revid } : { titles: name }),
  })
  const at = pages[0]?.revisions?.[0]?.timestamp
  const changed =
    at &&
    html`<p class="quiet">${words.html(
      'lastmodifiedat',
      timeElement(visit, at, 'date'),
      timeElement(visit, at, 'time'),
    )}</p>`
  return html`<footer class="page-foot"><div>${row('pagecategories', shown)}${
    visit.caller.account !== null && row('hidden-categories', hidden)
  }</div>${changed}</footer>`
}
