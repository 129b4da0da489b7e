import type { FastifyInstance } from 'fastify'
import type { Services } from '#core/services.ts'
import { type Html, html } from '#html/html.ts'
import { bcp47 } from '#languages/bcp47.ts'
import { setProfile } from '#translation/api/objects/profile.ts'
import { loadPermissions, type Permissions } from '#translation/catalogue/permissions.ts'
import type { Page } from '../send-page.ts'
import { news } from './done.ts'
import { choice, field, type Sent } from './form.ts'
import { type OwnVisit, ownFrame, ownPage, tokenField, watchedBy } from './owner.ts'

const ADDRESS = '/account/languages/'
const MOST_SUGGESTED = 500

/** Translated languages, secondary languages and watched projects. */
export function workRoutes(app: FastifyInstance, services: Services): void {
  ownPage(app, services, ADDRESS, show, { languages: saveLanguages, watched: saveWatched })
}

interface Named {
  readonly code: string
  readonly name: string
}

async function languagesOf({ services, account }: OwnVisit, secondary: 0 | 1): Promise<Named[]> {
  return services.store.read
    .selectFrom('account_language')
    .innerJoin('translation_language', 'translation_language.id', 'account_language.language_id')
    .select(['translation_language.code', 'translation_language.name'])
    .where('account_language.account_id', '=', account.id)
    .where('account_language.secondary', '=', secondary)
    .orderBy('translation_language.name')
    .execute()
}

async function show(own: OwnVisit, sent: Sent = {}): Promise<Page> {
  const { t } = own.reader
  const db = own.services.store.read
  const permissions = await loadPermissions(db, own.account)
  const all = await db.selectFrom('translation_language').select(['code', 'name']).orderBy('name').execute()
  const projects = await visible(own, permissions).limit(MOST_SUGGESTED).execute()
  const first = await languagesOf(own, 0)
  const second = await languagesOf(own, 1)
  const watched = (await watchedBy(own, permissions)).map(({ slug, name }) => ({ code: slug, name }))
  const list = (name: string, items: readonly Named[], empty: string, link: (item: Named) => string): Html =>
    items.length === 0
      ? html`<p class="quiet">${empty}</p>`
      : html`<div class="choices">
        ${items.map(item =>
          choice(
            name,
            item.code,
            html`<a href="${link(item)}"><bdi>${item.name}</bdi></a> <small>${item.code}</small>`,
            { checked: true },
          ),
        )}
      </div>`
  const languageLink = ({ code }: Named): string => `/languages/${encodeURIComponent(code)}/`
  const content = html`${news(own, sent)}
    <form method="post">
      ${tokenField(own)}
      <section class="card">
        <h2>${t('account.your_languages')}</h2>
        <p class="quiet">${t('account.your_languages_note')}</p>
        ${list('language', first, t('account.no_languages'), languageLink)}
        ${suggested(own, all, first, second)}
        ${adder('add_language', t('account.add_language'), 'languages', sent)}
        <h3>${t('account.other_languages')}</h3>
        <p class="quiet">${t('account.other_languages_note')}</p>
        ${list('secondary', second, t('account.no_other_languages'), languageLink)}
        ${adder('add_secondary', t('account.add_language'), 'languages', sent)}
        <p class="buttons"><button class="button first" name="do" value="languages">${t('frame.save')}</button></p>
      </section>
    </form>
    <form method="post">
      ${tokenField(own)}
      <section class="card">
        <h2>${t('account.watched')}</h2>
        <p class="quiet">${t('account.watched_note')}</p>
        ${list('project', watched, t('account.no_watched'), ({ code }) => `/projects/${encodeURIComponent(code)}/`)}
        ${adder('add_project', t('account.add_project'), 'projects', sent)}
        <p class="buttons">
          <button class="button first" name="do" value="watched">${t('frame.save')}</button>
          <a class="button plain" href="/account/notifications/">${t('account.to_notifications')}</a>
        </p>
      </section>
    </form>
    <datalist id="languages">${all.map(each => html`<option value="${each.name}">${each.code}</option>`)}</datalist>
    <datalist id="projects">
      ${projects.map(each => html`<option value="${each.name}">${each.code}</option>`)}
    </datalist>`
  return ownFrame(own, ADDRESS, t('account.languages_projects'), content)
}

/** Input for a name or code, with suggestions. */
const adder = (name: string, label: string, list: string, sent: Sent): Html =>
  field({ name, label, autocomplete: 'off', max: 200, plain: true, list }, sent)

/** Suggests the browser's languages to users without languages. */
function suggested(
  own: OwnVisit,
  all: readonly Named[],
  first: readonly Named[],
  second: readonly Named[],
): Html | false {
  const { t } = own.reader
  if (first.length + second.length > 0) return false
  const accepted = (own.request.headers['accept-language'] ?? '')
    .split(',')
    .map(part => part.split(';')[0]!.trim().toLowerCase())
    .filter(tag => tag !== '' && !tag.startsWith('en'))
  const offered = all.filter(each => accepted.includes(bcp47(each.code).toLowerCase())).slice(0, 5)
  if (offered.length === 0) return false
  return html`<p class="quiet small">${t('account.suggested_languages')}</p>
    <div class="choices">
      ${offered.map(each => choice('language', each.code, html`<bdi>${each.name}</bdi> <small>${each.code}</small>`))}
    </div>`
}

const visible = ({ services }: OwnVisit, permissions: Permissions) =>
  services.store.read
    .selectFrom('project')
    .select(['project.slug as code', 'project.name'])
    .where(eb => permissions.visibleProjects(eb))
    .orderBy('project.name')

/** Language code for an entered code or name. Undefined if unknown, null if empty. */
async function codeOf(typed: string | null, named: (text: string) => Promise<Named | undefined>) {
  const text = typed?.trim() ?? ''
  if (text === '') return null
  return text.includes('\0') ? undefined : (await named(text))?.code
}

async function saveLanguages(own: OwnVisit): Promise<string | Page> {
  const { services, form, account } = own
  const { t } = own.reader
  const db = services.store.read
  const byName = (text: string) =>
    db
      .selectFrom('translation_language')
      .select(['code', 'name'])
      .where(eb =>
        eb.or([
          eb(eb.fn<string>('lower', ['name']), '=', text.toLowerCase()),
          eb('code', '=', text),
          eb('name', '=', text),
        ]),
      )
      .executeTakeFirst()
  const problems: Record<string, string> = {}
  const codes: Record<'language' | 'secondary', string[]> = { language: [], secondary: [] }
  for (const name of ['language', 'secondary'] as const) {
    const added = await codeOf(form.get(`add_${name}`), byName)
    if (added === undefined) problems[`add_${name}`] = t('account.unknown_language')
    const existing = await db
      .selectFrom('translation_language')
      .select('code')
      .where(
        'code',
        'in',
        ['', ...form.getAll(name).slice(0, MOST_SUGGESTED)].filter(code => !code.includes('\0')),
      )
      .execute()
    codes[name] = [...new Set([...existing.map(row => row.code), ...(added ? [added] : [])])]
  }
  if (Object.keys(problems).length > 0) return { ...(await show(own, { typed: form, problems })), status: 400 }
  // Translated languages are not also listed as secondary.
  const secondary = codes.secondary.filter(code => !codes.language.includes(code))
  const permissions = await loadPermissions(db, account)
  const profile = { languages: codes.language, secondary_languages: secondary }
  await services.store.transaction(tx => setProfile(tx, account.id, profile, permissions))
  return `${ADDRESS}?done=saved`
}

async function saveWatched(own: OwnVisit): Promise<string | Page> {
  const { services, form, account } = own
  const { t } = own.reader
  const permissions = await loadPermissions(services.store.read, account)
  const byName = (text: string) =>
    visible(own, permissions)
      .where(eb => eb.or([eb('project.name', '=', text), eb('project.slug', '=', text)]))
      .executeTakeFirst()
  const added = await codeOf(form.get('add_project'), byName)
  if (added === undefined) {
    const problems = { add_project: t('account.unknown_project') }
    return { ...(await show(own, { typed: form, problems })), status: 400 }
  }
  const kept = new Set(form.getAll('project'))
  const before = await watchedBy(own, permissions)
  const watched = [...before.map(each => each.slug).filter(slug => kept.has(slug)), ...(added ? [added] : [])]
  const profile = { watched: [...new Set(watched)] }
  await services.store.transaction(tx => setProfile(tx, account.id, profile, permissions))
  return `${ADDRESS}?done=saved`
}
