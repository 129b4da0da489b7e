import { allMessages, fileDuplicateSearch, linkSearch, pagesWithProp } from '../lists/finding-lists.ts'
import { maintenanceLists } from '../lists/maintenance.ts'
import { protectedPages, protectedTitles } from '../lists/protected.ts'
import { autoblockList, block, blockList, unblock } from '../moderation/block.ts'
import { exportPages } from '../moderation/export-pages.ts'
import { importPages } from '../moderation/import-pages.ts'
import { changeContentModel, emailUser, mergeHistory, pageLanguage } from '../moderation/page-forms.ts'
import { revisionDelete } from '../moderation/revision-delete.ts'
import { editTags, tags } from '../moderation/tags.ts'
import { thanks } from '../moderation/thanks.ts'
import { undelete } from '../moderation/undelete.ts'
import { upload } from '../moderation/upload.ts'
import { userRights } from '../moderation/user-rights.ts'
import { warn } from '../moderation/warn.ts'
import type { Special } from '../page.ts'
import { allPages, prefixIndex } from './all-pages.ts'
import { categories } from './categories.ts'
import { cite } from './cite.ts'
import { comparePages } from './compare-pages.ts'
import { contributions, deletedContributions } from './contributions.ts'
import { listFiles, newFiles, uploadStash } from './files.ts'
import { gadgets } from './gadgets.ts'
import { goToComment } from './go-to-comment.ts'
import { log } from './log.ts'
import { movePage } from './move-page.ts'
import { activeUsers, listGroupRights, listUsers, statistics } from './people.ts'
import { randomPage, randomRedirect, randomRootPage } from './random.ts'
import { randomInCategory } from './random-in-category.ts'
import { newPages, recentChanges } from './recent-changes.ts'
import { relatedChanges } from './related-changes.ts'
import { search } from './search.ts'
import { blankPage, bookSources, expandTemplates, goToInterwiki, redirectTo } from './small-tools.ts'
import { specialPages } from './special-pages.ts'
import { trackingCategories } from './tracking-categories.ts'
import { version } from './version.ts'
import { editWatchlist, watchlist } from './watchlist.ts'
import { whatLinksHere } from './what-links-here.ts'

/** All special pages. To add one, create its file and add a line here; `elsewhere.ts` handles the rest. */
// One per line, to avoid merge conflicts.
// biome-ignore format: see above
export const SPECIALS: readonly Special[] = [
  activeUsers,
  comparePages,
  contributions,
  deletedContributions,
  editWatchlist,
  gadgets,
  listFiles,
  listGroupRights,
  listUsers,
  log,
  allPages,
  categories,
  cite,
  allMessages,
  blankPage,
  bookSources,
  expandTemplates,
  fileDuplicateSearch,
  goToInterwiki,
  goToComment,
  linkSearch,
  pagesWithProp,
  redirectTo,
  autoblockList,
  block,
  blockList,
  changeContentModel,
  editTags,
  emailUser,
  exportPages,
  importPages,
  mergeHistory,
  pageLanguage,
  protectedPages,
  protectedTitles,
  revisionDelete,
  tags,
  thanks,
  unblock,
  undelete,
  upload,
  userRights,
  warn,
  ...maintenanceLists,
  movePage,
  newFiles,
  newPages,
  recentChanges,
  relatedChanges,
  prefixIndex,
  randomInCategory,
  randomPage,
  randomRedirect,
  randomRootPage,
  search,
  specialPages(() => SPECIALS),
  statistics,
  trackingCategories,
  uploadStash,
  version,
  watchlist,
  whatLinksHere,
]
