import { type HostClient, inside, linkAt, listAt, textAt } from './client.ts'
import { type Branches, type CodeHost, type HostedRepository, ownerAndName, type PullRequest, segment } from './host.ts'

const at = ({ owner, name }: HostedRepository): string => `/repos/${segment(owner)}/${segment(name)}`

const requestIn = (body: unknown): PullRequest => ({
  number: textAt(body, 'number'),
  url: linkAt(body, 'html_url'),
  state:
    inside(body, 'merged') === true || textAt(body, 'merged_at') !== ''
      ? 'merged'
      : textAt(body, 'state') === 'open'
        ? 'open'
        : 'closed',
  // An open request has the commit of a trial merge here.
  mergeCommit: textAt(body, 'merged_at') === '' ? '' : textAt(body, 'merge_commit_sha'),
})

const headOf = (to: HostedRepository, { from, source }: Branches): string =>
  from.owner === to.owner ? source : `${from.owner}:${source}`

/** GitHub and GitHub Enterprise Server. */
export const github: CodeHost = {
  gitUser: 'x-access-token',
  repositoryAt: (origin, path) => {
    const parts = ownerAndName(path)
    if (parts === null || parts.owner.includes('/')) return null
    return { ...parts, base: origin === 'https://github.com' ? 'https://api.github.com' : `${origin}/api/v3` }
  },
  headers: ({ token }) => ({
    accept: 'application/vnd.github+json',
    authorization: `Bearer ${token}`,
    'x-github-api-version': '2022-11-28',
  }),
  open: async (client, to, branches, { title, description }) =>
    requestIn(
      await client.ask('POST', `${at(to)}/pulls`, {
        title,
        body: description,
        head: headOf(to, branches),
        base: branches.target,
      }),
    ),
  find: async (client, to, { from, source, target }) => {
    const query = new URLSearchParams({ state: 'open', head: `${from.owner}:${source}`, base: target })
    const [first] = listAt(await client.ask('GET', `${at(to)}/pulls?${query}`))
    return first === undefined ? null : requestIn(first)
  },
  read: async (client, to, number) => {
    const body = await client.ask('GET', `${at(to)}/pulls/${segment(number)}`, undefined, [404])
    return body === null ? null : requestIn(body)
  },
  update: async (client, to, number, { title, description }) => {
    await client.ask('PATCH', `${at(to)}/pulls/${segment(number)}`, { title, body: description })
  },
  fork: async (client: HostClient, to) => textAt(await client.ask('POST', `${at(to)}/forks`, {}), 'clone_url'),
}
