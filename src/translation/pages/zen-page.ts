import { html } from '#html/html.ts'
import { island } from '#html/island.ts'
import type { UnitRow } from '../catalogue/rows.ts'
import { agreementNote } from './agreement-page.ts'
import type { Page } from './send-page.ts'
import { follows } from './shapes/live.ts'
import { bar, listed, oneString, pager, props, query, type Refused, type Visit } from './translate-page.ts'
import type { TranslatePlace } from './translate-place.ts'

/** Strings per page without scripts, where each has its own form. */
const SHOWN = 20

/** Zen mode: many strings on one page. Without scripts, every string is a form, with links to the other pages. */
export async function zenPage(
  visit: Visit,
  place: TranslatePlace,
  request: { readonly q: string; readonly unit: UnitRow | null; readonly page: number; readonly refused?: Refused },
): Promise<Page> {
  const { project, component, translation, language } = place
  const { t } = visit.reader
  const { q, page, unit, refused } = request
  const { units, hasMore, problem } = await listed(visit, place, { q, page }, SHOWN)
  // A rejected text is shown even if its string no longer matches the search.
  const shown = refused && unit && !units.some(({ id }) => id === unit.id) ? [unit, ...units] : units
  const plain = html`<div class="tr zen tr-plain">
    ${bar(visit, place, { zen: true, q })}${query(visit, q, problem)}
    <div class="zen-rows">
      ${shown.map(each => {
        const own = { q, page, ...(each.id === unit?.id && refused && { refused }) }
        return html`<section class="tr-edit" id="unit-${each.id}" aria-label="${t('translate.translation')}">
          ${oneString(visit, place, own, each, `${each.id}-`)}
        </section>`
      })}
      ${shown.length === 0 && html`<p class="empty">${t(q === '' ? 'translate.no_strings' : 'translate.none_found')}</p>`}
    </div>
    ${pager(visit, { q, page }, hasMore)}
  </div>`
  const title = t('translate.title', { project: project.name, component: component.name, language: language.name })
  return {
    title: `${t('translate.zen')} – ${title}`,
    layout: 'work',
    needs: ['translate'],
    texts: ['states', 'translate'],
    about: { project: project.id, component: component.id, language: translation.language_id },
    content: html`${!place.hasAgreed && agreementNote(visit.reader, place)}${follows({
      project: project.slug,
      component: component.path,
      language: language.code,
    })}${island('zen', props(visit, place, { q, unit, isZen: true }), plain)}`,
  }
}
