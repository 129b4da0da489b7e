// Whole translation memories: of a project, of a user, and of the site. Not part of the Weblate API.

import { help, optional, readOnly, shape } from '#fields/field.ts'
import { boolean, choice, file, integer, text } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { languageByCode } from '../../catalogue/languages.ts'
import { cleanMemory } from '../../catalogue/memory-cleanup.ts'
import {
  learn,
  MAX_BYTES,
  type MemoryEntry,
  MemoryFileError,
  memoryOf,
  readMemoryFile,
} from '../../catalogue/memory-file.ts'
import { forgetIn, type MemoryScope } from '../../catalogue/memory-scope.ts'
import { readTmx, toTmx } from '../../catalogue/memory-tmx.ts'
import { work } from '../../catalogue/work.ts'
import { isXml } from '../../formats/tmx/read-tmx.ts'
import { forbidden } from '../errors.ts'
import { act, raw, remove, resource } from '../resource.ts'
import { download } from './downloads.ts'
import { type AnyCall, findProject, needProject, needSite } from './find.ts'
import { findUser } from './find-user.ts'

const TMX_TYPE = 'application/x-tmx+xml'

const Learned = shape('LearnedMemory', 'Result of a translation memory import.', {
  added: readOnly(integer()),
  total: readOnly(integer()),
})

const Cleaned = shape('CleanedMemory', 'Result of a translation memory clean-up.', {
  count: help(readOnly(integer()), 'Entries that were removed, or that would be.'),
  deleted: help(readOnly(boolean()), 'Whether they were removed; false for a preview.'),
})

/** Reads a file of either format. */
async function entriesIn(content: Buffer): Promise<MemoryEntry[]> {
  if (!isXml(content)) return readMemoryFile(content)
  if (content.length > MAX_BYTES) throw new MemoryFileError(`The file is larger than ${MAX_BYTES / 1024 / 1024} MB.`)
  return readTmx(content)
}

interface Owned {
  readonly scope: Exclude<MemoryScope, 'everything'>
  /** The first part of file names. */
  readonly name: string
  /** Number that tells scopes apart in Weblate's files. */
  readonly category: number
}

interface Memory {
  readonly path: string
  readonly name: string
  /** Whose memory it is, in sentences. */
  readonly whose: string
  readonly owner: (call: AnyCall) => Promise<Owned>
  readonly mayEdit: (call: AnyCall) => Promise<unknown>
  readonly mayDelete: (call: AnyCall) => Promise<unknown>
  /** Whether the file can have the entries of all memories. */
  readonly hasAll?: boolean
}

const FORMAT = { format: help(optional(choice({ json: 'JSON', tmx: 'TMX' }), 'json'), 'Format of the file.') }
const SCOPE = {
  scope: help(
    optional(choice({ site: 'Entries of no project or user', everything: 'All entries' }), 'site'),
    'Entries in the file.',
  ),
}

const memoryFile = ({ path, name, whose, owner, mayEdit, mayDelete, hasAll = false }: Memory) =>
  resource({
    path,
    name,
    description: `Translation memory of ${whose} as a JSON or TMX file. Not part of the Weblate API.`,
    ownFormat: true,
    operations: {
      GET: raw({
        summary: `Download the translation memory of ${whose}`,
        types: ['application/json', TMX_TYPE],
        query: { ...FORMAT, ...(hasAll && SCOPE) },
        allow: mayEdit,
        handle: async call => {
          const { scope, name: stem, category } = await owner(call)
          const query = call.query as { format?: string; scope?: string }
          const entries = memoryOf(call.db, query.scope === 'everything' ? 'everything' : scope)
          if (query.format === 'tmx') return download(await toTmx(entries), `${stem}-memory.tmx`, TMX_TYPE)
          const parts: string[] = []
          for await (const some of entries) {
            call.signal.throwIfAborted()
            parts.push(...some.map(entry => JSON.stringify({ ...entry, category })))
          }
          return download(Buffer.from(`[${parts.join(',\n')}]\n`), `${stem}-memory.json`)
        },
      }),
      POST: act({
        summary: `Import entries into the translation memory of ${whose}`,
        // Large files are read before the transaction.
        hold: null,
        body: {
          file: help(
            file(),
            'TMX, or a JSON list of entries with source, target, source_language and target_language.',
          ),
        },
        answer: Learned,
        allow: mayEdit,
        handle: async call => {
          const { scope } = await owner(call)
          const { content, filename } = call.body.file
          try {
            const entries = await entriesIn(content)
            const added = await work(call.services, call.accountId(), piece =>
              learn(piece, scope, entries, `file ${filename.slice(0, 150)}`),
            )
            return { added, total: entries.length }
          } catch (error) {
            throw error instanceof MemoryFileError ? invalidField('file', 'invalid', error.message) : error
          }
        },
      }),
      DELETE: remove({
        summary: `Delete the translation memory of ${whose}`,
        hold: 'shared',
        allow: mayDelete,
        handle: async call => forgetIn(call.tx, (await owner(call)).scope),
      }),
    },
  })

/** At least one condition, so that an empty request does not delete everything. */
const memoryCleanup = ({ path, name, whose, owner, mayDelete }: Memory) =>
  resource({
    path: `${path}cleanup/`,
    name: `${name} clean-up`,
    description: `Removes entries that meet all conditions from the translation memory of ${whose}. Not part of the Weblate API.`,
    operations: {
      POST: act({
        summary: `Clean up the translation memory of ${whose}`,
        body: {
          origin: help(
            optional(text({ max: 200, blank: true })),
            'Where the entries come from, as the memory lists it.',
          ),
          from_file: help(optional(boolean()), 'Whether the entries come from imported files.'),
          source_language: help(optional(text({ max: 50 })), 'Code of the source language.'),
          target_language: help(optional(text({ max: 50 })), 'Code of the target language.'),
          preview: help(optional(boolean(), false), 'Only count the entries.'),
        },
        answer: Cleaned,
        allow: mayDelete,
        handle: async call => {
          const { preview = false, ...conditions } = call.body
          if (Object.values(conditions).every(each => each === undefined))
            throw invalidField(
              'non_field_errors',
              'invalid',
              'Send at least one of origin, from_file, source_language and target_language.',
            )
          const { scope } = await owner(call)
          for (const language of ['source_language', 'target_language'] as const)
            if (conditions[language] !== undefined && (await languageByCode(call.db, conditions[language])) === null)
              throw invalidField(language, 'does_not_exist', `There is no language "${conditions[language]}".`)
          return { count: await cleanMemory(call.tx, scope, conditions, preview), deleted: !preview }
        },
      }),
    },
  })

const mayInProject = (permission: 'memory.edit' | 'memory.delete') => async (call: AnyCall) =>
  needProject(call, await findProject(call), permission)

/** Not even administrators see the memory of another user here. */
async function self(call: AnyCall): Promise<Owned> {
  const { id, name } = await findUser(call)
  if (id !== call.caller.account?.id) throw forbidden()
  return { scope: { account: id }, name: name.replace(/[^\p{L}\p{N}]+/gu, '-'), category: 20_000_000 + id }
}

const manage = (call: AnyCall) => needSite(call, 'memory.manage')

const MEMORIES: readonly Memory[] = [
  {
    path: '/projects/:project/memory/',
    name: 'Project memory',
    whose: 'a project',
    owner: async call => {
      const { id, slug } = await findProject(call)
      return { scope: { project: id }, name: slug, category: 10_000_000 + id }
    },
    mayEdit: mayInProject('memory.edit'),
    mayDelete: mayInProject('memory.delete'),
  },
  {
    path: '/users/:username/memory/',
    name: 'Personal memory',
    whose: 'a user',
    owner: self,
    mayEdit: self,
    mayDelete: self,
  },
  {
    path: '/memory/site/',
    name: 'Site memory',
    whose: 'the site',
    owner: async () => ({ scope: 'site', name: 'site', category: 1 }),
    mayEdit: manage,
    mayDelete: manage,
    hasAll: true,
  },
]

export const memoryFiles = MEMORIES.flatMap(each => [memoryFile(each), memoryCleanup(each)])
