import { html } from '#html/html.ts'
import { hasTalk, isTalk, NS } from '../../site/namespaces.ts'
import type { View } from '../page.ts'
import { type Field, postForm } from '../parts/form.ts'
import { link, titleLink } from '../parts/links.ts'
import { logExcerpt } from '../parts/log-excerpt.ts'
import { reasonFields, reasonOf, watchField, watchWish } from './reasons.ts'

/** `action=delete`: deletes a page, a file, or one old version of a file (`oldimage`). */
export const deleteView: View = {
  action: 'delete',
  tab: 'more',
  right: 'delete',
  async show(visit, page) {
    const { words, search } = visit
    const name = visit.name(page)
    const [found] = (await visit.query({ titles: name, prop: 'info' })).pages
    if (found.missing && !found.known)
      return {
        title: name,
        about: page,
        status: 404,
        needs: ['following'],
        content: html`<p class="note">${words.text('cannotdelete-title', name)}</p>${await logExcerpt(visit, 'delete', name)}`,
      }
    const fields: Field[] = [
      ...reasonFields(
        visit,
        page.ns === NS.file ? 'filedelete-reason-dropdown' : 'deletereason-dropdown',
        'deletecomment',
        LISTS,
      ),
      ...watchField(visit),
    ]
    const isVersion = search.has('oldimage')
    if (!isVersion && hasTalk(page.ns) && !isTalk(page.ns))
      fields.push({ kind: 'box', name: 'wpDeleteTalk', label: words.text('deletepage-deletetalk') })
    const links = link(visit.special('Whatlinkshere', name), words.text('whatlinkshere'))
    return {
      title: words.text('delete-confirm', name),
      about: page,
      subtitle: html`← ${titleLink(visit, name)}`,
      needs: ['following'],
      content: html`<p>${words.html(isVersion ? 'filedelete-intro-old' : 'confirmdeletetext', name)} ${links}</p>${postForm(visit, { fields, submit: words.text('deletepage-submit'), danger: true })}${await logExcerpt(visit, 'delete', name)}`,
    }
  },
  async take(visit, page, sent) {
    const { words, search } = visit
    const title = visit.name(page)
    const said = await visit.post({
      action: 'delete',
      title,
      reason: reasonOf(visit, sent, LISTS),
      watchlist: watchWish(sent),
      deletetalk: sent.has('wpDeleteTalk'),
      oldimage: search.get('oldimage'),
    })
    if (!said.ok) return { tried: { sent, errors: said.errors } }
    const log = link(visit.special('Log', 'delete', { page: title }), words.text('deletionlog'))
    const back =
      visit.caller.can('undelete') && html`<p>${link(visit.special('Undelete', title), words.text('undeletelink'))}</p>`
    return {
      title: words.text('actioncomplete'),
      content: html`<p class="note good" role="status">${words.html('deletedtext', title, log)}</p>${back}`,
    }
  },
}

const LISTS = { list: 'wpDeleteReasonList', other: 'wpReason' } as const
