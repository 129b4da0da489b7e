// The data of a download.

import type { FileUnit } from './format.ts'
import type { PluralForms } from './plural.ts'

export type ExportUnit = Pick<FileUnit, 'context' | 'source' | 'target'> &
  Partial<Pick<FileUnit, 'fuzzy' | 'approved' | 'note' | 'location' | 'flags'>> & {
    // Of glossary terms.
    readonly isForbidden?: boolean
    readonly isUntranslatable?: boolean
  }

export interface ExportContext {
  readonly sourceLanguage: string
  readonly targetLanguage: string
  // Shown in headers.
  readonly project: string
  readonly plural?: PluralForms | undefined
}

export function isTranslated(unit: ExportUnit): boolean {
  return unit.target.some(form => form !== '')
}

// Pairs of source and target per plural form; the last source form repeats if the language has more forms.
export function formPairs(unit: ExportUnit): { source: string; target: string }[] {
  const count = Math.max(unit.source.length, unit.target.length)
  return Array.from({ length: count }, (_, i) => ({
    source: unit.source[i] ?? unit.source.at(-1) ?? '',
    target: unit.target[i] ?? '',
  }))
}
