import type { Endpoint } from '../endpoint.ts'
import { compareRevisions } from './compare.ts'
import { createPage, updatePage } from './edit.ts'
import { file } from './file.ts'
import { pageHistory } from './history.ts'
import { pageHistoryCounts } from './history-counts.ts'
import { pageHtml, pageWithHtml, revisionHtml, revisionWithHtml } from './html.ts'
import { pageLanguageLinks, pageMediaLinks } from './links.ts'
import { pageBare, pageSource } from './page.ts'
import { revisionBare, revisionSource } from './revision.ts'
import { searchPage, searchTitle } from './search.ts'
import { transformPageText, transformText } from './transform.ts'

/** All endpoints below `rest.php`. */
export const endpoints: readonly Endpoint[] = [
  pageHistory,
  pageHistoryCounts,
  compareRevisions,
  revisionSource,
  revisionHtml,
  revisionWithHtml,
  revisionBare,
  searchPage,
  searchTitle,
  pageLanguageLinks,
  pageSource,
  pageBare,
  pageHtml,
  pageWithHtml,
  pageMediaLinks,
  file,
  updatePage,
  createPage,
  transformText,
  transformPageText,
]
