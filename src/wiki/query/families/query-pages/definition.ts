import { type RawBuilder, sql } from 'kysely'
import type { Members, ResultOf } from '../../../api/result/kinds.ts'

export interface QueryPageRow {
  readonly ns: number
  readonly title: string
  readonly value?: number | null
  readonly [detail: string]: unknown
}

export interface QueryPageContext {
  /** Content namespaces. */
  readonly content: readonly number[]
}

/** Columns that some lists return as they come from the database. */
export const detailMembers = {
  'page_namespace?': 'string|null',
  'rd_namespace?': 'string|null',
  'rd_title?': 'string|null',
  'rd_fragment?': 'string|null',
  'rd_interwiki?': 'string|null',
  'redirid?': 'string|null',
  'b_namespace?': 'string|null',
  'b_title?': 'string|null',
  'b_fragment?': 'string|null',
  'c_namespace?': 'string|null',
  'c_title?': 'string|null',
  'c_fragment?': 'string|null',
  'c_interwiki?': 'string|null',
} as const satisfies Members

/** A maintenance list: its sorted query; limit and offset are added later. */
export interface QueryPageDefinition {
  readonly rows: (context: QueryPageContext) => RawBuilder<QueryPageRow>
  /** The value is a timestamp. */
  readonly isTime?: true
  readonly details?: readonly (keyof ResultOf<typeof detailMembers>)[]
  /** Right required to see the list. */
  readonly right?: string
  /** Fast enough to compute for every request, even in miser mode. */
  readonly cheap?: true
}

export const contentOnly = ({ content }: QueryPageContext, column = 'page.ns') =>
  sql`${sql.ref(column)} in (${sql.join(content)})`
