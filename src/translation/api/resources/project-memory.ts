// The whole translation memory of a project. Not part of the Weblate API.

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
import { isXml, readTmx, toTmx } from '../../catalogue/memory-tmx.ts'
import { work } from '../../catalogue/work.ts'
import { act, raw, remove, resource } from '../resource.ts'
import { download } from './downloads.ts'
import { type AnyCall, findProject, needProject } from './find.ts'

const TMX_TYPE = 'application/x-tmx+xml'

const Learned = shape('LearnedMemory', 'Result of a translation memory import.', {
  added: readOnly(integer()),
  total: readOnly(integer()),
})

const mayEdit = async (call: AnyCall) => needProject(call, await findProject(call), 'memory.edit')

const Cleaned = shape('CleanedMemory', 'Result of a translation memory clean-up.', {
  count: help(readOnly(integer()), 'Entries that were deleted, or that would be.'),
  deleted: help(readOnly(boolean()), 'Whether they were deleted; false for a preview.'),
})

/** Reads a file of either format. */
async function entriesIn(content: Buffer): Promise<MemoryEntry[]> {
  if (!isXml(content)) return readMemoryFile(content)
  if (content.length > MAX_BYTES) throw new MemoryFileError(`The file is larger than ${MAX_BYTES / 1024 / 1024} MB.`)
  return readTmx(content)
}

const projectMemoryFile = resource({
  path: '/projects/:project/memory/',
  name: 'Project memory',
  description: 'Translation memory of a project as a JSON or TMX file. Not part of the Weblate API.',
  ownFormat: true,
  operations: {
    GET: raw({
      summary: 'Download the translation memory of a project',
      types: ['application/json', TMX_TYPE],
      query: { format: help(optional(choice({ json: 'JSON', tmx: 'TMX' }), 'json'), 'Format of the file.') },
      allow: mayEdit,
      handle: async call => {
        const { id, slug } = await findProject(call)
        if (call.query.format === 'tmx')
          return download(await toTmx(memoryOf(call.db, id)), `${slug}-memory.tmx`, TMX_TYPE)
        const parts: string[] = []
        for await (const entries of memoryOf(call.db, id)) {
          call.signal.throwIfAborted()
          parts.push(...entries.map(entry => JSON.stringify({ ...entry, category: id })))
        }
        return download(Buffer.from(`[${parts.join(',\n')}]\n`), `${slug}-memory.json`)
      },
    }),
    POST: act({
      summary: 'Import translation memory entries from a file',
      // Large files are read before the transaction.
      hold: null,
      body: {
        file: help(file(), 'TMX, or a JSON list of entries with source, target, source_language and target_language.'),
      },
      answer: Learned,
      allow: mayEdit,
      handle: async call => {
        const { id } = await findProject(call)
        const { content, filename } = call.body.file
        try {
          const entries = await entriesIn(content)
          const added = await work(call.services, call.accountId(), piece =>
            learn(piece, id, entries, `file ${filename.slice(0, 150)}`),
          )
          return { added, total: entries.length }
        } catch (error) {
          throw error instanceof MemoryFileError ? invalidField('file', 'invalid', error.message) : error
        }
      },
    }),
    DELETE: remove({
      summary: 'Delete the translation memory of a project',
      hold: 'shared',
      allow: async call => needProject(call, await findProject(call), 'memory.delete'),
      handle: async call => {
        const { id } = await findProject(call)
        await call.tx.deleteFrom('memory').where('project_id', '=', id).execute()
      },
    }),
  },
})

/** At least one condition, so that an empty request does not delete everything. */
const projectMemoryCleanup = resource({
  path: '/projects/:project/memory/cleanup/',
  name: 'Project memory clean-up',
  description:
    'Deletes entries of the translation memory of a project that meet all conditions. Not part of the Weblate API.',
  operations: {
    POST: act({
      summary: 'Clean up the translation memory of a project',
      body: {
        origin: help(optional(text({ max: 200, blank: true })), 'Where the entries come from, as the memory lists it.'),
        from_file: help(optional(boolean()), 'Whether the entries come from imported files.'),
        source_language: help(optional(text({ max: 50 })), 'Code of the source language.'),
        target_language: help(optional(text({ max: 50 })), 'Code of the target language.'),
        preview: help(optional(boolean(), false), 'Only count the entries.'),
      },
      answer: Cleaned,
      allow: async call => needProject(call, await findProject(call), 'memory.delete'),
      handle: async call => {
        const { preview = false, ...conditions } = call.body
        if (Object.values(conditions).every(each => each === undefined))
          throw invalidField(
            'non_field_errors',
            'required',
            'Send at least one of origin, from_file, source_language and target_language.',
          )
        const { id } = await findProject(call)
        for (const name of ['source_language', 'target_language'] as const)
          if (conditions[name] !== undefined && (await languageByCode(call.db, conditions[name])) === null)
            throw invalidField(name, 'does_not_exist', `There is no language "${conditions[name]}".`)
        return { count: await cleanMemory(call.tx, id, conditions, preview), deleted: !preview }
      },
    }),
  },
})

export const projectMemory = [projectMemoryFile, projectMemoryCleanup]
