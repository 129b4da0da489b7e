import { activity } from './activity.ts'
import { files } from './files.ts'
import { importedCounts } from './imported-counts.ts'
import { links } from './links.ts'
import { pages } from './pages.ts'

/**
 * The wiki's content. The tables follow MediaWiki's, so that an import keeps ids and rows as they are, with two
 * differences: every kind of page link goes through `link_target`, and text is stored once per content in `blob`.
 * Timestamps are seconds since 1970; an expiry that never comes is NULL.
 */
export const wiki = pages + links + activity + files + importedCounts
