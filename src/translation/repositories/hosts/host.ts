// What the code hosts have in common: repositories on them, requests, and the calls that each host implements.

import type { HostClient } from './client.ts'

export type RequestState = 'open' | 'merged' | 'closed'

/** A pull or merge request as the host reports it. */
export interface PullRequest {
  readonly number: string
  readonly url: string
  readonly state: RequestState
  /** The commit on the target branch that merged it; empty if the host names none. */
  readonly mergeCommit: string
}

/** A repository on a host. */
export interface HostedRepository {
  /** Owner, group, workspace or project. */
  readonly owner: string
  readonly name: string
  /** The origin of its API, and a prefix path if the host runs below one. */
  readonly base: string
}

export interface RequestText {
  readonly title: string
  readonly description: string
}

export interface Branches {
  /** The repository that has the source branch: the same one, or a fork. */
  readonly from: HostedRepository
  readonly source: string
  readonly target: string
}

/** How this site logs in to a host. */
export interface HostLogin {
  readonly token: string
  readonly username: string
}

/** One kind of host. Each call concerns requests to `to`. */
export interface CodeHost {
  /** The parts of an address's path that name a repository; null if it names none. */
  repositoryAt(origin: string, path: string): HostedRepository | null
  headers(login: HostLogin): Record<string, string>
  /** Name for pushing over HTTPS if none is configured. */
  readonly gitUser: string
  open(client: HostClient, to: HostedRepository, branches: Branches, text: RequestText): Promise<PullRequest>
  /** The open request between two branches. */
  find(client: HostClient, to: HostedRepository, branches: Branches): Promise<PullRequest | null>
  /** Null if there is no such request. */
  read(client: HostClient, to: HostedRepository, number: string): Promise<PullRequest | null>
  update(client: HostClient, to: HostedRepository, number: string, text: RequestText): Promise<void>
  /** Makes sure that the account of the token has a fork, and returns its address for git over HTTPS. */
  fork(client: HostClient, to: HostedRepository, login: HostLogin): Promise<string>
}

/** `/owner/name.git`, as most hosts have it. */
export function ownerAndName(path: string): { owner: string; name: string } | null {
  const parts = path
    .replace(/\.git\/?$/, '')
    .split('/')
    .filter(part => part !== '')
  const name = parts.pop()
  return name === undefined || parts.length === 0 ? null : { owner: parts.join('/'), name }
}

/** A part of a path in an address. */
export const segment = encodeURIComponent
