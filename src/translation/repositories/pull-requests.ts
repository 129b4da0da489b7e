// Pull and merge requests of components: one open request per repository, which is updated in place.

import type { Selectable } from 'kysely'
import { microseconds } from '#fields/timestamp.ts'
import type { Reader } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import { settleAlert } from '../catalogue/alerts.ts'
import { work } from '../catalogue/work.ts'
import { commitMessage } from './commit-message.ts'
import { type Hosted, hostedBy } from './hosted.ts'
import type { Branches, PullRequest, RequestState, RequestText } from './hosts/host.ts'
import { RepositoryError } from './repository-error.ts'
import { placeVariables, type Session } from './session.ts'

export type PullRequestRow = Selectable<Database['component_pull_request']>

const MOST_LISTED = 10

/** The requests of a component's repository, newest first. */
export const pullRequestsOf = (db: Reader, component: number, limit = MOST_LISTED): Promise<PullRequestRow[]> =>
  db
    .selectFrom('component_pull_request')
    .selectAll()
    .where('component_id', '=', component)
    .orderBy('opened_at', 'desc')
    .limit(limit)
    .execute()

/** The newest request in the repository that the component uses now. */
export async function currentRequest({ services, root }: Session, { key }: Hosted): Promise<PullRequestRow | null> {
  const rows = await pullRequestsOf(services.store.read, root.component.id)
  return rows.find(row => row.repository === key) ?? null
}

const placeOf = ({ root }: Session) => ({ project_id: root.project.id, component_id: root.component.id })

/** Stores what the host reports about a request. A request that was closed without a merge is an alert. */
async function noteState(
  session: Session,
  row: PullRequestRow,
  { state, mergeCommit }: { state: RequestState; mergeCommit: string },
): Promise<PullRequestRow> {
  if (state === row.state && mergeCommit === row.merge_commit) return row
  const { services, account } = session
  const { head, upstream } = await session.state(root(session))
  const hasWork = head !== upstream
  return work(services, account, async piece => {
    const changed = { state, merge_commit: mergeCommit, changed_at: microseconds(services.clock) }
    await piece.tx
      .updateTable('component_pull_request')
      .set(changed)
      .where('component_id', '=', row.component_id)
      .where('repository', '=', row.repository)
      .where('number', '=', row.number)
      .execute()
    const details = state === 'closed' && hasWork ? { number: row.number, url: row.url } : null
    await settleAlert(piece, placeOf(session), 'PullRequestClosed', details)
    return { ...row, ...changed }
  })
}

const root = (session: Session): number => session.root.component.id

/** Asks the host how the newest request stands. A merged one does not change any longer. */
export async function refreshRequest(session: Session, hosted: Hosted): Promise<PullRequestRow | null> {
  const row = await currentRequest(session, hosted)
  if (row === null || row.state === 'merged') return row
  const request = await hosted.host.read(hosted.client, hosted.to, row.number)
  return noteState(session, row, request ?? { state: 'closed', mergeCommit: '' })
}

/** The same before a pull, which works without the host's API. */
export async function refreshBeforePull(session: Session): Promise<void> {
  try {
    const hosted = hostedBy(session.services, session.root, session.signal)
    if (hosted !== null) await refreshRequest(session, hosted)
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error
    const component = root(session)
    session.services.log('repository.failed', { component, operation: 'pull request', reason: error.message })
  }
}

/** Commits that merged our requests, as the host names them. */
export async function mergeCommits({ services, root }: Session): Promise<string[]> {
  const rows = await pullRequestsOf(services.store.read, root.component.id)
  return rows.flatMap(row => (row.merge_commit === '' ? [] : row.merge_commit))
}

const MOST_TITLE = 250

/** Title and text of a request: the first line of the message, and the rest. */
export function requestText({ services, root }: Session, branch: string): RequestText {
  const values = { ...placeVariables(services, root), component_remote_branch: branch }
  const [title = '', ...rest] = commitMessage('pull_message', root.component.pull_message, values).trim().split('\n')
  return { title: title.slice(0, MOST_TITLE), description: rest.join('\n').trim() }
}

/** Opens a request for a pushed branch, or updates the texts of the open one. */
export async function ensureRequest(
  session: Session,
  { host, client, to, key }: Hosted,
  row: PullRequestRow | null,
  branches: Branches,
): Promise<void> {
  const text = requestText(session, branches.target)
  const isOpen = row?.state === 'open' && row.source_branch === branches.source && row.target_branch === branches.target
  if (isOpen && row.title === text.title && row.description === text.description) return
  if (isOpen) await host.update(client, to, row.number, text)
  const request = isOpen ? asRequest(row) : await findOrOpen()
  const now = microseconds(session.services.clock)
  const { source: source_branch, target: target_branch } = branches
  const { number, url, state, mergeCommit: merge_commit } = request
  const values = { url, state, source_branch, target_branch, ...text, merge_commit, changed_at: now }
  await work(session.services, session.account, async piece => {
    await piece.tx
      .insertInto('component_pull_request')
      .values({ component_id: root(session), repository: key, number, ...values, opened_at: now })
      .onConflict(conflict => conflict.columns(['component_id', 'repository', 'number']).doUpdateSet(values))
      .execute()
    await settleAlert(piece, placeOf(session), 'PullRequestClosed', null)
  })

  async function findOrOpen(): Promise<PullRequest> {
    const existing = await host.find(client, to, branches)
    if (existing !== null) await host.update(client, to, existing.number, text)
    return existing ?? host.open(client, to, branches, text)
  }
}

const asRequest = ({ number, url, merge_commit }: PullRequestRow): PullRequest => ({
  number,
  url,
  state: 'open',
  mergeCommit: merge_commit,
})
