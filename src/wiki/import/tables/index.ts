import { revisionActorTemp, revisionCommentTemp, watchlistExpiry } from './amendments.ts'
import { block } from './block.ts'
import { blockTarget } from './block-target.ts'
import { categorylinks } from './categorylinks.ts'
import { changeTag, changeTagDef, comment, ipChanges, logging, logSearch, recentchanges } from './changes.ts'
import { content } from './content.ts'
import { externallinks } from './externallinks.ts'
import { filearchive, image, oldimage, uploadstash } from './files.ts'
import { ipblocks, ipblocksRestrictions } from './ipblocks.ts'
import { imagelinks, iwlinks, langlinks, linktarget, pagelinks, redirect, templatelinks } from './links.ts'
import type { TableMapping } from './mapping.ts'
import { archive, category, page, pageProps, pageRestrictions, protectedTitles, revision, slots } from './pages.ts'
import {
  actor,
  botPasswords,
  user,
  userFormerGroups,
  userGroups,
  userNewtalk,
  userProperties,
  watchlist,
} from './people.ts'
import { querycache, querycacheInfo, querycachetwo } from './querycache.ts'
import { collation, contentModels, interwiki, siteStats, slotRoles } from './site.ts'
import { textTable } from './text.ts'

/** All imported MediaWiki tables, by name. */
export const mappings: ReadonlyMap<string, TableMapping> = new Map(
  [
    ...[actor, archive, block, blockTarget, botPasswords, category, categorylinks, changeTag, changeTagDef, collation],
    ...[comment, content, contentModels, externallinks, filearchive, image, imagelinks, interwiki, ipChanges, ipblocks],
    ...[ipblocksRestrictions, iwlinks, langlinks, linktarget, logSearch, logging, oldimage, page, pageProps],
    ...[pageRestrictions, pagelinks, protectedTitles, querycache, querycacheInfo, querycachetwo, recentchanges],
    ...[redirect, revision, revisionActorTemp, revisionCommentTemp, siteStats, slotRoles, slots, templatelinks],
    ...[textTable, uploadstash, user, userFormerGroups, userGroups, userNewtalk, userProperties, watchlist],
    watchlistExpiry,
  ].map(mapping => [mapping.table, mapping]),
)
