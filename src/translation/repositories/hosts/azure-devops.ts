import { RepositoryError } from '../repository-error.ts'
import { linkAt, listAt, textAt } from './client.ts'
import { type CodeHost, type HostedRepository, type PullRequest, type RequestState, segment } from './host.ts'

const VERSION = 'api-version=7.0'
/** Azure DevOps rejects longer descriptions. */
const MOST_DESCRIPTION = 4000

const at = ({ owner, name }: HostedRepository): string =>
  `/${owner === '' ? '' : `${segment(owner)}/`}_apis/git/repositories/${segment(name)}/pullrequests`

const STATES: Readonly<Record<string, RequestState>> = { active: 'open', completed: 'merged' }

const requestIn = (body: unknown): PullRequest => {
  const number = textAt(body, 'pullRequestId')
  const web = linkAt(body, 'repository', 'webUrl')
  return {
    number,
    url: web === '' ? '' : `${web}/pullrequest/${number}`,
    state: STATES[textAt(body, 'status')] ?? 'closed',
    mergeCommit: textAt(body, 'status') === 'completed' ? textAt(body, 'lastMergeCommit', 'commitId') : '',
  }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export const azureDevOps: CodeHost = {
  gitUser: 'token',
  repositoryAt: (origin, path) => {
    // Over ssh: /v3/organisation/project/repository.
    const [, organisation, ssh, repository] = /^\/v3\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(path) ?? []
    if (organisation !== undefined)
      return { owner: decoded(ssh!), name: decoded(repository!), base: `https://dev.azure.com/${organisation}` }
    const [, before = '', name] = /^(.*)\/_git\/([^/]+)\/?$/.exec(path) ?? []
    if (name === undefined) return null
    const parts = before.split('/').filter(part => part !== '')
    const isOld = /\.visualstudio\.com$/.test(origin)
    // A project whose only repository has its name leaves the project out.
    const owner = parts.length > (isOld ? 0 : 1) ? parts.pop()! : name
    const below = parts.map(part => `/${part}`).join('')
    return { owner: decoded(owner), name: decoded(name), base: `${origin}${below}` }
  },
  headers: ({ token }) => ({ authorization: `Basic ${Buffer.from(`:${token}`).toString('base64')}` }),
  open: async (client, to, { source, target }, { title, description }) =>
    requestIn(
      await client.ask('POST', `${at(to)}?${VERSION}`, {
        sourceRefName: `refs/heads/${source}`,
        targetRefName: `refs/heads/${target}`,
        title,
        description: description.slice(0, MOST_DESCRIPTION),
      }),
    ),
  find: async (client, to, { source, target }) => {
    const query = new URLSearchParams({
      'searchCriteria.status': 'active',
      'searchCriteria.sourceRefName': `refs/heads/${source}`,
      'searchCriteria.targetRefName': `refs/heads/${target}`,
    })
    const [first] = listAt(await client.ask('GET', `${at(to)}?${query}&${VERSION}`), 'value')
    return first === undefined ? null : requestIn(first)
  },
  read: async (client, to, number) => {
    const body = await client.ask('GET', `${at(to)}/${segment(number)}?${VERSION}`, undefined, [404])
    return body === null ? null : requestIn(body)
  },
  update: async (client, to, number, { title, description }) => {
    await client.ask('PATCH', `${at(to)}/${segment(number)}?${VERSION}`, {
      title,
      description: description.slice(0, MOST_DESCRIPTION),
    })
  },
  fork: () => {
    throw new RepositoryError(
      'refused',
      'Forks are not supported on Azure DevOps. Set "push_branch" to a branch other than "branch".',
    )
  },
}
