import { help, nullable, shape } from '#fields/field.ts'
import { dateTime, integer, text } from '#fields/kinds.ts'
import { isoMicroseconds } from '#fields/timestamp.ts'
import { coverageOf } from '../../reports/glossary-coverage.ts'
import { startTask } from '../../tasks/tasks.ts'
import { act, array, resource } from '../resource.ts'
import { type AnyCall, findProject, needProject } from './find.ts'
import { Started, started } from './tasks.ts'

const Coverage = shape('GlossaryCoverage', 'How translations into a language use the glossary.', {
  language: help(text(), 'Language code.'),
  name: help(text(), 'Name of the language.'),
  terms: help(integer(), 'Terms of the glossaries.'),
  translated: help(integer(), 'Terms with a translation.'),
  missing: help(integer(), 'Terms with the flag terminology that have no translation.'),
  strings: help(nullable(integer()), 'Translated strings whose source contains a term that has a translation.'),
  following: help(nullable(integer()), 'Strings among them that use its translation.'),
  counted: help(nullable(dateTime()), 'When strings and following were counted; null if never.'),
})

const mayCount = async (call: AnyCall) => needProject(call, await findProject(call), 'project.edit')

export const glossaryCoverage = resource({
  path: '/projects/:project/glossary-coverage/',
  name: 'Glossary coverage',
  description: 'How complete the glossaries of a project are, and how translations use them, by language.',
  operations: {
    GET: array({
      summary: 'Get the glossary coverage of a project',
      answer: Coverage,
      handle: async call =>
        (await coverageOf(call.db, (await findProject(call)).id)).map(row => ({
          ...row,
          counted: row.counted === null ? null : isoMicroseconds(row.counted),
        })),
    }),
    POST: act({
      summary: 'Count the strings that use the glossary',
      status: 202,
      answer: Started,
      allow: mayCount,
      handle: async call => {
        const { id } = await findProject(call)
        const task = await startTask(call.tx, call.services, {
          kind: 'glossary-coverage',
          payload: { project: id },
          account: call.accountId(),
          project: id,
        })
        return started(task, 'The strings are being counted in the background.', call.addresses)
      },
    }),
  },
})
