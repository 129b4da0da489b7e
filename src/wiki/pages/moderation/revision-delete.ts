import { html } from '#html/html.ts'
import { changeList, changeRow, summary, who } from '../parts/changes.ts'
import { type Field, refusalsIn } from '../parts/form.ts'
import { formPage, success } from '../parts/form-page.ts'
import { having } from '../parts/items.ts'
import { titleLink } from '../parts/links.ts'
import type { Sent, Visit } from '../visit.ts'
import { reasonFields, reasonOf } from './reasons.ts'

const TYPES = ['revision', 'archive', 'oldimage', 'filearchive', 'logging'] as const
const PARTS = ['content', 'comment', 'user'] as const

/** Selected items: ids in `ids` (`1,2`) or as checkboxes (`ids[1]=1`), as in MediaWiki's links. */
function requestedIds({ search }: Visit): string[] {
  const listed = [...search].flatMap(([name, value]) => {
    const ticked = /^ids\[(\w+)\]$/.exec(name)?.[1]
    return ticked !== undefined ? [ticked] : name === 'ids' ? value.split(/[,|]/) : []
  })
  return [...new Set(listed.map(id => id.trim()).filter(id => id !== ''))]
}

function typeOf({ search }: Visit): (typeof TYPES)[number] {
  const requested = search.get('type') ?? ''
  return TYPES.find(type => type === requested) ?? 'revision'
}

/** `Special:RevisionDelete`: hides the text, summary or author of revisions, log entries and files. */
export const revisionDelete = formPage({
  name: 'Revisiondelete',
  group: 'pagetools',
  title: 'revisiondelete',
  unlisted: true,
  async form(visit) {
    const { words, caller } = visit
    const [type, ids] = [typeOf(visit), requestedIds(visit)]
    const right = type === 'logging' ? 'deletelogentry' : 'deleterevision'
    const target = visit.search.get('target') ?? ''
    const title = words.text('revisiondelete')
    if (!caller.can(right))
      return { title, status: 403, content: html`<p class="note">${words.text('badaccess-group0')}</p>` }
    if (ids.length === 0)
      return { title, status: 400, content: html`<p class="note wrong">${words.html('revdelete-nooldid-text')}</p>` }
    const choices = [
      ['nochange', words.text('revdelete-radio-same')],
      ['show', words.text('revdelete-radio-unset')],
      ['hide', words.text('revdelete-radio-set')],
    ] as const
    const fields: Field[] = [
      ...PARTS.map(
        (part): Field => ({
          kind: 'radio',
          name: `wpHide-${part}`,
          label: words.text(partLabel(type, part)),
          options: choices,
          value: visit.search.get(`wpHide-${part}`) ?? 'nochange',
        }),
      ),
      ...reasonFields(visit, 'revdelete-reason-dropdown', 'revdelete-log'),
    ]
    if (caller.can('suppressrevision'))
      fields.push({
        kind: 'radio',
        name: 'wpHideRestricted',
        label: words.text('revdelete-hide-restricted'),
        value: 'nochange',
        options: [
          ['nochange', words.text('revdelete-radio-same')],
          ['no', words.text('revdelete-radio-unset')],
          ['yes', words.text('revdelete-radio-set')],
        ],
      })
    const items = type === 'revision' ? await shownRevisions(visit, ids) : html`<p>${ids.join(', ')}</p>`
    return {
      title,
      ...(target !== '' && { subtitle: html`← ${titleLink(visit, target)}` }),
      fields,
      submit: words.text('revdelete-submit', ids.length),
      danger: true,
      content: form => html`<p>${words.html('revdelete-text-text')}</p>${items}${form}`,
    }
  },
  request(visit, _sub, sent) {
    const chosen = (choice: string) => PARTS.filter(part => sent.text(`wpHide-${part}`) === choice)
    return {
      action: 'revisiondelete',
      type: typeOf(visit),
      target: visit.search.get('target') || null,
      ids: requestedIds(visit),
      reason: reasonOf(visit, sent),
      hide: listed(chosen('hide')),
      show: listed(chosen('show')),
      suppress: suppression(sent),
    }
  },
  failures: ({ revisiondelete: { items } }) => items.flatMap(({ errors = [] }) => refusalsIn(errors)),
  done(visit) {
    const { words } = visit
    const target = visit.search.get('target') ?? ''
    const history = { text: words.text('vector-view-history'), query: { action: 'history' } }
    const message = words.html(typeOf(visit) === 'logging' ? 'logdelete-success' : 'revdelete-success')
    const back = target !== '' && html`<p>${titleLink(visit, target, history)}</p>`
    return success(words.text('actioncomplete'), message, back)
  },
})

const listed = (parts: readonly string[]): readonly string[] | null => (parts.length === 0 ? null : parts)

const suppression = (sent: Sent): string => sent.text('wpHideRestricted') || 'nochange'

function partLabel(type: string, part: string): string {
  if (part === 'comment') return 'revdelete-hide-comment'
  if (part === 'user') return 'revdelete-hide-user'
  return type === 'logging'
    ? 'revdelete-hide-name'
    : type.includes('image') || type === 'filearchive'
      ? 'revdelete-hide-image'
      : 'revdelete-hide-text'
}

async function shownRevisions(visit: Visit, ids: readonly string[]) {
  const { pages = [] } = await visit.query({
    revids: ids.slice(0, 50),
    prop: 'revisions',
    rvprop: 'ids|timestamp|user|parsedcomment',
  })
  const rows = having(pages, 'title').flatMap(page =>
    having(page.revisions, 'revid', 'timestamp').map(row => ({ ...row, page: page.title })),
  )
  return changeList(
    rows.map(row =>
      changeRow(
        visit,
        {
          timestamp: row.timestamp,
          who: who(visit, row),
          comment: summary(visit, row),
          href: visit.address(row.page, { oldid: row.revid }),
        },
        true,
      ),
    ),
  )
}
