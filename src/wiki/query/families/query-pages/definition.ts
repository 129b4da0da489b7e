import { type RawBuilder, sql } from 'kysely'

export interface QueryPageRow {
  readonly ns: number
  readonly title: string
  readonly value?: number | null
  readonly [detail: string]: unknown
}

export interface QueryPageContext {
  /** The namespaces that count as content. */
  readonly content: readonly number[]
}

/** A maintenance list: what it reads, in its order; the machine adds limit and offset. */
export interface QueryPageDefinition {
  readonly rows: (context: QueryPageContext) => RawBuilder<QueryPageRow>
  /** The value is an instant. */
  readonly isTime?: true
  /** Columns that the answer repeats as they come from the database. */
  readonly details?: readonly string[]
  /** The right without which the list is not shown. */
  readonly right?: string
  /** Quick enough to be worked out for every request, however the wiki is set up. */
  readonly cheap?: true
}

export const contentOnly = ({ content }: QueryPageContext, column = 'page.ns') =>
  sql`${sql.ref(column)} in (${sql.join(content)})`
