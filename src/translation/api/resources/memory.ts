import { help, nullable, optional, readOnly, shape } from '#fields/field.ts'
import { anything, boolean, integer, list as listOf, text } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { contains } from '../../catalogue/contains.ts'
import { type LanguageRow, languageByCode } from '../../catalogue/languages.ts'
import { MAX_QUERY, type MemoryRow, recall } from '../../catalogue/memory.ts'
import { forgetIn, isShared, type MemoryScope } from '../../catalogue/memory-scope.ts'
import { notFound } from '../errors.ts'
import { act, list, read, remove, resource } from '../resource.ts'
import { rowsOf } from '../rows.ts'
import { type AnyCall, idIn, needProject, needSite } from './find.ts'

const Memory = shape('Memory', 'An entry in the translation memory.', {
  id: readOnly(integer()),
  source: readOnly(text()),
  target: readOnly(text()),
  source_language: readOnly(integer()),
  target_language: readOnly(integer()),
  origin: readOnly(text()),
  project: readOnly(nullable(integer())),
  user: readOnly(nullable(integer())),
  from_file: readOnly(boolean()),
  shared: readOnly(boolean()),
})

const memoryObject = (row: MemoryRow, visibleProjects: ReadonlySet<number | null>) => ({
  id: row.id,
  source: row.source,
  target: row.target,
  source_language: row.source_language_id,
  target_language: row.target_language_id,
  origin: row.origin,
  project: visibleProjects.has(row.project_id) ? row.project_id : null,
  user: row.account_id,
  from_file: row.from_file === 1,
  shared: row.shared === 1,
})

/** Serializes entries. An entry can be shared by a project, or remain with a user, that the caller cannot see. */
async function memoryObjects(call: AnyCall, rows: readonly MemoryRow[]) {
  const permissions = await call.permissions()
  const projects = await call.db
    .selectFrom('project')
    .select('id')
    .where('id', 'in', [-1, ...new Set(rows.flatMap(({ project_id }) => project_id ?? []))])
    .where(eb => permissions.visibleProjects(eb))
    .execute()
  const visible = new Set(projects.map(({ id }) => id))
  return rows.map(row => memoryObject(row, visible))
}

/** Shared entries, entries of visible projects, and the caller's own. */
async function visible(call: AnyCall) {
  const permissions = await call.permissions()
  const self = call.caller.account?.id ?? -1
  return call.db
    .selectFrom('memory')
    .selectAll()
    .where(eb =>
      eb.or([
        isShared(eb),
        eb('memory.account_id', '=', self),
        eb(
          'memory.project_id',
          'in',
          eb
            .selectFrom('project')
            .select('project.id')
            .where(inner => permissions.visibleProjects(inner)),
        ),
      ]),
    )
}

async function findEntry(call: AnyCall): Promise<MemoryRow> {
  const row = await (await visible(call)).where('memory.id', '=', idIn(call, 'id')).executeTakeFirst()
  if (row === undefined) throw notFound()
  return row
}

const projectOf = async (call: AnyCall, { project_id }: MemoryRow) =>
  project_id === null
    ? undefined
    : call.db.selectFrom('project').selectAll().where('id', '=', project_id).executeTakeFirst()

/** The memories from which the caller may remove an entry. */
async function changeableScopes(call: AnyCall, row: MemoryRow): Promise<MemoryScope[]> {
  const permissions = await call.permissions()
  const project = await projectOf(call, row)
  const scopes: MemoryScope[] = []
  if (project && permissions.inProject(project, 'memory.delete')) scopes.push({ project: project.id })
  if (!project && row.shared === 1 && permissions.onSite('memory.manage')) scopes.push('site')
  if (row.account_id !== null && row.account_id === call.caller.account?.id) scopes.push({ account: row.account_id })
  if (scopes.length > 0) return scopes
  if (project) await needProject(call, project, 'memory.delete')
  else await needSite(call, 'memory.manage')
  return scopes
}

async function language(call: AnyCall, attr: string, code: string): Promise<LanguageRow> {
  const row = await languageByCode(call.db, code)
  if (row === null) throw invalidField(attr, 'does_not_exist', `There is no language "${code}".`)
  return row
}

const Lookup = shape('MemoryLookup', 'Result of a translation memory lookup.', {
  query: text(),
  match: readOnly(nullable(anything())),
})
const DEFAULT_THRESHOLD = 75

export const memoryResources = [
  resource({
    path: '/memory/',
    name: 'Translation memory',
    description: 'The translation memory.',
    operations: {
      GET: list({
        summary: 'List translation memory entries',
        query: {
          source: help(optional(text({ max: MAX_QUERY })), 'Text that the source must contain.'),
          source_language: help(optional(text({ max: 50 })), 'Code of the source language.'),
          target_language: help(optional(text({ max: 50 })), 'Code of the target language.'),
          project: help(optional(text({ max: 60 })), 'Slug of a project.'),
        },
        answer: Memory,
        loginRequired: true,
        handle: async call => {
          const { source, source_language, target_language, project } = call.query
          let query = await visible(call)
          if (source !== undefined) query = query.where(contains('memory.source', source))
          if (source_language !== undefined)
            query = query.where(
              'source_language_id',
              '=',
              (await language(call, 'source_language', source_language)).id,
            )
          if (target_language !== undefined)
            query = query.where(
              'target_language_id',
              '=',
              (await language(call, 'target_language', target_language)).id,
            )
          const permissions = await call.permissions()
          if (project !== undefined)
            query = query.where('memory.project_id', 'in', eb =>
              eb
                .selectFrom('project')
                .select('project.id')
                .where('project.slug', '=', project)
                .where(inner => permissions.visibleProjects(inner)),
            )
          return rowsOf(query.orderBy('memory.id'), rows => memoryObjects(call, rows))
        },
      }),
    },
  }),
  resource({
    path: '/memory/:id(\\d+)/',
    name: 'Memory entry',
    description:
      'A translation memory entry. Deleting it removes it from the memories that you can change: yours, that of a project or of the site. It remains in the others.',
    operations: {
      GET: read({
        summary: 'Show a translation memory entry',
        answer: Memory,
        loginRequired: true,
        handle: async call => (await memoryObjects(call, [await findEntry(call)]))[0]!,
      }),
      DELETE: remove({
        summary: 'Delete a translation memory entry',
        hold: 'shared',
        handle: async call => {
          const row = await findEntry(call)
          const scopes = await changeableScopes(call, row)
          for (const scope of scopes) await forgetIn(call.tx, scope, eb => eb('memory.id', '=', row.id))
        },
      }),
    },
  }),
  resource({
    path: '/memory/lookup/',
    name: 'Memory lookup',
    description: 'Best matches for a list of texts.',
    operations: {
      POST: act({
        summary: 'Look up texts',
        hold: null,
        query: {
          source_language: help(text({ max: 50 }), 'Code of the source language.'),
          target_language: help(text({ max: 50 }), 'Code of the target language.'),
          project: help(
            optional(text({ max: 60 })),
            'Slug of a project. Limits the lookup to its entries, yours, and shared ones if the project uses them.',
          ),
          exact: help(optional(boolean(), false), 'Return only exact matches.'),
        },
        body: {
          strings: listOf(text({ max: MAX_QUERY, verbatim: true }), { max: 100 }),
          threshold: optional(integer({ min: 1, max: 100 }), DEFAULT_THRESHOLD),
        },
        answer: Lookup,
        answers: 'array',
        handle: async call => {
          const { strings, threshold = DEFAULT_THRESHOLD } = call.body
          const { project, exact } = call.query
          const source = await language(call, 'source_language', call.query.source_language)
          const target = await language(call, 'target_language', call.query.target_language)
          const permissions = await call.permissions()
          const projects = await call.db
            .selectFrom('project')
            .select(['id', 'use_shared_tm'])
            .where(eb => permissions.visibleProjects(eb))
            .$if(project !== undefined, query => query.where('slug', '=', project!))
            .execute()
          if (project !== undefined && projects.length === 0)
            throw invalidField('project', 'does_not_exist', `There is no project "${project}".`)
          const place = {
            sourceLanguage: source.id,
            targetLanguage: target.id,
            projects: projects.map(each => each.id),
            shared: project === undefined || projects[0]!.use_shared_tm === 1,
            account: call.caller.account?.id ?? null,
          }
          const answers: unknown[] = []
          for (const query of strings) {
            const best = await recall(call.db, query, place, exact ? 100 : threshold)
            const match = best && {
              id: best.row.id,
              source: best.row.source,
              target: best.row.target,
              origin: best.row.origin,
              exact: best.quality === 100,
              quality: best.quality,
            }
            answers.push({ query, match })
          }
          return answers
        },
      }),
    },
  }),
]
