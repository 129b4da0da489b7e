// Test helpers: records queries and inspects SQLite's query plans.
import type { KyselyPlugin, RootOperationNode } from 'kysely'
import type { Store } from './store.ts'

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

/** Steps of SQLite's query plans that match a pattern, each with its query. */
export async function stepsOfPlans(store: Store, queries: readonly RootOperationNode[], step: RegExp) {
  const matches: string[] = []
  const executor = store.read.getExecutor()
  for (const node of queries) {
    const compiled = executor.compileQuery(node, { queryId: 'plan' })
    const explained = await executor.executeQuery<{ detail: string }>({
      ...compiled,
      sql: `EXPLAIN QUERY PLAN ${compiled.sql}`,
    })
    for (const { detail } of explained.rows) if (step.test(detail)) matches.push(`${detail} in ${compiled.sql}`)
  }
  return matches
}
