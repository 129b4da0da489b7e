// Thanks: thank the author of an edit or a logged action, in `action=thank` and `Special:Thanks`.

import type { Extension } from './extension.ts'

export const thanks: Extension = {
  name: 'Thanks',
  type: 'other',
  url: 'https://www.mediawiki.org/wiki/Extension:Thanks',
  about: 'Lets people thank the author of an edit (action=thank).',
}
