import { type Html, html, type Piece } from '#html/html.ts'
import { tagName } from '../parts/changes.ts'
import { hiddenField, tokenField } from '../parts/form.ts'
import { formPage, success } from '../parts/form-page.ts'
import { link, titleLink } from '../parts/links.ts'
import { scrollTable } from '../parts/table.ts'
import type { Sent, Visit } from '../visit.ts'

interface TagRow {
  readonly name: string
  readonly displayname?: string
  readonly description?: string
  readonly hitcount: number
  readonly defined?: boolean
  readonly source: readonly string[]
  readonly active?: boolean
}

const OPERATIONS = ['activate', 'deactivate', 'delete'] as const

/** `Special:Tags`: change tags; users with the right can create and deactivate them. */
export const tags = formPage({
  name: 'Tags',
  group: 'changes',
  title: 'tags',
  async form(visit) {
    const { words, caller } = visit
    const { tags: rows = [] } = await visit.query<{ tags?: TagRow[] }>({
      list: 'tags',
      tgprop: 'displayname|description|hitcount|defined|source|active',
      tglimit: 'max',
    })
    const manages = caller.can('managechangetags')
    const heads = [
      'tags-tag',
      'tags-display-header',
      'tags-source-header',
      'tags-active-header',
      'tags-hitcount-header',
      ...(manages ? ['tags-actions-header'] : []),
    ]
    const body = rows.map(row => {
      const name = html`<td><code>${row.name}</code></td><td>${tagName(visit, row.name)}</td>`
      const active = words.text(row.active ? 'tags-active-yes' : 'tags-active-no')
      const hits =
        row.hitcount === 0
          ? words.number(0)
          : link(visit.special('Recentchanges', null, { tagfilter: row.name }), words.number(row.hitcount))
      return html`<tr>
        ${name}
        <td class="small">${sources(visit, row)}</td>
        <td>${active}</td>
        <td class="end">${hits}</td>
        ${manages && html`<td>${changes(visit, row)}</td>`}
      </tr>`
    })
    const table = scrollTable(
      words.text('tags'),
      heads.map(key => words.text(key)),
      body,
    )
    const list = rows.length === 0 ? html`<p class="empty">${words.text('specialpage-empty')}</p>` : table
    const create = (form: Html): Html => {
      const summary = html`<summary>${words.text('tags-create-heading')}</summary>`
      return html`<details class="card"${visit.tried && html` open`}>${summary}${form}</details>`
    }
    return {
      title: words.text('tags'),
      wide: true,
      fields: [
        { kind: 'hidden', name: 'operation', value: 'create' },
        { name: 'tag', label: words.text('tags-create-tag-name'), required: true, max: 255 },
        { name: 'reason', label: words.text('tags-create-reason'), max: 500 },
      ],
      submit: words.text('tags-create-submit'),
      content: form => html`<p>${words.html('tags-intro')}</p>${manages && create(form)}${list}`,
    }
  },
  request: (_visit, _sub, sent) => ({
    action: 'managetags',
    operation: sent.text('operation'),
    tag: sent.text('tag').trim(),
    reason: sent.text('reason'),
  }),
  done: visit => ({ go: visit.special('Tags') }),
})

const sources = ({ words }: Visit, { source }: TagRow): string =>
  source
    .map(each => words.text(each === 'extension' ? 'tags-source-extension' : 'tags-source-manual'))
    .join(words.text('comma-separator'))

/** Possible operations on a tag. */
function changes(visit: Visit, { name, source, active, hitcount }: TagRow): Piece {
  const isManual = source.includes('manual')
  const fits = {
    activate: !isManual && hitcount > 0 && !source.includes('extension'),
    deactivate: isManual && active === true,
    delete: isManual || (source.length === 0 && hitcount > 0),
  }
  return OPERATIONS.filter(operation => fits[operation]).map(operation => {
    const label = visit.words.text(`tags-${operation}`)
    const fields = [tokenField(visit), hiddenField('operation', operation), hiddenField('tag', name)]
    const button = html`<button class="button quiet-button" aria-label="${label} ${name}">${label}</button>`
    return html`<form class="inline" method="post" action="${visit.here()}">${fields}${button}</form>`
  })
}

/** `Special:EditTags`: adds tags to revisions or log entries, or removes them. */
export const editTags = formPage({
  name: 'EditTags',
  group: 'pagetools',
  title: 'tags-edit-title',
  right: 'changetags',
  unlisted: true,
  async form(visit) {
    const { words, search } = visit
    const ids = search.get('ids') ?? ''
    const target = search.get('target') ?? ''
    const { tags: known = [] } = await visit.query<{ tags?: TagRow[] }>({
      list: 'tags',
      tgprop: 'source|active',
      tglimit: 'max',
    })
    const options = known.filter(each => each.source.includes('manual') && each.active).map(({ name }) => name)
    return {
      title: words.text('tags-edit-title'),
      ...(target !== '' && { subtitle: html`← ${titleLink(visit, target)}` }),
      fields: [
        { name: 'ids', label: words.text('tags-edit-revision-selected', 1, target), value: ids, required: true },
        { name: 'wpTagsToAdd', label: words.text('tags-edit-add'), hint: options.join(words.text('comma-separator')) },
        { name: 'wpTagsToRemove', label: words.text('tags-edit-remove') },
        { name: 'wpReason', label: words.text('tags-edit-reason'), max: 500 },
      ],
      submit: words.text('tags-edit-revision-submit', 1),
    }
  },
  request: ({ search }, _sub, sent) => ({
    action: 'tag',
    [search.get('type') === 'logentry' ? 'logid' : 'revid']: itemsOf(sent, 'ids'),
    add: itemsOf(sent, 'wpTagsToAdd'),
    remove: itemsOf(sent, 'wpTagsToRemove'),
    reason: sent.text('wpReason'),
  }),
  failures: ({ tag }) => tag.flatMap((item: { errors?: object[] }) => item.errors ?? []),
  done: ({ words }) => success(words.text('actioncomplete'), words.html('tags-edit-success')),
})

function itemsOf(sent: Sent, name: string): string[] | null {
  const items = sent
    .text(name)
    .split(/[,|\n]/)
    .map(item => item.trim())
    .filter(item => item !== '')
  return items.length === 0 ? null : items
}
