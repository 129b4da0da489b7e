// Runs an import in its own process and announces a given step, so that it can be killed there. Steps are database
// statements and progress reports.
import { writeSync } from 'node:fs'
import type { KyselyPlugin } from 'kysely'
import { pinnedClock } from '#store/clock.ts'
import { migrate } from '#store/migrate.ts'
import { openStore } from '#store/open.ts'
import type { Store } from '#store/store.ts'
import { FolderStore } from '#wiki/file-store.ts'
import { type ImportOptions, importWiki } from '#wiki/import/import-wiki.ts'

export interface CountedImport {
  readonly where: { readonly data: string } | { readonly database: string }
  readonly options: Omit<ImportOptions, 'clock' | 'fileStore'> & { readonly filesFolder: string }
  /** The step to announce; optional. */
  readonly announce?: number
}

export const REACHED = 'reached\n'

function counting(store: Store, step: () => void): Store {
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      step()
      return result
    },
  }
  return {
    ...store,
    read: store.read.withPlugin(counter),
    transaction: work => store.transaction(tx => work(tx.withPlugin(counter))),
  }
}

async function run({ where, options, announce }: CountedImport): Promise<void> {
  let steps = 0
  const step = () => {
    // Synchronous: it must be written before the next statement starts.
    if (++steps === announce) writeSync(1, REACHED)
  }
  const store = await openStore(where)
  await migrate(store)
  const fileStore = new FolderStore(options.filesFolder)
  const clock = pinnedClock('2026-11-15T00:00:00Z')
  await importWiki(counting(store, step), { ...options, fileStore, clock }, { report: step, finish: step })
  await store.close()
  writeSync(1, `steps ${steps}\n`)
}

if (import.meta.filename === process.argv[1]) await run(JSON.parse(process.argv[2]!) as CountedImport)
