import { isLostRace } from '#store/store-error.ts'
import type { ActionRun } from '../api/action-run.ts'
import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { integer, string, timestamp } from '../api/params/kinds.ts'
import type { PageRow } from '../content/pages.ts'
import { TextWork } from '../content/text-work/text-work.ts'
import {
  countMerged,
  findMergePoint,
  type MergePoint,
  MOST_REVISIONS,
  mergeHistories,
  prepareMerge,
} from '../editing/merge-histories.ts'
import { type PageState, readPageState } from '../editing/page-state.ts'
import { ApiError, type ApiMessage, apiMessage, fail, num } from '../messages/message.ts'
import { isoTimestamp } from '../site/timestamp.ts'
import { denialsFor, throwAll } from './may-change.ts'
import { namedPage } from './page-target.ts'

export const mergehistory = actionModule({
  name: 'mergehistory',
  prefix: '',
  classname: 'ApiMergeHistory',
  summary: 'Merge older revisions of one page into the history of another.',
  helpUrls: [helpPage('Mergehistory')],
  mustBePosted: true,
  write: true,
  token: 'csrf',
  help: {
    params: {
      from: { words: 'Title of the source page.' },
      fromid: { words: 'Id of the source page, instead of its title.' },
      to: { words: 'Title of the destination page.' },
      toid: { words: 'Id of the destination page, instead of its title.' },
      timestamp: { words: 'Move revisions up to this timestamp. By default, moves all of them.' },
      reason: { words: 'Reason for the merge.' },
    },
  },
  result: { mergehistory: { from: 'string', to: 'string', timestamp: 'string', reason: 'string' } },
  params: {
    from: string(),
    fromid: integer(),
    to: string(),
    toid: integer(),
    timestamp: timestamp(),
    reason: string({ default: '' }),
    token: string({ required: true, sensitive: true }),
  },

  async run(run, a) {
    namedPage.check(a.from, a.fromid, ['from', 'fromid'])
    namedPage.check(a.to, a.toid, ['to', 'toid'])
    const source = await readPageState(run.wiki, await namedPage.find(run, a.from, a.fromid))
    const destination = await readPageState(run.wiki, await namedPage.find(run, a.to, a.toid))
    const point = await mergePoint(run, source, destination, a.timestamp)
    await checkRights(run, source, destination)
    await merge(run, { source, destination, point, reason: a.reason })
    return {
      mergehistory: {
        from: run.titleText(source.ns, source.title),
        to: run.titleText(destination.ns, destination.title),
        timestamp: isoTimestamp(a.timestamp ?? run.now),
        reason: a.reason,
      },
    }
  },
})

async function mergePoint(
  run: ActionRun,
  source: PageState,
  destination: PageState,
  asked: number | undefined,
): Promise<MergePoint> {
  const faults: ApiMessage[] = []
  if (!source.page) faults.push(apiMessage('mergehistory-fail-invalid-source'))
  if (!destination.page) faults.push(apiMessage('mergehistory-fail-invalid-dest'))
  if (source.ns === destination.ns && source.title === destination.title)
    faults.push(apiMessage('mergehistory-fail-self-merge'))
  // As in MediaWiki, the history of a missing page overlaps with every other.
  if (!source.page && destination.page) faults.push(apiMessage('mergehistory-fail-timestamps-overlap'))
  if (!source.page || !destination.page) throw new ApiError(faults)
  const point = await findMergePoint(run.db, source.page, destination.page, asked, run.now)
  if (point.limit > point.destinationBegan) faults.push(apiMessage('mergehistory-fail-timestamps-overlap'))
  if ((await countMerged(run.db, source.page, point)) > MOST_REVISIONS)
    faults.push(apiMessage('mergehistory-fail-toobig', [num(MOST_REVISIONS)]))
  throwAll(faults)
  return point
}

async function checkRights(run: ActionRun, source: PageState, destination: PageState): Promise<void> {
  const denials = await denialsFor(run, [
    ['edit', source],
    ['edit', destination],
  ])
  throwAll([...denials, ...(run.caller.can('mergehistory') ? [] : [apiMessage('mergehistory-fail-permission')])])
}

interface MergeOptions {
  readonly source: PageState
  readonly destination: PageState
  readonly point: MergePoint
  readonly reason: string
}

async function merge(run: ActionRun, { source, destination, point, reason }: MergeOptions): Promise<void> {
  const { wiki, caller, now } = run
  const prepared = await prepareMerge(wiki, new TextWork(wiki, now, { signal: run.signal }), {
    caller,
    now,
    point,
    reason,
    sourceModel: source.model,
    source: source.page as PageRow,
    destination: destination.page as PageRow,
  })
  try {
    await wiki.store.transaction(async tx => {
      const moved = await mergeHistories(tx, wiki, prepared)
      if (moved === null) fail('edit-conflict')
      if (moved === false) fail('mergehistory-fail-no-change')
    })
  } catch (error) {
    if (isLostRace(error)) fail('edit-conflict')
    throw error
  }
}
