import { optionsOf } from '#accounts/options.ts'
import { MOST_UNREAD, shownEntries, unreadEntries } from '#core/inbox.ts'
import { sentence } from '#core/inbox-sentence.ts'
import type { ShownEntry } from '#core/inbox-source.ts'
import { entriesOf } from '#events/inbox/entries.ts'
import { INBOX_KINDS, type InboxKind, KIND_NAMES, SEEN_OPTION } from '#events/inbox/kinds.ts'
import { seconds } from '#store/clock.ts'
import { boolean, limit, manyOf, oneOf } from '../../api/params/kinds.ts'
import { metaModule } from '../../api/query/query-module.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import type { Members, ResultOf } from '../../api/result/kinds.ts'
import { list } from '../../api/result/shape.ts'
import { fail } from '../../messages/message.ts'
import { digitTimestamp, isoTimestamp } from '../../site/timestamp.ts'

const count = { rawcount: 'integer', count: 'string' } as const satisfies Members

const notification = {
  wiki: 'string',
  id: 'string',
  type: 'string',
  category: 'string',
  section: 'string',
  timestamp: { utciso8601: 'string', utcunix: 'string', unix: 'string', utcmw: 'string', mw: 'string', date: 'string' },
  title: { full: 'string', text: 'string' },
  'agent?': { id: 'integer', name: 'string' },
  'revid?': 'integer',
  'read?': 'string',
  targetpages: ['string'],
  '*?': {
    header: 'string',
    compactHeader: 'string',
    body: 'string',
    icon: 'string',
    links: { primary: { url: 'string', label: 'string' } },
  },
} as const satisfies Members

const SECTIONS = ['alert', 'message'] as const

/** The inbox in the shape of MediaWiki's Echo extension, as far as clients use it. */
export const notifications = metaModule({
  name: 'notifications',
  prefix: 'not',
  classname: 'MediaWiki\\Extension\\Notifications\\Api\\ApiEchoNotifications',
  extension: 'Echo',
  setting: 'Echo',
  summary: 'Get notifications of the current user.',
  helpUrls: ['https://www.mediawiki.org/wiki/Special:MyLanguage/Echo_(Notifications)/API'],
  help: {
    examples: [
      ['action=query&meta=notifications', '1'],
      ['action=query&meta=notifications&notprop=count&notsections=alert|message&notgroupbysection=1', '2'],
    ],
    params: {
      filter: { words: 'Which notifications to list.', values: ['read', '!read'] },
      prop: { words: 'What to return.', values: ['list', 'count', 'seenTime'] },
      sections: { words: 'Sections to return.', values: [...SECTIONS] },
      groupbysection: { words: 'Group the results by section.' },
      format: { words: 'Adds a description of each notification to the list.', values: ['model', 'special'] },
      limit: { words: 'Maximum number of notifications to list.' },
    },
  },
  result: {
    notifications: {
      'list?': [notification],
      'rawcount?': 'integer',
      'count?': 'string',
      'seenTime?': 'string',
      'alert?': { 'list?': [notification], 'rawcount?': 'integer', 'count?': 'string', 'seenTime?': 'string' },
      'message?': { 'list?': [notification], 'rawcount?': 'integer', 'count?': 'string', 'seenTime?': 'string' },
    },
  },
  params: {
    filter: manyOf(['read', '!read'], { default: ['read', '!read'] }),
    prop: manyOf(['list', 'count', 'seenTime'], { default: ['list'] }),
    sections: manyOf(SECTIONS, { default: [...SECTIONS] }),
    groupbysection: boolean(),
    format: oneOf(['model', 'special']),
    limit: limit(),
  },

  async answer(q, a) {
    const { account } = q.caller
    if (account === null) fail('apierror-mustbeloggedin-generic', [], { code: 'login-required' })
    const prop = new Set<string>(a.prop)
    const seen = prop.has('seenTime') ? await seenTime(q, account.id) : ''
    const part = async (sections: readonly string[]) => {
      const kinds = KIND_NAMES.filter(kind => sections.includes(INBOX_KINDS[kind].section))
      return {
        ...(prop.has('list') && { list: list('n', await listed(q, account.id, kinds, a)) }),
        ...(prop.has('count') && (await counted(q, kinds))),
        ...(prop.has('seenTime') && { seenTime: seen }),
      }
    }
    if (!a.groupbysection) return part(a.sections)
    return {
      ...(a.sections.includes('alert') && { alert: await part(['alert']) }),
      ...(a.sections.includes('message') && { message: await part(['message']) }),
    }
  },
})

/** Filters of the list. */
interface Wish {
  readonly filter: readonly string[]
  readonly limit: number
  readonly format: string | undefined
}

async function listed(
  q: QueryRun,
  account: number,
  kinds: readonly InboxKind[],
  { filter, limit: most, format }: Wish,
): Promise<ResultOf<typeof notification>[]> {
  const { services } = q.wiki
  const onlyUnread = !filter.includes('read')
  const rows = await entriesOf(q.db, account, { kinds, unread: onlyUnread }, most)
  const wanted = filter.includes('!read') ? rows : rows.filter(row => row.read_at !== null)
  const shown = await shownEntries(services, wanted, q.caller)
  const reader = { t: await services.texts.translator([q.run.language]), language: q.run.language }
  return shown.map(entry => described(q, entry, format === undefined ? null : plain(sentence(reader, [entry]).text)))
}

const plain = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

function described(q: QueryRun, { row, actor, where, link, text }: ShownEntry, header: string | null) {
  const { echo, section } = INBOX_KINDS[row.kind as InboxKind]
  const unix = String(row.created_at)
  const digits = digitTimestamp(row.created_at)
  const full = row.area === 'wiki' ? (where[0] ?? '') : where.join(' › ')
  return {
    wiki: String(q.wiki.site.info.general.wikiid ?? ''),
    id: String(row.id),
    type: echo,
    category: echo,
    section,
    timestamp: {
      utciso8601: isoTimestamp(row.created_at),
      utcunix: unix,
      unix,
      utcmw: digits,
      mw: digits,
      date: isoTimestamp(row.created_at).slice(0, 10),
    },
    title: { full, text: full.split(':').slice(1).join(':') || full },
    ...(actor !== null && { agent: { id: row.actor_id ?? 0, name: actor } }),
    ...(row.revision_id !== null && { revid: row.revision_id }),
    ...(row.read_at !== null && { read: digitTimestamp(row.read_at) }),
    targetpages: list('p', [] as string[]),
    ...(header !== null && {
      '*': {
        header,
        compactHeader: header,
        body: text,
        icon: echo,
        links: { primary: { url: `${q.wiki.services.config.siteUrl}${link}`, label: header } },
      },
    }),
  }
}

async function counted(q: QueryRun, kinds: readonly InboxKind[]): Promise<ResultOf<typeof count>> {
  const unread = await unreadEntries(q.wiki.services, q.caller)
  const rawcount = unread.filter(({ row }) => kinds.includes(row.kind as InboxKind)).length
  return { rawcount, count: rawcount > MOST_UNREAD ? `${MOST_UNREAD}+` : String(rawcount) }
}

async function seenTime(q: QueryRun, account: number): Promise<string> {
  const at = Number((await optionsOf(q.db, account)).get(SEEN_OPTION) ?? 0)
  return isoTimestamp(Math.min(at, seconds(q.wiki.clock)))
}
