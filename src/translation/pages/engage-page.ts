import { html } from '#html/html.ts'
import { findPlace } from '../reports/place.ts'
import { totalsByLanguage, totalsIn } from '../reports/visible-totals.ts'
import type { Page, PageContext } from './send-page.ts'
import { bar } from './shapes/bar.ts'
import { COUNTED } from './shapes/counted.ts'
import { aboutOf } from './shapes/overview.ts'
import { crumbs } from './shapes/place-heading.ts'
import { languageRows } from './shapes/places.ts'

/**
 * `/engage/tea/`: landing page for new contributors and target of badges. `/engage/tea/-/cs/` puts one language first; a
 * component's path leads to its project.
 */
export async function engagePage(
  context: PageContext,
  slug: string,
  rest: readonly string[] = [],
): Promise<Page | null> {
  const { services, permissions, reader, wording, addresses } = context
  const { t } = reader
  const db = services.store.read
  const code = rest[0] === '-' ? rest[1] : rest.at(-1)
  const named = code === undefined ? null : await findPlace(db, permissions, { project: slug, language: code })
  const place = await findPlace(db, permissions, { project: slug })
  if (!place?.project) return null
  const { project } = place
  if (rest.length > 0 && !named && !(await findPlace(db, permissions, { project: slug, component: rest.join('/') })))
    return null
  const totals = await totalsIn(db, permissions, place)
  const languages = await languageRows(context, place, await totalsByLanguage(db, permissions, place))
  // Skip languages where every string is read-only, usually the source language.
  const rows = languages.filter(({ totals: { readonly, total } }) => total === 0 || readonly < total)
  const first = named?.language?.code
  const sorted = rows.toSorted(
    (a, b) =>
      Number(b.place.language === first) - Number(a.place.language === first) ||
      a.text.localeCompare(b.text, reader.language),
  )
  const title = t('browse.engage_title', { project: project.name })
  const here = encodeURIComponent(`/engage/${slug}/`)
  const website = /^https?:\/\//.test(project.web) ? project.web : null
  const steps = html`<ol class="steps">
    <li><a href="#choose">${t('browse.engage_step_language')}</a></li>
    ${
      reader.name === null &&
      html`<li><a href="/accounts/login/?next=${here}">${t('browse.engage_step_account')}</a></li>`
    }
    <li>${t('browse.engage_step_string')}</li>
  </ol>`
  const begin = first === undefined ? addresses.web('projects', slug) : addresses.web('projects', slug, '-', first)
  return {
    title,
    about: aboutOf(place),
    needs: ['browse'],
    heading: html`${crumbs(context, [
      [t('frame.projects'), '/projects/'],
      [project.name, addresses.web('projects', slug)],
    ])}
      <div class="heading">
        <h1>${title}</h1>
        <div class="buttons">
          <a class="button first" href="${first === undefined ? '#choose' : begin}">${t('browse.start')}</a>
        </div>
      </div>`,
    content: html`<p>
        ${t('browse.engage_far', {
          project: project.name,
          count: rows.length,
          share: wording.roundShare(totals.translated, totals.total),
        })} <a href="${addresses.web('projects', slug)}">${t('browse.engage_more')}</a>
      </p>
      ${bar(context, totals)}
      ${
        (project.instructions !== '' || website !== null) &&
        html`<h2>${t('browse.engage_hint')}</h2>
          ${project.instructions && html`<p class="instructions" dir="auto">${project.instructions}</p>`}
          ${website !== null && html`<p><a href="${website}" rel="noopener nofollow">${website}</a></p>`}`
      }
      <h2>${t('browse.engage_how')}</h2>
      ${steps}
      <h2 id="choose">${t('browse.engage_languages')}</h2>
      ${
        rows.length === 0
          ? html`<p class="card empty">${t('browse.no_languages')}</p>`
          : html`<ul class="choose">
            ${sorted.map(row => {
              const count = COUNTED.unfinished.strings(row.totals)
              const left = count === 0 ? t('browse.all_done') : t('browse.strings_left', { count })
              return html`<li>
                <a class="card" href="${row.address}"${row.place.language === first && html` aria-current="true"`}>
                  <b>${row.name ?? row.text}</b>
                  ${bar(context, row.totals)}
                  <span class="small quiet">${left}</span>
                </a>
              </li>`
            })}
          </ul>`
      }`,
  }
}
