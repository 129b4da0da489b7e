import type { CodeHostName } from '../../catalogue/version-control.ts'
import { azureDevOps } from './azure-devops.ts'
import { bitbucketCloud } from './bitbucket-cloud.ts'
import { bitbucketServer } from './bitbucket-server.ts'
import { gitea } from './gitea.ts'
import { github } from './github.ts'
import { gitlab } from './gitlab.ts'
import type { CodeHost } from './host.ts'

/** Code hosts by the `vcs` of a component. */
export const CODE_HOSTS: Readonly<Record<CodeHostName, CodeHost>> = {
  github,
  gitlab,
  gitea,
  bitbucketcloud: bitbucketCloud,
  bitbucketserver: bitbucketServer,
  azure_devops: azureDevOps,
}
