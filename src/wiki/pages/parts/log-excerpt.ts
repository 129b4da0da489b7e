import { html, type Piece } from '#html/html.ts'
import type { Visit } from '../visit.ts'
import { having } from './items.ts'
import { link } from './links.ts'
import { logName } from './log-lines.ts'
import { logList } from './recent.ts'

const MOST = 10

/** Latest entries of a log about a page or user, shown below the form that would add one; empty if there are none. */
export async function logExcerpt(visit: Visit, type: string, title: string): Promise<Piece> {
  const { words } = visit
  const response = await visit.ask({
    action: 'query',
    list: 'logevents',
    letype: type,
    letitle: title,
    lelimit: MOST + 1,
    leprop: 'ids|title|type|user|timestamp|parsedcomment|details|tags',
  })
  const rows = response.ok ? having(response.result.query?.logevents, 'type', 'timestamp') : []
  if (rows.length === 0) return null
  const all =
    rows.length > MOST && html`<p>${link(visit.special('Log', type, { page: title }), words.text('log-fulllog'))}</p>`
  const heading = html`<h2 id="log-excerpt-heading">${logName(visit, type)}</h2>`
  const list = await logList(visit, rows.slice(0, MOST))
  return html`<section class="log-excerpt" aria-labelledby="log-excerpt-heading">${heading}${list}${all}</section>`
}
