// Creating a component from a repository: address, background inspection of its files, then the component.

import type { Services } from '#core/services.ts'
import type { Problem } from '#fields/problem.ts'
import { type Sent, textIn } from '#html/forms.ts'
import { storedObject } from '#store/stored-json.ts'
import { isTranslatable } from '../catalogue/guess-masks.ts'
import { ZipWriter } from '../formats/zip/write-zip.ts'
import { isBranch, readAddress, shownAddress } from '../repositories/address.ts'
import { REPOSITORY_TASK_JOB, repositoryQueue } from '../repositories/background.ts'
import { lookAtRepository } from '../repositories/look.ts'
import { RepositoryError } from '../repositories/repository-error.ts'
import { startTask, type TaskHandler } from '../tasks/tasks.ts'
import { type DraftSettings, draftOf, fillDraft, keepDraft, type RepositorySettings } from './drafts.ts'
import type { Visit } from './visit.ts'

export const repositoryIn = (sent: Sent): RepositorySettings => ({
  repo: textIn(sent, 'repo').trim(),
  branch: textIn(sent, 'branch').trim(),
  push: textIn(sent, 'push').trim(),
})

/** Validates the address without contacting the server. */
export function addressProblems({ services, t }: Visit, { repo, branch, push }: RepositorySettings): Problem[] {
  const problems: Problem[] = []
  const check = (attr: string, address: string) => {
    try {
      readAddress(address, services.config)
    } catch (error) {
      if (!(error instanceof RepositoryError)) throw error
      problems.push({ attr, code: 'invalid', detail: error.message })
    }
  }
  if (repo === '') problems.push({ attr: 'repo', code: 'required', detail: t('manage.choose_repository') })
  else check('repo', repo)
  if (push !== '') check('push', push)
  if (branch !== '' && !isBranch(branch))
    problems.push({ attr: 'branch', code: 'invalid', detail: t('manage.no_such_branch_name') })
  return problems
}

/** Starts the inspection and returns its progress page. */
export async function startLook(
  { services, caller }: Visit,
  project: number,
  settings: DraftSettings & RepositorySettings,
): Promise<string> {
  const account = caller.account!.id
  const file = { filename: shownAddress(settings.repo), mediaType: '', content: Buffer.alloc(0) }
  const draft = await keepDraft(services, account, file, settings)
  const how = { kind: 'repository-look', job: REPOSITORY_TASK_JOB, queue: repositoryQueue(project) }
  const request = { ...how, payload: { draft }, account, project }
  const task = await services.store.transaction(tx => startTask(tx, services, request))
  return `/create/component/?task=${task}`
}

/** Inspects a repository for a new component and stores its files like an upload. */
export const lookTask: TaskHandler = async (services: Services, run) => {
  const { store, clock } = services
  const end = (result: unknown) => store.transaction(tx => run.finish(tx, result))
  const draft = await draftOf(services, run.task.account_id ?? -1, String(run.payload.draft))
  if (draft === null) return end({ error: 'Your input has expired. Please start again.' })
  const settings = storedObject<DraftSettings & RepositorySettings>(draft.wishes)
  try {
    const repository = await lookAtRepository(
      services,
      settings.repo ?? '',
      settings.branch ?? '',
      isTranslatable,
      run.progress,
    )
    const zip = new ZipWriter(new Date(clock.now()))
    for (const [path, content] of repository.files) await zip.add(path, content)
    await fillDraft(services, draft.id, zip.end(), { ...settings, branch: repository.branch })
    return end({ draft: draft.id })
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error
    return end({ error: error.message })
  }
}
