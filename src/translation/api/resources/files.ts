import { storedFile, templateFile } from '../../catalogue/component-files.ts'
import { componentParts } from '../../catalogue/components.ts'
import { convertFile, exportFile } from '../../catalogue/export-file.ts'
import { exportComponent } from '../../catalogue/export-project.ts'
import { parseUnitSearch, unitCondition } from '../../catalogue/unit-search.ts'
import { CONFLICTS, FUZZY, UPLOAD_METHODS, upload } from '../../catalogue/upload.ts'
import { work } from '../../catalogue/work.ts'
import { type FileFormat, FormatError, format, formats } from '../../formats/index.ts'
import { invalidField, notFound, parseError } from '../errors.ts'
import { help, type Input, optional, readOnly, shape } from '../fields/field.ts'
import { boolean, choice, file, integer, text } from '../fields/kinds.ts'
import { act, RawAnswer, raw, resource } from '../resource.ts'
import { zip } from '../zip.ts'
import {
  type AnyCall,
  type FoundComponent,
  type FoundTranslation,
  findComponent,
  findProject,
  findTranslation,
  needProject,
  needTranslation,
  needUnlocked,
} from './find.ts'
import { explained } from './units.ts'

const MEDIA_TYPES: Record<string, string> = {
  po: 'text/x-gettext-translation; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  arb: 'application/json',
  xliff: 'application/x-xliff+xml',
  xlf: 'application/x-xliff+xml',
  xml: 'application/xml',
  ts: 'application/x-linguist',
  properties: 'text/plain; charset=utf-8',
  strings: 'text/plain; charset=utf-8',
  yml: 'application/yaml',
}

function download(content: Uint8Array, filename: string): RawAnswer {
  const extension = /\.([^./]+)$/.exec(filename)?.[1]?.toLowerCase() ?? ''
  return new RawAnswer(Buffer.from(content), {
    'Content-Type': MEDIA_TYPES[extension] ?? 'application/octet-stream',
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`,
    'X-Content-Type-Options': 'nosniff',
  })
}

/** Trouble with a file is the sender's business, not a server error. */
async function readable<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task()
  } catch (error) {
    throw error instanceof FormatError ? parseError(error.message) : error
  }
}

function conversion(id: string): FileFormat {
  const found = format(id)
  if (found) return found
  const known = formats().map(each => each.id)
  throw invalidField(
    'format',
    'invalid_choice',
    `"${id.slice(0, 40)}" is not a valid choice. There are ${known.join(', ')}.`,
  )
}

async function fileOf(
  call: AnyCall,
  found: FoundTranslation,
  wish: { format?: string; q?: string },
): Promise<RawAnswer> {
  const { project, component, language } = found
  if (wish.format === undefined || wish.format === '') {
    const name = found.translation.filename.split('/').at(-1) || `${project.slug}-${component.slug}-${language.code}`
    return download(await exportFile(call.db, found), name)
  }
  const kind = conversion(wish.format)
  const wanted = wish.q === undefined ? null : await matching(call, found.translation.id, wish.q)
  const content = await convertFile(call.db, kind, found, unit => wanted === null || wanted.has(unit.id))
  return download(content, `${project.slug}-${component.slug}-${language.code}.${kind.extensions[0]}`)
}

const matching = (call: AnyCall, translation: number, q: string): Promise<Set<number>> =>
  explained(async () => {
    const terms = parseUnitSearch(q)
    const rows = await call.db
      .selectFrom('unit')
      .select('unit.id')
      .where('translation_id', '=', translation)
      .where(eb => unitCondition(eb, terms))
      .execute()
    return new Set(rows.map(row => row.id))
  })

const Uploaded = shape('UploadResult', 'What became of the strings in the file.', {
  not_found: readOnly(integer()),
  skipped: readOnly(integer()),
  accepted: readOnly(integer()),
  total: readOnly(integer()),
  result: readOnly(boolean()),
  count: readOnly(integer()),
})

const form = {
  file: file(),
  method: optional(choice(UPLOAD_METHODS), 'translate'),
  conflicts: optional(choice(CONFLICTS), ''),
  fuzzy: optional(choice(FUZZY), ''),
  overwrite: help(optional(boolean()), 'The same as conflicts=replace-translated; sent by old clients.'),
}

async function take(call: AnyCall, wish: Input<typeof form>): Promise<unknown> {
  const found = await findTranslation(call)
  needUnlocked(found)
  const { method = 'translate', fuzzy = '', file: sent } = wish
  const conflicts = wish.overwrite ? 'replace-translated' : (wish.conflicts ?? '')
  if (conflicts !== '' && conflicts !== 'ignore') await needTranslation(call, found, 'upload.overwrite')
  if (method === 'approve' || conflicts === 'replace-approved') await needTranslation(call, found, 'unit.review')
  if (method === 'suggest') await needTranslation(call, found, 'suggestion.add')
  if (method === 'source') await needTranslation(call, found, 'source.edit')
  if (method === 'replace') await needTranslation(call, found, 'upload.overwrite')
  const result = await readable(() =>
    explained(() =>
      work(call.services, call.accountId(), piece =>
        upload(piece, found, { content: sent.content, filename: sent.filename, method, conflicts, fuzzy }),
      ),
    ),
  )
  return { ...result, result: result.accepted > 0, count: result.total }
}

const uploading = act({
  summary: 'Upload a translation file',
  body: form,
  answer: Uploaded,
  allow: async call => needTranslation(call, await findTranslation(call), 'upload.perform'),
  handle: call => take(call, call.body),
})

/** All files of some components, each in a folder named after its component. */
async function archive(
  call: AnyCall,
  components: readonly FoundComponent[],
  only: string | undefined,
): Promise<RawAnswer> {
  const files = new Map<string, Uint8Array>()
  for (const parts of components)
    for await (const file of exportComponent(call.db, parts, only))
      files.set(`${parts.project.slug}/${file.path}`, file.content)
  const content = await zip(files, new Date(call.clock.now()))
  return new RawAnswer(content, {
    'Content-Type': 'application/zip',
    'Content-Disposition': 'attachment; filename=translations.zip',
  })
}

const archiveQuery = {
  format: help(optional(choice({ '': 'zip', zip: 'zip' })), 'The kind of archive.'),
  language_code: help(optional(text({ max: 50 })), 'Only this language.'),
}

export const fileResources = [
  resource({
    path: '/translations/:project/:component/:language/file/',
    name: 'Translation file',
    description: 'The translation as a file: as it came, with what was changed since; or converted to another format.',
    ownFormat: true,
    operations: {
      GET: raw({
        summary: 'Download the file',
        query: {
          format: help(optional(text({ blank: true, max: 50 })), 'Convert to this format.'),
          q: help(optional(text({ max: 1000 })), 'Only strings that match; with format.'),
        },
        allow: async call => needTranslation(call, await findTranslation(call), 'translation.download'),
        handle: async call => readable(async () => fileOf(call, await findTranslation(call), call.query)),
      }),
      POST: uploading,
      PUT: uploading,
    },
  }),
  resource({
    path: '/components/:project/:component/file/',
    name: 'Component files',
    description: 'All translations of a component in a zip archive.',
    ownFormat: true,
    operations: {
      GET: raw({
        summary: 'Download all files',
        query: archiveQuery,
        allow: async call => needProject(call, (await findComponent(call)).project, 'translation.download'),
        handle: async call =>
          readable(async () => archive(call, [await findComponent(call)], call.query.language_code)),
      }),
    },
  }),
  resource({
    path: '/projects/:project/file/',
    name: 'Project files',
    description: 'All translations of a project in a zip archive.',
    ownFormat: true,
    operations: {
      GET: raw({
        summary: 'Download all files',
        query: archiveQuery,
        allow: async call => needProject(call, await findProject(call), 'translation.download'),
        handle: async call => {
          const project = await findProject(call)
          const permissions = await call.permissions()
          const rows = await call.db
            .selectFrom('component')
            .selectAll('component')
            .where('project_id', '=', project.id)
            .where(eb => permissions.visibleComponents(eb))
            .orderBy('component.id')
            .execute()
          return readable(async () => archive(call, await componentParts(call.db, rows), call.query.language_code))
        },
      }),
    },
  }),
  resource({
    path: '/components/:project/:component/monolingual_base/',
    name: 'Monolingual base',
    description: 'The file that has the source texts.',
    ownFormat: true,
    operations: {
      GET: raw({
        summary: 'Download the base file',
        allow: async call => needProject(call, (await findComponent(call)).project, 'translation.download'),
        handle: async call => {
          const found = await findComponent(call)
          const content = found.component.template === '' ? null : await templateFile(call.db, found)
          if (content === null) throw notFound()
          return download(content, found.component.template)
        },
      }),
    },
  }),
  resource({
    path: '/components/:project/:component/new_template/',
    name: 'Template for new translations',
    description: 'The file that a new language starts from.',
    ownFormat: true,
    operations: {
      GET: raw({
        summary: 'Download the template',
        allow: async call => needProject(call, (await findComponent(call)).project, 'translation.download'),
        handle: async call => {
          const { component } = await findComponent(call)
          const content = component.new_base === '' ? null : await storedFile(call.db, component.id, component.new_base)
          if (content === null) throw notFound()
          return download(content, component.new_base)
        },
      }),
    },
  }),
]
