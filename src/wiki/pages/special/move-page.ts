import { html } from '#html/html.ts'
import { hasTalk, isTalk } from '../../site/namespaces.ts'
import type { Title } from '../../site/titles.ts'
import type { Shown } from '../page.ts'
import { type Field, problems } from '../parts/form.ts'
import { formPage } from '../parts/form-page.ts'
import { titleLink } from '../parts/links.ts'
import { logExcerpt } from '../parts/log-excerpt.ts'
import { askForTarget, targetOf } from '../parts/target.ts'
import type { Visit } from '../visit.ts'

/** `Special:MovePage`: moves a page. */
export const movePage = formPage({
  name: 'Movepage',
  group: 'pagetools',
  title: 'move-page-legend',
  right: 'move',
  async form(visit, sub) {
    const { words } = visit
    const { text, title } = targetOf(visit, sub)
    const field: Field = { kind: 'title', name: 'target', label: words.text('whatlinkshere-page'), value: text }
    if (title === null) return askForTarget(visit, 'Movepage', field, { title: words.text('move-page-legend'), text })
    const name = visit.name(title)
    const log = await logExcerpt(visit, 'move', name)
    return {
      title: words.text('move-page', name),
      about: title,
      needs: ['following'],
      fields: moveFields(visit, title, name),
      submit: words.text('movepagebtn'),
      content: form => html`<p>${words.html('movepagetext')}</p>${form}${log}`,
    }
  },
  request(visit, sub, sent) {
    const { title } = targetOf(visit, sub)
    return {
      action: 'move',
      from: title === null ? '' : visit.name(title),
      to: sent.text('wpNewTitle'),
      reason: sent.text('wpReason'),
      movetalk: sent.has('wpMovetalk'),
      movesubpages: sent.has('wpMovesubpages'),
      noredirect: visit.caller.can('suppressredirect') && !sent.has('wpLeaveRedirect'),
      watchlist: sent.has('wpWatch') ? 'watch' : 'nochange',
    }
  },
  done: (visit, _sub, _sent, { move }) => moved(visit, move),
})

function moveFields(visit: Visit, { ns }: Title, name: string): Field[] {
  const { words, caller, site } = visit
  const fields: Field[] = [
    { kind: 'title', name: 'wpNewTitle', label: words.text('newtitle'), value: name, required: true },
    { name: 'wpReason', label: words.text('movereason'), max: 500 },
  ]
  if (hasTalk(ns) && !isTalk(ns))
    fields.push({ kind: 'box', name: 'wpMovetalk', label: words.text('movetalk'), checked: true })
  if (caller.can('suppressredirect'))
    fields.push({ kind: 'box', name: 'wpLeaveRedirect', label: words.text('move-leave-redirect'), checked: true })
  if (caller.can('move-subpages') && site.namespaces.hasSubpages(ns))
    fields.push({ kind: 'box', name: 'wpMovesubpages', label: words.text('move-subpages', 100) })
  if (caller.account !== null) fields.push({ kind: 'box', name: 'wpWatch', label: words.text('move-watch') })
  return fields
}

// biome-ignore lint/suspicious/noExplicitAny: shape of action=move results
function moved(visit: Visit, answer: any): Shown {
  const { words } = visit
  const [from, to] = [titleLink(visit, answer.from, { redirect: answer.redirectcreated }), titleLink(visit, answer.to)]
  const note = words.text(answer.redirectcreated ? 'movepage-moved-redirect' : 'movepage-moved-noredirect')
  // biome-ignore lint/suspicious/noExplicitAny: shape of action=move results
  const subpages: any[] = [answer.subpages, answer['subpages-talk']].flat().filter(Boolean)
  const failed = [answer['talkmove-errors'] ?? [], ...subpages.map(each => each.errors ?? [])].flat()
  const done = subpages.filter(each => each.to !== undefined)
  return {
    title: words.text('pagemovedsub'),
    content: html`<p class="note good" role="status">${words.html('movepage-moved', from, to)} ${note}</p>
${answer.talkto && html`<p>${titleLink(visit, answer.talkfrom)} → ${titleLink(visit, answer.talkto)}</p>`}
${
  done.length > 0 &&
  html`<ul>${done.map(each => html`<li>${titleLink(visit, each.from)} → ${titleLink(visit, each.to)}</li>`)}</ul>`
}${problems(failed)}`,
  }
}
