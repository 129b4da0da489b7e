import { addonByName } from '../addons/index.ts'
import { ACTION, isContent } from '../catalogue/change-actions.ts'
import type { ProjectRow } from '../catalogue/components.ts'
import { hash64 } from '../catalogue/forms.ts'
import { createProject } from '../catalogue/projects.ts'
import type { Work } from '../catalogue/work.ts'
import { readFields, readNested } from '../fields/read.ts'
import { FormatError, format } from '../formats/index.ts'
import { readZip } from '../formats/zip/read-zip.ts'
import {
  type BackupChange,
  changeFields,
  MANIFEST,
  type Manifest,
  manifestFields,
  memoryFields,
} from './backup-shape.ts'
import { People } from './people.ts'
import { restoreNumbers } from './restore-numbers.ts'
import { type Ids, restoreUnits } from './restore-units.ts'

const LIMITS = { maxFiles: 65_535, maxBytes: 1024 * 1024 * 1024 }
const ROWS_AT_ONCE = 500

interface Restoring {
  name: string
  slug: string
  /** Whether what the archive says about who did what is believed; otherwise nobody did it. */
  trustPeople: boolean
}

/** Makes a new project of an archive. Everything that can be worked out from the strings is worked out anew. */
export async function restoreBackup(work: Work, content: Uint8Array, wish: Restoring): Promise<ProjectRow> {
  const files = await readZip(content, () => true, LIMITS)
  const manifest = readManifest(files)
  const people = new People(work.tx, wish.trustPeople)
  const { name: _, ...settings } = manifest.project
  const project = await createProject(work, { ...settings, name: wish.name, slug: wish.slug })
  const ids: Ids = {
    categories: new Map(),
    labels: new Map(),
    components: new Map(),
    translations: new Map(),
    units: new Map(),
  }
  await restoreCategories(work, project.id, manifest, ids)
  for (const { id, ...label } of manifest.labels)
    ids.labels.set(id, await inserted(work, 'label', { ...label, project_id: project.id }))
  await restoreComponents(work, project.id, manifest, files, people, ids)
  await restoreTranslations(work, project.id, manifest, people, ids)
  for (const translation of manifest.translations)
    await restoreUnits(work, people, ids, {
      translation,
      component: manifest.components.find(each => each.id === translation.component_id)!,
      batches: entriesIn(files, `units/${translation.id}/`),
    })
  await restoreRest(work, project.id, manifest, files, people, ids)
  await restoreNumbers(work, [...ids.translations.values()])
  // The archive has old verdicts, with what somebody dismissed; a new name or other neighbours may make others of them.
  work.checkAnew([...ids.components.values()])
  work.record(ACTION.projectRestored, { project_id: project.id }, { target: project.name })
  return project
}

function readManifest(files: ReadonlyMap<string, Buffer>): Manifest {
  const manifest = files.get(MANIFEST)
  if (manifest === undefined) throw new FormatError(`the archive is no backup of a project: it has no ${MANIFEST}`)
  return readFields(manifestFields, parsed(manifest.toString('utf8'), MANIFEST))
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new FormatError(`"${name}" in the archive is no JSON`)
  }
}

/** The lines of all files in a folder of the archive, in their order. */
function* entriesIn(files: ReadonlyMap<string, Buffer>, folder: string): Generator<unknown[]> {
  for (let n = 0; files.has(`${folder}${n}.jsonl`); n++) {
    const name = `${folder}${n}.jsonl`
    const lines = files.get(name)!.toString('utf8').split('\n')
    yield lines.filter(line => line !== '').map(line => parsed(line, name))
  }
}

type Table = 'label' | 'project_category' | 'component' | 'translation' | 'announcement' | 'screenshot' | 'addon'

async function inserted(work: Work, table: Table, values: object): Promise<number> {
  const row = await work.tx
    .insertInto(table as 'label')
    .values(values as { project_id: number; name: string })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

const SLUG = /^[-a-zA-Z0-9_]+$/
const needSlug = (slug: string): string => {
  if (!SLUG.test(slug)) throw new FormatError(`"${slug}" in the archive is no slug`)
  return slug
}

/** Outer ones first, however they are listed. */
async function restoreCategories(work: Work, project: number, { categories }: Manifest, ids: Ids): Promise<void> {
  const paths = new Map<number, string>()
  let left = categories
  while (left.length > 0) {
    const ready = left.filter(({ parent_id }) => parent_id === null || paths.has(parent_id))
    if (ready.length === 0) throw new FormatError('categories in the archive lie in categories that are not in it')
    for (const { id, parent_id, name, slug } of ready) {
      const path = parent_id === null ? needSlug(slug) : `${paths.get(parent_id)}/${needSlug(slug)}`
      paths.set(id, path)
      const parent = parent_id === null ? null : ids.categories.get(parent_id)!
      ids.categories.set(
        id,
        await inserted(work, 'project_category', { project_id: project, parent_id: parent, name, slug, path }),
      )
    }
    left = left.filter(each => !ready.includes(each))
  }
}

async function restoreComponents(
  work: Work,
  project: number,
  manifest: Manifest,
  files: ReadonlyMap<string, Buffer>,
  people: People,
  ids: Ids,
): Promise<void> {
  const folders = await work.tx
    .selectFrom('project_category')
    .select(['id', 'path'])
    .where('project_id', '=', project)
    .execute()
  for (const { id, category_id, source_language, files: own, ...row } of manifest.components) {
    if (format(row.file_format) === undefined) throw new FormatError(`Parlance has no file format "${row.file_format}"`)
    const category = category_id === null ? null : (ids.categories.get(category_id) ?? null)
    const folder = folders.find(each => each.id === category)
    const component = await inserted(work, 'component', {
      ...row,
      project_id: project,
      category_id: category,
      path: folder ? `${folder.path}/${needSlug(row.slug)}` : needSlug(row.slug),
      source_language_id: await people.language(source_language),
    })
    ids.components.set(id, component)
    for (const { filename, entry, updated_at } of own) {
      const content = files.get(entry)
      if (content === undefined) throw new FormatError(`the archive has no "${entry}"`)
      await work.tx
        .insertInto('component_file')
        .values({ component_id: component, filename, content, updated_at })
        .execute()
    }
  }
}

async function restoreTranslations(
  work: Work,
  project: number,
  { translations, components }: Manifest,
  people: People,
  ids: Ids,
): Promise<void> {
  for (const { id, component_id, language, ...row } of translations) {
    const component = ids.components.get(component_id)
    const home = components.find(each => each.id === component_id)
    if (component === undefined || home === undefined)
      throw new FormatError('a translation in the archive belongs to a component that is not in it')
    if ((row.is_source === 1) !== (home.source_language === language))
      throw new FormatError(`"${home.slug}" in the archive does not agree about its source language`)
    const language_id = await people.language(language)
    ids.translations.set(
      id,
      await inserted(work, 'translation', { ...row, project_id: project, component_id: component, language_id }),
    )
  }
  for (const { id, slug, source_language } of components)
    if (!translations.some(each => each.component_id === id && each.language === source_language))
      throw new FormatError(`"${slug}" in the archive has no source language`)
}

async function restoreRest(
  work: Work,
  project: number,
  manifest: Manifest,
  files: ReadonlyMap<string, Buffer>,
  people: People,
  ids: Ids,
): Promise<void> {
  const { tx } = work
  const at = (map: ReadonlyMap<number, number>, id: number | null) => (id === null ? null : (map.get(id) ?? null))
  for (const { category_id, component_id, language, account, ...row } of manifest.announcements)
    await inserted(work, 'announcement', {
      ...row,
      project_id: project,
      category_id: at(ids.categories, category_id),
      component_id: at(ids.components, component_id),
      language_id: language === null ? null : await people.language(language),
      account_id: await people.id(account),
    })
  for (const { name, component_id, configuration, created_at } of manifest.addons) {
    const addon = addonByName(name)
    if (addon === undefined) continue
    const settings = readNested(addon.settings, configuration ?? {}, `addons.${name}`)
    const place = { project_id: project, component_id: at(ids.components, component_id) }
    await inserted(work, 'addon', { ...place, name, created_at, configuration: JSON.stringify(settings) })
  }
  for (const { entry, account, units, translation_id, ...row } of manifest.screenshots) {
    const translation = ids.translations.get(translation_id)
    const image = files.get(entry)
    if (translation === undefined || image === undefined) throw new FormatError(`the archive has no "${entry}"`)
    if (!/^image\/(png|jpeg|gif|webp)$/.test(row.media_type)) throw new FormatError(`"${entry}" is no picture`)
    const values = { ...row, image, translation_id: translation, account_id: await people.id(account) }
    const screenshot_id = await inserted(work, 'screenshot', values)
    for (const unit of new Set(units.flatMap(each => ids.units.get(each) ?? [])))
      await tx.insertInto('screenshot_unit').values({ screenshot_id, unit_id: unit }).execute()
  }
  for (const lines of entriesIn(files, 'memory/')) {
    const rows = []
    for (const line of lines) {
      const { source_language, target_language, account, ...row } = readFields(memoryFields, line)
      rows.push({
        ...row,
        source_hash: hash64(row.source),
        source_chars: [...row.source].length,
        source_language_id: await people.language(source_language),
        target_language_id: await people.language(target_language),
        account_id: await people.id(account),
        project_id: project,
      })
    }
    for (let i = 0; i < rows.length; i += ROWS_AT_ONCE)
      await tx
        .insertInto('memory')
        .values(rows.slice(i, i + ROWS_AT_ONCE))
        .execute()
  }
  for (const lines of entriesIn(files, 'changes/')) {
    const rows = []
    for (const line of lines) rows.push(await changeOf(readFields(changeFields, line), project, people, ids))
    for (let i = 0; i < rows.length; i += ROWS_AT_ONCE)
      await tx
        .insertInto('translation_change')
        .values(rows.slice(i, i + ROWS_AT_ONCE))
        .execute()
  }
}

async function changeOf(change: BackupChange, project: number, people: People, ids: Ids) {
  const { language, account, author, details, component_id, translation_id, unit_id, ...row } = change
  const at = (map: ReadonlyMap<number, number>, id: number | null) => (id === null ? null : (map.get(id) ?? null))
  return {
    ...row,
    is_content: row.is_content ?? (isContent(row.action) ? 1 : 0),
    project_id: project,
    component_id: at(ids.components, component_id),
    translation_id: at(ids.translations, translation_id),
    unit_id: at(ids.units, unit_id),
    language_id: language === null ? null : await people.language(language),
    account_id: await people.id(account),
    author_id: await people.id(author),
    details: JSON.stringify(typeof details === 'object' && details !== null ? details : {}),
  }
}
