import { html } from '#html/html.ts'
import type { View } from '../page.ts'
import { type Field, postForm } from '../parts/form.ts'
import { link, titleLink } from '../parts/links.ts'

/** `action=rollback&from=NAME`: undoes the latest edits of a page by its last author. */
export const rollback: View = {
  action: 'rollback',
  tab: 'more',
  right: 'rollback',
  async show(visit, page) {
    const { words, search } = visit
    const name = visit.name(page)
    const from = search.get('from') ?? ''
    const fields: Field[] = [
      { kind: 'user', name: 'from', label: words.text('rollback-confirmation-user'), value: from, required: true },
      { name: 'summary', label: words.text('summary'), max: 500 },
    ]
    if (visit.caller.can('markbotedits')) fields.push({ kind: 'box', name: 'bot', label: words.text('markbotedits') })
    return {
      title: words.text('rollback'),
      about: page,
      subtitle: html`← ${titleLink(visit, name)}`,
      content: html`<p>${words.html('confirm-rollback-top')}</p>${postForm(visit, { fields, submit: words.text('rollbacklink') })}`,
    }
  },
  async take(visit, page, sent) {
    const { words } = visit
    const title = visit.name(page)
    const said = await visit.post({
      action: 'rollback',
      title,
      user: sent.text('from'),
      summary: sent.text('summary'),
      markbot: sent.has('bot'),
    })
    if (!said.ok) return { tried: { sent, errors: said.errors } }
    const { old_revid: old, revid } = said.result.rollback
    const difference = link(visit.address(title, { diff: revid, oldid: old }), words.text('diff'))
    return {
      title: words.text('actioncomplete'),
      about: page,
      content: html`<p class="note good" role="status">${words.html('rollback-success', sent.text('from'), titleLink(visit, title))} ${difference}</p>`,
    }
  },
}

/** `action=markpatrolled&rcid=…`: marks a change as patrolled. */
export const markPatrolled: View = {
  action: 'markpatrolled',
  tab: 'more',
  right: 'patrol',
  async show(visit, page) {
    const { words } = visit
    const fields: Field[] = [{ kind: 'number', name: 'rcid', label: 'rcid', required: true }]
    return {
      title: words.text('markaspatrolledtext'),
      about: page,
      content: postForm(visit, { fields, submit: words.text('markaspatrolledtext') }),
    }
  },
  async take(visit, page, sent) {
    const said = await visit.post({ action: 'patrol', rcid: sent.text('rcid') })
    return said.ok
      ? { go: visit.address(visit.name(page), { action: 'history' }) }
      : { tried: { sent, errors: said.errors } }
  },
}

/** `action=revert&oldimage=…`: reverts a file to an old version. */
export const revertFile: View = {
  action: 'revert',
  tab: 'more',
  right: 'reupload',
  async show(visit, page) {
    const { words } = visit
    const name = visit.name(page)
    const fields: Field[] = [
      { kind: 'hidden', name: 'oldimage', value: visit.search.get('oldimage') ?? '' },
      { name: 'wpComment', label: words.text('filerevert-comment'), max: 500 },
    ]
    return {
      title: words.text('filerevert', name),
      about: page,
      subtitle: html`← ${titleLink(visit, name)}`,
      content: postForm(visit, { fields, submit: words.text('filerevert-submit') }),
    }
  },
  async take(visit, page, sent) {
    const said = await visit.post({
      action: 'filerevert',
      filename: page.dbkey.replaceAll('_', ' '),
      comment: sent.text('wpComment'),
      archivename: sent.text('oldimage'),
    })
    return said.ok ? { go: visit.address(visit.name(page)) } : { tried: { sent, errors: said.errors } }
  },
}
