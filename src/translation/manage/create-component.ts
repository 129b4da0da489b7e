import type { FastifyReply } from 'fastify'
import { InvalidInput, type Problem } from '#fields/problem.ts'
import { readFields } from '#fields/read.ts'
import { fileIn, type Sent, type Tried, textIn } from '#html/forms.ts'
import { html } from '#html/html.ts'
import { storedObject } from '#store/stored-json.ts'
import { type ProjectRow, projectBySlug } from '../catalogue/components.ts'
import { FormatError } from '../formats/index.ts'
import { manageAddress } from '../pages/place-tabs.ts'
import { startTask } from '../tasks/tasks.ts'
import type { ComponentRequest } from './component-task.ts'
import { type ComponentStart, filesPage, progressPage, startPage } from './create-component-pages.ts'
import { asUpload, guess } from './detect.ts'
import { type Draft, type DraftSettings, draftOf, forgetDraft, keepDraft, type RepositorySettings } from './drafts.ts'
import { sorry } from './layout.ts'
import { addressProblems, repositoryIn, startLook } from './repository-look.ts'
import { taskView } from './tasks.ts'
import type { Visit } from './visit.ts'

/** Larger uploads are processed by a background task with a progress page. */
const AT_ONCE_BYTES = 1024 * 1024

/** `/create/component/`: from an upload, from a repository or empty. Asks for the name, then shows the detected files. */
export async function createComponent(visit: Visit, sent: Sent | null): Promise<FastifyReply> {
  const { account } = visit.caller
  if (account === null) return visit.logIn()
  const projects = await projectsToFill(visit)
  if (projects.length === 0) return nowhere(visit)
  const task = visit.search.get('task')
  if (task !== null) return progress(visit, task)
  if (sent === null) return showStep(visit, projects)
  return textIn(sent, 'form') === 'files' ? takeFiles(visit, projects, sent) : takeStart(visit, projects, sent)
}

/** Projects where the user may add components. */
async function projectsToFill({ services, permissions }: Visit): Promise<ProjectRow[]> {
  const rows = await services.store.read
    .selectFrom('project')
    .selectAll()
    .where(eb => permissions.visibleProjects(eb))
    .orderBy('name')
    .limit(5000)
    .execute()
  return rows.filter(each => permissions.inProject(each, 'project.edit'))
}

function nowhere(visit: Visit): FastifyReply {
  const { t, permissions } = visit
  if (!permissions.onSite('project.add')) return visit.send(403, sorry(visit, 'manage.forbidden'))
  return visit.send(200, {
    title: t('manage.create_component'),
    needs: ['manage'],
    content: html`<div class="heading"><h1>${t('manage.create_component')}</h1></div>
      <p class="empty">${t('manage.no_project_yet')} <a href="/create/project/">${t('manage.create_project')}</a></p>`,
  })
}

async function progress(visit: Visit, id: string): Promise<FastifyReply> {
  const reply = await visit.ask<{
    completed: boolean
    result: { component?: [string, string]; draft?: string; error?: string } | null
  }>('GET', `/tasks/${encodeURIComponent(id)}/`)
  if (!reply.ok) return visit.send(404, sorry(visit, 'frame.not_found'))
  if (reply.body.result?.draft) return visit.go(`/create/component/?draft=${reply.body.result.draft}`)
  const [slug, path] = reply.body.result?.component ?? []
  if (slug !== undefined && path !== undefined) {
    const project = await projectBySlug(visit.services.store.read, slug)
    if (project)
      return visit.go(`${manageAddress('languages', { project, component: { path } })}?done=component_created`)
  }
  const row = await visit.services.store.read
    .selectFrom('task')
    .selectAll()
    .where('id', '=', id.toLowerCase())
    .executeTakeFirst()
  return row === undefined
    ? visit.send(404, sorry(visit, 'frame.not_found'))
    : visit.send(200, progressPage(visit, taskView(row)))
}

async function showStep(visit: Visit, projects: readonly ProjectRow[]): Promise<FastifyReply> {
  const { search, services, caller } = visit
  const draft = search.has('draft') ? await draftOf(services, caller.account!.id, search.get('draft')!) : null
  if (draft !== null) return showFiles(visit, 200, draft, namesOf(draft), {}, null)
  const preset = {
    project: search.get('project') ?? '',
    name: search.get('name') ?? '',
    slug: search.get('slug') ?? '',
  }
  if (search.get('source') === 'empty' && preset.slug !== '') return showFiles(visit, 200, null, preset, {}, null)
  const start: ComponentStart = { ...preset, source: 'upload', isGone: search.has('draft') }
  return visit.send(200, startPage(visit, projects, start, null))
}

/** Validates name and source before the upload is inspected. */
async function takeStart(visit: Visit, projects: readonly ProjectRow[], sent: Sent): Promise<FastifyReply> {
  const { t, services, caller } = visit
  const chosen = textIn(sent, 'source')
  const source = chosen === 'empty' || chosen === 'repository' ? chosen : 'upload'
  const settings = {
    project: textIn(sent, 'project'),
    name: textIn(sent, 'name').trim(),
    slug: textIn(sent, 'slug').trim(),
  }
  const problems = nameProblems(visit, settings)
  const project = projects.find(each => each.slug === settings.project)
  if (project === undefined) problems.push({ attr: 'project', code: 'invalid', detail: t('manage.choose_project') })
  else if (problems.length === 0 && (await isTaken(visit, project, settings.slug)))
    problems.push({ attr: 'slug', code: 'unique', detail: t('manage.slug_taken') })
  const file = fileIn(sent, 'file')
  if (source === 'upload' && file === null)
    problems.push({ attr: 'file', code: 'required', detail: t('manage.choose_file') })
  const repository = repositoryIn(sent)
  if (source === 'repository') problems.push(...addressProblems(visit, repository))
  if (problems.length > 0)
    return visit.send(
      400,
      startPage(visit, projects, { ...settings, source }, { form: 'start', problems, typed: sent }),
    )
  if (source === 'repository') return visit.go(await startLook(visit, project!.id, { ...settings, ...repository }))
  if (source === 'empty') return visit.go(`/create/component/?${new URLSearchParams({ source, ...settings })}`)
  return visit.go(`/create/component/?draft=${await keepDraft(services, caller.account!.id, file!, settings)}`)
}

function nameProblems(visit: Visit, { name, slug, project }: DraftSettings): Problem[] {
  const fields = visit.fields('POST', `/projects/${encodeURIComponent(project || '-')}/components/`)
  try {
    readFields({ name: fields.name!, slug: fields.slug! }, { name, slug })
    return []
  } catch (error) {
    if (error instanceof InvalidInput) return [...error.problems]
    throw error
  }
}

async function isTaken({ services }: Visit, project: ProjectRow, slug: string): Promise<boolean> {
  const at = (table: 'component' | 'project_category') =>
    services.store.read
      .selectFrom(table)
      .select('id')
      .where('project_id', '=', project.id)
      .where('path', '=', slug)
      .executeTakeFirst()
  return ((await at('component')) ?? (await at('project_category'))) !== undefined
}

/** Shows the detected content of an upload, or asks for the format of an empty component. */
async function showFiles(
  visit: Visit,
  status: number,
  draft: Draft | null,
  settings: DraftSettings,
  typed: Sent,
  tried: Tried | null,
): Promise<FastifyReply> {
  const source = textIn(typed, 'source_language') || 'en'
  const set = Object.fromEntries(
    ['file_format', 'filemask', 'template', 'new_base'].flatMap(name =>
      typed[name] === undefined ? [] : [[name, textIn(typed, name)]],
    ),
  )
  try {
    const guessed = draft && (await guess(draft.filename, draft.content, { ...set, source }))
    return visit.send(status, filesPage(visit, { draft, settings, guessed, typed, tried }))
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    const problems = [{ attr: null, code: 'invalid', detail: error.message }]
    return visit.send(
      400,
      filesPage(visit, { draft, settings, guessed: null, typed, tried: { form: 'files', typed, problems } }),
    )
  }
}

async function takeFiles(visit: Visit, projects: readonly ProjectRow[], sent: Sent): Promise<FastifyReply> {
  const { services, caller, t } = visit
  const account = caller.account!.id
  const id = textIn(sent, 'draft')
  const draft = id === '' ? null : await draftOf(services, account, id)
  const settings = { project: textIn(sent, 'project'), name: textIn(sent, 'name'), slug: textIn(sent, 'slug') }
  if (id !== '' && draft === null)
    return visit.go(`/create/component/?${new URLSearchParams({ ...settings, draft: 'gone' })}`)
  if (sent.look !== undefined) return showFiles(visit, 200, draft, settings, sent, null)
  // Another mask was chosen, so detect the rest again.
  if (sent.mask !== undefined) {
    const typed = { filemask: textIn(sent, 'mask'), source_language: textIn(sent, 'source_language') }
    return showFiles(visit, 200, draft, settings, typed, null)
  }
  const failed = (status: number, problems: readonly Problem[]) =>
    showFiles(visit, status, draft, settings, sent, { form: 'files', problems, typed: sent })
  const project = projects.find(each => each.slug === settings.project)
  if (project === undefined) return failed(400, [{ attr: null, code: 'invalid', detail: t('manage.choose_project') }])
  const body = {
    name: settings.name,
    slug: settings.slug,
    file_format: textIn(sent, 'file_format'),
    filemask: textIn(sent, 'filemask').trim(),
    template: textIn(sent, 'template').trim(),
    new_base: textIn(sent, 'new_base').trim(),
    source_language: textIn(sent, 'source_language'),
    is_glossary: sent.is_glossary !== undefined,
  }
  const remote = draft && remoteOf(draft)
  if (draft && remote === null && draft.content.length > AT_ONCE_BYTES) {
    const payload: ComponentRequest = { draft: draft.id, project: project.slug, body }
    const task = await services.store.transaction(tx =>
      startTask(tx, services, { kind: 'component', payload: { ...payload }, account, project: project.id }),
    )
    return visit.go(`/create/component/?task=${task}`)
  }
  const files =
    remote !== null
      ? { vcs: 'git', ...remote }
      : draft && (await asUpload(draft.filename, draft.content, body.filemask, new Date(services.clock.now())))
  const path = `/projects/${encodeURIComponent(project.slug)}/components/`
  const reply = await visit.ask<{ slug: string }>('POST', path, { body: { ...body, ...files } })
  if (!reply.ok) return failed(reply.status, reply.problems)
  if (draft) await forgetDraft(services, draft.id)
  const section = remote === null ? 'languages' : 'repository'
  return visit.go(`${manageAddress(section, { project, component: { path: reply.body.slug } })}?done=component_created`)
}

/** The fields of a draft for the page. The repository address may contain a password, so it stays on the server. */
function namesOf(draft: Draft): DraftSettings {
  const { project = '', name = '', slug = '' } = storedObject<DraftSettings>(draft.wishes)
  return { project, name, slug }
}

/** The repository of a draft; null for an upload. */
function remoteOf(draft: Draft): RepositorySettings | null {
  const { repo, branch, push } = storedObject<RepositorySettings>(draft.wishes)
  return repo === undefined ? null : { repo, branch: branch ?? '', push: push ?? '' }
}
