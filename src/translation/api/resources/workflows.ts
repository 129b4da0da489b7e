import { help, type Input, readOnly, shape } from '#fields/field.ts'
import { boolean } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { ACTION } from '../../catalogue/change-actions.ts'
import type { ProjectRow } from '../../catalogue/components.ts'
import { type LanguageRow, languageByCode } from '../../catalogue/languages.ts'
import { EVERY_PROJECT, ownWorkflow, setWorkflow, type Workflow } from '../../catalogue/workflows.ts'
import { checkWorkflow, workflowSettings } from '../../declarations/workflow.ts'
import { notFound } from '../errors.ts'
import { amend, read, remove, replace, resource } from '../resource.ts'
import { type AnyCall, findProject, needProject, needSite } from './find.ts'

const LanguageWorkflow = shape('LanguageWorkflow', 'Workflow of a language.', {
  ...workflowSettings,
  customized: readOnly(
    help(boolean(), 'Whether the language has these settings of its own. If not, they are where customizing starts.'),
  ),
})

type Changes = Partial<Input<typeof workflowSettings>>

/** A language of a project, or of all projects. */
interface Place {
  readonly project: ProjectRow | null
  readonly language: LanguageRow
}

const ofSite = async (call: AnyCall): Promise<Place> => ({ project: null, language: await languageOf(call) })
const ofProject = async (call: AnyCall): Promise<Place> => ({
  project: await findProject(call),
  language: await languageOf(call),
})

async function languageOf(call: AnyCall): Promise<LanguageRow> {
  const language = await languageByCode(call.db, call.params.code!)
  if (language === null) throw notFound()
  return language
}

async function mayEdit(call: AnyCall, { project }: Place): Promise<void> {
  if (project === null) await needSite(call, 'language.edit', 'Can not manage languages')
  else await needProject(call, project, 'project.edit')
}

/** What customizing starts with: the settings of the site, or those that change nothing. */
async function initial(call: AnyCall, { project, language }: Place): Promise<Workflow> {
  const site = await ownWorkflow(call.db, EVERY_PROJECT, language.id)
  const review = project === null || project.translation_review === 1
  if (site !== null) return { ...site, translation_review: site.translation_review && review }
  return {
    translation_review: review,
    enable_suggestions: true,
    restrict_direct_editing: false,
    suggestion_voting: false,
    suggestion_autoaccept: 0,
  }
}

const idOf = ({ project }: Place): number => project?.id ?? EVERY_PROJECT

async function show(call: AnyCall, place: Place) {
  const own = await ownWorkflow(call.db, idOf(place), place.language.id)
  return { ...(own ?? (await initial(call, place))), customized: own !== null }
}

async function change(call: AnyCall, place: Place, changes: Changes, isWhole: boolean) {
  const before = (isWhole ? null : await ownWorkflow(call.db, idOf(place), place.language.id)) ?? null
  const fallbacks = Object.entries(workflowSettings).map(([name, { fallback }]) => [name, fallback])
  const start = isWhole ? (Object.fromEntries(fallbacks) as Workflow) : (before ?? (await initial(call, place)))
  const workflow = { ...start, ...changes }
  checkWorkflow(workflow)
  if (workflow.translation_review && place.project !== null && place.project.translation_review !== 1)
    throw invalidField('translation_review', 'invalid', 'Turn on reviews in the project first.')
  await save(call, place, workflow)
  return { ...workflow, customized: true }
}

async function save(call: AnyCall, { project, language }: Place, workflow: Workflow | null): Promise<void> {
  await call.work(async piece => {
    await setWorkflow(piece.tx, project?.id ?? EVERY_PROJECT, language.id, workflow)
    if (project !== null)
      piece.record(
        ACTION.projectSettingChanged,
        { project_id: project.id, language_id: language.id },
        { target: 'workflow', details: { workflow } },
      )
  })
}

const workflowAt = (path: string, of: string, find: (call: AnyCall) => Promise<Place>) =>
  resource({
    path: `${path}workflow/`,
    name: `Workflow of ${of}`,
    description: `Reviews and suggestions in ${of}. They replace the settings of projects and components. Not part of the Weblate API.`,
    operations: {
      GET: read({
        summary: `Get the workflow of ${of}`,
        answer: LanguageWorkflow,
        handle: async call => show(call, await find(call)),
      }),
      PUT: replace({
        summary: `Set the workflow of ${of}`,
        body: workflowSettings,
        answer: LanguageWorkflow,
        allow: async call => mayEdit(call, await find(call)),
        handle: async call => change(call, await find(call), call.body, true),
      }),
      PATCH: amend({
        summary: `Change the workflow of ${of}`,
        body: workflowSettings,
        answer: LanguageWorkflow,
        allow: async call => mayEdit(call, await find(call)),
        handle: async call => change(call, await find(call), call.body, false),
      }),
      DELETE: remove({
        summary: `Stop customizing the workflow of ${of}`,
        allow: async call => mayEdit(call, await find(call)),
        handle: async call => {
          const place = await find(call)
          if ((await ownWorkflow(call.db, idOf(place), place.language.id)) === null) throw notFound()
          await save(call, place, null)
        },
      }),
    },
  })

export const workflowResources = [
  workflowAt('/languages/:code/', 'a language', ofSite),
  workflowAt('/projects/:project/languages/:code/', 'a language of a project', ofProject),
]
