import path from 'node:path'
import type { Sample } from '#accounts/services.ts'
import { silent } from '#events/progress.ts'
import { importWiki } from '../import/import-wiki.ts'

/** A handful of pages in several languages and scripts, brought in the way any wiki is. */
export const wikiSample: Sample = {
  name: 'wiki',
  async install({ store, clock }) {
    await importWiki(store, { files: [path.join(import.meta.dirname, 'sample-wiki.xml')], clock }, silent)
  },
}
