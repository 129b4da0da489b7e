// Original files of translations, so that comments and layout in them survive.

import { storedFile, storeFile } from '../catalogue/component-files.ts'
import { readingMode } from '../catalogue/component-format.ts'
import { partsOf } from '../catalogue/components.ts'
import type { TranslationRow } from '../catalogue/rows.ts'
import { usesGit } from '../catalogue/version-control.ts'
import { FormatError, format } from '../formats/index.ts'
import { readFile } from '../formats/read-file.ts'
import { inStep } from '../import-steps/in-step.ts'
import type { Outcome } from '../import-steps/tally.ts'
import type { ImportedComponent, ImportedTranslation } from './components.ts'
import type { Importing } from './context.ts'
import { StatusError, TooLarge } from './source.ts'

const FILE_BYTES = 50 * 1024 * 1024

/** Stores the file of a translation. If that is not possible, a new file is written from its strings. */
export async function importFileOf(
  importing: Importing,
  component: ImportedComponent,
  { id, place, file }: ImportedTranslation,
): Promise<void> {
  const { services, steps } = importing
  const step = `file ${place}`
  if (steps.isDone(step) || file === '') return
  const translation = await services.store.read
    .selectFrom('translation')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  const content =
    translation === undefined ? 'deleted meanwhile' : await fileOf(importing, component, translation, file)
  await inStep(importing, step, async (piece, tally) => {
    let outcome: Outcome = 'created'
    if (typeof content === 'string') outcome = { skipped: `${place}: ${content}` }
    else if ((await storedFile(piece.tx, component.row.id, translation!.filename)) !== null) outcome = 'unchanged'
    else await storeFile(piece, component.row.id, translation!.filename, content)
    tally.add('files', outcome)
  })
}

/** The content, or why there is none. */
async function fileOf(
  { client, services }: Importing,
  { row }: ImportedComponent,
  translation: TranslationRow,
  path: string,
): Promise<Buffer | string> {
  const kind = format(row.file_format)
  if (usesGit(row)) return 'its component uses a repository here'
  if (kind === undefined) return `the file format "${row.file_format}" is not supported`
  if (translation.filename === '') return 'it has no file name'
  try {
    const content = await client.bytes(path, FILE_BYTES)
    const parts = await partsOf(services.store.read, row)
    const isSource = translation.is_source === 1
    const language = isSource ? parts.sourceLanguage.code : translation.language_code
    const plural = { count: translation.plural_number, formula: translation.plural_formula }
    await readFile(kind, content, { language, plural, ...readingMode(parts, isSource) })
    return content
  } catch (error) {
    // Other failures pass, so the next run tries again.
    if (error instanceof FormatError || error instanceof StatusError || error instanceof TooLarge)
      return `its file cannot be used: ${error.message}`
    throw error
  }
}
