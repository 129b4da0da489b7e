import type { Services } from '#core/services.ts'
import { settleAlert } from '../catalogue/alerts.ts'
import { ACTION } from '../catalogue/change-actions.ts'
import type { ComponentRow } from '../catalogue/components.ts'
import { codeHostOf, isPushed } from '../catalogue/version-control.ts'
import { work } from '../catalogue/work.ts'
import { isSameRepository } from './address.ts'
import { commitAddons, commitPending } from './commit-pending.ts'
import { hostedBy } from './hosted.ts'
import { hostedBranch, publish } from './publish.ts'
import {
  counted,
  type MergeStyle,
  type Pulled,
  position,
  pull,
  rebaseOnto,
  scanAll,
  takeTheirs,
  winnerOf,
} from './pull.ts'
import { requestText } from './pull-requests.ts'
import { RepositoryError } from './repository-error.ts'
import { branchOf, rootOf, type Session, type SessionOptions, withRepository, writeState } from './session.ts'
import { waitToBeWritten } from './take-in.ts'
import type { Winner } from './three-way-merge.ts'
import { fetchRemote, withAlert } from './trouble.ts'
import { updateAddonsLater } from './update-addons.ts'

export type RepositoryOperation =
  | 'commit'
  | 'push'
  | 'pull'
  | 'pull-rebase'
  | 'pull-merge'
  | 'pull-merge-noff'
  | 'reset'
  | 'reset-keep'
  | 'cleanup'
  | 'file-sync'
  | 'file-scan'

export interface Outcome {
  readonly result: boolean
  readonly detail?: string
}

const DONE: Outcome = { result: true }

/** Runs an operation on a component's repository; the outcome is worded for users. */
export async function operateOn(
  services: Services,
  component: ComponentRow,
  operation: RepositoryOperation,
  options: SessionOptions,
): Promise<Outcome> {
  const root = rootOf(component)
  const outcome = await withRepository(services, root, options, session => OPERATIONS[operation](session))
  if (operation !== 'commit' && operation !== 'cleanup') await updateAddonsLater(services, root)
  return outcome
}

const OPERATIONS: Readonly<Record<RepositoryOperation, (session: Session) => Promise<Outcome>>> = {
  commit,
  push,
  pull: session => pullAnd(session),
  'pull-rebase': session => pullAnd(session, 'rebase'),
  'pull-merge': session => pullAnd(session, 'merge'),
  'pull-merge-noff': session => pullAnd(session, 'merge_noff'),
  reset: async session => outcomeOf(session, await takeTheirs(session)),
  'reset-keep': async session => {
    const { upstream } = await position(session)
    // Discards our commits; their content becomes pending again.
    const remote = await fetchRemote(session)
    return outcomeOf(session, await rebaseOnto(session, { head: upstream, upstream }, remote, 'everything'))
  },
  cleanup: async ({ copy }) => {
    await copy.cleanUp()
    return DONE
  },
  'file-sync': async session => {
    await writeEverything(session)
    return commit(session)
  },
  'file-scan': async session => outcomeOf(session, await scanAll(session)),
}

const LOST: Readonly<Record<Winner, string>> = {
  theirs: 'our versions are kept as suggestions.',
  ours: 'the repository versions are kept as suggestions.',
}

function outcomeOf({ root }: Session, { taken }: Pulled): Outcome {
  const { clashes, unreadable } = taken
  const winner = winnerOf(root)
  if (clashes.length === 0 && unreadable.length === 0) return DONE
  const detail = [
    ...(clashes.length > 0
      ? [`${counted(clashes, 'string was', 'strings were')} changed both here and in the repository; ${LOST[winner]}`]
      : []),
    ...unreadable.map(line => `Could not import: ${line}.`),
  ]
  return { result: !taken.reports.some(report => report.hasTooMany), detail: detail.join('\n') }
}

async function pullAnd(session: Session, style?: MergeStyle): Promise<Outcome> {
  const pulled = await pull(session, style)
  const { component } = session.root
  const written = await commitAddons(session, { head: pulled.head, commits: 0 })
  if (written.commits > 0 && component.push_on_commit === 1 && isPushed(component)) await send(session)
  return outcomeOf(session, pulled)
}

async function commit(session: Session): Promise<Outcome> {
  const { head } = await position(session)
  const { commits } = await commitPending(session, head)
  const { component } = session.root
  return commits > 0 && component.push_on_commit === 1 && isPushed(component) ? send(session) : DONE
}

async function push(session: Session): Promise<Outcome> {
  if (!isPushed(session.root.component))
    return { result: false, detail: 'Push is not configured. Set "push" in the component settings.' }
  const { head } = await position(session)
  await commitPending(session, head)
  return send(session)
}

/** Pushes our commits to the followed branch, or to a branch of our own. */
async function send(session: Session): Promise<Outcome> {
  const { repo, push: to, push_branch } = session.root.component
  const branch = await branchOf(session)
  if (codeHostOf(session.root.component) === null && (push_branch === '' || push_branch === branch))
    return sendToBranch(session, branch, isSameRepository(to, repo))
  const { pushed } = await session.state(session.root.component.id)
  const deliver = async () => {
    const hosted = hostedBy(session.services, session.root, session.signal)
    const pushOptions = mergeRequest(session, branch)
    const own = { to, branch: push_branch, target: branch, hosted: null, pushOptions }
    return publish(session, hosted === null ? own : await hostedBranch(session, hosted, branch))
  }
  const outcome = await withAlert(session, 'PushFailure', deliver, async (piece, result) => {
    if (!('sent' in result)) return
    await writeState(piece.tx, session.root.component.id, { pushed: result.sent })
    if (pushed !== result.sent) piece.record(ACTION.pushed, placeOf(session), { target: result.sent })
  })
  return 'sent' in outcome ? DONE : { result: true, detail: outcome.detail }
}

/** Pushes to the branch that the component follows. If upstream moved on, pulls first. */
async function sendToBranch(session: Session, target: string, isSame: boolean): Promise<Outcome> {
  const { copy, root, members } = session
  const { push: to } = root.component
  const { pushed } = await session.state(root.component.id)
  const deliver = async (): Promise<string> => {
    for (let tries = 0; ; tries++) {
      const { head } = await pull(session)
      const written = await commitPending(session, head)
      try {
        await copy.push(to, written.head, target)
        return written.head
      } catch (error) {
        if (!(error instanceof RepositoryError && error.kind === 'moved') || tries >= 2) throw error
      }
    }
  }
  await withAlert(session, 'PushFailure', deliver, async (piece, sent) => {
    await writeState(piece.tx, root.component.id, { pushed: sent, ...(isSame && { remote: sent }) })
    if (isSame)
      for (const { component } of members)
        await writeState(piece.tx, component.id, { upstream: sent }, root.component.id)
    if (pushed !== sent) piece.record(ACTION.pushed, placeOf(session), { target: sent })
  })
  return DONE
}

/** Push options that ask a server like GitLab to open a merge request for the pushed branch. */
function mergeRequest(session: Session, branch: string): string[] {
  if (session.root.component.pull_message === '') return []
  const { title, description: text } = requestText(session, branch)
  const description = text.replaceAll('\n', '\\n')
  return [
    'merge_request.create',
    `merge_request.target=${branch}`,
    `merge_request.title=${title}`,
    ...(description === '' ? [] : [`merge_request.description=${description}`]),
  ]
}

const placeOf = ({ root }: Session) => ({ project_id: root.project.id, component_id: root.component.id })

/** Marks every translated string as pending. */
async function writeEverything({ services, account, members }: Session): Promise<void> {
  for (const { component, project } of members) {
    // Write moved files at their old location.
    await work(services, account, piece =>
      settleAlert(piece, { project_id: project.id, component_id: component.id }, 'NoMaskMatches', null),
    )
    const units = await services.store.read
      .selectFrom('unit')
      .innerJoin('translation', 'translation.id', 'unit.translation_id')
      .select('unit.id')
      .where('translation.component_id', '=', component.id)
      .where('translation.is_source', '=', 0)
      .where('unit.target', '<>', '')
      .execute()
    await work(services, account, piece =>
      waitToBeWritten(
        piece,
        units.map(unit => unit.id),
      ),
    )
  }
}
