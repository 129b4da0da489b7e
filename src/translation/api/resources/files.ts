import { help, type Input, optional, readOnly, shape } from '#fields/field.ts'
import { boolean, choice, file, integer, text } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { fileTime, storedFile, templateFile } from '../../catalogue/component-files.ts'
import { isByKey } from '../../catalogue/component-format.ts'
import { conversion } from '../../catalogue/conversions.ts'
import { exportFile } from '../../catalogue/export-file.ts'
import { parseUnitSearch, unitsMatching } from '../../catalogue/unit-search.ts'
import { CONFLICTS, FUZZY, UPLOAD_METHODS, upload } from '../../catalogue/upload.ts'
import { workflowOf } from '../../catalogue/workflows.ts'
import { forbidden, notFound } from '../errors.ts'
import { act, RawAnswer, raw, resource } from '../resource.ts'
import { conversionFor, download, FILE_TYPES, readable } from './downloads.ts'
import {
  type AnyCall,
  type FoundTranslation,
  findComponent,
  findTranslation,
  needComponent,
  needDirectEditing,
  needTranslation,
  needUnlocked,
} from './find.ts'
import { accountByEmail } from './find-user.ts'
import { explained } from './units.ts'

async function fileOf(
  call: AnyCall,
  place: FoundTranslation,
  query: { format?: string; q?: string },
): Promise<RawAnswer> {
  const { project, component, language } = place
  if (query.format === undefined || query.format === '') {
    if (query.q !== undefined && query.q !== '')
      throw invalidField('q', 'invalid', 'A search works only with a conversion. Set format too.')
    const changed = Math.floor((await fileTime(call.db, place.translation)) / 1_000_000) * 1000
    const headers = { 'Last-Modified': new Date(changed).toUTCString() }
    const since = call.headers['if-modified-since']
    if (typeof since === 'string' && Date.parse(since) >= changed) return new RawAnswer('', headers, 304)
    const name = place.translation.filename.split('/').at(-1) || `${project.slug}-${component.slug}-${language.code}`
    const answer = download(await exportFile(call.db, place), name)
    return new RawAnswer(answer.content, { ...answer.headers, ...headers })
  }
  const kind = conversionFor(query.format)
  const selected = query.q === undefined ? null : await matching(call, place.translation.id, query.q)
  const content = await kind.write(call.db, place, unit => selected === null || selected.has(unit.id))
  const name = `${project.slug}-${component.slug}-${language.code}.${kind.extension}`
  return download(content, name, kind.contentType)
}

const matching = (call: AnyCall, translation: number, q: string): Promise<ReadonlySet<number>> =>
  explained(async () => unitsMatching(call.db, translation, parseUnitSearch(q, call.clock)))

const Uploaded = shape('UploadResult', 'Result of a file upload.', {
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
  author_name: help(optional(text({ blank: true, max: 190 })), 'Name of the author; must match author_email.'),
  author_email: help(
    optional(text({ blank: true, max: 190 })),
    'Email address of the author. Naming another user requires user.edit.',
  ),
  overwrite: help(optional(boolean()), 'Same as conflicts=replace-translated, for older clients.'),
}

/** Rejects methods that do not apply to the source language or need reviews. */
function checkMethod(place: FoundTranslation, method: keyof typeof UPLOAD_METHODS): void {
  const { translation, component } = place
  const { translation_review, enable_suggestions } = workflowOf(place)
  const isSource = translation.is_source === 1
  const refuse = (detail: string) => {
    throw invalidField('method', 'invalid', detail)
  }
  if (method === 'source' && !isSource) refuse('To update source strings, upload the file to the source language.')
  if (method === 'approve' && !translation_review) refuse('Reviews are turned off in this project.')
  if (method === 'suggest' && !enable_suggestions) refuse('Suggestions are turned off in this component.')
  if (isSource && !isByKey(component) && TRANSLATING.includes(method))
    refuse('The source language cannot be translated. Use source, replace or add.')
}

/** The author to credit, if it is not the caller. */
async function authorOf(
  call: AnyCall,
  { author_name = '', author_email = '' }: Input<typeof form>,
): Promise<{ author?: number }> {
  const self = call.caller.account!
  const author =
    author_email === '' || author_email === self.email ? self : await accountByEmail(call, author_email, 'author_email')
  if (author_name !== '' && author_name !== author.name && author_name !== author.realName)
    throw invalidField(
      'author_name',
      'invalid',
      `The author is ${author.name}. To name someone else, set author_email.`,
    )
  return author.id === self.id ? {} : { author: author.id }
}

const TRANSLATING: readonly string[] = ['translate', 'approve', 'fuzzy', 'suggest']

async function uploadFile(call: AnyCall, input: Input<typeof form>): Promise<unknown> {
  const place = await findTranslation(call)
  needUnlocked(place)
  const { method = 'translate', fuzzy = '', file: sent } = input
  const conflicts = input.overwrite ? 'replace-translated' : (input.conflicts ?? '')
  if (conflicts !== '' && conflicts !== 'ignore') await needTranslation(call, place, 'upload.overwrite')
  if (method === 'approve' || conflicts === 'replace-approved') await needTranslation(call, place, 'unit.review')
  if (method === 'suggest') await needTranslation(call, place, 'suggestion.add')
  else await needDirectEditing(call, place)
  checkMethod(place, method)
  const author = await authorOf(call, input)
  if (method === 'source') await needTranslation(call, place, 'source.edit')
  if (method === 'add') {
    await needTranslation(call, place, 'unit.add')
    if (place.component.manage_units !== 1) throw forbidden('Adding strings is turned off in this component.')
  }
  if (method === 'replace') await needTranslation(call, place, 'upload.overwrite')
  const result = await readable(() =>
    explained(() =>
      call.work(piece =>
        upload(piece, place, { content: sent.content, filename: sent.filename, method, conflicts, fuzzy, ...author }),
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
  handle: call => uploadFile(call, call.body),
})

export const fileResources = [
  resource({
    path: '/translations/:project/:component/:language/file/',
    name: 'Translation file',
    description: 'The translation file, in its original format with all changes, or converted to another format.',
    ownFormat: true,
    suffixes: suffix => conversion(suffix) !== undefined,
    operations: {
      GET: raw({
        summary: 'Download a translation file',
        types: FILE_TYPES,
        notModified: true,
        query: {
          format: help(optional(text({ blank: true, max: 50 })), 'Convert to this format.'),
          q: help(optional(text({ max: 1000, blank: true })), 'Only strings that match this search; requires format.'),
        },
        allow: async call => needTranslation(call, await findTranslation(call), 'translation.download'),
        handle: async call => readable(async () => fileOf(call, await findTranslation(call), call.query)),
      }),
      POST: uploading,
      PUT: uploading,
    },
  }),
  resource({
    path: '/components/:project/:component/monolingual_base/',
    name: 'Monolingual base',
    description: 'The monolingual base file with the source texts.',
    ownFormat: true,
    operations: {
      GET: raw({
        summary: 'Download the base file',
        types: FILE_TYPES,
        allow: call => needComponent(call, 'translation.download'),
        handle: async call => {
          const place = await findComponent(call)
          const content = place.component.template === '' ? null : await templateFile(call.db, place)
          if (content === null) throw notFound()
          return download(content, place.component.template)
        },
      }),
    },
  }),
  resource({
    path: '/components/:project/:component/new_template/',
    name: 'Template for new translations',
    description: 'The file that new translations start from.',
    ownFormat: true,
    operations: {
      GET: raw({
        summary: 'Download the template',
        types: FILE_TYPES,
        allow: call => needComponent(call, 'translation.download'),
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
