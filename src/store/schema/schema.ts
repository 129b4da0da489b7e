import { accounts } from './accounts.ts'
import { events } from './events.ts'
import { fileStores } from './file-stores.ts'
import { idempotencyKeys } from './idempotency-keys.ts'
import { mail } from './mail.ts'
import { search } from './search.ts'
import { catalogue } from './translation/catalogue.ts'
import { people } from './translation/people.ts'
import { repositories } from './translation/repositories.ts'
import { services } from './translation/services.ts'
import { setAside } from './translation/set-aside.ts'
import { strings } from './translation/strings.ts'
import { totals } from './translation/totals.ts'
import { wiki } from './wiki/index.ts'

/** The schema of version 0.1.0. Released, so it is never edited: later migrations change it. */
export const schema = [
  accounts,
  idempotencyKeys,
  fileStores,
  events,
  mail,
  wiki,
  search,
  catalogue,
  strings,
  setAside,
  totals,
  people,
  repositories,
  services,
].join('\n')
