import { dateTimeFormat } from '#languages/date-format.ts'
import { padded } from '#store/keyset.ts'
import { wordingOf } from '../../messages/wording.ts'
import { decodeCharacterReferences } from '../../site/character-references.ts'
import { isHidden, isSuppressed } from '../../site/hidden-parts.ts'
import { formatTime } from '../../wikitext/functions/time-format.ts'
import type { LinkContext } from '../../wikitext/page-links.ts'
import { linkStates } from '../known-pages.ts'
import type { PageName } from '../pages.ts'
import type { Viewer } from '../viewer.ts'
import { blockLine } from './block-line.ts'
import { deletionLine } from './deletion-line.ts'
import { htmlOf, type Line, type LogTools, linkToUser, type ShownEntry } from './log-tools.ts'
import { LogWords } from './log-words.ts'
import {
  contentModelLine,
  importLine,
  mergeLine,
  moveLine,
  newUserLine,
  patrolLine,
  plainLine,
  tagLine,
  thanksLine,
} from './other-lines.ts'
import { protectionLine } from './protection-line.ts'
import { rightsLine } from './rights-line.ts'

const BY_TYPE: Readonly<Record<string, (entry: ShownEntry, tools: LogTools) => Line>> = {
  block: blockLine,
  contentmodel: contentModelLine,
  delete: deletionLine,
  import: importLine,
  merge: mergeLine,
  move: moveLine,
  newusers: newUserLine,
  patrol: patrolLine,
  protect: protectionLine,
  rights: rightsLine,
  suppress: (entry, tools) => (entry.action.endsWith('block') ? blockLine : deletionLine)(entry, tools),
  tag: tagLine,
  thanks: thanksLine,
}

type Run = Pick<Viewer, 'wiki' | 'db' | 'language' | 'titleText' | 'caller'>

/** Log entries as HTML sentences, as shown to everyone. */
export async function displayLogs(run: Run, entries: readonly ShownEntry[]): Promise<string[]> {
  if (entries.length === 0) return []
  const unlinked = await toolsOf(run)
  // Rendered twice: the first pass collects the pages and users that the lines mention.
  const pages = new Map<string, PageName>()
  const people = new Set<string>()
  const asking: LogTools = {
    ...unlinked,
    links: {
      ...unlinked.links,
      linkState: (ns, title) => {
        pages.set(`${ns}:${title}`, { ns, title })
        return 'missing'
      },
    },
    isAccount: name => {
      people.add(name)
      // Looks up the user page as well.
      return true
    },
  }
  for (const entry of entries) displayLog(entry, asking)
  const linkState = await linkStates(run.db, run.wiki.messages, pages.values())
  const accounts = await accountsAmong(run, people)
  const tools = {
    ...unlinked,
    links: { ...unlinked.links, linkState },
    isAccount: (name: string) => accounts.has(name),
  }
  return entries.map(entry => displayLog(entry, tools))
}

function displayLog(entry: ShownEntry, tools: LogTools): string {
  const { words } = tools
  const isSecret = isHidden(entry.deleted, 'user')
  const performer = isSecret
    ? restricted(words, 'rev-deleted-user', entry)
    : htmlOf(linkToUser(tools, entry.performer.name, entry.performer.account_id !== null))
  if (isHidden(entry.deleted, 'text')) {
    return `${performer}${words.html('word-separator')}${restricted(words, 'rev-deleted-event', entry)}`
  }
  const make = Object.hasOwn(BY_TYPE, entry.type) ? BY_TYPE[entry.type]! : plainLine
  const { key, params } = make(entry, tools)
  return words.html(key, { html: performer }, isSecret ? '' : entry.performer.name, ...params)
}

function restricted(words: LogWords, key: string, { deleted }: ShownEntry): string {
  const css = isSuppressed(deleted) ? 'history-deleted mw-history-suppressed' : 'history-deleted'
  return `<span class="${css}">${words.html(key)}</span>`
}

/** Everything except the data looked up for particular entries. */
async function toolsOf(run: Run): Promise<LogTools> {
  const { site, messages, genders } = run.wiki
  const wording = await wordingOf(messages, run.language)
  const content = await wordingOf(messages, site.language)
  const viewer = run.caller.account?.name ?? ''
  // An empty name stands for the reader.
  const words = new LogWords(wording, name => genders.ofPage(name || viewer))
  const links: LinkContext = {
    site,
    linkState: () => 'missing',
    message: key => decodeCharacterReferences(content.text(key) ?? '') || null,
    shownTitle: (ns, dbkey) => run.titleText(ns, dbkey),
  }
  const host = { message: (key: string) => wording.text(key) ?? null }
  return {
    words,
    links,
    isAccount: () => false,
    timeAndDate: seconds => formatTime(host, dateTimeFormat(run.language), new Date(seconds * 1000)),
    namespaceName: ns => {
      if (ns === 0) return words.text('blanknamespace')
      const { name, canonical } = site.namespaces.get(ns) ?? {}
      return (run.language === site.language ? name : canonical) ?? String(ns)
    },
  }
}

async function accountsAmong(run: Run, names: ReadonlySet<string>): Promise<Set<string>> {
  if (names.size === 0) return new Set()
  const rows = await run.db
    .selectFrom('account')
    .where('name', 'in', padded([...names]))
    .select('name')
    .execute()
  return new Set(rows.map(row => row.name))
}
