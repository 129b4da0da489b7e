import { help, optional } from '#fields/field.ts'
import { text } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { componentParts } from '../../catalogue/components.ts'
import type { Conversion } from '../../catalogue/conversions.ts'
import { exportComponent } from '../../catalogue/export-project.ts'
import { languageByCode } from '../../catalogue/languages.ts'
import { ZipWriter } from '../../formats/zip/write-zip.ts'
import { notFound } from '../errors.ts'
import { type RawAnswer, raw, resource } from '../resource.ts'
import { conversionFor, download, readable } from './downloads.ts'
import { type AnyCall, type FoundComponent, findComponent, findProject, needComponent, needProject } from './find.ts'

const format = help(
  optional(text({ max: 60, blank: true })),
  'zip for the original files, or zip:FORMAT to convert them.',
)
const language_code = help(optional(text({ max: 50 })), 'Download only this language.')

const isZip = (suffix: string): boolean => suffix === 'zip'

function requestedConversion(format: string | undefined): Conversion | undefined {
  if (format === undefined || format === '' || format === 'zip') return undefined
  if (!format.startsWith('zip:'))
    throw invalidField('format', 'invalid_choice', `"${format}" is not a valid choice. Use zip or zip:FORMAT.`)
  return conversionFor(format.slice('zip:'.length))
}

/** Zip archive of all files of some components, with one folder per component. */
const archive = (
  call: AnyCall,
  components: readonly FoundComponent[],
  options: { only?: string | undefined; format?: string | undefined },
  name: string,
): Promise<RawAnswer> =>
  readable(async () => {
    const converted = requestedConversion(options.format)
    const zip = new ZipWriter(new Date(call.clock.now()))
    const names = new Set<string>()
    for (const parts of components)
      for await (const file of exportComponent(call.db, parts, options.only, converted)) {
        call.signal.throwIfAborted()
        const path = `${parts.project.slug}/${file.path}`
        if (!names.has(path)) await zip.add(path, file.content)
        names.add(path)
      }
    return download(zip.end(), name)
  })

async function visibleComponents(call: AnyCall, project: number): Promise<FoundComponent[]> {
  const permissions = await call.permissions()
  const rows = await call.db
    .selectFrom('component')
    .selectAll('component')
    .where('project_id', '=', project)
    .where(eb => permissions.visibleComponents(eb))
    .orderBy('component.id')
    .execute()
  return componentParts(call.db, rows)
}

const mayDownload = async (call: AnyCall) => needProject(call, await findProject(call), 'translation.download')

export const archiveResources = [
  resource({
    path: '/components/:project/:component/file/',
    name: 'Component files',
    description: 'All translations of a component in a zip archive.',
    ownFormat: true,
    suffixes: isZip,
    operations: {
      GET: raw({
        summary: 'Download all files',
        types: ['application/zip'],
        query: { format, language_code },
        allow: call => needComponent(call, 'translation.download'),
        handle: async call => {
          const place = await findComponent(call)
          const options = { only: call.query.language_code, format: call.query.format }
          return archive(call, [place], options, `${place.project.slug}-${place.component.slug}.zip`)
        },
      }),
    },
  }),
  resource({
    path: '/projects/:project/file/',
    name: 'Project files',
    description: 'All translations of a project in a zip archive.',
    ownFormat: true,
    suffixes: isZip,
    operations: {
      GET: raw({
        summary: 'Download all files',
        types: ['application/zip'],
        query: { format, language_code },
        allow: mayDownload,
        handle: async call => {
          const { id, slug } = await findProject(call)
          const options = { only: call.query.language_code, format: call.query.format }
          return archive(call, await visibleComponents(call, id), options, `${slug}.zip`)
        },
      }),
    },
  }),
  resource({
    path: '/projects/:project/languages/:code/file/',
    name: 'Project files of a language',
    description: 'All translations of a project into one language in a zip archive.',
    ownFormat: true,
    suffixes: isZip,
    operations: {
      GET: raw({
        summary: 'Download all files of a language',
        types: ['application/zip'],
        query: {
          format,
          filter: help(optional(text({ max: 100 })), 'Download only components whose slug contains this text.'),
        },
        allow: mayDownload,
        handle: async call => {
          const project = await findProject(call)
          const language = await languageByCode(call.db, call.params.code!)
          if (language === null) throw notFound()
          const { filter = '' } = call.query
          const components = await visibleComponents(call, project.id)
          return archive(
            call,
            components.filter(({ component }) => component.slug.includes(filter)),
            { only: language.code, format: call.query.format },
            `${project.slug}-${language.code}.zip`,
          )
        },
      }),
    },
  }),
]

export async function isTranslatedInto(call: AnyCall, project: number, language: number): Promise<boolean> {
  const row = await call.db
    .selectFrom('translation')
    .select('id')
    .where('project_id', '=', project)
    .where('language_id', '=', language)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
