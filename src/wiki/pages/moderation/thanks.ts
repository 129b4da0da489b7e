import { html } from '#html/html.ts'
import { errorPage, forbidden } from '../error-page.ts'
import type { Shown } from '../page.ts'
import { type Field, filterForm } from '../parts/form.ts'
import { formPage, success } from '../parts/form-page.ts'
import { having } from '../parts/items.ts'
import { link, titleLink, userLink } from '../parts/links.ts'
import type { Visit } from '../visit.ts'

/** `Special:Thanks/123` for a revision, `Special:Thanks/Log/45` for a log entry. */
const wish = (sub: string): { kind: 'rev' | 'log'; id: number } | null => {
  const [, log, digits = ''] = /^(Log\/)?([1-9]\d{0,14})$/i.exec(sub.trim()) ?? []
  return digits === '' ? null : { kind: log ? 'log' : 'rev', id: Number(digits) }
}

/** `Special:Thanks`: thanks the author of an edit. */
export const thanks = formPage({
  name: 'Thanks',
  group: 'users',
  title: { own: 'patrol.thank_title' },
  async form(visit, sub) {
    const { t } = visit.reader
    const { search } = visit
    const asked = wish(search.get('rev') ?? sub)
    const title = t('patrol.thank_title')
    if (visit.caller.account === null) return forbidden(visit, title)
    if (asked === null) return askForRevision(visit, title)
    const question = await thanked(visit, asked)
    if (question === null) return errorPage(404, title, t('patrol.thank_missing'))
    return {
      title,
      fields: [],
      submit: t('patrol.do_thank'),
      content: form => html`<p>${question}</p>${form}`,
    }
  },
  request(visit, sub) {
    const asked = wish(visit.search.get('rev') ?? sub)
    return {
      action: 'thank',
      ...(asked?.kind === 'log' ? { log: asked.id } : { rev: asked?.id ?? 0 }),
      source: 'specialpage',
    }
  },
  done(visit, _sub, _sent, { result: { recipient } }) {
    const { t } = visit.reader
    return success(t('patrol.thank_title'), t.html('patrol.thank_done', { user: userLink(visit, { user: recipient }) }))
  },
})

function askForRevision(visit: Visit, title: string): Shown {
  const field: Field = { kind: 'number', name: 'rev', label: visit.reader.t('patrol.thank_id'), required: true }
  const form = filterForm(visit, visit.specialTitle('Thanks'), [field], visit.reader.t('patrol.do_thank'))
  return { title, content: form }
}

/** The question to confirm; null if there is nothing to thank for. */
async function thanked(visit: Visit, { kind, id }: { kind: 'rev' | 'log'; id: number }) {
  const { t } = visit.reader
  if (kind === 'log') return html`${t('patrol.thank_log', { id: String(id) })}`
  const { pages = [] } = await visit.query({ revids: id, prop: 'revisions', rvprop: 'ids|user' })
  const [page] = having(pages, 'title')
  const [revision] = having(page?.revisions, 'user', 'revid')
  if (!page || !revision) return null
  const diff = link(visit.address(page.title, { diff: revision.revid }), visit.words.text('diff'))
  const edit = html`${titleLink(visit, page.title)} (${diff})`
  return t.html('patrol.thank_ask', { user: userLink(visit, revision), page: edit })
}
