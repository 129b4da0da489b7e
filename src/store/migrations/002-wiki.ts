import { activity } from './002-wiki/activity.ts'
import { files } from './002-wiki/files.ts'
import { links } from './002-wiki/links.ts'
import { pages } from './002-wiki/pages.ts'

/**
 * The wiki's content. The tables follow MediaWiki's, so that an import keeps ids and rows as they are, with two
 * differences: every kind of page link goes through `link_target`, and text is stored once per content in `blob`.
 * Timestamps are seconds since 1970; an expiry that never comes is NULL.
 */
export const wiki = pages + links + activity + files
