// Imports the wiki of the recorded responses from its dump.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { silent } from '#events/progress.ts'
import { type Clock, pinnedClock } from '#store/clock.ts'
import type { Store } from '#store/store.ts'
import { FolderStore } from '#wiki/file-store.ts'
import { importWiki } from '#wiki/import/import-wiki.ts'

export const corpus = path.join(import.meta.dirname, 'corpus')

/** Returns the clock of the recording. */
export async function importCorpus(store: Store, data: string, messages: string | undefined): Promise<Clock> {
  const clock = pinnedClock(readFileSync(path.join(corpus, 'NOW'), 'utf8').trim())
  await importWiki(
    store,
    {
      files: [path.join(corpus, 'scenario.sql.gz')],
      site: path.join(corpus, 'scenario-site.json'),
      images: path.join(corpus, 'scenario-images.tar.gz'),
      fileStore: new FolderStore(path.join(data, 'files')),
      ...(messages && { messages }),
      clock,
    },
    silent,
  )
  return clock
}
