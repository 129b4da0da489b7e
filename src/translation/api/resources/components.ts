import { absent } from '#fields/absent.ts'
import { columnsOf } from '#fields/columns.ts'
import { help, type Input, nullable, optional } from '#fields/field.ts'
import { anything, boolean, file, plainText } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { isDuplicate } from '#store/store-error.ts'
import { storedObject } from '#store/stored-json.ts'
import { changeKeyFilter } from '../../catalogue/change-key-filter.ts'
import { importContent } from '../../catalogue/component-files.ts'
import { isByKey } from '../../catalogue/component-format.ts'
import {
  type ComponentParts,
  type ComponentRow,
  componentParts,
  type ProjectRow,
  partsOf,
} from '../../catalogue/components.ts'
import { createFirstGlossary } from '../../catalogue/first-glossary.ts'
import { importArchive } from '../../catalogue/import-archive.ts'
import { changedLevel, componentLevel, levelAbove, levelColumns, newLevel } from '../../catalogue/inheritance.ts'
import { type LanguageRow, languageByCode } from '../../catalogue/languages.ts'
import { moveComponent } from '../../catalogue/move-component.ts'
import { removeComponent } from '../../catalogue/removal.ts'
import { changeComponent } from '../../catalogue/settings.ts'
import { createComponent } from '../../catalogue/translations.ts'
import { usesGit } from '../../catalogue/version-control.ts'
import { checkParamsFit } from '../../declarations/file-params.ts'
import { type FileParams, fittingParams } from '../../formats/file-params.ts'
import { format, formats } from '../../formats/index.ts'
import { readZip } from '../../formats/zip/read-zip.ts'
import { commitLater, operateAsTask } from '../../repositories/background.ts'
import { switchRepository } from '../../repositories/switch-repository.ts'
import { Component, componentBody, componentObject, NO_SETTING } from '../objects/component.ts'
import { amend, create, list, read, remove, replace, resource } from '../resource.ts'
import { rowsOf } from '../rows.ts'
import {
  categoryOfCopy,
  copiedColumns,
  copyContent,
  originalOf,
  rejectOverrides,
  withFallbacks,
  withoutFallbacks,
} from './component-copy.ts'
import { isSwitched, reimport } from './component-reimport.ts'
import { leaveOwnerSettings, repositoryColumns } from './component-repository.ts'
import { needAccess, needKeys, needVoting, withReadableFiles } from './component-rules.ts'
import { readable } from './downloads.ts'
import { type AnyCall, findComponent, findProject, needComponent, needProject } from './find.ts'
import { needFreePath } from './free-path.ts'
import { inheritedSettings } from './inherited-settings.ts'

export const components = resource({
  path: '/components/',
  name: 'Components',
  description: 'Components of all visible projects.',
  operations: {
    GET: list({
      summary: 'List components',
      answer: Component,
      handle: async call => {
        const permissions = await call.permissions()
        const query = call.db
          .selectFrom('component')
          .innerJoin('project', 'project.id', 'component.project_id')
          .selectAll('component')
          .where(eb => permissions.visibleProjects(eb))
          .where(eb => permissions.visibleComponents(eb))
          .orderBy('component.id')
        const viewer = await call.viewer()
        return rowsOf(query, async rows =>
          (await componentParts(call.db, rows)).map(parts => componentObject(parts, viewer)),
        )
      },
    }),
  },
})

const inCategory = help(optional(nullable(anything())), 'URL or ID of a category; null if there is none.')
const language = help(optional(anything()), 'A language code, or an object with a code.')

const creation = {
  ...componentBody,
  ...absent(NO_SETTING, { disable_autoshare: [] }),
  vcs: optional(componentBody.vcs),
  file_format: optional(componentBody.file_format),
  from_component: help(
    optional(anything()),
    'URL or ID of a component to copy. Settings that are not sent are those of that component.',
  ),
  source_language: help(language, 'A language code, or an object with a code. The default is English.'),
  category: inCategory,
  manage_units: help(
    optional(boolean()),
    'Strings are added and removed on this site. The default is true, except for files of a repository whose strings have no keys.',
  ),
  zipfile: help(optional(file()), 'Zip archive of translation files. Files that match the file mask are imported.'),
  docfile: help(optional(file()), 'The file of the source language.'),
}

/** Derives the file mask from the name of a single file. */
const maskFor = (slug: string, filename: string): string => {
  const extension = /\.([A-Za-z0-9]{1,10})$/.exec(filename)?.[1]
  return extension === undefined ? `${slug}/*` : `${slug}/*.${extension.toLowerCase()}`
}

/** Where the file of the source language is, unless the request says so. In monolingual formats, it is the template. */
function placeDocument(
  settings: { slug: string; filemask?: string; template?: string; file_format: string },
  language: string,
  filename: string,
): void {
  if (settings.filemask) return
  settings.filemask = maskFor(settings.slug, filename)
  if (!settings.template && format(settings.file_format)?.monolingual)
    settings.template = settings.filemask.replace('*', language)
}

/** No component can have a file of another kind. Some formats have files without an extension. */
function checkDocument(filename: string): void {
  const extension = /\.([^./\\]+)$/.exec(filename)?.[1]?.toLowerCase()
  if (extension !== undefined && !formats().some(each => each.extensions.includes(extension)))
    throw invalidField('docfile', 'invalid', `Unsupported file format: no format has files named *.${extension}.`)
}

export const projectComponents = resource({
  path: '/projects/:project/components/',
  name: 'Project components',
  description: 'Components of a project.',
  operations: {
    GET: list({
      summary: 'List components of a project',
      answer: Component,
      handle: async call => {
        const project = await findProject(call)
        const permissions = await call.permissions()
        const query = call.db
          .selectFrom('component')
          .selectAll('component')
          .where('project_id', '=', project.id)
          .where(eb => permissions.visibleComponents(eb))
          .orderBy('component.id')
        const viewer = await call.viewer()
        return rowsOf(query, async rows =>
          (await componentParts(call.db, rows)).map(parts => componentObject(parts, viewer)),
        )
      },
    }),
    POST: create({
      summary: 'Create a component',
      body: withoutFallbacks(creation),
      answer: Component,
      allow: async call => needProject(call, await findProject(call), 'project.edit'),
      handle: async call => {
        const project = await findProject(call)
        const original = call.body.from_component ? await originalOf(call, call.body.from_component) : null
        if (original !== null) return copy(call, project, original, call.body)
        const { source_language, category, zipfile, docfile, from_component, ...sent } = withFallbacks(
          creation,
          call.body,
        )
        const { file_format } = sent
        if (file_format === undefined) throw invalidField('file_format', 'required', 'This field is required.')
        const [inheritable, rest] = await inheritedSettings(call, sent)
        const settings = { ...rest, file_format, vcs: call.body.vcs ?? systemOf(call.body.repo) }
        checkParamsFit(file_format, settings.file_format_params ?? {})
        if (zipfile && docfile) throw invalidField('docfile', 'invalid', 'Send either zipfile or docfile, not both.')
        const language = await sourceLanguage(call, source_language)
        if (docfile) checkDocument(docfile.filename)
        if (docfile) placeDocument(settings, language.code, docfile.filename)
        const folder = await categoryOf(call, project.id, category)
        const path = folder === null ? settings.slug : `${folder.path}/${settings.slug}`
        await needFreePath(call, project.id, path, 'project_category')
        const repository = await repositoryColumns(call, settings, null)
        const isLocal = !usesGit({ vcs: repository.vcs ?? 'local' })
        if (!isLocal && (zipfile || docfile))
          throw invalidField(
            zipfile ? 'zipfile' : 'docfile',
            'invalid',
            'Files cannot be uploaded, because they come from the repository.',
          )
        await needAccess(call, project, settings, null)
        needVoting(settings)
        needKeys(settings)
        const manage_units = settings.manage_units ?? (isLocal || isByKey({ template: '', ...settings }))
        const place = { project_id: project.id, category_id: folder?.id ?? null, path }
        const level = newLevel(inheritable, await levelAbove(call.db, project, place.category_id))
        const values = { ...columns({ ...settings, manage_units }), ...levelColumns(level), ...repository, ...place }
        const made = await readable(() =>
          unique(() =>
            call.work(async piece => {
              const { component: row } = await createComponent(piece, values, language)
              const parts = { component: row, project, sourceLanguage: language }
              if (call.services.config.projectGlossary === 'on') await createFirstGlossary(piece, parts)
              if (zipfile) await importArchive(piece, parts, await readZip(zipfile.content))
              if (docfile) await importContent(piece, parts, language, docfile.content)
              return parts
            }),
          ),
        )
        return created(call, made)
      },
    }),
  },
})

/** Without `vcs`, a repository address means git. */
const systemOf = (repo: string | undefined): 'git' | 'local' => (repo && repo !== 'local:' ? 'git' : 'local')

/** The response, with the task that fetches the files of a repository. */
async function created(call: AnyCall, made: ComponentParts): Promise<unknown> {
  if (!usesGit(made.component)) return componentObject(made, await call.viewer())
  const request = { components: [made.component.id], operations: ['pull'] as const }
  const who = { account: call.accountId(), project: made.project.id }
  const task = await operateAsTask(call.tx, call.services, { ...request, ...who })
  await commitLater(call.tx, call.services.jobs, call.clock)
  return componentObject(made, await call.viewer(), { task })
}

async function copy(
  call: AnyCall,
  project: ProjectRow,
  original: ComponentParts,
  body: Input<typeof creation>,
): Promise<unknown> {
  rejectOverrides(body)
  const { category, source_language, zipfile, docfile, from_component, ...sent } = body
  const [inheritable, settings] = await inheritedSettings(call, sent)
  settleParams(settings, original.component)
  const folder = await categoryOf(call, project.id, categoryOfCopy(project, original, category))
  const path = folder === null ? settings.slug : `${folder.path}/${settings.slug}`
  await needFreePath(call, project.id, path, 'project_category')
  await needAccess(call, project, settings, null)
  needVoting({ ...original.component, ...settings })
  if (settings.key_filter) needKeys({ ...original.component, ...settings })
  const repository = await repositoryColumns(call, { vcs: 'local' }, null)
  const place = { project_id: project.id, category_id: folder?.id ?? null, path }
  const above = await levelAbove(call.db, project, place.category_id)
  const level = levelColumns(changedLevel(componentLevel(original.component), inheritable, above))
  const values = { ...copiedColumns(original), ...columns(settings), ...level, ...repository, ...place }
  const made = await readable(() =>
    unique(() =>
      call.work(async piece => {
        const { component: row } = await createComponent(piece, values as NewComponent, original.sourceLanguage)
        const parts = { component: row, project, sourceLanguage: original.sourceLanguage }
        await copyContent(piece, original, parts)
        return parts
      }),
    ),
  )
  return created(call, made)
}

type NewComponent = Parameters<typeof createComponent>[1]

const changeable = { ...componentBody, source_language: language, category: inCategory }

/** Parameters that were sent must fit the file format. Others go when it changes. */
function settleParams(
  settings: { file_format?: string; file_format_params?: FileParams },
  before: Pick<ComponentRow, 'file_format' | 'file_format_params'>,
): void {
  const { file_format = before.file_format, file_format_params } = settings
  if (file_format_params !== undefined) checkParamsFit(file_format, file_format_params)
  else if (file_format !== before.file_format)
    settings.file_format_params = fittingParams(file_format, storedObject(before.file_format_params))
}

interface JsonSettings {
  enforced_checks?: string[]
  file_format_params?: FileParams
}

const columns = <T extends JsonSettings>({ enforced_checks, file_format_params, ...settings }: T) => ({
  ...columnsOf(settings),
  ...(file_format_params && { file_format_params: JSON.stringify(file_format_params) }),
  ...(enforced_checks && { enforced_checks: JSON.stringify([...new Set(enforced_checks)].sort()) }),
})

const mayEdit = (call: AnyCall) => needComponent(call, 'component.edit')

export const component = resource({
  path: '/components/:project/:component/',
  name: 'Component',
  description: 'A component.',
  operations: {
    GET: read({
      summary: 'Get a component',
      answer: Component,
      handle: async call => componentObject(await findComponent(call), await call.viewer()),
    }),
    PUT: replace({
      summary: 'Replace a component',
      body: changeable,
      answer: Component,
      allow: mayEdit,
      handle: call => change(call, call.body),
    }),
    PATCH: amend({
      summary: 'Update a component',
      body: changeable,
      answer: Component,
      allow: mayEdit,
      handle: call => change(call, call.body),
    }),
    DELETE: remove({
      summary: 'Delete a component and its translations',
      allow: mayEdit,
      handle: async call => {
        const { component: row } = await findComponent(call)
        await call.work(piece => removeComponent(piece, row))
      },
    }),
  },
})

async function change(
  call: AnyCall,
  { category, source_language, ...sent }: Partial<Input<typeof changeable>>,
): Promise<unknown> {
  const parts = await findComponent(call)
  const [inheritable, settings] = await inheritedSettings(call, sent)
  settleParams(settings, parts.component)
  if (source_language !== undefined && (await sourceLanguage(call, source_language)).id !== parts.sourceLanguage.id)
    throw invalidField('source_language', 'invalid', 'The source language of a component cannot be changed.')
  const folder = category === undefined ? undefined : await categoryOf(call, parts.project.id, category)
  const { path, slug } = parts.component
  const place = folder === undefined ? path.slice(0, path.lastIndexOf('/') + 1) : folder ? `${folder.path}/` : ''
  const newPath = place + (settings.slug ?? slug)
  if (newPath !== path) await needFreePath(call, parts.project.id, newPath, 'project_category')
  await needAccess(call, parts.project, settings, parts.component)
  if (settings.suggestion_autoaccept !== undefined || settings.suggestion_voting !== undefined)
    needVoting({ ...parts.component, ...settings })
  if (settings.key_filter) needKeys({ ...parts.component, ...settings })
  const repository = await repositoryColumns(call, settings, parts.component)
  leaveOwnerSettings(settings, parts, repository)
  const above = await levelAbove(
    call.db,
    parts.project,
    folder === undefined ? parts.component.category_id : (folder?.id ?? null),
  )
  const level = levelColumns(changedLevel(componentLevel(parts.component), inheritable, above))
  const changed = await unique(() =>
    call.work(async piece => {
      const values = { ...columns(settings), ...level, ...repository }
      const row = await withReadableFiles(() =>
        changeKeyFilter(piece, parts, settings.key_filter ?? parts.component.key_filter, () =>
          changeComponent(piece, parts.component, values),
        ),
      )
      if (isSwitched(parts.component, row)) await switchRepository(piece, parts.component, row)
      return folder === undefined ? row : moveComponent(piece, row, folder)
    }),
  )
  const task = await reimport(call, parts, changed)
  const { project, ...now } = await partsOf(call.db, changed)
  return componentObject({ ...now, project: parts.project }, await call.viewer(), { task })
}

async function sourceLanguage(call: AnyCall, value: unknown): Promise<LanguageRow> {
  const isObject = typeof value === 'object' && value !== null
  const code = isObject ? (value as { code?: unknown }).code : (value ?? 'en')
  const row = typeof code === 'string' && !code.includes('\0') ? await languageByCode(call.db, code) : null
  if (row !== null) return row
  throw isObject
    ? invalidField('source_language.code', 'invalid', 'There is no language with this code.')
    : invalidField('source_language', 'does_not_exist', 'This language does not exist.')
}

/** Resolves a category from its API URL or its ID. */
export async function categoryOf(call: AnyCall, project: number, value: unknown, attr = 'category') {
  if (value === undefined || value === null || value === '') return null
  const id = Number(/(\d{1,15})\/?$/.exec(plainText(value))?.[1] ?? -1)
  const row = await call.db
    .selectFrom('project_category')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', project)
    .executeTakeFirst()
  if (row === undefined) throw invalidField(attr, 'does_not_exist', 'This category does not exist in the project.')
  return row
}

async function unique<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    throw isDuplicate(error) ? invalidField('slug', 'unique', 'A component with this slug already exists.') : error
  }
}
