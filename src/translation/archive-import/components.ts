// Components with the files of their languages.

import { importContent, storeFile, stringsOfFile } from '../catalogue/component-files.ts'
import { type ComponentParts, componentByPath, partsOf } from '../catalogue/components.ts'
import { joinForms } from '../catalogue/forms.ts'
import { type LanguageRow, languageForFile } from '../catalogue/languages.ts'
import { ownState } from '../catalogue/read-only.ts'
import type { TranslationRow } from '../catalogue/rows.ts'
import { createComponent, translationOf } from '../catalogue/translations.ts'
import { unitsInPortions } from '../catalogue/units-in-portions.ts'
import { usesGit } from '../catalogue/version-control.ts'
import type { Work } from '../catalogue/work.ts'
import { inStep } from '../import-steps/in-step.ts'
import type { Tally } from '../import-steps/tally.ts'
import type { Importing } from './context.ts'
import type { PlannedComponent } from './plan.ts'

export async function importComponent(importing: Importing, planned: PlannedComponent): Promise<void> {
  const { zip, plan } = importing
  const { slug, template, templateStrings, newBase } = planned
  await ensureComponent(importing, planned, newBase === '' ? null : await zip.read(newBase))
  const { code } = plan.sourceLanguage
  const source = { path: template, code, language: code, strings: templateStrings, missing: 0 }
  for (const file of [...(template === '' ? [] : [source]), ...planned.files]) {
    const content = await zip.read(file.path)
    await importLanguage(importing, slug, { ...file, content, isTemplate: file === source })
  }
}

export async function ensureComponent(
  importing: Importing,
  { slug, name, format, filemask, template, newBase }: PlannedComponent,
  base: Buffer | null,
  isGlossary = false,
): Promise<void> {
  const { steps, project, plan } = importing
  const step = `component ${slug}`
  if (steps.isDone(step)) return
  await inStep(importing, step, async (piece, tally) => {
    const existing = await componentByPath(piece.tx, project, slug)
    if (existing !== null) return tally.add('components', 'unchanged')
    const { component } = await createComponent(
      piece,
      {
        ...{ project_id: project, slug, name: await freeName(piece, project, name), file_format: format },
        ...{ filemask, template, new_base: newBase, is_glossary: Number(isGlossary) },
        ...(isGlossary && { manage_units: 1 }),
      },
      plan.sourceLanguage,
    )
    if (template !== '')
      await piece.tx
        .updateTable('translation')
        .set({ filename: template })
        .where('component_id', '=', component.id)
        .execute()
    if (base !== null) await storeFile(piece, component.id, newBase, base)
    tally.add('components', 'created')
  })
}

async function freeName({ tx }: Work, project: number, name: string): Promise<string> {
  const taken = await tx
    .selectFrom('component')
    .select('id')
    .where('project_id', '=', project)
    .where('name', '=', name)
    .executeTakeFirst()
  return taken === undefined ? name : `${name.slice(0, 88)} (imported)`
}

export interface FileOfLanguage {
  readonly path: string
  readonly code: string
  readonly language: string
  readonly strings: number
  readonly missing: number
  readonly content: Buffer
  readonly isTemplate: boolean
}

/** Imports the file of a language that the component lacks. Strings that exist here are compared and stay as they are. */
export async function importLanguage(importing: Importing, slug: string, file: FileOfLanguage): Promise<void> {
  const { steps, project } = importing
  const step = `file ${slug} ${file.path} ${file.language}`
  if (steps.isDone(step)) return
  await inStep(importing, step, async (piece, tally) => {
    const skip = (why: string) => {
      tally.add('files', { skipped: `${file.path}: ${why}` })
      tally.add('strings', { skipped: `${file.path}: ${why}` }, file.strings)
    }
    const component = await componentByPath(piece.tx, project, slug)
    if (component === null) return skip('its component was deleted during the import')
    if (usesGit(component)) return skip('its component uses a repository here')
    const parts = await partsOf(piece.tx, component)
    const language = await languageForFile(piece.tx, file.language)
    if (language === null) return skip(`"${file.language}" is not a language`)
    const existing = await translationOf(piece.tx, component.id, language.id)
    const isNew = existing === null || (await isUnfilled(piece, existing))
    if (!isNew) {
      tally.add('files', 'unchanged')
      tally.add('translations', 'unchanged')
      return count(piece, parts, { file, language, translation: existing }, 'existing', tally)
    }
    const { translation } = await importContent(
      piece,
      parts,
      language,
      file.content,
      file.isTemplate || file.code === language.code ? undefined : file.code,
    )
    tally.add('files', 'created')
    tally.add('translations', 'created')
    await count(piece, parts, { file, language, translation }, 'new', tally)
  })
}

/** The source language exists as soon as its component does. */
async function isUnfilled({ tx }: Work, { id, is_source }: TranslationRow): Promise<boolean> {
  if (is_source === 0) return false
  return (
    (await tx.selectFrom('unit').select('id').where('translation_id', '=', id).limit(1).executeTakeFirst()) ===
    undefined
  )
}

interface ImportedFile {
  file: FileOfLanguage
  language: LanguageRow
  translation: TranslationRow
}

/** Counts what became of each string of a file. */
async function count(
  piece: Work,
  parts: ComponentParts,
  { file, language, translation }: ImportedFile,
  was: 'new' | 'existing',
  tally: Tally,
): Promise<void> {
  const { content, path } = file
  const strings = await stringsOfFile(piece.tx, parts, { language, translation, content })
  const found = new Map<string, boolean>()
  for await (const units of unitsInPortions(piece.tx, translation.id, 500))
    for (const unit of units) {
      const { values } = strings.get(unit.id_hash) ?? {}
      if (values === undefined) continue
      const isSame = unit.target === joinForms(values.target ?? []) && ownState(unit) === values.state
      found.set(unit.id_hash, translation.is_source === 1 || isSame)
    }
  const same = [...found.values()].filter(isSame => isSame).length
  const other = found.size - same
  if (was === 'new') tally.add('strings', 'created', found.size)
  else {
    tally.add('strings', 'unchanged', same)
    tally.add('strings', { skipped: `${path}: it exists here with another text or state` }, other)
  }
  const lacking = file.missing + strings.size - found.size
  tally.add('strings', { skipped: `${path}: the source file lacks it` }, lacking)
  const left = Math.max(0, file.strings - file.missing - strings.size)
  tally.add('strings', { skipped: `${path}: it is there twice, or too long` }, left)
}
