import { linkAt, listAt, textAt } from './client.ts'
import {
  type CodeHost,
  type HostedRepository,
  ownerAndName,
  type PullRequest,
  type RequestState,
  segment,
} from './host.ts'

const at = ({ owner, name }: HostedRepository): string => `/projects/${segment(`${owner}/${name}`)}`

const STATES: Readonly<Record<string, RequestState>> = { opened: 'open', locked: 'open', merged: 'merged' }

const requestIn = (body: unknown): PullRequest => {
  const state = STATES[textAt(body, 'state')] ?? 'closed'
  return {
    number: textAt(body, 'iid'),
    url: linkAt(body, 'web_url'),
    state,
    mergeCommit: state === 'merged' ? textAt(body, 'merge_commit_sha') || textAt(body, 'squash_commit_sha') : '',
  }
}

export const gitlab: CodeHost = {
  gitUser: 'oauth2',
  repositoryAt: (origin, path) => {
    const parts = ownerAndName(path)
    return parts && { ...parts, base: `${origin}/api/v4` }
  },
  headers: ({ token }) => ({ 'private-token': token }),
  open: async (client, to, { from, source, target }, { title, description }) => {
    const isFork = at(from) !== at(to)
    const project = isFork ? textAt(await client.ask('GET', at(to)), 'id') : ''
    return requestIn(
      await client.ask('POST', `${at(from)}/merge_requests`, {
        source_branch: source,
        target_branch: target,
        title,
        description,
        ...(isFork && { target_project_id: Number(project) }),
      }),
    )
  },
  find: async (client, to, { from, source, target }) => {
    const query = new URLSearchParams({ state: 'opened', source_branch: source, target_branch: target })
    const rows = listAt(await client.ask('GET', `${at(to)}/merge_requests?${query}`))
    const isFork = at(from) !== at(to)
    const own = rows.find(row => (textAt(row, 'source_project_id') !== textAt(row, 'target_project_id')) === isFork)
    return own === undefined ? null : requestIn(own)
  },
  read: async (client, to, number) => {
    const body = await client.ask('GET', `${at(to)}/merge_requests/${segment(number)}`, undefined, [404])
    return body === null ? null : requestIn(body)
  },
  update: async (client, to, number, { title, description }) => {
    await client.ask('PUT', `${at(to)}/merge_requests/${segment(number)}`, { title, description })
  },
  fork: async (client, to, { username }) => {
    const made = await client.ask('POST', `${at(to)}/fork`, {}, [409])
    // It exists already.
    const fork = made ?? (await client.ask('GET', at({ ...to, owner: username })))
    return textAt(fork, 'http_url_to_repo')
  },
}
