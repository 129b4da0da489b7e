import { linkAt, listAt, textAt } from './client.ts'
import {
  type CodeHost,
  type HostedRepository,
  ownerAndName,
  type PullRequest,
  type RequestState,
  segment,
} from './host.ts'

const at = ({ owner, name }: HostedRepository): string => `/projects/${segment(owner)}/repos/${segment(name)}`

const STATES: Readonly<Record<string, RequestState>> = { OPEN: 'open', MERGED: 'merged' }

const requestIn = (body: unknown): PullRequest => ({
  number: textAt(body, 'id'),
  url: linkAt(body, 'links', 'self', 0, 'href'),
  state: STATES[textAt(body, 'state')] ?? 'closed',
  mergeCommit: textAt(body, 'state') === 'MERGED' ? textAt(body, 'properties', 'mergeCommit', 'id') : '',
})

const ref = (branch: string, { owner, name }: HostedRepository) => ({
  id: `refs/heads/${branch}`,
  repository: { slug: name, project: { key: owner } },
})

/** Bitbucket Data Center and Server. */
export const bitbucketServer: CodeHost = {
  gitUser: 'x-token-auth',
  repositoryAt: (origin, path) => {
    // Over HTTPS, repositories are below `/scm/`, which a context path may precede.
    const [, context = '', inner = path] = /^(.*?)\/scm(\/.*)$/.exec(path) ?? []
    const parts = ownerAndName(inner)
    if (parts === null || parts.owner.includes('/')) return null
    return { ...parts, base: `${origin}${context}/rest/api/1.0` }
  },
  headers: ({ token }) => ({ authorization: `Bearer ${token}`, 'x-atlassian-token': 'no-check' }),
  open: async (client, to, { from, source, target }, { title, description }) =>
    requestIn(
      await client.ask('POST', `${at(to)}/pull-requests`, {
        title,
        description,
        fromRef: ref(source, from),
        toRef: ref(target, to),
      }),
    ),
  find: async (client, _to, { from, source, target }) => {
    const query = new URLSearchParams({ state: 'OPEN', direction: 'OUTGOING', at: `refs/heads/${source}` })
    const rows = listAt(await client.ask('GET', `${at(from)}/pull-requests?${query}`), 'values')
    const own = rows.find(row => textAt(row, 'toRef', 'id') === `refs/heads/${target}`)
    return own === undefined ? null : requestIn(own)
  },
  read: async (client, to, number) => {
    const body = await client.ask('GET', `${at(to)}/pull-requests/${segment(number)}`, undefined, [404])
    return body === null ? null : requestIn(body)
  },
  update: async (client, to, number, { title, description }) => {
    const path = `${at(to)}/pull-requests/${segment(number)}`
    // An update names the version that it replaces.
    const version = Number(textAt(await client.ask('GET', path), 'version'))
    await client.ask('PUT', path, { title, description, version })
  },
  fork: async (client, to, { username }) => {
    const made = await client.ask('POST', at(to), {}, [409])
    // It exists already.
    const fork = made ?? (await client.ask('GET', at({ ...to, owner: `~${username}` })))
    const link = listAt(fork, 'links', 'clone').find(each => /^https?$/.test(textAt(each, 'name')))
    return textAt(link, 'href')
  },
}
