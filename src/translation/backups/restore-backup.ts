import { columnsOf } from '#fields/columns.ts'
import { isDuplicate } from '#store/store-error.ts'
import { ACTION } from '../catalogue/change-actions.ts'
import type { ProjectRow } from '../catalogue/components.ts'
import { createProject } from '../catalogue/projects.ts'
import type { Work } from '../catalogue/work.ts'
import { settleWorkflows, setWorkflow } from '../catalogue/workflows.ts'
import { FormatError } from '../formats/index.ts'
import { Archive } from './archive.ts'
import { MANIFEST, unitFields } from './backup-shape.ts'
import { checkManifest, type Paths } from './check-manifest.ts'
import { inserted } from './inserted.ts'
import { People } from './people.ts'
import { restoreHistory } from './restore-history.ts'
import { restoreNumbers } from './restore-numbers.ts'
import { restoreParts } from './restore-parts.ts'
import { type Ids, restoreUnits } from './restore-units.ts'

interface Restoring {
  name: string
  slug: string
  /** Whether to keep the authors named in the archive; otherwise content has no author. */
  trustPeople: boolean
}

/** Restores an archive as a new project. Everything derived from strings is computed again. */
export async function restoreBackup(work: Work, content: Uint8Array, options: Restoring): Promise<ProjectRow> {
  const archive = await Archive.open(content)
  const paths = checkManifest(archive.manifest)
  const { name: _, ...settings } = archive.manifest.project
  const project = await createProject(work, { ...columnsOf(settings), name: options.name, slug: options.slug })
  try {
    await fill(work, project, archive, paths, new People(work.tx, options.trustPeople))
  } catch (error) {
    // The project's name and slug are unused, so the duplicate is in the archive.
    throw isDuplicate(error) ? new FormatError('the archive contains a duplicate') : error
  }
  return project
}

async function fill(work: Work, project: ProjectRow, archive: Archive, paths: Paths, people: People): Promise<void> {
  const { manifest } = archive
  const ids: Ids = {
    categories: new Map(),
    labels: new Map(),
    components: new Map(),
    translations: new Map(),
    units: new Map(),
    sources: new Map(),
  }
  await restoreCategories(work, project.id, archive, paths, ids)
  for (const { id, ...label } of manifest.labels)
    ids.labels.set(id, await inserted(work, 'label', { ...label, project_id: project.id }))
  const filters = (manifest.filters ?? []).map(each => ({ ...each, project_id: project.id }))
  if (filters.length > 0) await work.tx.insertInto('project_filter').values(filters).execute()
  await restoreComponents(work, project.id, archive, paths, people, ids)
  await restoreTranslations(work, project.id, archive, people, ids)
  await restoreWorkflows(work, project.id, archive, people)
  const homes = new Map(manifest.components.map(each => [each.id, each]))
  // Source strings first, since other languages refer to them.
  for (const translation of manifest.translations.toSorted((a, b) => Number(b.is_source) - Number(a.is_source)))
    await restoreUnits(work, people, ids, {
      translation,
      component: homes.get(translation.component_id)!,
      batches: archive.lines(`units/${translation.id}/`, unitFields),
    })
  await restoreParts(work, project.id, archive, people, ids)
  await restoreHistory(work, project.id, archive, people, ids)
  archive.needAllRead()
  await restoreNumbers(work, [...ids.translations.values()])
  // The archive contains old check results with dismissals; in the new project they may differ.
  work.checkAnew([...ids.components.values()])
  for (const id of ids.components.values()) work.regrouped.add(id)
  work.record(ACTION.projectRestored, { project_id: project.id }, { target: project.name })
}

async function restoreWorkflows(work: Work, project: number, { manifest }: Archive, people: People): Promise<void> {
  for (const [i, { language, ...workflow }] of (manifest.workflows ?? []).entries()) {
    const place = `${MANIFEST}: workflows[${i}]`
    const id = await people.language(language, `${place}.language`)
    if (workflow.suggestion_autoaccept > 0 && !workflow.suggestion_voting)
      throw new FormatError(`${place}.suggestion_autoaccept needs suggestion_voting`)
    await setWorkflow(work.tx, project, id, workflow)
  }
  await settleWorkflows(work.tx, project)
}

/** Restores parents first, in whatever order they are listed. */
async function restoreCategories(
  work: Work,
  project_id: number,
  { manifest }: Archive,
  paths: Paths,
  ids: Ids,
): Promise<void> {
  const depth = (id: number) => paths.categories.get(id)!.split('/').length
  for (const { id, parent_id, name, slug, inheritance } of manifest.categories.toSorted(
    (a, b) => depth(a.id) - depth(b.id),
  )) {
    const parent = parent_id === null ? null : ids.categories.get(parent_id)!
    const values = { project_id, parent_id: parent, name, slug, inheritance, path: paths.categories.get(id)! }
    ids.categories.set(id, await inserted(work, 'project_category', values))
  }
}

async function restoreComponents(
  work: Work,
  project_id: number,
  archive: Archive,
  paths: Paths,
  people: People,
  ids: Ids,
): Promise<void> {
  for (const [i, component] of archive.manifest.components.entries()) {
    const { id, category_id, source_language, enforced_checks, file_format_params = {}, files, ...row } = component
    const place = `components[${i}]`
    const component_id = await inserted(work, 'component', {
      ...columnsOf(row),
      enforced_checks: JSON.stringify([...new Set(enforced_checks)].sort()),
      file_format_params: JSON.stringify(file_format_params),
      project_id,
      category_id: category_id === null ? null : ids.categories.get(category_id)!,
      path: paths.components.get(id)!,
      source_language_id: await people.language(source_language, `${MANIFEST}: ${place}.source_language`),
    })
    ids.components.set(id, component_id)
    for (const [n, { filename, entry, updated_at }] of files.entries())
      await work.tx
        .insertInto('component_file')
        .values({ component_id, filename, content: archive.file(entry, `${place}.files[${n}].entry`), updated_at })
        .execute()
  }
}

async function restoreTranslations(
  work: Work,
  project_id: number,
  { manifest }: Archive,
  people: People,
  ids: Ids,
): Promise<void> {
  for (const [i, { id, component_id, language, ...row }] of manifest.translations.entries())
    ids.translations.set(
      id,
      await inserted(work, 'translation', {
        ...columnsOf(row),
        project_id,
        component_id: ids.components.get(component_id)!,
        language_id: await people.language(language, `${MANIFEST}: translations[${i}].language`),
      }),
    )
}
