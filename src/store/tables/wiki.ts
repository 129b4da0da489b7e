import type { WikiActivityTables } from './wiki-activity.ts'
import type { WikiFileTables } from './wiki-files.ts'
import type { WikiLinkTables } from './wiki-links.ts'
import type { WikiPageTables } from './wiki-pages.ts'

export type * from './wiki-activity.ts'
export type * from './wiki-files.ts'
export type * from './wiki-links.ts'
export type * from './wiki-pages.ts'

export interface WikiTables extends WikiPageTables, WikiLinkTables, WikiActivityTables, WikiFileTables {}
