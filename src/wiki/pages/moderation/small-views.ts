import { html } from '#html/html.ts'
import { errorPage } from '../error-page.ts'
import type { Field } from '../parts/form.ts'
import { formPage, success } from '../parts/form-page.ts'
import { link, titleLink } from '../parts/links.ts'

/** `action=rollback&from=NAME`: undoes the latest edits of a page by its last author. */
export const rollback = formPage({
  action: 'rollback',
  tab: 'more',
  right: 'rollback',
  form(visit, page) {
    const { words, search } = visit
    const from = search.get('from') ?? ''
    const fields: Field[] = [
      { kind: 'user', name: 'from', label: words.text('rollback-confirmation-user'), value: from, required: true },
      { name: 'summary', label: words.text('summary'), max: 500 },
    ]
    if (visit.caller.can('markbotedits')) fields.push({ kind: 'box', name: 'bot', label: words.text('markbotedits') })
    return {
      title: words.text('rollback'),
      about: page,
      subtitle: html`← ${titleLink(visit, visit.name(page))}`,
      fields,
      submit: words.text('rollbacklink'),
      content: form => html`<p>${words.html('confirm-rollback-top')}</p>${form}`,
    }
  },
  request: (visit, page, sent) => ({
    action: 'rollback',
    title: visit.name(page),
    user: sent.text('from'),
    summary: sent.text('summary'),
    markbot: sent.has('bot'),
  }),
  done(visit, page, sent, { rollback: { old_revid: old, revid } }) {
    const { words } = visit
    const title = visit.name(page)
    const difference = link(visit.address(title, { diff: revid, oldid: old }), words.text('diff'))
    const message = words.html('rollback-success', sent.text('from'), titleLink(visit, title))
    return { ...success(words.text('actioncomplete'), html`${message} ${difference}`), about: page }
  },
})

/** `action=markpatrolled&rcid=…`: marks a change as patrolled. */
export const markPatrolled = formPage({
  action: 'markpatrolled',
  tab: 'more',
  right: 'patrol',
  form(visit, page) {
    const { words, search, reader } = visit
    const title = words.text('markaspatrolledtext')
    const rcid = /^[1-9]\d{0,14}$/.exec(search.get('rcid') ?? '')?.[0]
    if (rcid === undefined) return errorPage(400, title, reader.t('patrol.nothing_to_patrol'), page)
    const name = titleLink(visit, visit.name(page))
    return {
      title,
      about: page,
      fields: [{ kind: 'hidden', name: 'rcid', value: rcid }],
      submit: title,
      content: form => html`<p>${reader.t.html('patrol.confirm_patrol', { page: name })}</p>${form}`,
    }
  },
  request: (_visit, _page, sent) => ({ action: 'patrol', rcid: sent.text('rcid') }),
  done: (visit, page) => ({ go: visit.address(visit.name(page), { action: 'history' }) }),
})

/** `action=revert&oldimage=…`: reverts a file to an old version. */
export const revertFile = formPage({
  action: 'revert',
  tab: 'more',
  right: 'reupload',
  form(visit, page) {
    const { words, search } = visit
    const name = visit.name(page)
    return {
      title: words.text('filerevert', name),
      about: page,
      subtitle: html`← ${titleLink(visit, name)}`,
      fields: [
        { kind: 'hidden', name: 'oldimage', value: search.get('oldimage') ?? '' },
        { name: 'wpComment', label: words.text('filerevert-comment'), max: 500 },
      ],
      submit: words.text('filerevert-submit'),
    }
  },
  request: (_visit, page, sent) => ({
    action: 'filerevert',
    filename: page.dbkey.replaceAll('_', ' '),
    comment: sent.text('wpComment'),
    archivename: sent.text('oldimage'),
  }),
  done: (visit, page) => ({ go: visit.address(visit.name(page)) }),
})
