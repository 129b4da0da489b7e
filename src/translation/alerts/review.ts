// Alerts about the configuration of components and projects, reviewed in the background after changes.

import type { Services } from '#core/services.ts'
import { seconds } from '#store/clock.ts'
import { unlessGone } from '#store/gone.ts'
import type { Reader } from '#store/store.ts'
import { type AlertPlace, type Finding, settleAlert } from '../catalogue/alerts.ts'
import type { ComponentRow, ProjectRow } from '../catalogue/components.ts'
import { ACCESS } from '../catalogue/permissions.ts'
import { isPushed, usesGit } from '../catalogue/version-control.ts'
import { work } from '../catalogue/work.ts'
import { configurationFindings } from './configuration.ts'
import { glossaryFindings } from './glossary.ts'
import { websiteProblem } from './website.ts'

/** A lane of its own, since websites may respond slowly. */
export const ALERTS_LANE = 'alerts'
export const WEBSITES_JOB = 'translation-websites'
const DAY = 86_400

/** Reviews one component, or a project and all its components. */
export async function review(services: Services, payload: Record<string, unknown>, stop: AbortSignal): Promise<void> {
  const db = services.store.read
  const project = await db
    .selectFrom('project')
    .selectAll()
    .where('id', '=', Number(payload.project))
    .executeTakeFirst()
  if (project === undefined) return
  const one = Number(payload.component)
  const components = await db
    .selectFrom('component')
    .selectAll()
    .where('project_id', '=', project.id)
    // Alerts of glossaries depend on the languages of the other components.
    .$if(one !== 0, query => query.where(eb => eb.or([eb('id', '=', one), eb('is_glossary', '=', 1)])))
    .orderBy('id')
    .execute()
  for (const component of components)
    await settle(
      services,
      { project_id: project.id, component_id: component.id },
      await findings(db, project, component),
    )
  if (one !== 0) return
  await reviewWebsite(services, project, stop)
  if (project.web !== '') await checkAgainTomorrow(services)
}

const settle = (services: Services, place: AlertPlace, results: readonly Finding[]) =>
  unlessGone(
    work(services, null, async piece => {
      const { component_id } = place
      // It may have been deleted meanwhile.
      if (component_id !== null)
        await piece.tx.selectFrom('component').select('id').where('id', '=', component_id).executeTakeFirstOrThrow()
      for (const [name, details] of results) await settleAlert(piece, place, name, details)
    }),
  )

const MOST_NAMED = 20

async function findings(db: Reader, project: ProjectRow, component: ComponentRow): Promise<Finding[]> {
  const { id, is_glossary, license, linked_component_id } = component
  const isOpen = project.access_control === ACCESS.public && is_glossary === 0
  const hasOwn = usesGit(component) && linked_component_id === null
  const duplicates = await duplicatesOf(db, component)
  const unused = await unusedScreenshots(db, id)
  const ofGlossary = await glossaryFindings(db, component)
  const ofSettings = await configurationFindings(db, project, component)
  return [
    ['MissingLicense', isOpen && license === '' ? {} : null],
    ['UnusedScreenshot', unused.length > 0 ? { occurrences: unused } : null],
    ...ofGlossary,
    ...ofSettings,
    ['DuplicateFilemask', duplicates.length > 0 ? { duplicates } : null],
    // Without its own repository, repository alerts no longer apply.
    ...(hasOwn ? [] : (['MergeFailure', 'UpdateFailure', 'PushFailure'] as const).map((name): Finding => [name, null])),
    ...(usesGit(component)
      ? []
      : (['ParseError', 'NoMaskMatches', 'DuplicateLanguage', 'InexistantFiles'] as const).map(
          (name): Finding => [name, null],
        )),
    ...(hasOwn && !isPushed(component) ? [['PushFailure', null] as const] : []),
  ]
}

/** Components that use the same files of the same repository. */
async function duplicatesOf(db: Reader, component: ComponentRow): Promise<string[]> {
  if (!usesGit(component)) return []
  const root = component.linked_component_id ?? component.id
  const rows = await db
    .selectFrom('component')
    .select('path')
    .where(eb => eb.or([eb('id', '=', root), eb('linked_component_id', '=', root)]))
    .where('id', '<>', component.id)
    .where('filemask', '=', component.filemask)
    .orderBy('path')
    .limit(MOST_NAMED)
    .execute()
  return rows.map(row => row.path)
}

const unusedScreenshots = (db: Reader, component: number) =>
  db
    .selectFrom('translation')
    .innerJoin('screenshot', 'screenshot.translation_id', 'translation.id')
    .select(['screenshot.id', 'screenshot.name'])
    .where('translation.component_id', '=', component)
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('screenshot_unit')
            .select('screenshot_unit.unit_id')
            .whereRef('screenshot_unit.screenshot_id', '=', 'screenshot.id'),
        ),
      ),
    )
    .orderBy('screenshot.id')
    .limit(MOST_NAMED)
    .execute()

async function reviewWebsite(services: Services, { id, web }: ProjectRow, stop: AbortSignal): Promise<void> {
  const problem = web === '' ? null : await websiteProblem(services, web, stop)
  if (problem === 'unknown') return
  const finding: Finding = ['BrokenProjectURL', problem === null ? null : { link: web, error: problem }]
  await settle(services, { project_id: id, component_id: null }, [finding])
}

/** Repeats daily while any project has a website. */
const checkAgainTomorrow = ({ store, jobs, clock }: Services) =>
  store.transaction(tx => jobs.enqueue(tx, { kind: WEBSITES_JOB, key: '', runAt: seconds(clock) + DAY }))

const PROJECTS_AT_ONCE = 100

/** Checks every project website once a day. */
export async function reviewWebsites(services: Services, stop: AbortSignal): Promise<void> {
  let isAny = false
  for (let last = 0; ; ) {
    const rows = await services.store.read
      .selectFrom('project')
      .selectAll()
      .where('id', '>', last)
      .where('web', '<>', '')
      .orderBy('id')
      .limit(PROJECTS_AT_ONCE)
      .execute()
    for (const project of rows) await reviewWebsite(services, project, stop)
    isAny ||= rows.length > 0
    last = rows.at(-1)?.id ?? last
    if (rows.length < PROJECTS_AT_ONCE) break
  }
  if (isAny) await checkAgainTomorrow(services)
}
