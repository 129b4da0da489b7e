import { setOptions } from '#accounts/options.ts'
import { SEEN_OPTION } from '#events/inbox/kinds.ts'
import { seconds } from '#store/clock.ts'
import { actionModule } from '../api/module.ts'
import { oneOf, string } from '../api/params/kinds.ts'
import { fail } from '../messages/message.ts'
import { isoTimestamp } from '../site/timestamp.ts'

export const echomarkseen = actionModule({
  name: 'echomarkseen',
  prefix: '',
  classname: 'MediaWiki\\Extension\\Notifications\\Api\\ApiEchoMarkSeen',
  extension: 'Echo',
  setting: 'Echo',
  summary: 'Record that the current user has seen the list of notifications. They stay unread.',
  helpUrls: ['https://www.mediawiki.org/wiki/Special:MyLanguage/Echo_(Notifications)/API'],
  mustBePosted: true,
  write: true,
  token: 'csrf',
  help: {
    params: {
      type: { words: 'The section that was seen.', values: ['alert', 'message', 'all'] },
      timestampFormat: {
        words: 'Format of the returned time. Only ISO 8601 is supported.',
        values: ['ISO_8601', 'MW'],
      },
    },
  },
  result: { query: { echomarkseen: { result: 'string', timestamp: 'string' } } },
  params: {
    type: oneOf(['alert', 'message', 'all'], { default: 'all' }),
    timestampFormat: oneOf(['ISO_8601', 'MW'], { default: 'ISO_8601' }),
    token: string({ required: true, sensitive: true }),
  },

  async run({ caller, wiki }) {
    const { account } = caller
    if (account === null) fail('apierror-mustbeloggedin-generic', [], { code: 'login-required' })
    const now = seconds(wiki.clock)
    await wiki.store.transaction(tx => setOptions(tx, account.id, [[SEEN_OPTION, String(now)]]))
    return { query: { echomarkseen: { result: 'success', timestamp: isoTimestamp(now) } } }
  },
})
