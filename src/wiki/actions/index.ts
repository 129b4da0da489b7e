import { apiOf, type Handle } from '../api/main.ts'
import type { ActionModule } from '../api/module.ts'
import { checktoken } from './checktoken.ts'
import { clearhasmsg } from './clearhasmsg.ts'
import { clientlogin } from './clientlogin.ts'
import { deleteAction } from './delete.ts'
import { edit } from './edit.ts'
import { help } from './help.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { move } from './move.ts'
import { opensearch } from './opensearch.ts'
import { paraminfo } from './paraminfo.ts'
import { parse } from './parse.ts'
import { patrol } from './patrol.ts'
import { protect } from './protect.ts'
import { purge } from './purge.ts'
import { query } from './query.ts'
import { watch } from './watch.ts'

/** What `action=` can be. */
export const actions: readonly ActionModule[] = [
  checktoken,
  clearhasmsg,
  clientlogin,
  deleteAction,
  edit,
  help(() => actions),
  login,
  logout,
  move,
  opensearch,
  paraminfo(() => actions),
  parse,
  patrol,
  protect,
  purge,
  query,
  watch,
]

/** The Action API of the wiki. */
export const actionApi: Handle = apiOf(actions)
