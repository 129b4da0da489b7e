// TextExtracts: the text of a page without tables, notes and the like, in `prop=extracts`.

import type { Extension } from './extension.ts'

export const textExtracts: Extension = {
  name: 'TextExtracts',
  type: 'api',
  url: 'https://www.mediawiki.org/wiki/Extension:TextExtracts',
  about: 'Provides plain-text or limited HTML extracts of pages (prop=extracts).',
}
