import { linkAt, listAt, textAt } from './client.ts'
import {
  type CodeHost,
  type HostedRepository,
  ownerAndName,
  type PullRequest,
  type RequestState,
  segment,
} from './host.ts'

const at = ({ owner, name }: HostedRepository): string => `/repositories/${segment(owner)}/${segment(name)}`

const STATES: Readonly<Record<string, RequestState>> = { OPEN: 'open', MERGED: 'merged' }

const requestIn = (body: unknown): PullRequest => ({
  number: textAt(body, 'id'),
  url: linkAt(body, 'links', 'html', 'href'),
  state: STATES[textAt(body, 'state')] ?? 'closed',
  mergeCommit: textAt(body, 'state') === 'MERGED' ? textAt(body, 'merge_commit', 'hash') : '',
})

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`

export const bitbucketCloud: CodeHost = {
  gitUser: 'x-token-auth',
  repositoryAt: (origin, path) => {
    const parts = ownerAndName(path)
    if (parts === null || parts.owner.includes('/')) return null
    return { ...parts, base: origin === 'https://bitbucket.org' ? 'https://api.bitbucket.org/2.0' : `${origin}/2.0` }
  },
  headers: ({ token, username }) => ({
    authorization:
      username === '' ? `Bearer ${token}` : `Basic ${Buffer.from(`${username}:${token}`).toString('base64')}`,
  }),
  open: async (client, to, { from, source, target }, { title, description }) =>
    requestIn(
      await client.ask('POST', `${at(to)}/pullrequests`, {
        title,
        description,
        source: { branch: { name: source }, repository: { full_name: `${from.owner}/${from.name}` } },
        destination: { branch: { name: target } },
      }),
    ),
  find: async (client, to, { from, source, target }) => {
    const conditions = [
      `source.branch.name = ${quoted(source)}`,
      `destination.branch.name = ${quoted(target)}`,
      `source.repository.full_name = ${quoted(`${from.owner}/${from.name}`)}`,
    ]
    const query = new URLSearchParams({ state: 'OPEN', q: conditions.join(' AND ') })
    const [first] = listAt(await client.ask('GET', `${at(to)}/pullrequests?${query}`), 'values')
    return first === undefined ? null : requestIn(first)
  },
  read: async (client, to, number) => {
    const body = await client.ask('GET', `${at(to)}/pullrequests/${segment(number)}`, undefined, [404])
    return body === null ? null : requestIn(body)
  },
  update: async (client, to, number, { title, description }) => {
    await client.ask('PUT', `${at(to)}/pullrequests/${segment(number)}`, { title, description })
  },
  fork: async (client, to, { username }) => {
    const made = await client.ask('POST', `${at(to)}/forks`, { workspace: { slug: username } }, [400, 409])
    // It exists already.
    const fork = made ?? (await client.ask('GET', at({ ...to, owner: username })))
    const link = listAt(fork, 'links', 'clone').find(each => /^https?$/.test(textAt(each, 'name')))
    return textAt(link, 'href')
  },
}
