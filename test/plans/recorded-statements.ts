// Collects the distinct SQL statements of the recorded requests, each with one of its requests.
import type { CompiledQuery } from 'kysely'
import type { Engine, Store } from '#store/store.ts'
import { queryRecorder } from '#store/testing-queries.ts'
import { corpusWiki } from '../conformance/corpus-wiki.ts'
import { queries } from '../conformance/recorded-queries.ts'

export interface Statement {
  readonly compiled: CompiledQuery
  /** Query module or action of the request. */
  readonly module: string
  readonly request: string
}

export async function recordedStatements(engine: Engine): Promise<{ store: Store; statements: Statement[] }> {
  const { seen, plugin } = queryRecorder()
  let plain: Store | undefined
  const wiki = await corpusWiki(engine, undefined, store => {
    plain = store
    return { ...store, read: store.read.withPlugin(plugin) }
  })
  const store = plain!
  const statements = new Map<string, Statement>()
  for (const query of queries()) {
    seen.length = 0
    await wiki.ask(query)
    for (const node of seen) {
      const compiled = withValues(store.read.getExecutor().compileQuery(node, { queryId: 'plan' }))
      const key = `${query.module} ${compiled.sql}`
      const request = `${query.id} ${query.as ?? 'anon'} ${JSON.stringify(query.params)}`
      if (!statements.has(key)) statements.set(key, { compiled, module: query.module, request })
    }
  }
  return { store, statements: [...statements.values()] }
}

/** Prepared queries are seen when they are built, with placeholders. Their plans do not depend on the values. */
const withValues = (compiled: CompiledQuery): CompiledQuery => ({
  ...compiled,
  parameters: compiled.parameters.map(value => (isPlaceholder(value) ? null : value)),
})

const isPlaceholder = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !(value instanceof Uint8Array)
