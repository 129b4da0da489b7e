import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { clearNewTalk } from '../editing/new-talk.ts'

export const clearhasmsg = actionModule({
  name: 'clearhasmsg',
  prefix: '',
  classname: 'ApiClearHasMsg',
  summary: 'Clear the "new messages" flag of the current user.',
  helpUrls: [helpPage('ClearHasMsg')],
  mustBePosted: true,
  write: true,
  result: { clearhasmsg: 'string' },
  params: {},

  async run({ caller, wiki }) {
    await clearNewTalk(wiki, caller)
    return { clearhasmsg: 'success' }
  },
})
