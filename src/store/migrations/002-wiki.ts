import { activity } from './002-wiki/activity.ts'
import { files } from './002-wiki/files.ts'
import { links } from './002-wiki/links.ts'
import { pages } from './002-wiki/pages.ts'

/**
 * The wiki's content. The tables follow MediaWiki's, so that an import can keep ids and rows, with two differences: all
 * kinds of page links go through `link_target`, and text is deduplicated in `blob`. Timestamps are seconds since 1970;
 * an infinite expiry is NULL.
 */
export const wiki = pages + links + activity + files
