import { type Html, html, type Piece } from '#html/html.ts'
import type { Place } from '../../reports/place.ts'
import { browseTabs } from '../browse-tabs.ts'
import { nameOf, pageOf } from '../place-addresses.ts'
import { placeTabs } from '../place-tabs.ts'
import type { PageContext } from '../send-page.ts'
import { tagOf } from '../wording.ts'

/** Breadcrumb; the last item is the page itself. */
export const crumbs = (context: PageContext, way: readonly (readonly [name: string, address: string])[]): Html =>
  html`<nav class="crumbs" aria-label="${context.reader.t('browse.way')}">
    ${way.map(([name, address]) => html`<a href="${address}">${name}</a>`)}
  </nav>`

/** The title of a place. */
export function titleOf({ wording, reader }: PageContext, { project, category, component, language }: Place): string {
  const inner = component ?? category
  const names = [project?.name, inner?.name, language && wording.language(language)].filter(name => name !== undefined)
  return names.length === 0 ? reader.t('browse.whole_site') : names.join(' – ')
}

/** Breadcrumb, title, actions and tabs of a place. `current` is the active tab. */
export function placeHeading(context: PageContext, place: Place, current: string, actions: Piece = null): Html {
  const { reader, permissions, wording } = context
  const { t } = reader
  const { project, category, component, language } = place
  const inner = component ?? category
  const way: [string, string][] = project
    ? [[t('frame.projects'), '/projects/']]
    : [language ? [t('frame.languages'), '/languages/'] : [t('frame.projects'), '/projects/']]
  if (project && (inner || language)) way.push([project.name, pageOf({ project: project.slug })])
  if (project && inner) {
    const parts = inner.path.split('/')
    for (let depth = 1; depth < parts.length; depth++)
      way.push([parts[depth - 1]!, pageOf({ project: project.slug, category: parts.slice(0, depth).join('/') })])
    if (component && language) way.push([component.name, pageOf({ project: project.slug, component: component.path })])
  }
  const ownName = language && wording.ownName(language)
  const name = language
    ? html`${wording.language(language)}
      <small>${ownName && html`<span lang="${tagOf(language.code)}">${ownName}</span> · `}${language.code}</small>`
    : html`<bdi>${inner?.name ?? project?.name ?? t('browse.whole_site')}</bdi>`
  const tabs =
    project && !language && !category
      ? placeTabs({ t, permissions }, { project, component }, current)
      : html`<nav class="tabs" aria-label="${t('manage.tabs')}">${[
          { name: 'overview', text: 'manage.tab_overview', address: pageOf(nameOf(place)) } as const,
          ...browseTabs(nameOf(place)),
        ].map(
          tab => html`<a href="${tab.address}"${tab.name === current && html` aria-current="page"`}>${t(tab.text)}</a>`,
        )}</nav>`
  return html`${crumbs(context, way)}
    <div class="heading"><h1>${name}</h1>${actions && html`<div class="buttons">${actions}</div>`}</div>
    ${tabs}`
}
