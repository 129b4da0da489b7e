import { columnsOf } from '#fields/columns.ts'
import { nullable, ruled, shape } from '#fields/field.ts'
import { boolean, integer, nested, text, webAddress } from '#fields/kinds.ts'
import { type ComponentRow, componentByPath } from '../catalogue/components.ts'
import { languageByCode } from '../catalogue/languages.ts'
import { createComponent, insertTranslation, translationOf } from '../catalogue/translations.ts'
import { usesGit } from '../catalogue/version-control.ts'
import type { Work } from '../catalogue/work.ts'
import { componentSettings } from '../declarations/component.ts'
import { componentRules } from '../declarations/component-rules.ts'
import { foreignParams } from '../declarations/file-params.ts'
import { languageFilter } from '../declarations/language-filter.ts'
import { checkFilePath } from '../declarations/rules.ts'
import { format } from '../formats/index.ts'
import { inStep } from '../import-steps/in-step.ts'
import type { Tally } from '../import-steps/tally.ts'
import { type Importing, isInvalid, lastPart, parsed, usual, withSize } from './context.ts'
import { languageFields, pluralProblem } from './languages.ts'
import type { ImportedProject } from './projects.ts'
import { COMPONENT_UNSUPPORTED, noteUnsupported, settingsFrom } from './settings.ts'
import { pathOf } from './source.ts'

const Language = shape('SourceLanguage', 'A language of the server.', languageFields)

const componentFields = {
  name: componentSettings.name,
  slug: componentSettings.slug,
  file_format: text({ max: 50 }),
  source_language: nested(Language),
  category: usual(nullable(text({ max: 1000 })), null),
  url: text({ max: 2000 }),
  translations_url: text({ max: 2000 }),
  locked: usual(boolean(), false),
}

export interface ImportedComponent {
  readonly row: ComponentRow
  /** `project/category/component`, for messages and steps. */
  readonly place: string
  /** Path below the API. */
  readonly api: string
  readonly translations: string
}

/** Creates a component, or uses the one with the same path. Null if it cannot be stored. */
export async function importComponent(
  importing: Importing,
  project: ImportedProject,
  source: Record<string, unknown>,
): Promise<ImportedComponent | null> {
  const { steps, services } = importing
  const component = parsed(componentFields, source)
  if (isInvalid(component)) {
    const step = `component ${project.row.slug} ${JSON.stringify(source.slug)}`
    if (!steps.isDone(step))
      await inStep(importing, step, async (_, tally) =>
        tally.add('components', { skipped: `${project.row.slug}: ${component.invalid}` }),
      )
    return null
  }
  const category = component.category === null ? null : (project.categories.get(lastPart(component.category)) ?? null)
  const path = category === null ? component.slug : `${category.path}/${component.slug}`
  const place = `${project.row.slug}/${path}`
  const step = `component ${place}`
  if (!steps.isDone(step))
    await inStep(importing, step, async (piece, tally) => {
      if ((await componentByPath(piece.tx, project.row.id, path)) !== null) return tally.add('components', 'unchanged')
      const problem = await create(piece, source, { ...component, project, category, path, place }, tally)
      tally.add('components', problem === null ? 'created' : { skipped: `${place}: ${problem}` })
    })
  const row = await componentByPath(services.store.read, project.row.id, path)
  if (row === null) return null
  const [api, translations] = [component.url, component.translations_url].map(each => pathOf(each))
  return { row, place, api: api!, translations: translations! }
}

type Parsed = Exclude<ReturnType<typeof parsed<typeof componentFields>>, { invalid: string }>

interface Planned extends Omit<Parsed, 'category'> {
  category: null | { id: number; path: string }
  project: ImportedProject
  path: string
  place: string
}

/** Creates the component; returns why not if it cannot. */
async function create(
  piece: Work,
  source: Record<string, unknown>,
  { name, slug, file_format, source_language, locked, category, project, path, place }: Planned,
  tally: Tally,
): Promise<string | null> {
  if (format(file_format) === undefined) return `the file format "${file_format}" is not supported`
  const language = await languageByCode(piece.tx, source_language.code)
  if (language === null) return `the language "${source_language.code}" does not exist`
  const where = `component ${place}`
  const declared = { ...componentSettings, ...componentRules, ...languageFilter }
  const { enforced_checks = [], ...settings } = settingsFrom(declared, source, where, tally)
  const { params, problems } = foreignParams(file_format, source.file_format_params)
  for (const name of problems) tally.note(`${where}: setting ${name} is not supported`)
  noteUnsupported(COMPONENT_UNSUPPORTED, source, where, tally)
  const license = parsed({ license_url: usual(nullable(webAddress({ blank: true, max: 500 })), '') }, source)
  await createComponent(
    piece,
    {
      ...columnsOf(settings),
      file_format_params: JSON.stringify(params),
      enforced_checks: JSON.stringify([...new Set(enforced_checks as string[])].sort()),
      license_url: isInvalid(license) ? '' : (license.license_url ?? ''),
      locked: Number(locked),
      project_id: project.row.id,
      category_id: category?.id ?? null,
      name,
      slug,
      path,
      file_format,
    },
    language,
  )
  return null
}

const filePath = ruled(text({ blank: true, verbatim: true, max: 1000 }), checkFilePath)

const translationFields = {
  language: nested(Language),
  language_code: text({ max: 50 }),
  filename: usual(filePath, ''),
  is_source: usual(boolean(), false),
  total: usual(integer(), 0),
  units_list_url: text({ max: 2000 }),
  file_url: usual(text({ blank: true, max: 2000 }), ''),
}

export interface ImportedTranslation {
  /** Local id. */
  readonly id: number
  readonly place: string
  readonly isSource: boolean
  readonly units: string
  readonly file: string
  readonly total: number
}

/** The languages of a component, the source language first. */
export async function importTranslations(
  importing: Importing,
  { row: component, place, translations }: ImportedComponent,
): Promise<ImportedTranslation[]> {
  const { client, steps, services, pageSize } = importing
  const rows = await client.all(withSize(translations, pageSize))
  const list = rows.map(row => parsed(translationFields, row))
  const step = `translations ${place}`
  if (!steps.isDone(step))
    await inStep(importing, step, async (piece, tally) => {
      for (const each of list) {
        if (isInvalid(each)) tally.add('translations', { skipped: `${place}: ${each.invalid}` })
        else await ensure(piece, component, place, each, tally)
      }
    })
  const imported: ImportedTranslation[] = []
  for (const each of list) {
    if (isInvalid(each)) continue
    const language = await languageByCode(services.store.read, each.language.code)
    const local = language && (await translationOf(services.store.read, component.id, language.id))
    if (local === null) continue
    imported.push({
      id: local.id,
      place: `${place}/${each.language.code}`,
      isSource: local.is_source === 1,
      units: pathOf(each.units_list_url),
      file: each.file_url === '' ? '' : pathOf(each.file_url),
      total: each.total,
    })
  }
  return imported.toSorted((a, b) => Number(b.isSource) - Number(a.isSource))
}

type Translation = Exclude<ReturnType<typeof parsed<typeof translationFields>>, { invalid: string }>

async function ensure(
  piece: Work,
  component: ComponentRow,
  place: string,
  { language: { code, plural }, language_code, filename }: Translation,
  tally: Tally,
): Promise<void> {
  const language = await languageByCode(piece.tx, code)
  if (language === null)
    return tally.add('translations', { skipped: `${place}/${code}: the language does not exist here` })
  const existing = await translationOf(piece.tx, component.id, language.id)
  // The source language exists as soon as the component does; without strings it is still to be filled.
  const isNew = existing === null || (existing.is_source === 1 && existing.total === 0)
  if (!isNew) return tally.add('translations', 'unchanged')
  if (usesGit(component))
    return tally.add('translations', { skipped: `${place}/${code}: its component uses a repository here` })
  const { id } = existing ?? (await insertTranslation(piece, component, language, false, language_code))
  const rules = pluralProblem(plural) === null ? { plural_number: plural.number, plural_formula: plural.formula } : {}
  await piece.tx
    .updateTable('translation')
    .set({ language_code, ...(filename !== '' && { filename }), ...rules })
    .where('id', '=', id)
    .execute()
  tally.add('translations', 'created')
}
