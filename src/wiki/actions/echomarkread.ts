import { unreadEntries } from '#core/inbox.ts'
import { markAllRead, markEntries } from '#events/inbox/entries.ts'
import { INBOX_KINDS, KIND_NAMES } from '#events/inbox/kinds.ts'
import { actionModule } from '../api/module.ts'
import { boolean, integer, manyOf, string } from '../api/params/kinds.ts'
import type { Members } from '../api/result/kinds.ts'
import { fail } from '../messages/message.ts'

const count = { rawcount: 'integer', count: 'string' } as const satisfies Members

export const echomarkread = actionModule({
  name: 'echomarkread',
  prefix: '',
  classname: 'MediaWiki\\Extension\\Notifications\\Api\\ApiEchoMarkRead',
  extension: 'Echo',
  setting: 'Echo',
  summary: 'Mark notifications of the current user as read.',
  helpUrls: ['https://www.mediawiki.org/wiki/Special:MyLanguage/Echo_(Notifications)/API'],
  mustBePosted: true,
  write: true,
  token: 'csrf',
  help: {
    params: {
      list: { words: 'IDs of notifications to mark as read.' },
      unreadlist: { words: 'IDs of notifications to mark as unread.' },
      all: { words: 'Mark all notifications as read.' },
      sections: { words: 'Sections to mark as read.', values: ['alert', 'message'] },
    },
  },
  result: { query: { echomarkread: { result: 'string', alert: count, message: count, ...count } } },
  params: {
    list: integer({ multi: true }),
    unreadlist: integer({ multi: true }),
    all: boolean(),
    sections: manyOf(['alert', 'message']),
    token: string({ required: true, sensitive: true }),
  },

  async run({ caller, wiki }, { list = [], unreadlist = [], all, sections = [] }) {
    const { account } = caller
    if (account === null) fail('apierror-mustbeloggedin-generic', [], { code: 'login-required' })
    const { clock, services } = wiki
    const kinds = KIND_NAMES.filter(kind => all || (sections as string[]).includes(INBOX_KINDS[kind].section))
    await wiki.store.transaction(async tx => {
      await markEntries(tx, clock, account.id, list, true)
      await markEntries(tx, clock, account.id, unreadlist, false)
      if (kinds.length > 0) await markAllRead(tx, clock, account.id, Number.MAX_SAFE_INTEGER, { kinds })
    })
    const unread = await unreadEntries(services, caller)
    const counted = (section?: string) => {
      const own = unread.filter(({ row }) => {
        const kind = KIND_NAMES.find(name => name === row.kind)
        return section === undefined || (kind && INBOX_KINDS[kind].section === section)
      })
      return { rawcount: own.length, count: String(own.length) }
    }
    return {
      query: {
        echomarkread: { result: 'success', alert: counted('alert'), message: counted('message'), ...counted() },
      },
    }
  },
})
