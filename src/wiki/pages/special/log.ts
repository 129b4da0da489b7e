import { html } from '#html/html.ts'
import { LOG_TYPES } from '../../query/families/log-types.ts'
import type { Special } from '../page.ts'
import { type Field, filterForm } from '../parts/form.ts'
import { having } from '../parts/items.ts'
import { logName } from '../parts/log-lines.ts'
import { walk } from '../parts/pager.ts'
import { logList } from '../parts/recent.ts'
import { tagField } from '../parts/tag-field.ts'

/** Restricted logs and the rights to read them. */
const RESTRICTED = new Map<string, string>([
  ['suppress', 'suppressionlog'],
  ['spamblacklist', 'spamblacklistlog'],
  ['titleblacklist', 'titleblacklistlog'],
])

/** `Special:Log`: log entries of one or all types. */
export const log: Special = {
  name: 'Log',
  group: 'changes',
  title: 'log',
  async show(visit, sub) {
    const { words, search, caller } = visit
    const isReadable = (right: string | undefined) => right === undefined || caller.can(right)
    const types = LOG_TYPES.filter(type => type !== '' && isReadable(RESTRICTED.get(type)))
    // As in MediaWiki, the subpage is a log type or a user.
    const subType = types.find(type => type === sub)
    const type = types.find(each => each === search.get('type')) ?? subType
    const user = search.get('user') ?? (sub !== '' && subType === undefined ? sub.replaceAll('_', ' ') : '')
    const page = search.get('page') ?? ''
    const until = /^\d{4}-\d\d-\d\d$/.exec(search.get('wpdate') ?? '')?.[0]
    const isBack = search.get('dir') === 'prev' && search.has('offset')
    const { rows, pager } = await walk(visit, {
      prefix: 'le',
      question: {
        list: 'logevents',
        leprop: 'ids|title|type|user|timestamp|parsedcomment|details|tags',
        letype: type,
        leuser: user || undefined,
        letitle: page || undefined,
        letag: search.get('tagfilter') || undefined,
        [isBack ? 'leend' : 'lestart']: until && `${until}T23:59:59Z`,
      },
      rows: answer => having(answer.query?.logevents, 'type', 'timestamp'),
      both: { dirs: ['older', 'newer'], place: row => `${row.timestamp.replace(/\D/g, '')}|${row.logid}` },
    })
    const names = types.map((each): [string, string] => [each, logName(visit, each)])
    names.sort(([, a], [, b]) => a.localeCompare(b, visit.reader.language))
    const fields: Field[] = [
      {
        kind: 'choice',
        name: 'type',
        label: words.text('log'),
        options: [['', words.text('all-logs-page')], ...names],
        value: type ?? '',
      },
      { kind: 'user', name: 'user', label: words.text('specialloguserlabel'), value: user },
      { kind: 'title', name: 'page', label: words.text('speciallogtitlelabel') },
      { kind: 'date', name: 'wpdate', label: words.text('date-range-to') },
      await tagField(visit),
    ]
    const form = filterForm(visit, visit.specialTitle(this.name), fields, words.text('logeventslist-submit'))
    return {
      title: type === undefined ? words.text('all-logs-page') : logName(visit, type),
      needs: ['following'],
      content: html`${form}${pager}${
        rows.length === 0 ? html`<p class="note">${words.text('logempty')}</p>` : await logList(visit, rows)
      }${pager}`,
    }
  },
}
