import { html } from '#html/html.ts'
import { GROUPS, type Special, titleOf } from '../page.ts'

/** `Special:SpecialPages`: special pages available to the reader, by group. */
export const specialPages = (all: () => readonly Special[]): Special => ({
  name: 'Specialpages',
  group: 'other',
  title: 'specialpages',
  unlisted: true,
  async show(visit) {
    const { words, caller } = visit
    const shown = all().filter(({ unlisted, right }) => !unlisted && (right === undefined || caller.can(right)))
    const groups = GROUPS.map(group => ({
      group,
      pages: shown
        .filter(page => page.group === group)
        .map(page => ({
          href: visit.special(page.name),
          text: titleOf(visit, page),
          isRestricted: page.right !== undefined,
        }))
        .sort((a, b) => a.text.localeCompare(b.text, visit.reader.language)),
    })).filter(({ pages }) => pages.length > 0)
    return {
      title: words.text('specialpages'),
      content: html`<div class="groups">${groups.map(
        ({ group, pages }) =>
          html`<section><h2>${words.text(`specialpages-group-${group}`)}</h2><ul>${pages.map(
            ({ href, text, isRestricted }) => {
              const page = html`<a href="${href}">${text}</a>`
              return html`<li>${isRestricted ? html`<strong>${page}</strong>` : page}</li>`
            },
          )}</ul></section>`,
      )}</div>`,
    }
  },
})
