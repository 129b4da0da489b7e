import { type Html, html, type Piece } from '#html/html.ts'
import { bcp47 } from '#languages/bcp47.ts'
import { direction } from '#languages/direction.ts'
import { isTalk, NS } from '../../site/namespaces.ts'
import { parseTitle } from '../../site/titles.ts'
import { changeList, changeRow, summary } from '../parts/changes.ts'
import { userLink } from '../parts/links.ts'
import { timeElement } from '../parts/times.ts'
import type { Visit } from '../visit.ts'
import type { Place } from './place.ts'

const note = (kind: string, id: string, piece: Piece): Html => html`<div class="note ${kind}" id="${id}">${piece}</div>`

/** Notices above the form: IP address disclosure, protection, edit notices, and earlier deletions. */
export async function notices(visit: Visit, place: Place): Promise<Html[]> {
  const { words, caller, search } = visit
  const { ns } = place.title
  const shown: Html[] = []
  const isAnonymous = caller.account === null
  if (isAnonymous) shown.push(note('warning', 'mw-anon-edit-warning', anonymous(visit)))
  const intro = await editIntro(visit, search.get('editintro') ?? '')
  if (intro) shown.push(intro)
  if (ns === NS.mediawiki)
    shown.push(note('warning', 'mw-editinginterface', html`<p>${words.html('editinginterface')}</p>`))
  if (!place.exists) {
    if (!intro)
      shown.push(
        note(
          '',
          'mw-newarticletext',
          html`<p>
            ${words.html(isAnonymous && words.has('newarticletextanon') ? 'newarticletextanon' : 'newarticletext')}
          </p>`,
        ),
      )
    const log = await logOf(visit, place.name, ['delete', 'move'])
    if (log) shown.push(note('warning', 'mw-recreated', html`<p>${words.html('recreate-moveddeleted-warn')}</p>${log}`))
  }
  const levels = place.protection.filter(({ type }) => type === (place.exists ? 'edit' : 'create'))
  if (levels.length > 0) {
    const isSemi = levels.every(({ level }) => level === 'autoconfirmed')
    const key = place.exists ? (isSemi ? 'semiprotectedpagewarning' : 'protectedpagewarning') : 'titleprotectedwarning'
    shown.push(note('', 'mw-protected', html`<p>${words.html(key)}</p>${await logOf(visit, place.name, ['protect'])}`))
  }
  if (isTalk(ns) && words.has('talkpagetext'))
    shown.push(note('', 'mw-talkpagetext', html`<p>${words.html('talkpagetext')}</p>`))
  return shown
}

/** Warns unregistered users that their IP address becomes public. */
function anonymous(visit: Visit): Html {
  const { words, reader, caller } = visit
  const login = `/accounts/login/?next=${encodeURIComponent(visit.request.url)}`
  const register =
    reader.canRegister && html` <a class="button" href="/accounts/register/">${reader.t('frame.register')}</a>`
  return html`<p>${words.html('anoneditwarning', login, '/accounts/register/', caller.ip)}</p>
    <p><a class="button" href="${login}">${reader.t('frame.log_in')}</a>${register}</p>`
}

/** Content of the `editintro` page. */
async function editIntro(visit: Visit, named: string): Promise<Html | null> {
  const title = named === '' ? null : parseTitle(visit.site, named)
  if (title === null || 'invalid' in title || title.interwiki !== '' || title.ns < 0 || title.dbkey === '') return null
  const { language } = visit.site
  const name = visit.name(title)
  const { pages = [] } = await visit.query({ titles: name })
  if (pages[0]?.missing !== undefined && pages[0].missing) return null
  const text = await visit.parsed(`{{:${name}}}`, name)
  return html`<div class="note" id="mw-editintro" lang="${bcp47(language)}" dir="${direction(language)}">${text}</div>`
}

/** Latest log entries for a page; null if there are none. */
export async function logOf(visit: Visit, name: string, types: readonly string[]): Promise<Html | null> {
  const rows = []
  for (const letype of types) {
    const { logevents = [] } = await visit.query({
      list: 'logevents',
      letype,
      letitle: name,
      lelimit: letype === 'delete' ? 3 : 1,
      leprop: 'ids|type|user|timestamp|parsedcomment|details',
    })
    rows.push(...logevents)
  }
  if (rows.length === 0) return null
  rows.sort((a, b) => (a.timestamp < b.timestamp ? 1 : -1))
  return changeList(
    rows.map(row =>
      changeRow(
        visit,
        {
          timestamp: row.timestamp,
          title: html`<b>${logWord(visit, row)}</b>`,
          who: userLink(visit, row),
          comment: summary(visit, row),
        },
        true,
      ),
    ),
  )
}

/** Messages with the names of logs. */
const LOG_NAMES: Readonly<Record<string, string>> = {
  protect: 'protectlogpage',
  delete: 'dellogpage',
  move: 'movelogpage',
}

// biome-ignore lint/suspicious/noExplicitAny: shape of list=logevents results
function logWord(visit: Visit, row: any): Piece {
  const { words } = visit
  const key = LOG_NAMES[row.type]
  const word = key === undefined ? String(row.type) : words.text(key)
  const description = row.params?.description
  return description ? html`${word} <span class="quiet"><bdi>${description}</bdi></span>` : word
}

/** Details of a block. */
export function blockDetails(visit: Visit, info: Readonly<Record<string, unknown>>): Html {
  const { words } = visit
  const time = (value: unknown): Piece =>
    value === 'infinite' ? words.text('infiniteblock') : timeElement(visit, String(value))
  const reason = String(info.blockreason ?? '') || words.text('blockednoreason')
  const rows: readonly (readonly [key: string, value: Piece])[] = [
    ['blocklist-by', info.blockedby ? userLink(visit, { user: String(info.blockedby) }) : '–'],
    ['blocklist-reason', html`<bdi>${reason}</bdi>`],
    ['blocklist-timestamp', time(info.blockedtimestamp)],
    ['blocklist-expiry', time(info.blockexpiry)],
  ]
  return html`<dl class="facts">
    ${rows.map(([key, value]) => html`<div><dt>${words.text(key)}</dt><dd>${value}</dd></div>`)}
    ${info.blockid ? html`<div><dt>#</dt><dd>${Number(info.blockid)}</dd></div>` : ''}
  </dl>`
}
