import { html } from '#html/html.ts'
import type { ActionResults } from '../../actions/results.ts'
import { hasTalk, isTalk } from '../../site/namespaces.ts'
import type { Title } from '../../site/titles.ts'
import type { Shown } from '../page.ts'
import { type Field, problems, refusalsIn } from '../parts/form.ts'
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

function moved(visit: Visit, move: ActionResults['move']['move']): Shown {
  const { words } = visit
  const [from, to] = [titleLink(visit, move.from, { redirect: move.redirectcreated }), titleLink(visit, move.to)]
  const note = words.text(move.redirectcreated ? 'movepage-moved-redirect' : 'movepage-moved-noredirect')
  const subpages = [move.subpages ?? [], move['subpages-talk'] ?? []].flat()
  const errors = [move['talkmove-errors'] ?? [], ...subpages.map(each => each.errors ?? [])].flat()
  const done = subpages.flatMap(each => ('to' in each && each.to !== undefined ? [[each.from, each.to] as const] : []))
  const step = (before: string, after: string) => html`${titleLink(visit, before)} → ${titleLink(visit, after)}`
  return {
    title: words.text('pagemovedsub'),
    content: html`<p class="note good" role="status">${words.html('movepage-moved', from, to)} ${note}</p>
${move.talkto && html`<p>${step(move.talkfrom ?? '', move.talkto)}</p>`}
${
  done.length > 0 && html`<ul>${done.map(([before, after]) => html`<li>${step(before, after)}</li>`)}</ul>`
}${problems(refusalsIn(errors))}`,
  }
}
