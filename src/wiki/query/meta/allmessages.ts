import { isPossibleCode } from '#languages/code-syntax.ts'
import { helpPage } from '../../api/help-page.ts'
import { boolean, manyOf, oneOf, string } from '../../api/params/kinds.ts'
import { itself } from '../../api/query/keys.ts'
import { gathered, listed, metaModule } from '../../api/query/query-module.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import type { Members, ResultOf } from '../../api/result/kinds.ts'
import { content } from '../../api/result/shape.ts'
import { messageHost } from '../../content/message-host.ts'
import { MessageLookup, messageKey } from '../../content/message-lookup.ts'
import { STEPS_IN_A_TURN } from '../../content/text-work/do-order.ts'
import { fail } from '../../messages/message.ts'
import { escapeWikitext } from '../../site/escape-wikitext.ts'
import { parseTitle } from '../../site/titles.ts'
import { expandWikitext } from '../../wikitext/expand/expand-wikitext.ts'
import type { PageContext } from '../../wikitext/host.ts'
import { Steps } from '../../wikitext/steps.ts'

const messageMembers = {
  name: 'string',
  normalizedname: 'string',
  'customised?': 'boolean',
  'missing?': 'boolean',
  'content?': 'string',
  'defaultmissing?': 'boolean',
  'default?': 'string',
} as const satisfies Members

export const allmessages = metaModule({
  name: 'allmessages',
  prefix: 'am',
  classname: 'ApiQueryAllMessages',
  tag: 'message',
  cacheable: true,
  summary: 'Get interface messages: the defaults and the customised versions of this wiki.',
  helpUrls: [helpPage('Allmessages')],
  help: {
    examples: [
      ['action=query&meta=allmessages&amprefix=ipb-', 'ipb'],
      ['action=query&meta=allmessages&ammessages=august|mainpage&amlang=de', 'de'],
    ],
    params: {
      messages: { words: 'Messages to return; * for all.' },
      enableparser: { words: 'Expand templates and magic words in the messages.' },
      nocontent: { words: 'Omit the texts.' },
      includelocal: { words: 'Include messages that exist only on this wiki.' },
      args: { words: 'Values for $1, $2, ….' },
      filter: { words: 'Return only messages whose names contain this text.' },
      customised: { words: 'Return only customised messages, or only others.' },
    },
  },
  result: { allmessages: [messageMembers] },
  params: {
    messages: string({ multi: true, default: '*' }),
    prop: manyOf(['default']),
    enableparser: boolean(),
    nocontent: boolean(),
    includelocal: boolean(),
    args: string({ multi: true, allowsduplicates: true }),
    filter: string(),
    customised: oneOf(['all', 'modified', 'unmodified'], { default: 'all' }),
    lang: string(),
    from: string(),
    to: string(),
    title: string(),
    prefix: string(),
  },

  async listing(q, a) {
    const language =
      a.lang === undefined
        ? q.run.language
        : isPossibleCode(a.lang)
          ? a.lang
          : fail('apierror-invalidlang', [q.param('lang')])
    const page = a.enableparser ? pageOf(q, a.title) : null
    const lookup = await MessageLookup.open(q.wiki, language)
    const host = page ? await messageHost(q, lookup) : null
    const names = chosenNames(a, lookup)
    return listed(
      // Most messages ship with the software and are in no table.
      gathered(() => names),
      {
        keys: [itself],
        // The next request continues with the name. Only the response size limits the list: arguments can be long.
        continueParam: 'from',
        inTurns: true,
        item: name => {
          const customised = a.customised === 'all' ? null : lookup.isCustomised(name)
          if (customised !== null && customised !== (a.customised === 'modified')) return null
          const entry = lookup.find(name)
          const args = a.args ?? []
          const text =
            language === 'qqx' && args.length > 0
              ? `(${name}: ${args.join(', ')})`
              : entry.text === null
                ? null
                : withArguments(entry.text, args)
          const shown =
            page && host && text?.includes('{{')
              ? expandWikitext(page, text, { ...host, steps: new Steps(STEPS_IN_A_TURN) })
              : text
          return itemOf(q, name, { ...a, shown, customised, default: entry.default })
        },
      },
    )
  },
})

/** The page for expanding messages. */
function pageOf(q: QueryRun, text: string | undefined): PageContext {
  if (text === undefined) return { ns: 0, dbkey: 'API' }
  const title = parseTitle(q.site, text)
  if ('invalid' in title || title.interwiki !== '') fail('apierror-invalidtitle', [escapeWikitext(text)])
  return { ns: title.ns, dbkey: title.dbkey }
}

interface NameArgs {
  readonly messages: readonly string[]
  readonly prefix: string | undefined
  readonly filter: string | undefined
  readonly from: string | undefined
  readonly to: string | undefined
}

/** `from` starts at exactly that name, `to` ends after it. */
function chosenNames(a: NameArgs, lookup: MessageLookup): string[] {
  const all = (a.messages.includes('*') ? lookup.names() : [...a.messages])
    .filter(name => a.prefix === undefined || name.startsWith(a.prefix))
    .filter(name => a.filter === undefined || name.includes(a.filter))
  const start = a.from === undefined ? 0 : all.indexOf(a.from)
  const end = a.to === undefined ? -1 : all.findIndex((name, index) => index >= start && name > a.to!)
  return start < 0 ? [] : all.slice(start, end < 0 ? undefined : end)
}

const withArguments = (text: string, args: readonly string[]): string =>
  text.replace(/\$(\d)/g, (all, index: string) => args[Number(index) - 1] ?? all)

interface Shown {
  readonly shown: string | null
  readonly default: string | null
  readonly customised: boolean | null
  readonly nocontent: boolean
  readonly prop: readonly string[] | undefined
}

function itemOf(q: QueryRun, name: string, message: Shown): ResultOf<typeof messageMembers> {
  const wantsDefault = message.prop?.includes('default') ?? false
  const item = {
    name,
    normalizedname: messageKey(name, q.site.language),
    ...(message.customised && { customised: true }),
    ...(message.shown === null
      ? { missing: true }
      : {
          ...(!message.nocontent && { content: message.shown }),
          ...(wantsDefault && message.default === null && { defaultmissing: true }),
          ...(wantsDefault &&
            message.default !== null &&
            message.default !== message.shown && { default: message.default }),
        }),
  }
  return content(item, 'content')
}
