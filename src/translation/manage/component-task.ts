import type { Services } from '#core/services.ts'
import { Asker } from '../api/ask.ts'
import { rest } from '../api/resources/index.ts'
import { componentByPath, projectBySlug } from '../catalogue/components.ts'
import type { TaskHandler } from '../tasks/tasks.ts'
import { asUpload } from './detect.ts'
import { draftOf, forgetDraft } from './drafts.ts'

/** Parameters of the task. */
export interface ComponentRequest {
  readonly draft: string
  readonly project: string
  /** The API request body without the files. */
  readonly body: Readonly<Record<string, unknown>>
}

const made = (request: ComponentRequest) => ({ component: [request.project, String(request.body.slug)] })

/** Creates a component from a large upload on behalf of the uploader, with the checks of the API. */
export const componentTask: TaskHandler = async (services: Services, run) => {
  const { store, callers, clock } = services
  const request = run.payload as unknown as ComponentRequest
  const end = (result: unknown) => store.transaction(tx => run.finish(tx, result))
  const draft = await draftOf(services, run.task.account_id ?? -1, request.draft)
  // A crash may have happened after the component was created.
  const project = await projectBySlug(store.read, request.project)
  const there = project && (await componentByPath(store.read, project.id, String(request.body.slug)))
  if (there && there.created_at >= run.task.created_at) return end(made(request))
  if (draft === null) return end({ error: 'The upload has expired. Please upload the file again.' })
  const caller = await callers.actingFor(draft.account_id)
  if (caller === null) return end({ error: 'The account is no longer active.' })
  await run.progress(10)
  const files = await asUpload(
    draft.filename,
    draft.content,
    String(request.body.filemask ?? ''),
    new Date(clock.now()),
  )
  await run.progress(30)
  const path = `/projects/${encodeURIComponent(request.project)}/components/`
  const reply = await new Asker(rest, services).ask(caller, 'POST', path, { body: { ...request.body, ...files } })
  if (!reply.ok) return end({ error: reply.problems.map(each => each.detail).join(' ') })
  await forgetDraft(services, request.draft)
  return end(made(request))
}
