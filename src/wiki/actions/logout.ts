import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { string } from '../api/params/kinds.ts'

export const logout = actionModule({
  name: 'logout',
  prefix: '',
  classname: 'ApiLogout',
  summary: 'Log out and end the session.',
  helpUrls: [helpPage('Logout')],
  readRights: false,
  mustBePosted: true,
  token: 'csrf',
  result: {},
  params: { token: string({ required: true, sensitive: true }) },

  async run(run) {
    run.caller = await run.wiki.services.callers.logOut(run.caller)
    return {}
  },
})
