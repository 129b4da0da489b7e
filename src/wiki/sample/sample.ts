import path from 'node:path'
import type { Sample } from '#accounts/services.ts'
import { silent } from '#events/progress.ts'
import { importWiki } from '../import/import-wiki.ts'

/** Pages that are not in the language of the wiki; an XML export does not say so. */
const LANGUAGES = { شاي: 'ar', Tee: 'de', चाय: 'hi', Русский_чай: 'ru', 茶: 'zh' }

/** A handful of pages in several languages and scripts, brought in the way any wiki is. */
export const wikiSample: Sample = {
  name: 'wiki',
  async install({ store, clock }) {
    await importWiki(store, { files: [path.join(import.meta.dirname, 'sample-wiki.xml')], clock }, silent)
    await store.transaction(async tx => {
      for (const [title, lang] of Object.entries(LANGUAGES))
        await tx.updateTable('page').set({ lang }).where('ns', '=', 0).where('title', '=', title).execute()
    })
  },
}
