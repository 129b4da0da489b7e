import { type Html, html } from '#html/html.ts'
import { SOURCE_TEXTS, type TextKey } from '#html/texts/index.ts'
import { manageAddress, placeTabs } from '../pages/place-tabs.ts'
import type { Page } from '../pages/send-page.ts'
import type { Section, Shown } from './section.ts'
import { nameOf, type Place, placeAddress, type Visit, WEB } from './visit.ts'

/** Whether the user may open a section for this place. */
export const isOpen = ({ permissions }: Visit, place: Place, section: Section): boolean =>
  belongs(place, section) && section.opens(place).some(each => permissions.inPlace(place, each))

/** Whether a section applies to this place. */
export const belongs = (place: Place, { where, fits }: Section): boolean =>
  (where === 'both' || where === (place.component ? 'component' : 'project')) && (fits?.(place) ?? true)

/** Breadcrumb from all projects to this place. */
export function crumbs({ t }: Visit, { project, component }: Place): Html {
  const folders = component?.path.split('/').slice(0, -1) ?? []
  return html`<nav class="crumbs" aria-label="${t('manage.crumbs')}">
    <a href="/projects/">${t('frame.projects')}</a>
    <a href="${WEB.web('projects', project.slug)}">${project.name}</a>
    ${folders.map(
      (slug, i) => html`<a href="${WEB.web('projects', project.slug, ...folders.slice(0, i + 1))}">${slug}</a>`,
    )}
    ${component && html`<a href="${placeAddress({ project, component })}">${component.name}</a>`}
  </nav>`
}

/** Confirmation of the last action, if the URL names one. */
export function doneNote({ search, t }: Visit): Html | null {
  const key = `manage.done_${search.get('done')}`
  return SOURCE_TEXTS[key] === undefined ? null : html`<p class="note good" role="status">${t(key as TextKey)}</p>`
}

/** The page of a section: tabs, list of sections and content. */
export function sectionPage(visit: Visit, place: Place, section: Section, all: readonly Section[], shown: Shown): Page {
  const { t } = visit
  const title = t(section.title)
  const tab = ['files', 'glossary'].includes(section.name) ? section.name : 'manage'
  const open = all.filter(each => isOpen(visit, place, each))
  return {
    title: `${title} – ${nameOf(place)}`,
    about: { project: place.project.id, ...(place.component && { component: place.component.id }) },
    needs: ['manage', ...(shown.needs ?? [])],
    ...(shown.texts && { texts: shown.texts }),
    content: html`${crumbs(visit, place)}
      <div class="heading"><h1>${nameOf(place)}</h1></div>
      ${placeTabs(visit, place, tab)}
      <div class="${open.length < 2 ? 'manage alone' : 'manage'}">
        <nav class="sections" aria-label="${t('manage.sections')}">
          ${open.map(
            each =>
              html`<a href="${manageAddress(each.name, place)}"
                ${each.name === section.name && html` aria-current="page"`}>${t(each.title)}</a>`,
          )}
        </nav>
        <div class="section">
          <h2 class="section-title">${title}</h2>
          <p class="lead">${t(section.lead)}</p>
          ${doneNote(visit)}${shown.content}
        </div>
      </div>`,
  }
}

/** An error page. */
export const sorry = ({ t }: Visit, key: TextKey): Page => ({
  title: t(key),
  content: html`<h1>${t(key)}</h1>
    <p>${t(key === 'frame.not_found' ? 'frame.nothing_here' : 'manage.forbidden_why')}</p>`,
})
