import { type RawBuilder, sql } from 'kysely'

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

/** A maintenance list: its sorted query; limit and offset are added later. */
export interface QueryPageDefinition {
  readonly rows: (context: QueryPageContext) => RawBuilder<QueryPageRow>
  /** The value is a timestamp. */
  readonly isTime?: true
  /** Columns returned as they come from the database. */
  readonly details?: readonly string[]
  /** Right required to see the list. */
  readonly right?: string
  /** Fast enough to compute for every request, even in miser mode. */
  readonly cheap?: true
}

export const contentOnly = ({ content }: QueryPageContext, column = 'page.ns') =>
  sql`${sql.ref(column)} in (${sql.join(content)})`
