// Add-ons that keep monolingual files in line with their base file.

import { formatOf, readingMode } from '../../catalogue/component-format.ts'
import type { ExportedTranslation } from '../../catalogue/export-file.ts'
import type { FileChanges as Edits, FileUnit, ParsedFile, ParseOptions } from '../../formats/format.ts'
import { withOwnKeys } from '../../formats/index.ts'
import { readFile, writeFile } from '../../formats/read-file.ts'
import { type AddonFiles, type AddonFilesContext, type FileChanges, needsTemplate } from './addon-files.ts'

type Edit = (units: readonly FileUnit[], base: ParsedFile) => Edits

/** Applies the same edit to the file of every language except the base file. */
async function editFiles(context: AddonFilesContext, edit: Edit): Promise<FileChanges> {
  const { parts, read, translations } = context
  const changes: FileChanges = new Map()
  const content = await read(parts.component.template)
  const kind = formatOf(parts)
  if (content === null || kind.fixed) return changes
  const reading = { language: parts.sourceLanguage.code, ...readingMode(parts, true) }
  const base = await withOwnKeys(await readFile(kind, content, reading))
  for (const { translation, language } of translations) {
    const own = translation.is_source === 1 ? null : await read(translation.filename)
    if (own === null) continue
    const how = optionsFor(context, { translation, language }, base)
    const { units } = await withOwnKeys(await readFile(kind, own, how), base)
    const edits = edit(units, base)
    if ((edits.remove?.length ?? 0) + (edits.add?.length ?? 0) > 0)
      changes.set(translation.filename, await writeFile(kind, own, how, edits))
  }
  return changes
}

const optionsFor = (
  { parts }: AddonFilesContext,
  { translation, language }: Pick<ExportedTranslation, 'translation' | 'language'>,
  template: ParsedFile,
): ParseOptions => ({
  language: language.code,
  plural: { count: translation.plural_number, formula: translation.plural_formula },
  ...readingMode(parts, false),
  template,
})

const stale = (units: readonly FileUnit[], base: ParsedFile): string[] => {
  const keys = new Set(base.units.map(unit => unit.context))
  return units.filter(unit => !unit.obsolete && !keys.has(unit.context)).map(unit => unit.id)
}

/** Removes strings that the base file does not have. */
export const cleaned: AddonFiles = {
  name: 'weblate.cleanup.generic',
  label: 'Cleanup translation files',
  refuses: needsTemplate,
  write: context => editFiles(context, (units, base) => ({ remove: stale(units, base) })),
}

/** Removes strings without a translation. */
export const withoutBlanks: AddonFiles = {
  name: 'weblate.cleanup.blank',
  label: 'Remove blank strings',
  refuses: needsTemplate,
  write: context =>
    editFiles(context, units => ({
      remove: units.filter(unit => !unit.obsolete && unit.target.every(form => form === '')).map(unit => unit.id),
    })),
}

/** Adds new strings of the base file with their source text, and removes those that it no longer has. */
export const resx: AddonFiles = {
  name: 'weblate.resx.update',
  label: 'Update RESX files',
  refuses: parts =>
    needsTemplate(parts) ?? (parts.component.file_format === 'resx' ? null : 'This add-on needs RESX files.'),
  changesStrings: true,
  write: context =>
    editFiles(context, (units, base) => {
      const present = new Set(units.map(unit => unit.context))
      const add = base.units
        .filter(unit => !unit.obsolete && !unit.duplicate && !present.has(unit.context))
        .map(({ context, target, note }) => ({ context, source: [], target, note }))
      return { add, remove: stale(units, base) }
    }),
}
