import { Html, html } from '#html/html.ts'
import { padded } from '#store/keyset.ts'
import { displayLogs } from '../../content/log-display/display-logs.ts'
import { readLogParams } from '../../content/log-display/read-params.ts'
import type { ListItem } from '../../query/results.ts'
import { HIDDEN } from '../../site/hidden-parts.ts'
import { parseTitle } from '../../site/titles.ts'
import type { Visit } from '../visit.ts'
import { having, type With } from './items.ts'
import { link } from './links.ts'
import { instant } from './times.ts'

/** An entry of a log. */
export type LogItem = With<ListItem<'logevents'>, 'type' | 'timestamp'>

/**
 * Log entries as sentences, by id. The API has already applied the reader's rights; only the stored parameters,
 * from which the sentences are built, are read here.
 */
export async function logSentences(visit: Visit, items: readonly LogItem[]): Promise<ReadonlyMap<number, Html>> {
  const { wiki, caller, language, site } = visit
  const shown = having(items, 'logid')
  if (shown.length === 0) return new Map()
  const ids = shown.map(item => item.logid)
  const rows = await wiki.db.selectFrom('log').where('id', 'in', padded(ids)).select(['id', 'params']).execute()
  const params = new Map(rows.map(row => [row.id, row.params]))
  const entries = shown.map(item => {
    const title = item.title === undefined ? null : parseTitle(site, item.title)
    const name = title === null || 'invalid' in title ? { ns: 0, dbkey: '' } : title
    const isUnseen = item.title === undefined
    return {
      type: item.type,
      action: item.action ?? '',
      ns: name.ns,
      title: name.dbkey,
      timestamp: instant(item.timestamp),
      params: readLogParams(isUnseen ? '' : (params.get(item.logid) ?? '')),
      deleted: (isUnseen ? HIDDEN.text : 0) | (item.user === undefined ? HIDDEN.user : 0),
      performer: { name: item.user ?? '', account_id: item.anon ? null : 1 },
    }
  })
  const run = {
    wiki,
    db: wiki.db,
    language,
    caller,
    titleText: (ns: number, dbkey: string) => visit.name({ ns, dbkey }),
  }
  const lines = await displayLogs(run, entries)
  return new Map(ids.map((id, index) => [id, html`<span class="log-line">${new Html(lines[index]!)}</span>`]))
}

/** Messages with the names of logs. */
const LOG_NAMES: Readonly<Record<string, string>> = {
  block: 'blocklogpage',
  delete: 'dellogpage',
  import: 'importlogpage',
  merge: 'mergelog',
  move: 'movelogpage',
  newusers: 'newuserlogpage',
  patrol: 'patrol-log-page',
  protect: 'protectlogpage',
  rights: 'rightslog',
  suppress: 'suppressionlog',
  upload: 'uploadlogpage',
}

export function logName({ words }: Visit, type: string): string {
  const key = LOG_NAMES[type] ?? `log-name-${type}`
  return words.has(key) ? words.text(key) : type
}

export const logLink = (visit: Visit, type: string): Html => link(visit.special('Log', type), logName(visit, type))
