// Inspects a repository before a component is created from it.

import { randomUUID } from 'node:crypto'
import type { Services } from '#core/services.ts'
import { Copy } from './copy.ts'
import { hasGit, NO_GIT } from './git.ts'
import { RepositoryError } from './repository-error.ts'

const MOST_BYTES = 40 * 1024 * 1024
const MOST_FILES = 5000

export interface RepositoryLook {
  readonly branch: string
  /** Files by path; beyond a limit, only names without content. */
  readonly files: ReadonlyMap<string, Buffer>
}

/** Reads the matching files of a branch. */
export async function lookAtRepository(
  { config }: Services,
  repo: string,
  wantedBranch: string,
  isWanted: (path: string) => boolean,
  progress: (done: number) => Promise<void>,
): Promise<RepositoryLook> {
  if (!(await hasGit())) throw new RepositoryError('no git', NO_GIT)
  const copy = new Copy({ data: config.data, component: `look-${randomUUID()}`, rules: config })
  try {
    const branch = wantedBranch || (await copy.remoteBranch(repo))
    await progress(10)
    const commit = await copy.fetch(repo, branch, 'newest')
    await progress(60)
    const tree = await copy.files(commit)
    const files = new Map<string, Buffer>()
    let bytes = 0
    for (const [path, file] of [...tree.files].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (!isWanted(path) || files.size >= MOST_FILES) continue
      const content = bytes < MOST_BYTES ? await copy.read(file).catch(() => Buffer.alloc(0)) : Buffer.alloc(0)
      bytes += content.length
      files.set(path, content)
    }
    return { branch, files }
  } finally {
    await copy.remove()
  }
}
