import type { QueryModule } from '../api/query/query-module.ts'
import { allcategories } from './list/allcategories.ts'
import { alldeletedrevisions } from './list/alldeletedrevisions.ts'
import { allfileusages } from './list/allfileusages.ts'
import { allimages } from './list/allimages.ts'
import { alllinks } from './list/alllinks.ts'
import { allpages } from './list/allpages.ts'
import { allredirects } from './list/allredirects.ts'
import { allrevisions } from './list/allrevisions.ts'
import { alltransclusions } from './list/alltransclusions.ts'
import { allusers } from './list/allusers.ts'
import { backlinks } from './list/backlinks.ts'
import { blocks } from './list/blocks.ts'
import { categorymembers } from './list/categorymembers.ts'
import { deletedrevs } from './list/deletedrevs.ts'
import { embeddedin } from './list/embeddedin.ts'
import { exturlusage } from './list/exturlusage.ts'
import { filearchive } from './list/filearchive.ts'
import { imageusage } from './list/imageusage.ts'
import { iwbacklinks } from './list/iwbacklinks.ts'
import { langbacklinks } from './list/langbacklinks.ts'
import { logevents } from './list/logevents.ts'
import { mystashedfiles } from './list/mystashedfiles.ts'
import { pagepropnames } from './list/pagepropnames.ts'
import { pageswithprop } from './list/pageswithprop.ts'
import { prefixsearch } from './list/prefixsearch.ts'
import { protectedtitles } from './list/protectedtitles.ts'
import { querypage } from './list/querypage.ts'
import { random } from './list/random.ts'
import { recentchanges } from './list/recentchanges.ts'
import { search } from './list/search.ts'
import { tags } from './list/tags.ts'
import { usercontribs } from './list/usercontribs.ts'
import { users } from './list/users.ts'
import { watchlist } from './list/watchlist.ts'
import { watchlistraw } from './list/watchlistraw.ts'
import { allmessages } from './meta/allmessages.ts'
import { authmanagerinfo } from './meta/authmanagerinfo.ts'
import { filerepoinfo } from './meta/filerepoinfo.ts'
import { languageinfo } from './meta/languageinfo.ts'
import { siteinfo } from './meta/siteinfo.ts'
import { tokens } from './meta/tokens.ts'
import { userinfo } from './meta/userinfo.ts'
import { categories } from './prop/categories.ts'
import { categoryinfo } from './prop/categoryinfo.ts'
import { contributors } from './prop/contributors.ts'
import { deletedrevisions } from './prop/deletedrevisions.ts'
import { duplicatefiles } from './prop/duplicatefiles.ts'
import { extlinks } from './prop/extlinks.ts'
import { fileusage } from './prop/fileusage.ts'
import { imageinfo } from './prop/imageinfo.ts'
import { images } from './prop/images.ts'
import { info } from './prop/info.ts'
import { iwlinks } from './prop/iwlinks.ts'
import { langlinks } from './prop/langlinks.ts'
import { links } from './prop/links.ts'
import { linkshere } from './prop/linkshere.ts'
import { pageprops } from './prop/pageprops.ts'
import { redirects } from './prop/redirects.ts'
import { revisions } from './prop/revisions.ts'
import { stashimageinfo } from './prop/stashimageinfo.ts'
import { templates } from './prop/templates.ts'
import { transcludedin } from './prop/transcludedin.ts'

/** Every query module, in the order of the contract. */
export const queryModules: readonly QueryModule[] = [
  allcategories,
  alldeletedrevisions,
  allfileusages,
  allimages,
  alllinks,
  allmessages,
  allpages,
  allredirects,
  allrevisions,
  alltransclusions,
  allusers,
  authmanagerinfo,
  backlinks,
  blocks,
  categories,
  categoryinfo,
  categorymembers,
  contributors,
  deletedrevisions,
  deletedrevs,
  duplicatefiles,
  embeddedin,
  extlinks,
  exturlusage,
  filearchive,
  filerepoinfo,
  fileusage,
  imageinfo,
  images,
  imageusage,
  info,
  iwbacklinks,
  iwlinks,
  langbacklinks,
  langlinks,
  languageinfo,
  links,
  linkshere,
  logevents,
  mystashedfiles,
  pagepropnames,
  pageprops,
  pageswithprop,
  prefixsearch,
  protectedtitles,
  querypage,
  random,
  recentchanges,
  redirects,
  revisions,
  search,
  siteinfo,
  stashimageinfo,
  tags,
  templates,
  tokens,
  transcludedin,
  usercontribs,
  userinfo,
  users,
  watchlist,
  watchlistraw,
]

const byName = new Map(queryModules.map(module => [module.name, module]))

export const queryModule = (name: string): QueryModule | undefined => byName.get(name)

export const queryModulesOf = (group: QueryModule['group']): readonly QueryModule[] =>
  queryModules.filter(module => module.group === group)

export const generatorModules: readonly QueryModule[] = queryModules.filter(module => module.generator)
