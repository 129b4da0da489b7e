import { actor } from './actor.ts'
import { revisionActorTemp, revisionCommentTemp, watchlistExpiry } from './amendments.ts'
import { archive } from './archive.ts'
import { block } from './block.ts'
import { blockTarget } from './block-target.ts'
import { botPasswords } from './bot-passwords.ts'
import { category } from './category.ts'
import { categorylinks } from './categorylinks.ts'
import { changeTag } from './change-tag.ts'
import { changeTagDef } from './change-tag-def.ts'
import { comment } from './comment.ts'
import { content } from './content.ts'
import { collation, contentModels, slotRoles } from './dictionaries.ts'
import { externallinks } from './externallinks.ts'
import { filearchive } from './filearchive.ts'
import { image } from './image.ts'
import { imagelinks } from './imagelinks.ts'
import { interwiki } from './interwiki.ts'
import { ipChanges } from './ip-changes.ts'
import { ipblocks } from './ipblocks.ts'
import { ipblocksRestrictions } from './ipblocks-restrictions.ts'
import { iwlinks } from './iwlinks.ts'
import { langlinks } from './langlinks.ts'
import { linktarget } from './linktarget.ts'
import { logSearch } from './log-search.ts'
import { logging } from './logging.ts'
import type { TableMapping } from './mapping.ts'
import { oldimage } from './oldimage.ts'
import { page } from './page.ts'
import { pageProps } from './page-props.ts'
import { pageRestrictions } from './page-restrictions.ts'
import { pagelinks } from './pagelinks.ts'
import { protectedTitles } from './protected-titles.ts'
import { querycache, querycachetwo } from './querycache.ts'
import { querycacheInfo } from './querycache-info.ts'
import { recentchanges } from './recentchanges.ts'
import { redirect } from './redirect.ts'
import { revision } from './revision.ts'
import { siteStats } from './site-stats.ts'
import { slots } from './slots.ts'
import { templatelinks } from './templatelinks.ts'
import { textTable } from './text.ts'
import { uploadstash } from './uploadstash.ts'
import { user } from './user.ts'
import { userFormerGroups } from './user-former-groups.ts'
import { userGroups } from './user-groups.ts'
import { userNewtalk } from './user-newtalk.ts'
import { userProperties } from './user-properties.ts'
import { watchlist } from './watchlist.ts'

/** Every table of MediaWiki's that is taken over, by its name. */
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
