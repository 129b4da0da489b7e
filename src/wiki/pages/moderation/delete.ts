import { html } from '#html/html.ts'
import { hasTalk, isTalk, NS } from '../../site/namespaces.ts'
import type { Field } from '../parts/form.ts'
import { formPage, success } from '../parts/form-page.ts'
import { link, titleLink } from '../parts/links.ts'
import { logExcerpt } from '../parts/log-excerpt.ts'
import { reasonFields, reasonOf, watchField, watchlistValue } from './reasons.ts'

/** `action=delete`: deletes a page, a file, or one old version of a file (`oldimage`). */
export const deleteView = formPage({
  action: 'delete',
  tab: 'more',
  right: 'delete',
  async form(visit, page) {
    const { words, search } = visit
    const name = visit.name(page)
    const { pages: [info] = [] } = await visit.query({ titles: name, prop: 'info' })
    const log = await logExcerpt(visit, 'delete', name)
    if (info?.missing && !info.known)
      return {
        title: name,
        about: page,
        status: 404,
        needs: ['following'],
        content: html`<p class="note">${words.text('cannotdelete-title', name)}</p>${log}`,
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
    const intro = words.html(isVersion ? 'filedelete-intro-old' : 'confirmdeletetext', name)
    return {
      title: words.text('delete-confirm', name),
      about: page,
      subtitle: html`← ${titleLink(visit, name)}`,
      needs: ['following'],
      fields,
      submit: words.text('deletepage-submit'),
      danger: true,
      content: form => html`<p>${intro} ${links}</p>${form}${log}`,
    }
  },
  request: (visit, page, sent) => ({
    action: 'delete',
    title: visit.name(page),
    reason: reasonOf(visit, sent, LISTS),
    watchlist: watchlistValue(sent),
    deletetalk: sent.has('wpDeleteTalk'),
    oldimage: visit.search.get('oldimage'),
  }),
  done(visit, page) {
    const { words } = visit
    const title = visit.name(page)
    const log = link(visit.special('Log', 'delete', { page: title }), words.text('deletionlog'))
    const back =
      visit.caller.can('undelete') && html`<p>${link(visit.special('Undelete', title), words.text('undeletelink'))}</p>`
    return success(words.text('actioncomplete'), words.html('deletedtext', title, log), back)
  },
})

const LISTS = { list: 'wpDeleteReasonList', other: 'wpReason' } as const
