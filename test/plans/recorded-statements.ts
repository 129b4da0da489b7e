// The statements that the recorded requests run, each once, with one of the requests it belongs to.
import type { CompiledQuery } from 'kysely'
import type { Engine, Store } from '#store/store.ts'
import { queryRecorder } from '#store/testing-queries.ts'
import { corpusWiki } from '../conformance/corpus-wiki.ts'
import { queries } from '../conformance/recorded-queries.ts'

export interface Statement {
  readonly compiled: CompiledQuery
  /** The module of the request, or what it asks for besides. */
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
      const compiled = store.read.getExecutor().compileQuery(node, { queryId: 'plan' })
      const key = `${query.module} ${compiled.sql}`
      const request = `${query.id} ${query.as ?? 'anon'} ${JSON.stringify(query.params)}`
      if (!statements.has(key)) statements.set(key, { compiled, module: query.module, request })
    }
  }
  return { store, statements: [...statements.values()] }
}
