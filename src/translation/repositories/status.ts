import type { Services } from '#core/services.ts'
import type { ComponentRow } from '../catalogue/components.ts'
import { type CommitInfo, Copy } from './copy.ts'
import { hasGit } from './git.ts'
import { type PullRequestRow, pullRequestsOf } from './pull-requests.ts'
import { rootOf, stateOf } from './session.ts'

export interface RepositoryStatus {
  readonly needsMerge: boolean
  readonly needsPush: boolean
  readonly outgoing: number
  readonly missing: number
  readonly remoteCommit: CommitInfo | null
  readonly ownCommit: CommitInfo | null
  readonly mergeFailure: string | null
  readonly trouble: string | null
  /** Newest first. */
  readonly pullRequests: readonly PullRequestRow[]
}

/** Status of a component's repository as of the last operation, without contacting the remote. */
export async function repositoryStatus(
  services: Services,
  component: ComponentRow,
  detail: 'short' | 'full',
): Promise<RepositoryStatus> {
  const { store, config } = services
  const state = await stateOf(store.read, rootOf(component))
  const { head, upstream, remote, pushed } = state
  const copy = new Copy({ data: config.data, component: rootOf(component), rules: config })
  const isHere = (await hasGit()) && (await copy.has(head)) && (await copy.has(upstream))
  const needsMerge = remote !== upstream
  const needsPush = head !== '' && head !== upstream && head !== pushed
  const remoteCommit = detail === 'full' && isHere ? await copy.info(remote) : null
  return {
    needsMerge,
    needsPush,
    outgoing: isHere ? await copy.count(upstream, head) : 0,
    missing: isHere && needsMerge && (await copy.has(remote)) ? await copy.count(upstream, remote) : 0,
    remoteCommit,
    ownCommit: detail === 'full' && isHere ? await copy.info(head) : null,
    mergeFailure: state.merge_failure,
    trouble: state.trouble,
    pullRequests: detail === 'full' ? await pullRequestsOf(store.read, rootOf(component)) : [],
  }
}
