import { help, optional, readOnly, shape } from '#fields/field.ts'
import { boolean, choice, dateTime, integer, text } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { isoMicroseconds } from '#fields/timestamp.ts'
import { languageByCode } from '../../catalogue/languages.ts'
import { purgeSetAside, restoreSetAside } from '../../catalogue/restore-set-aside.ts'
import { type SetAside, setAsideIn } from '../../catalogue/set-aside-alerts.ts'
import { operateAsTask } from '../../repositories/background.ts'
import { act, array, resource } from '../resource.ts'
import { type AnyCall, findComponent, needProject } from './find.ts'

const SetAsidePart = shape('SetAside', 'What is set aside of one language of a component.', {
  language_code: readOnly(text()),
  language_name: help(readOnly(text()), 'Name of the language, in English.'),
  filename: readOnly(text()),
  strings: help(readOnly(integer()), 'How many strings are set aside.'),
  whole_language: help(readOnly(boolean()), 'Whether the whole language is set aside, because its file is missing.'),
  set_aside: help(readOnly(dateTime()), 'When the last of them was set aside.'),
})

const Outcome = shape('SetAsideOutcome', 'What came of it.', {
  restored: help(readOnly(integer()), 'How many strings and languages are back.'),
})

const Accepted = shape('AcceptedFile', 'A file that is taken in as it is.', {
  filename: readOnly(text()),
  task_url: help(readOnly(text()), 'The task that takes the file in.'),
})

const shown = ({ language_code, language_name, filename, strings, isWhole, at }: SetAside) => ({
  language_code,
  language_name,
  filename,
  strings,
  whole_language: isWhole,
  set_aside: isoMicroseconds(at),
})

const mayEdit = async (call: AnyCall) => needProject(call, (await findComponent(call)).project, 'component.edit')

export const setAsideResources = [
  resource({
    path: '/components/:project/:component/set-aside/',
    name: 'Set aside strings',
    description:
      'Strings and languages that are no longer in the files of a component. They come back with everything people wrote about them when a file has them again.',
    operations: {
      GET: array({
        summary: 'What is set aside in a component',
        answer: SetAsidePart,
        allow: mayEdit,
        handle: async call => (await setAsideIn(call.db, (await findComponent(call)).component.id)).map(shown),
      }),
      POST: act({
        summary: 'Restore or delete what is set aside',
        body: {
          operation: help(
            choice({ restore: 'Restore', delete: 'Delete permanently' }),
            'Whether the strings come back, to be written with the next commit, or are deleted permanently.',
          ),
          language: help(optional(text({ max: 50 })), 'Only what is set aside of this language; everything if absent.'),
        },
        answer: Outcome,
        allow: mayEdit,
        handle: async call => {
          const parts = await findComponent(call)
          const { operation, language: code } = call.body
          const language = code ? await languageByCode(call.db, code) : null
          if (code && language === null)
            throw invalidField('language', 'does_not_exist', 'There is no language with this code.')
          const extent = { language: language?.id ?? null }
          return call.work(async piece => {
            if (operation === 'restore') return { restored: await restoreSetAside(piece, parts, extent) }
            await purgeSetAside(piece, parts, extent)
            return { restored: 0 }
          })
        },
      }),
    },
  }),
  resource({
    path: '/components/:project/:component/accept-file/',
    name: 'Held file',
    description: 'Files of a repository that lost most of their strings are not read until somebody accepts them.',
    operations: {
      POST: act({
        summary: 'Accept a file as it is',
        body: { filename: help(text({ max: 400 }), 'The file, as the alert "SuspiciousFile" names it.') },
        answer: Accepted,
        allow: mayEdit,
        handle: async call => {
          const { component, project } = await findComponent(call)
          const { filename } = call.body
          const held = await call.tx
            .updateTable('held_file')
            .set({ accepted: 1 })
            .where('component_id', '=', component.id)
            .where('filename', '=', filename)
            .where('reason', '=', 'cut off')
            .returning('filename')
            .executeTakeFirst()
          if (held === undefined)
            throw invalidField('filename', 'does_not_exist', 'No file of this name waits to be accepted.')
          const wish = { components: [component.id], operations: ['file-scan'] as const, project: project.id }
          const task = await operateAsTask(call.tx, call.services, { ...wish, account: call.accountId() })
          return { filename, task_url: call.addresses.api('tasks', task) }
        },
      }),
    },
  }),
]
