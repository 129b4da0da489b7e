import { html, type Piece } from '#html/html.ts'
import { NS } from '../../site/namespaces.ts'
import type { Special } from '../page.ts'
import { type Field, filterForm, namespaceField, namespaceOf } from '../parts/form.ts'
import { having } from '../parts/items.ts'
import { link, titleLink } from '../parts/links.ts'
import { walk } from '../parts/pager.ts'
import { askForTarget, targetOf } from '../parts/target.ts'
import type { Visit } from '../visit.ts'

/** Types of incoming links: API property, prefix, URL parameter to hide them, and label. */
const KINDS = [
  ['linkshere', 'lh', 'hidelinks', null],
  ['transcludedin', 'ti', 'hidetrans', 'istemplate'],
  ['fileusage', 'fu', 'hideimages', 'isimage'],
] as const

/** `Special:WhatLinksHere`: pages that link to, transclude or use a page. */
export const whatLinksHere: Special = {
  name: 'Whatlinkshere',
  group: 'pagetools',
  title: 'whatlinkshere',
  async show(visit, sub) {
    const { words } = visit
    const { text, title } = targetOf(visit, sub)
    const field: Field = { kind: 'title', name: 'target', label: words.text('whatlinkshere-page'), value: text }
    if (title === null) return askForTarget(visit, this.name, field, { title: words.text('whatlinkshere'), text })
    const name = visit.name(title)
    const kinds = KINDS.filter(
      ([kind, , hide]) => !visit.search.has(hide) && (kind !== 'fileusage' || title.ns === NS.file),
    )
    const lists = await Promise.all(kinds.map(kind => sources(visit, name, kind)))
    const isEmpty = lists.every(({ rows }) => rows.length === 0)
    const heading = words.text('whatlinkshere-title', name)
    const own = visit.specialTitle(this.name)
    const hides = (title.ns === NS.file ? KINDS : KINDS.slice(0, 2)).map(
      ([, , hide]): Field => ({ kind: 'box', name: hide, label: words.text(`whatlinkshere-${hide}`) }),
    )
    const redirects: Field = { kind: 'box', name: 'hideredirs', label: words.text('whatlinkshere-hideredirs') }
    const form = filterForm(
      visit,
      own,
      [field, namespaceField(visit), ...hides, redirects],
      words.text('whatlinkshere-submit'),
    )
    const shown = lists.filter(({ rows }) => rows.length > 0)
    return {
      title: heading,
      about: title,
      subtitle: html`← ${titleLink(visit, name)}`,
      content: html`${form}<p>${words.html(isEmpty ? 'nolinkshere' : 'linkshere', name, name)}</p>${shown.map(
        ({ items, pager }) => html`<ul class="links-here">${items}</ul>${pager}`,
      )}`,
    }
  },
}

async function sources(visit: Visit, name: string, [kind, prefix, , word]: (typeof KINDS)[number]) {
  const { rows, pager } = await walk(visit, {
    prefix,
    offset: `${prefix}offset`,
    question: {
      prop: kind,
      titles: name,
      [`${prefix}prop`]: 'title|redirect',
      [`${prefix}namespace`]: namespaceOf(visit),
      [`${prefix}show`]: visit.search.has('hideredirs') ? '!redirect' : undefined,
    },
    rows: answer => having(answer.query?.pages?.[0]?.[kind], 'title'),
  })
  const { words } = visit
  const items = rows.map(({ title, redirect = false }) => {
    const marks: Piece[] = [redirect && words.text('isredirect'), word !== null && words.text(word)].filter(Boolean)
    const more = link(visit.special('Whatlinkshere', title), words.text('whatlinkshere-links'))
    return html`<li>${titleLink(visit, title, { redirect })}${
      marks.length > 0 && html` ${words.parentheses(words.list(marks))}`
    } <span class="tools">${more} ${link(visit.address(title, { action: 'edit' }), words.text('editlink'))}</span></li>`
  })
  return { rows, items, pager }
}
