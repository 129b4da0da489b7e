import type { Resource } from '../resource.ts'
import { languageStatistics } from './language-statistics.ts'
import { root } from './root.ts'
import { docs, schema } from './schema.ts'
import { userNotification, userNotifications } from './user-notifications.ts'

/** Every resource of the REST API. A new one is a file here and a line below. */
export const rest: readonly Resource[] = [root, schema, docs, languageStatistics, userNotifications, userNotification]
