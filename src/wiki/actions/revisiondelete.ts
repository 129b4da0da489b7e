import { padded } from '#store/keyset.ts'
import type { ActionRun } from '../api/action-run.ts'
import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { manyOf, oneOf, string } from '../api/params/kinds.ts'
import { MESSAGE } from '../api/result/envelope.ts'
import type { Members, ResultOf } from '../api/result/kinds.ts'
import { list } from '../api/result/shape.ts'
import { pagesByName } from '../content/pages.ts'
import { type HidingOutcome, hideParts, type Visibility } from '../editing/hide-parts.ts'
import { HIDEABLE, type HideableKind } from '../editing/hideable-items.ts'
import { readPageState } from '../editing/page-state.ts'
import { apiMessage, fail, messageParam } from '../messages/message.ts'
import { timeWriter } from '../query/families/people.ts'
import type { HiddenPart } from '../site/hidden-parts.ts'
import { NS } from '../site/namespaces.ts'
import { parseTimestamp } from '../site/timestamp.ts'
import { fullText } from '../site/title-format.ts'
import { parseTitle, type Title } from '../site/titles.ts'
import { FACTS, itemFacts } from './hidden-item-facts.ts'
import { mustNotBeBlockedFrom } from './may-change.ts'
import { checkTags } from './own-tags.ts'
import { type ResultMessage, resultError } from './result-messages.ts'

const PARTS = ['comment', 'content', 'user'] as const

const ITEM = {
  status: 'string',
  'errors?': [MESSAGE],
  'warnings?': [MESSAGE],
  /** As requested: an id, or a timestamp. */
  id: 'string|integer',
  ...FACTS,
} as const satisfies Members

type Item = ResultOf<typeof ITEM>

export const revisiondelete = actionModule({
  name: 'revisiondelete',
  prefix: '',
  classname: 'ApiRevisionDelete',
  summary: 'Hide or unhide parts of revisions, log entries and file versions.',
  helpUrls: [helpPage('Revisiondelete')],
  mustBePosted: true,
  write: true,
  token: 'csrf',
  help: {
    params: {
      type: { words: 'Type of the items.' },
      target: { words: 'Title of the page or file, if the type needs one.' },
      ids: { words: 'Ids of the items. Archived revisions and old file versions use timestamps.' },
      hide: { words: 'Parts to hide.' },
      show: { words: 'Parts to unhide.' },
      suppress: { words: 'Whether to hide the parts from administrators too.' },
      reason: { words: 'Reason for hiding or unhiding.' },
      tags: { words: 'Change tags to apply to the deletion log entry.' },
    },
  },
  result: { revisiondelete: { status: 'string', target: 'string', items: [ITEM] } },
  params: {
    type: oneOf(HIDEABLE, { required: true }),
    target: string(),
    ids: string({ multi: true, required: true }),
    hide: manyOf(PARTS),
    show: manyOf(PARTS),
    suppress: oneOf(['no', 'nochange', 'yes'], { default: 'nochange' }),
    reason: string(),
    tags: string({ multi: true, listsTags: true }),
    token: string({ required: true, sensitive: true }),
  },

  async run(run, a) {
    const right = a.type === 'logging' ? 'deletelogentry' : 'deleterevision'
    if (!run.caller.can(right)) fail('apierror-permissiondenied', [messageParam(`action-${right}`)])
    if (a.ids.length === 0) fail('apierror-paramempty', ['ids'], { code: 'paramempty_ids' })
    const tags = a.tags ?? []
    await checkTags(run, tags)
    const visibility = wantedVisibility(run, a.hide ?? [], a.show ?? [], a.suppress)
    const title = (await targetOf(run, a.type, a.target, a.ids)) ?? fail('apierror-revdel-needtarget')
    const target = { ns: title.ns, title: title.dbkey }
    const [page] = title.ns >= 0 ? await pagesByName(run.db, [target]) : []
    await mustNotBeBlockedFrom(run, await readPageState(run.wiki, target))
    if (a.type === 'archive') checkTimes(a.ids)
    const { wiki, caller, now } = run
    const outcomes = await wiki.store.transaction(tx =>
      hideParts(tx, wiki, {
        caller,
        now,
        kind: a.type,
        target,
        pageId: page?.id ?? 0,
        keys: a.ids,
        visibility,
        reason: a.reason ?? '',
        tags,
      }),
    )
    const items = list('i', await shownItems(run, a.type, a.ids, outcomes))
    return { revisiondelete: { status: 'Success', target: fullText(wiki.site, title), items } }
  },
})

type Part = (typeof PARTS)[number]
const partOf = (name: Part): HiddenPart => (name === 'content' ? 'text' : name)

function wantedVisibility(
  { caller }: ActionRun,
  hide: readonly Part[],
  show: readonly Part[],
  suppress: 'no' | 'nochange' | 'yes',
): Visibility {
  if (hide.some(part => show.includes(part))) fail('apierror-revdel-mutuallyexclusive')
  if (hide.length === 0 && show.length === 0) fail('apierror-revdel-paramneeded')
  if (suppress === 'yes' && !caller.can('suppressrevision'))
    fail('apierror-permissiondenied', [messageParam('action-suppressrevision')])
  return {
    hide: new Set(hide.map(partOf)),
    show: new Set(show.map(partOf)),
    suppressed: suppress === 'nochange' ? null : suppress === 'yes',
  }
}

/** Revisions know their page, even if it is deleted, and log entries need none. */
async function targetOf(
  { wiki, db }: ActionRun,
  type: HideableKind,
  given: string | undefined,
  ids: readonly string[],
): Promise<Title | null> {
  if (type === 'logging') return logTitle(wiki.site, db, ids)
  if (type === 'revision' || type === 'archive') {
    const id = Number(/^\s*(\d{1,15})/.exec(ids[0]!)?.[1] ?? 0)
    const page = await db
      .selectFrom('revision')
      .innerJoin('page', 'page.id', 'revision.page_id')
      .where('revision.id', '=', id)
      .select(['page.ns', 'page.title'])
      .executeTakeFirst()
    if (page) return { ns: page.ns, dbkey: page.title, interwiki: '', fragment: '' }
  }
  const title = given ? parseTitle(wiki.site, given) : null
  if (title === null || 'invalid' in title) return null
  // Special pages and pages of other wikis have nothing to hide.
  return title.interwiki === '' && title.ns >= 0 && title.dbkey !== '' ? title : fail('apierror-pagecannotexist')
}

/** Entries of a single log type get the title of that log. */
async function logTitle(site: ActionRun['wiki']['site'], db: ActionRun['db'], ids: readonly string[]): Promise<Title> {
  const numbers = padded(ids.map(id => Number(/^\s*(\d{1,15})/.exec(id)?.[1] ?? 0)))
  const types = await db.selectFrom('log').where('id', 'in', numbers).select('type').distinct().limit(2).execute()
  const subpage = types.length === 1 ? types[0]!.type : undefined
  return { ns: NS.special, dbkey: site.specialPages.localKey('Log', subpage), interwiki: '', fragment: '' }
}

function checkTimes(ids: readonly string[]): void {
  for (const id of ids) if (parseTimestamp(id) === null) fail('paramvalidator-badtimestamp', ['ids', id])
}

/** Found items first, then missing ones. */
async function shownItems(
  run: ActionRun,
  type: HideableKind,
  ids: readonly string[],
  outcomes: readonly HidingOutcome[],
): Promise<Item[]> {
  const facts = await itemFacts(
    run,
    type,
    outcomes.map(({ item }) => item),
  )
  const write = await timeWriter({ wiki: run.wiki, run })
  const changed = outcomes.map(({ item, fault }): Item => {
    const [time = '', ...date] = write(item.timestamp).split(', ')
    const problem = fault && resultError(run, apiMessage(fault.key, [date.join(', '), time]), fault.type)
    const messages = problem === null ? {} : messageLists(run, { [fault!.type]: [problem] })
    return { status: 'Success', ...messages, id: phpKey(item.key), ...facts(item) }
  })
  const processed = new Set(outcomes.map(({ item }) => item.key))
  const missing = [...new Set(ids)].filter(id => !processed.has(id))
  return [
    ...changed,
    ...missing.map((id): Item => {
      const problem = resultError(run, apiMessage('revdelete-modify-missing', [phpKey(id)]))
      return { status: 'Fail', ...messageLists(run, { error: [problem] }), id: phpKey(id) }
    }),
  ]
}

/** The `bc` error format always includes both lists. */
function messageLists(
  { formatter }: ActionRun,
  lists: { error?: ResultMessage[]; warning?: ResultMessage[] },
): Pick<Item, 'errors' | 'warnings'> {
  const all = formatter.format === 'bc'
  return {
    ...((all || lists.error) && { errors: list('error', lists.error ?? []) }),
    ...((all || lists.warning) && { warnings: list('warning', lists.warning ?? []) }),
  }
}

/** PHP turns numeric array keys into integers. */
const phpKey = (key: string): string | number => (/^(?:0|-?[1-9]\d{0,14})$/.test(key) ? Number(key) : key)
