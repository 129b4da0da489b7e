import { help, optional, readOnly, shape } from '#fields/field.ts'
import { boolean, choice, dateTime, integer, text } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { isoMicroseconds } from '#fields/timestamp.ts'
import { languageByCode } from '../../catalogue/languages.ts'
import { purgeSetAside, restoreSetAside } from '../../catalogue/restore-set-aside.ts'
import { type SetAside, setAsideIn } from '../../catalogue/set-aside-alerts.ts'
import { operateAsTask } from '../../repositories/background.ts'
import { act, array, resource } from '../resource.ts'
import { type AnyCall, findComponent, needComponent } from './find.ts'

const SetAsidePart = shape('SetAside', 'Strings set aside in one language of a component.', {
  language_code: readOnly(text()),
  language_name: help(readOnly(text()), 'English name of the language.'),
  filename: readOnly(text()),
  strings: help(readOnly(integer()), 'Number of strings set aside.'),
  whole_language: help(readOnly(boolean()), 'Whether the whole language is set aside, because its file is missing.'),
  set_aside: help(readOnly(dateTime()), 'When the last string was set aside.'),
})

const Outcome = shape('SetAsideOutcome', 'Result of the operation.', {
  restored: help(readOnly(integer()), 'Number of strings and languages restored.'),
})

const Accepted = shape('AcceptedFile', 'An accepted file.', {
  filename: readOnly(text()),
  task_url: help(readOnly(text()), 'API URL of the task that imports the file.'),
})

const setAsideObject = ({ language_code, language_name, filename, strings, isWhole, at }: SetAside) => ({
  language_code,
  language_name,
  filename,
  strings,
  whole_language: isWhole,
  set_aside: isoMicroseconds(at),
})

const mayEdit = (call: AnyCall) => needComponent(call, 'component.edit')

export const setAsideResources = [
  resource({
    path: '/components/:project/:component/set-aside/',
    name: 'Set aside strings',
    description:
      'Strings and languages that are no longer in the files of a component. They are restored with their comments and history if a file contains them again.',
    operations: {
      GET: array({
        summary: 'List what is set aside in a component',
        answer: SetAsidePart,
        allow: mayEdit,
        handle: async call => (await setAsideIn(call.db, (await findComponent(call)).component.id)).map(setAsideObject),
      }),
      POST: act({
        summary: 'Restore or delete what is set aside',
        body: {
          operation: help(
            choice({ restore: 'Restore', delete: 'Delete permanently' }),
            'Restore the strings and write them with the next commit, or delete them permanently.',
          ),
          language: help(optional(text({ max: 50 })), 'Only this language. The default is all languages.'),
        },
        answer: Outcome,
        allow: mayEdit,
        handle: async call => {
          const parts = await findComponent(call)
          const { operation, language: code } = call.body
          const language = code ? await languageByCode(call.db, code) : null
          if (code && language === null) throw invalidField('language', 'does_not_exist', 'No language has this code.')
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
    description: 'Accepts a file that lost most of its strings. Such files are not imported until they are accepted.',
    operations: {
      POST: act({
        summary: 'Accept a held file',
        body: { filename: help(text({ max: 400 }), 'File name from the alert "SuspiciousFile".') },
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
            throw invalidField('filename', 'does_not_exist', 'No file with this name is waiting to be accepted.')
          const request = { components: [component.id], operations: ['file-scan'] as const, project: project.id }
          const task = await operateAsTask(call.tx, call.services, { ...request, account: call.accountId() })
          return { filename, task_url: call.addresses.api('tasks', task) }
        },
      }),
    },
  }),
]
