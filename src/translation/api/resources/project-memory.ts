// The whole translation memory of a project. Not part of the Weblate API.

import { help, readOnly, shape } from '#fields/field.ts'
import { file, integer } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { learn, MemoryFileError, memoryOf, readMemoryFile } from '../../catalogue/memory-file.ts'
import { act, raw, remove, resource } from '../resource.ts'
import { download } from './downloads.ts'
import { type AnyCall, findProject, needProject } from './find.ts'

const Learned = shape('LearnedMemory', 'Result of a translation memory import.', {
  added: readOnly(integer()),
  total: readOnly(integer()),
})

const mayEdit = async (call: AnyCall) => needProject(call, await findProject(call), 'memory.edit')

export const projectMemory = resource({
  path: '/projects/:project/memory/',
  name: 'Project memory',
  description: 'Translation memory of a project as a JSON file. Not part of the Weblate API.',
  ownFormat: true,
  operations: {
    GET: raw({
      summary: 'Download the translation memory of a project',
      types: ['application/json'],
      allow: mayEdit,
      handle: async call => {
        const { id, slug } = await findProject(call)
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
      body: { file: help(file(), 'JSON list of entries with source, target, source_language and target_language.') },
      answer: Learned,
      allow: mayEdit,
      handle: async call => {
        const { id } = await findProject(call)
        const { content, filename } = call.body.file
        try {
          const entries = readMemoryFile(content)
          const added = await call.work(piece => learn(piece, id, entries, `file ${filename.slice(0, 150)}`))
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
