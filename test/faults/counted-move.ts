// Runs an import from another translation platform in its own process, and kills it at a given statement.
import { readFileSync, writeSync } from 'node:fs'
import type { KyselyPlugin } from 'kysely'
import { manualClock, testServices } from '#core/testing.ts'
import { silent } from '#events/progress.ts'
import { openStore } from '#store/open.ts'
import type { Store } from '#store/store.ts'
import { importArchive, type Platform } from '#translation/archive-import/import-archive.ts'
import { translationPart } from '#translation/part.ts'
import { importBackup, importWeblate } from '#translation/weblate-import/import-weblate.ts'

export type Source =
  | { readonly url: string; readonly token: string }
  | { readonly kind: Platform | 'backup'; file: string }

export interface CountedMove {
  readonly where: { readonly data: string } | { readonly database: string }
  readonly source: Source
  /** The statement to be killed at; the result is not read any longer. Optional. */
  readonly killAt?: number
}

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

async function run({ where, source, killAt }: CountedMove): Promise<void> {
  let steps = 0
  const step = () => {
    if (++steps === killAt) process.kill(process.pid, 'SIGKILL')
  }
  const store = await openStore(where)
  const services = await testServices(counting(store, step), manualClock(), {
    siteUrl: 'https://translate.example.org',
  })
  await translationPart.register!(services)
  const { tally, isResumed } = await importFrom(source)
  await store.close()
  writeSync(1, JSON.stringify({ steps, isResumed, counts: tally.counts }))

  function importFrom(from: Source) {
    // Small pages, so that an import has many transactions.
    if ('url' in from) return importWeblate(services, { ...from, network: 'any', projects: [], pageSize: 2 }, silent)
    const archive = readFileSync(from.file)
    if (from.kind === 'backup') return importBackup(services, { backup: archive, pageSize: 2 }, silent)
    return importArchive(services, { platform: from.kind, archive, project: 'fruit' }, silent)
  }
}

if (import.meta.filename === process.argv[1]) await run(JSON.parse(process.argv[2]!) as CountedMove)
