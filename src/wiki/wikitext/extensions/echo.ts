// Echo: the inbox for API clients, in `meta=notifications`, `action=echomarkread` and `action=echomarkseen`.

import type { Extension } from './extension.ts'

export const echo: Extension = {
  name: 'Echo',
  type: 'other',
  url: 'https://www.mediawiki.org/wiki/Extension:Echo',
  about: 'Provides notifications to API clients (meta=notifications).',
}
