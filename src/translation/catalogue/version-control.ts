/** Version control systems of components, by Weblate's ids, with their labels. */
export const VERSION_CONTROL = {
  local: 'No remote repository',
  git: 'Git',
  github: 'GitHub pull request',
  gitlab: 'GitLab merge request',
  gitea: 'Gitea or Forgejo pull request',
  bitbucketcloud: 'Bitbucket Cloud pull request',
  bitbucketserver: 'Bitbucket Data Center pull request',
  azure_devops: 'Azure DevOps pull request',
} as const

/** Code hosts on which components open pull or merge requests. */
export type CodeHostName = Exclude<keyof typeof VERSION_CONTROL, 'local' | 'git'>

/** Whether the files of a component come from a git repository. */
export const usesGit = ({ vcs }: { readonly vcs: string }): boolean => vcs !== 'local'

/** The code host on which a component opens requests; null if it only pushes. */
export const codeHostOf = ({ vcs }: { readonly vcs: string }): CodeHostName | null =>
  vcs !== 'local' && vcs !== 'git' && Object.hasOwn(VERSION_CONTROL, vcs) ? (vcs as CodeHostName) : null

/** Whether a component sends its commits anywhere. With a code host, an empty push URL means the repository or a fork. */
export const isPushed = (component: { readonly vcs: string; readonly push: string }): boolean =>
  component.push !== '' || codeHostOf(component) !== null
