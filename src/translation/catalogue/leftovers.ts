import { sql } from 'kysely'
import type { Reader } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'

type Table = keyof Database & string

/** The tables that foreign-key columns refer to. */
const TARGETS = {
  project_id: 'project',
  defining_project_id: 'project',
  category_id: 'project_category',
  parent_id: 'project_category',
  component_id: 'component',
  translation_id: 'translation',
  unit_id: 'unit',
  source_unit_id: 'unit',
  label_id: 'label',
  suggestion_id: 'suggestion',
  screenshot_id: 'screenshot',
  component_list_id: 'component_list',
  team_id: 'team',
  role_id: 'role',
  language_id: 'translation_language',
  source_language_id: 'translation_language',
} as const satisfies Record<string, Table>

type Pointer = keyof typeof TARGETS

/** Rows in these tables stay while their string or language is set aside. */
const ASIDE: Readonly<Partial<Record<Table, Table>>> = { unit: 'set_aside_unit', translation: 'set_aside_translation' }
const KEPT_ASIDE: ReadonlySet<Table> = new Set<Table>([
  ...([
    'unit_label',
    'suggestion',
    'unit_comment',
    'check_failure',
    'screenshot',
    'screenshot_unit',
    'unit_variant',
  ] as const),
  'set_aside_unit',
])

/** All foreign-key columns. The unit of a change is not among them, because changes outlive their strings. */
const POINTERS: readonly (readonly [Table, ...Pointer[]])[] = [
  ['project_category', 'project_id', 'parent_id'],
  ['webhook', 'project_id'],
  ['component', 'project_id', 'category_id', 'source_language_id'],
  ['component_link', 'component_id', 'project_id', 'category_id'],
  ['component_file', 'component_id'],
  ['component_repository', 'component_id'],
  ['component_removed_file', 'component_id'],
  ['component_pull_request', 'component_id'],
  ['component_published', 'component_id'],
  ['held_file', 'component_id'],
  ['set_aside_unit', 'component_id', 'translation_id'],
  ['set_aside_translation', 'project_id', 'component_id', 'language_id'],
  ['set_aside_change', 'project_id', 'component_id'],
  ['translation', 'project_id', 'component_id', 'language_id'],
  ['unit', 'translation_id', 'source_unit_id'],
  ['label', 'project_id'],
  ['project_filter', 'project_id'],
  ['workflow_setting', 'language_id'],
  ['contributor_agreement', 'component_id'],
  ['machinery_usage', 'project_id'],
  ['machinery_offer', 'project_id'],
  ['glossary_coverage', 'project_id', 'language_id'],
  ['unit_variant', 'unit_id', 'component_id'],
  ['unit_label', 'unit_id', 'label_id'],
  ['suggestion', 'unit_id'],
  ['suggestion_vote', 'suggestion_id'],
  ['unit_comment', 'unit_id'],
  ['check_failure', 'unit_id'],
  ['translation_change', 'project_id', 'component_id', 'translation_id'],
  ['announcement', 'project_id', 'category_id', 'component_id', 'language_id'],
  ['component_list_member', 'component_list_id', 'component_id'],
  ['component_list_match', 'component_list_id'],
  ['screenshot', 'translation_id'],
  ['screenshot_unit', 'screenshot_id', 'unit_id'],
  ['memory', 'project_id', 'source_language_id'],
  ['addon', 'project_id', 'component_id'],
  ['alert', 'project_id', 'component_id'],
  ['task', 'project_id', 'component_id'],
  ['project_backup', 'project_id'],
  ['report', 'project_id', 'category_id', 'component_id'],
  ['role_permission', 'role_id'],
  ['team', 'defining_project_id'],
  ['team_role', 'team_id', 'role_id'],
  ['team_member', 'team_id'],
  ['team_admin', 'team_id'],
  ['team_project', 'team_id', 'project_id'],
  ['team_language', 'team_id', 'language_id'],
  ['team_component', 'team_id', 'component_id'],
  ['team_component_list', 'team_id', 'component_list_id'],
  ['project_watch', 'project_id'],
  ['account_language', 'language_id'],
  ['subscription', 'project_id', 'component_id'],
]

/** Reports rows that refer to missing ones, left behind by a race or an incomplete deletion. */
export async function* leftovers(db: Reader): AsyncGenerator<string> {
  for (const [table, ...columns] of POINTERS)
    for (const column of columns) {
      const target = TARGETS[column]
      const own = sql.ref(`own.${column}`)
      const aside = KEPT_ASIDE.has(table) ? ASIDE[target] : undefined
      const missingIn = (place: Table) =>
        sql`not exists (select 1 from ${sql.table(place)} as other where other.id = ${own})`
      const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)} as own
        where ${own} is not null
        and ${missingIn(target)} and ${aside === undefined ? sql`1 = 1` : missingIn(aside)}`.execute(db)
      if (rows[0]!.n > 0) yield `${table}: ${rows[0]!.n} rows whose ${column} refers to a missing row`
    }
  yield* misplaced(db)
}

/** Reports components and categories whose path does not match their category and slug. */
async function* misplaced(db: Reader): AsyncGenerator<string> {
  for (const [table, column] of [
    ['component', 'category_id'],
    ['project_category', 'parent_id'],
  ] as const) {
    const above = sql.ref(`own.${column}`)
    const { rows } = await sql<{ id: number; path: string }>`select own.id, own.path from ${sql.table(table)} as own
      left join project_category as above on above.id = ${above}
      where own.path <> case when above.id is null then own.slug else above.path || '/' || own.slug end
      or above.project_id <> own.project_id`.execute(db)
    for (const { id, path } of rows) yield `${table} ${id}: the path ${path} does not match its category and slug`
  }
}
