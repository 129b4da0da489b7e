import { type ActionApi, apiOf } from '../api/main.ts'
import type { ActionModule } from '../api/module.ts'
import { refreshFew } from '../editing/refresh-pages.ts'
import { block } from './block.ts'
import { changeauthenticationdata } from './changeauthenticationdata.ts'
import { changecontentmodel } from './changecontentmodel.ts'
import { checktoken } from './checktoken.ts'
import { clearhasmsg } from './clearhasmsg.ts'
import { clientlogin } from './clientlogin.ts'
import { compare } from './compare.ts'
import { createaccount } from './createaccount.ts'
import { cspreport } from './cspreport.ts'
import { deleteAction } from './delete.ts'
import { discussiontoolsedit } from './discussiontoolsedit.ts'
import { discussiontoolspageinfo } from './discussiontoolspageinfo.ts'
import { discussiontoolsgetsubscriptions, discussiontoolssubscribe } from './discussiontoolssubscribe.ts'
import { echomarkread } from './echomarkread.ts'
import { echomarkseen } from './echomarkseen.ts'
import { edit } from './edit.ts'
import { emailuser } from './emailuser.ts'
import { expandtemplates } from './expandtemplates.ts'
import { feedcontributions } from './feedcontributions.ts'
import { feedrecentchanges } from './feedrecentchanges.ts'
import { feedwatchlist } from './feedwatchlist.ts'
import { filerevert } from './filerevert.ts'
import { help } from './help.ts'
import { imagerotate } from './imagerotate.ts'
import { importAction } from './import.ts'
import { linkaccount } from './linkaccount.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { managetags } from './managetags.ts'
import { mergehistory } from './mergehistory.ts'
import { move } from './move.ts'
import { opensearch } from './opensearch.ts'
import { options } from './options.ts'
import { paraminfo } from './paraminfo.ts'
import { parse } from './parse.ts'
import { patrol } from './patrol.ts'
import { protect } from './protect.ts'
import { purge } from './purge.ts'
import { query } from './query.ts'
import { removeauthenticationdata, unlinkaccount } from './removeauthenticationdata.ts'
import { resetpassword } from './resetpassword.ts'
import { revisiondelete } from './revisiondelete.ts'
import { rollback } from './rollback.ts'
import { rsd } from './rsd.ts'
import { scribuntoConsole } from './scribunto-console.ts'
import { setnotificationtimestamp } from './setnotificationtimestamp.ts'
import { setpagelanguage } from './setpagelanguage.ts'
import { spamblacklist } from './spamblacklist.ts'
import { stashedit } from './stashedit.ts'
import { tag } from './tag.ts'
import { templatedata } from './templatedata.ts'
import { thank } from './thank.ts'
import { titleblacklist } from './titleblacklist.ts'
import { unblock } from './unblock.ts'
import { undelete } from './undelete.ts'
import { upload } from './upload.ts'
import { userrights } from './userrights.ts'
import { validatepassword } from './validatepassword.ts'
import { watch } from './watch.ts'

/** All values of `action=`. */
export const actions = [
  block,
  changeauthenticationdata,
  changecontentmodel,
  checktoken,
  clearhasmsg,
  clientlogin,
  compare,
  createaccount,
  cspreport,
  deleteAction,
  discussiontoolsedit,
  discussiontoolsgetsubscriptions,
  discussiontoolspageinfo,
  discussiontoolssubscribe,
  echomarkread,
  echomarkseen,
  edit,
  emailuser,
  expandtemplates,
  filerevert,
  feedcontributions,
  feedrecentchanges,
  feedwatchlist,
  help((): readonly ActionModule[] => actions),
  linkaccount,
  imagerotate,
  importAction,
  login,
  logout,
  managetags,
  mergehistory,
  move,
  opensearch,
  options,
  paraminfo((): readonly ActionModule[] => actions),
  parse,
  patrol,
  protect,
  purge,
  query,
  removeauthenticationdata,
  resetpassword,
  revisiondelete,
  rollback,
  rsd,
  scribuntoConsole,
  setnotificationtimestamp,
  setpagelanguage,
  spamblacklist,
  stashedit,
  tag,
  templatedata,
  thank,
  titleblacklist,
  unblock,
  undelete,
  unlinkaccount,
  userrights,
  validatepassword,
  upload,
  watch,
] as const satisfies readonly ActionModule[]

export const actionApi: ActionApi = apiOf(actions, refreshFew)
