import type { AccountsTables } from './accounts.ts'
import type { EventsTables } from './events.ts'
import type { MailTables } from './mail.ts'
import type { SetAsideTables } from './set-aside.ts'
import type { TranslationTables } from './translation.ts'
import type { TranslationPeopleTables } from './translation-people.ts'
import type { TranslationServicesTables } from './translation-services.ts'
import type { WikiTables } from './wiki.ts'

/** All tables. A test keeps them in sync with the migrations. */
export interface Database
  extends AccountsTables,
    WikiTables,
    EventsTables,
    MailTables,
    SetAsideTables,
    TranslationTables,
    TranslationPeopleTables,
    TranslationServicesTables {}
