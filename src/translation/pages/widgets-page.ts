import { type Html, html } from '#html/html.ts'
import type { TextKey } from '#html/texts/index.ts'
import { ACCESS } from '../catalogue/permissions.ts'
import { findPlace, type Place } from '../reports/place.ts'
import { componentsIn, languagesOf } from '../reports/place-lists.ts'
import { totalsByLanguage } from '../reports/visible-totals.ts'
import { oneOf, words } from './parameters.ts'
import { placed } from './place-addresses.ts'
import type { Page, PageContext } from './send-page.ts'
import { aboutOf } from './shapes/overview.ts'
import { placeHeading, titleOf } from './shapes/place-heading.ts'
import { WIDGETS } from './widget-images.ts'

/** `/widgets/tea/?language=cs`: status widgets of a project, with code to embed them. */
export async function widgetsPage(context: PageContext, slug: string): Promise<Page | null> {
  const { services, permissions, reader, params } = context
  const { t } = reader
  const parameter = (name: string) => words(params, name) || undefined
  const place = await findPlace(services.store.read, permissions, {
    project: slug,
    component: parameter('component'),
    language: parameter('language'),
  })
  if (!place?.project) return null
  return {
    title: `${t('browse.widgets_title')} – ${titleOf(context, place)}`,
    about: aboutOf(place),
    needs: ['browse'],
    heading: placeHeading(context, place, 'badges'),
    content: html`<p>${t('browse.widgets_intro')}</p>
      ${place.project.access_control >= ACCESS.private && html`<p class="note">${t('browse.widgets_private')}</p>`}
      ${await chooser(context, place)}
      <div class="widgets">${Object.keys(WIDGETS).map(name => widgetCard(context, place, name))}</div>`,
  }
}

/** Selects component and language for the widgets. */
async function chooser(context: PageContext, place: Place): Promise<Html> {
  const { services, permissions, reader, wording } = context
  const { t } = reader
  const db = services.store.read
  const project = { project: place.project! }
  const components = await componentsIn(db, permissions, project)
  const languages = await languagesOf(db, [...(await totalsByLanguage(db, permissions, project)).keys()])
  const options = (all: readonly (readonly [value: string, text: string])[], chosen: string | undefined) =>
    all
      .toSorted(([, a], [, b]) => a.localeCompare(b, reader.language))
      .map(([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`)
  const own = components.filter(each => each.project === place.project!.slug)
  return html`<form class="filters">
    <label>
      ${t('browse.language')}<select name="language">
        <option value="">${t('browse.all_languages')}</option>
        ${options(
          languages.map(each => [each.code, wording.language(each)]),
          place.language?.code,
        )}
      </select>
    </label>
    <label>
      ${t('browse.component')}<select name="component">
        <option value="">${t('browse.all_components')}</option>
        ${options(
          own.map(each => [each.path, each.name]),
          place.component?.path,
        )}
      </select>
    </label>
    <button class="button">${t('browse.show')}</button>
  </form>`
}

function widgetCard({ reader, services, params }: PageContext, place: Place, widget: string): Html {
  const { t } = reader
  const { colours, kind } = WIDGETS[widget]!
  const parameter = `colour_${widget}`
  const chosen = oneOf(params, parameter, colours, colours[0]!)
  const { project, component, language } = place
  const path = [
    project!.slug,
    language?.code ?? '-',
    ...(component?.path.split('/') ?? []),
    `${widget}-${chosen}.${kind}`,
  ]
  const picture = `/widgets/${path.map(encodeURIComponent).join('/')}`
  const site = services.config.siteUrl.replace(/\/+$/, '')
  const target = `${site}/engage/${encodeURIComponent(project!.slug)}/${language ? `-/${encodeURIComponent(language.code)}/` : ''}`
  const alt = t('browse.badge_alt')
  const codes = {
    HTML: html`<a href="${target}"><img src="${site}${picture}" alt="${alt}"></a>`.text,
    Markdown: `[![${alt}](${site}${picture})](${target})`,
    reStructuredText: `.. image:: ${site}${picture}\n   :alt: ${alt}\n   :target: ${target}`,
  }
  const others = Object.fromEntries([...params].filter(([name]) => name !== parameter))
  return html`<section class="card" aria-labelledby="w-${widget}">
    <h2 id="w-${widget}">${t(`browse.widget_${widget}` as TextKey)}</h2>
    ${
      colours.length > 1 &&
      html`<p class="presets" role="group" aria-label="${t('browse.colour')}">
        ${colours.map(
          colour =>
            html`<a class="chip" href="${placed('', {}, { ...others, [parameter]: colour })}#w-${widget}"
              ${colour === chosen && html` aria-current="true"`}>${t(`browse.colour_${colour}` as TextKey)}</a>`,
        )}
      </p>`
    }
    <div class="shown"><img src="${picture}" alt="${alt}" loading="lazy"></div>
    ${Object.entries(codes).map(
      ([language, code]) =>
        html`<div class="code">
          <label for="${widget}-${language}">${language}</label>
          ${
            language === 'reStructuredText'
              ? html`<textarea id="${widget}-${language}" rows="3" readonly>${code}</textarea>`
              : html`<input id="${widget}-${language}" value="${code}" readonly>`
          }
          <button class="button" type="button" data-copies="${widget}-${language}"
            data-copied="${t('browse.copied')}">${t('browse.copy')}</button>
        </div>`,
    )}
  </section>`
}
