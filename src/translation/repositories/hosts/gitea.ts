import { inside, linkAt, listAt, textAt } from './client.ts'
import { type CodeHost, type HostedRepository, ownerAndName, type PullRequest, segment } from './host.ts'

const at = ({ owner, name }: HostedRepository): string => `/repos/${segment(owner)}/${segment(name)}`

/** Requests per page, and how many pages to look through. */
const PAGE = 50
const MOST_PAGES = 20

const requestIn = (body: unknown): PullRequest => {
  const isMerged = inside(body, 'merged') === true
  return {
    number: textAt(body, 'number'),
    url: linkAt(body, 'html_url'),
    state: isMerged ? 'merged' : textAt(body, 'state') === 'open' ? 'open' : 'closed',
    mergeCommit: isMerged ? textAt(body, 'merge_commit_sha') : '',
  }
}

/** Gitea and Forgejo, which have the same API. */
export const gitea: CodeHost = {
  gitUser: 'oauth2',
  repositoryAt: (origin, path) => {
    const parts = ownerAndName(path)
    if (parts === null) return null
    // The site may run below a path.
    const [owner = '', ...prefix] = parts.owner.split('/').reverse()
    const below = prefix.length === 0 ? '' : `/${prefix.reverse().join('/')}`
    return { owner, name: parts.name, base: `${origin}${below}/api/v1` }
  },
  headers: ({ token }) => ({ authorization: `token ${token}` }),
  open: async (client, to, { from, source, target }, { title, description }) =>
    requestIn(
      await client.ask('POST', `${at(to)}/pulls`, {
        title,
        body: description,
        head: from.owner === to.owner ? source : `${from.owner}:${source}`,
        base: target,
      }),
    ),
  find: async (client, to, { from, source, target }) => {
    for (let page = 1; page <= MOST_PAGES; page++) {
      const rows = listAt(await client.ask('GET', `${at(to)}/pulls?state=open&limit=${PAGE}&page=${page}`))
      const own = rows.find(
        row =>
          textAt(row, 'head', 'ref') === source &&
          textAt(row, 'base', 'ref') === target &&
          textAt(row, 'head', 'repo', 'full_name').toLowerCase() === `${from.owner}/${from.name}`.toLowerCase(),
      )
      if (own !== undefined) return requestIn(own)
      if (rows.length < PAGE) break
    }
    return null
  },
  read: async (client, to, number) => {
    const body = await client.ask('GET', `${at(to)}/pulls/${segment(number)}`, undefined, [404])
    return body === null ? null : requestIn(body)
  },
  update: async (client, to, number, { title, description }) => {
    await client.ask('PATCH', `${at(to)}/pulls/${segment(number)}`, { title, body: description })
  },
  fork: async (client, to, { username }) => {
    const made = await client.ask('POST', `${at(to)}/forks`, {}, [409])
    // It exists already.
    const fork = made ?? (await client.ask('GET', at({ ...to, owner: username })))
    return textAt(fork, 'clone_url')
  },
}
