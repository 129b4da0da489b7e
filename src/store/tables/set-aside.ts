import type { Generated } from 'kysely'
import type { TranslationChangeTable, UnitTable } from './translation.ts'

/** A file of a repository that was not taken in, because it looks broken; see the migration. */
interface HeldFileTable {
  component_id: number
  filename: string
  reason: string
  details: Generated<string>
  /** The file as both sides had it last. */
  content: Buffer | null
  /** Whether somebody wants it taken in as it is. */
  accepted: Generated<number>
  /** Microseconds. */
  held_at: number
}

/** A string that its file no longer has, until it comes back or is purged; see the migration. */
interface SetAsideUnitTable extends Omit<UnitTable, 'id'> {
  id: number
  component_id: number
  /** Microseconds. */
  set_aside_at: number
}

/** A language whose file left the repository. Its strings are among those set aside. */
interface SetAsideTranslationTable {
  id: number
  project_id: number
  component_id: number
  language_id: number
  language_code: string
  filename: string
  content: Buffer | null
  strings: number
  /** Microseconds. */
  set_aside_at: number
}

/** The history of languages that are set aside. */
interface SetAsideChangeTable extends Omit<TranslationChangeTable, 'id'> {
  id: number
}

export interface SetAsideTables {
  held_file: HeldFileTable
  set_aside_unit: SetAsideUnitTable
  set_aside_translation: SetAsideTranslationTable
  set_aside_change: SetAsideChangeTable
}
