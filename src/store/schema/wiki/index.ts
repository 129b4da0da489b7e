import { activity } from './activity.ts'
import { files } from './files.ts'
import { importedCounts } from './imported-counts.ts'
import { links } from './links.ts'
import { pages } from './pages.ts'

/**
 * The wiki's content. The tables follow MediaWiki's, so that an import can keep ids and rows, with two differences: all
 * kinds of page links go through `link_target`, and text is deduplicated in `blob`. Timestamps are seconds since 1970;
 * an infinite expiry is NULL.
 */
export const wiki = pages + links + activity + files + importedCounts
