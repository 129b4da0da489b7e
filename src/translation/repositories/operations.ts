import type { Services } from '#core/services.ts'
import { settleAlert } from '../catalogue/alerts.ts'
import { ACTION } from '../catalogue/change-actions.ts'
import type { ComponentRow } from '../catalogue/components.ts'
import { work } from '../catalogue/work.ts'
import { commitMessage } from './commit-message.ts'
import { commitPending } from './commit-pending.ts'
import {
  counted,
  goOnTop,
  type MergeStyle,
  type Pulled,
  position,
  pull,
  scanAll,
  takeTheirs,
  winnerOf,
} from './pull.ts'
import { RepositoryError } from './repository-error.ts'
import {
  branchOf,
  placeVariables,
  rootOf,
  type Session,
  type SessionOptions,
  withRepository,
  writeState,
} from './session.ts'
import { waitToBeWritten } from './take-in.ts'
import type { Winner } from './three-ways.ts'
import { fetchRemote, withAlert } from './trouble.ts'

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

/** Does something with the repository of a component; the answer is in words for people. */
export const operateOn = (
  services: Services,
  component: ComponentRow,
  operation: RepositoryOperation,
  options: SessionOptions,
): Promise<Outcome> => withRepository(services, rootOf(component), options, session => OPERATIONS[operation](session))

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
    // As if there were no commits of our own: what is in them waits to be written again.
    const remote = await fetchRemote(session)
    return outcomeOf(session, await goOnTop(session, { head: upstream, upstream }, remote, 'everything'))
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
  theirs: 'what was written here is kept as suggestions.',
  ours: 'the texts of the repository are kept as suggestions.',
}

function outcomeOf({ root }: Session, { taken }: Pulled): Outcome {
  const { clashes, unreadable } = taken
  const winner = winnerOf(root)
  if (clashes.length === 0 && unreadable.length === 0) return DONE
  const detail = [
    ...(clashes.length > 0
      ? [`${counted(clashes, 'string was', 'strings were')} changed here and in the repository; ${LOST[winner]}`]
      : []),
    ...unreadable.map(line => `Could not be read: ${line}.`),
  ]
  return { result: !taken.reports.some(report => report.hasTooMany), detail: detail.join('\n') }
}

async function pullAnd(session: Session, style?: MergeStyle): Promise<Outcome> {
  return outcomeOf(session, await pull(session, style))
}

async function commit(session: Session): Promise<Outcome> {
  const { head } = await position(session)
  const { commits } = await commitPending(session, head)
  const { push: to, push_on_commit } = session.root.component
  return commits > 0 && push_on_commit === 1 && to !== '' ? send(session) : DONE
}

async function push(session: Session): Promise<Outcome> {
  if (session.root.component.push === '')
    return { result: false, detail: 'The component has no address to push to; please set "push".' }
  const { head } = await position(session)
  await commitPending(session, head)
  return send(session)
}

/** Sends our commits. When somebody was quicker, what they sent is brought in first. */
async function send(session: Session): Promise<Outcome> {
  const { copy, root, members } = session
  const { repo, push: to, push_branch } = root.component
  const branch = await branchOf(session)
  const target = push_branch || branch
  const { pushed } = await session.state(root.component.id)
  const deliver = async (): Promise<string> => {
    for (let tries = 0; ; tries++) {
      const { head } = await pull(session)
      const written = await commitPending(session, head)
      try {
        await copy.push(to, written.head, target, target === branch ? [] : mergeRequest(session, branch))
        return written.head
      } catch (error) {
        if (!(error instanceof RepositoryError && error.kind === 'moved') || tries >= 2) throw error
      }
    }
  }
  const isSame = target === branch && to === repo
  await withAlert(session, 'PushFailure', deliver, async (piece, sent) => {
    await writeState(piece.tx, root.component.id, { pushed: sent, ...(isSame && { remote: sent }) })
    if (isSame) for (const { component } of members) await writeState(piece.tx, component.id, { upstream: sent })
    if (pushed !== sent) piece.record(ACTION.pushed, placeOf(session), { target: sent })
  })
  return DONE
}

/** Asks a server that understands it (GitLab does) to open a merge request for what is pushed to a branch of its own. */
function mergeRequest({ services, root }: Session, branch: string): string[] {
  const { pull_message } = root.component
  if (pull_message === '') return []
  const values = { ...placeVariables(services, root), component_remote_branch: branch }
  const [title = '', ...rest] = commitMessage('pull_message', pull_message, values).trim().split('\n')
  const description = rest.join('\\n').replace(/^(\\n)+/, '')
  return [
    'merge_request.create',
    `merge_request.target=${branch}`,
    `merge_request.title=${title}`,
    ...(description === '' ? [] : [`merge_request.description=${description}`]),
  ]
}

const placeOf = ({ root }: Session) => ({ project_id: root.project.id, component_id: root.component.id })

/** Every translated string is to be written, whether it changed or not. */
async function writeEverything({ services, account, members }: Session): Promise<void> {
  for (const { component, project } of members) {
    // Files that were moved are wanted where they were.
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
