// For tests: what was asked of a database, and how SQLite finds the answers.
import type { KyselyPlugin, RootOperationNode } from 'kysely'
import type { Store } from './store.ts'

/** A plugin that remembers the queries that pass through it. */
export function queryRecorder(): { readonly seen: RootOperationNode[]; readonly plugin: KyselyPlugin } {
  const seen: RootOperationNode[] = []
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      seen.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { seen, plugin }
}

/** Those steps of SQLite's plans for some queries that match, each with its query. */
export async function stepsOfPlans(store: Store, queries: readonly RootOperationNode[], step: RegExp) {
  const found: string[] = []
  const executor = store.read.getExecutor()
  for (const node of queries) {
    const compiled = executor.compileQuery(node, { queryId: 'plan' })
    const explained = await executor.executeQuery<{ detail: string }>({
      ...compiled,
      sql: `EXPLAIN QUERY PLAN ${compiled.sql}`,
    })
    for (const { detail } of explained.rows) if (step.test(detail)) found.push(`${detail} in ${compiled.sql}`)
  }
  return found
}
