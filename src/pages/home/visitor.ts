import { type Face, STANDARD_FACE } from '#html/face.ts'
import { type Html, html, type Piece } from '#html/html.ts'
import { bcp47 } from '#languages/bcp47.ts'
import { direction } from '#languages/direction.ts'
import type { ProjectRow } from '#translation/catalogue/components.ts'
import { pageOf, stringsOf } from '#translation/pages/place-addresses.ts'
import type { PageContext } from '#translation/pages/send-page.ts'
import { bar } from '#translation/pages/shapes/bar.ts'
import { COUNTED } from '#translation/pages/shapes/counted.ts'
import { tagOf } from '#translation/pages/wording.ts'
import { languagesOf } from '#translation/reports/place-lists.ts'
import { totalsByLanguage, totalsByProject, totalsIn } from '#translation/reports/visible-totals.ts'
import type { Totals } from '#translation/statistics/statistics.ts'
import { prefixedText } from '#wiki/site/title-format.ts'
import { localUrl } from '#wiki/site/urls.ts'
import type { TextWiki } from '#wiki/wiki.ts'
import { recentPages, siteCounts } from './wiki-activity.ts'

const MOST = 6

/** Home page for visitors: introduction, first steps and content. */
export async function visitorPage(context: PageContext, wiki: TextWiki | null): Promise<Html> {
  const { services, permissions } = context
  const db = services.store.read
  const [site, languages, projects] = [
    await totalsIn(db, permissions, {}),
    await totalsByLanguage(db, permissions, {}),
    await projectsWithTotals(context),
  ]
  const { purpose } = context.reader.face ?? STANDARD_FACE
  const shown = purpose === 'translation' ? null : wiki
  const isTranslation = purpose !== 'wiki'
  const late = shown === null ? [] : await recentPages(db, shown.site, MOST)
  const above = context.reader.face?.isNamed ? welcome(context, context.reader.face) : hero(context)
  return html`${above}${await numbers(context, site, languages.size, late[0]?.at ?? null, {
    isWiki: shown !== null,
    isTranslation,
  })}
    <div class="doors">
      ${isTranslation && html`${await languageDoor(context, languages)}${projectDoor(context, projects)}`}${
        shown !== null && wikiDoor(context, shown, late)
      }${isTranslation && howTo(context)}
    </div>`
}

/** The beginning of a site with its own name: what it is for instead of what Parlance is. */
const welcome = ({ reader: { t } }: PageContext, { name, purpose }: Face): Html =>
  html`<section class="hero plain-hero">
    <div>
      <h1>${t.html('home.welcome', { name: html`<bdi>${name}</bdi>` })}</h1>
      <p>${t(`home.welcome_${purpose}`)}</p>
      <div class="buttons">
        ${purpose !== 'wiki' && html`<a class="button first" href="/languages/">${t('home.start')}</a>`}
        ${
          purpose !== 'translation' &&
          html`<a class="button${purpose === 'wiki' && ' first'}" href="/index.php">${t('home.read')}</a>`
        }
      </div>
    </div>
  </section>`

function hero({ reader: { t }, services }: PageContext): Html {
  const host = services.config.siteUrl.replace(/^https?:\/\//, '')
  const scheme = services.config.siteUrl.startsWith('https:') ? 'https' : 'http'
  return html`<section class="hero">
    <div>
      <h1>${t('home.title')}</h1>
      <p>${t('home.intro')}</p>
      <div class="buttons">
        <a class="button first" href="/languages/">${t('home.start')}</a>
        <a class="button" href="/index.php">${t('home.read')}</a>
        <a class="button" href="/api/docs/">${t('home.api')}</a>
      </div>
    </div>
    <pre class="term" dir="ltr" tabindex="0"
      aria-label="${t('home.client')}"><code><u># ${t('home.client')}</u>
<b>import</b> mwclient
site = mwclient.Site(<i>'${host}'</i>, scheme=<i>'${scheme}'</i>)
<b>for</b> page <b>in</b> site.categories[<i>'Drinks'</i>]:
    print(page.name)

<u># ${t('home.numbers')}</u>
curl ${services.config.siteUrl}/api/languages/de/statistics/</code></pre>
  </section>`
}

async function numbers(
  { reader: { t }, wording, services }: PageContext,
  site: Totals,
  languages: number,
  wikiChange: number | null,
  { isWiki, isTranslation }: { readonly isWiki: boolean; readonly isTranslation: boolean },
): Promise<Html> {
  const { pages, users } = await siteCounts(services.store.read)
  const last = Math.max(site.last_change ?? 0, wikiChange ?? 0)
  const one = (value: Piece, word: string): Html => html`<li><b class="figure">${value}</b>${word}</li>`
  return html`<ul class="signs" aria-label="${t('home.site_numbers')}">
    ${isWiki && one(wording.number(pages), t('home.pages', { count: pages }))}
    ${
      isTranslation &&
      html`<li>
          <a class="plain" href="/strings/"><b class="figure">${wording.number(site.total)}</b>${t('home.strings', {
            count: site.total,
          })}</a>
        </li>
        <li>
          <a class="plain" href="/languages/"><b class="figure">${wording.number(languages)}</b>${t('home.languages', {
            count: languages,
          })}</a>
        </li>`
    }
    ${one(wording.number(users), t('home.people', { count: users }))}
    ${last > 0 && one(wording.ago(last), t('home.last_change'))}
  </ul>`
}

const door = (title: string, id: string, content: Piece, way: Piece): Html =>
  html`<section class="card door" aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${content}
    ${way && html`<p>${way}</p>`}
  </section>`

/** Recently active ones, with unfinished first. */
const byWork = (a: Totals, b: Totals): number =>
  Number(COUNTED.unfinished.strings(a) === 0) - Number(COUNTED.unfinished.strings(b) === 0) ||
  (b.last_change ?? 0) - (a.last_change ?? 0)

async function languageDoor(context: PageContext, totals: ReadonlyMap<number, Totals>): Promise<Html> {
  const { wording, services } = context
  const { t } = context.reader
  const first = [...totals].sort(([, a], [, b]) => byWork(a, b)).slice(0, MOST)
  const languages = new Map(
    (
      await languagesOf(
        services.store.read,
        first.map(([id]) => id),
      )
    ).map(row => [row.id, row]),
  )
  const rows = first.flatMap(([id, each]) => {
    const language = languages.get(id)
    if (!language) return []
    const own = wording.ownName(language)
    return html`<li>
      <a href="${pageOf({ language: language.code })}">
        ${wording.language(language)}
        ${own !== null && html`<bdi class="quiet small" lang="${tagOf(language.code)}">${own}</bdi>`}
      </a>
      ${bar(context, each)}
    </li>`
  })
  if (rows.length === 0)
    return door(t('frame.languages'), 'languages', html`<p class="quiet">${t('home.no_languages')}</p>`, null)
  const all = html`<a href="/languages/">${t('home.all_languages', { count: totals.size })}</a>`
  return door(t('frame.languages'), 'languages', html`<ul>${rows}</ul>`, all)
}

export interface ProjectTotals {
  readonly project: ProjectRow
  readonly totals: Totals
}

export async function projectsWithTotals({ services, permissions }: PageContext): Promise<ProjectTotals[]> {
  const db = services.store.read
  const rows = await db
    .selectFrom('project')
    .selectAll()
    .where(eb => permissions.visibleProjects(eb))
    .execute()
  const totals = await totalsByProject(db, permissions, {})
  return rows.flatMap(project => {
    const counted = totals.get(project.id)
    return counted ? [{ project, totals: counted }] : []
  })
}

function projectDoor(context: PageContext, projects: readonly ProjectTotals[]): Html {
  const { t } = context.reader
  const rows = projects
    .toSorted((a, b) => byWork(a.totals, b.totals))
    .slice(0, MOST)
    .map(({ project: { slug, name }, totals }) => {
      const open = COUNTED.unfinished.strings(totals)
      const progress =
        open === 0
          ? html`<span class="quiet small">${t('home.done')}</span>`
          : html`<a class="quiet small num" href="${stringsOf({ project: slug }, COUNTED.unfinished.q)}">
            ${t('home.open', { count: open })}
          </a>`
      return html`<li><a href="${pageOf({ project: slug })}"><bdi>${name}</bdi></a>${progress}</li>`
    })
  const way =
    context.reader.isAdministrator && html`<a class="button" href="/create/project/">${t('home.new_project')}</a>`
  if (rows.length === 0)
    return door(t('frame.projects'), 'projects', html`<p class="quiet">${t('home.no_projects')}</p>`, way)
  const all = html`<a href="/projects/">${t('home.all_projects', { count: projects.length })}</a>`
  return door(t('frame.projects'), 'projects', html`<ul>${rows}</ul>`, all)
}

function wikiDoor(
  { reader: { t }, wording }: PageContext,
  { site }: TextWiki,
  late: Awaited<ReturnType<typeof recentPages>>,
): Html {
  if (late.length === 0) return door(t('home.in_wiki'), 'wiki', html`<p class="quiet">${t('home.no_pages')}</p>`, null)
  const rows = late.map(({ ns, title, lang, at }) => {
    const code = lang ?? site.language
    const name = html`<bdi>${prefixedText(site, ns, title)}</bdi>`
    return html`<li>
      <a href="${localUrl(site, { ns, dbkey: title })}" lang="${bcp47(code)}" dir="${direction(code)}">${name}</a>
      <span class="quiet small">${wording.ago(at)}</span>
    </li>`
  })
  const changes = html`<a href="/changes/">${t('home.wiki_changes')}</a>`
  return door(t('home.in_wiki'), 'wiki', html`<ul>${rows}</ul>`, changes)
}

const howTo = ({ reader: { t } }: PageContext): Html =>
  door(
    t('home.how'),
    'how',
    html`<ol><li>${t('home.how_language')}</li><li>${t('home.how_account')}</li><li>${t('home.how_string')}</li></ol>`,
    html`<a href="/accounts/login/?next=%2F">${t('frame.log_in')}</a>`,
  )
