import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'

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
    const person = caller.account ? { account_id: caller.account.id, ip: '' } : { account_id: 0, ip: caller.name }
    await wiki.store.transaction(tx =>
      tx.deleteFrom('new_talk').where('account_id', '=', person.account_id).where('ip', '=', person.ip).execute(),
    )
    return { clearhasmsg: 'success' }
  },
})
