// Limits of a component's file format. Every accepted text must be writable, or one string would keep a whole file from
// being downloaded and committed.

import { present } from '#store/gone.ts'
import { type FileFormat, FormatError, format, type NewUnit } from '../formats/index.ts'
import { formatOf, hasFixedStrings, readingMode } from './component-format.ts'
import type { ComponentParts } from './components.ts'
import { exportFile } from './export-file.ts'
import type { NewString } from './insert-units.ts'
import { translationOf } from './translations.ts'
import type { Work } from './work.ts'
import { whyUnwritable } from './writable-text.ts'

/** A string that the file format of its component cannot represent. */
export class UnwritableString extends FormatError {
  /** The invalid part: the text, or the key or context. */
  readonly part: 'source' | 'context'

  constructor(part: UnwritableString['part'], message: string) {
    super(message)
    this.part = part
  }
}

/** Rejects a new string that the component's file format cannot represent. */
export function refuseUnwritable(parts: ComponentParts, { source, context = '' }: NewString): void {
  const kind = formatOf(parts)
  if (hasFixedStrings(parts.component))
    throw new UnwritableString(
      'context',
      `In the file format "${kind.name}", strings can only be added to the file of the source language.`,
    )
  for (const [part, texts] of [
    ['source', source],
    ['context', [context]],
  ] as const) {
    const why = whyUnwritable(kind, texts)
    if (why !== null) throw new UnwritableString(part, why)
  }
  if (source.length > 1 && !holds(kind, parts, source))
    throw new UnwritableString(
      'source',
      `The file format "${kind.name}" does not support plurals. Send one form, got ${source.length}.`,
    )
}

/** Whether the format can represent the plural string, tested by writing it into an empty file. */
function holds(kind: FileFormat, parts: ComponentParts, source: readonly string[]): boolean {
  const { code, plural_number, plural_formula } = parts.sourceLanguage
  const options = {
    language: code,
    plural: { count: plural_number, formula: plural_formula },
    ...readingMode(parts, true),
  }
  const isMonolingual = kind.monolingual || options.byKey !== undefined
  const unit: NewUnit = {
    context: 'key',
    source: isMonolingual ? [] : source,
    target: [...source],
    plural: true,
  }
  try {
    kind.parse(kind.create({ ...options, sourceLanguage: code }), options).serialize({ add: [unit] })
    return true
  } catch (error) {
    if (error instanceof FormatError) return false
    throw error
  }
}

/** Rejects new strings whose place in the source file is taken, for example `menu.file` if `menu` is a text. */
export async function checkPlaces(work: Work, parts: ComponentParts): Promise<void> {
  if (format(parts.component.file_format)?.nests !== true) return
  const source = present(await translationOf(work.tx, parts.component.id, parts.sourceLanguage.id), 'component')
  try {
    await exportFile(work.tx, { ...parts, translation: source, language: parts.sourceLanguage })
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw new UnwritableString(
      'context',
      `The string cannot be added to the source file: ${error.message}. Choose another key.`,
    )
  }
}
