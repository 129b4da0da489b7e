import type { Selectable } from 'kysely'
import { nullable, optional, readOnly, shape } from '#fields/field.ts'
import { dateTime, integer } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { isoMicroseconds } from '#fields/timestamp.ts'
import { withHelp } from '#html/field-help.ts'
import type { Database } from '#store/tables/database.ts'
import { ACTION } from '../../catalogue/change-actions.ts'
import type { ProjectRow } from '../../catalogue/components.ts'
import { type LanguageRow, languageByCode } from '../../catalogue/languages.ts'
import { announcementSettings } from '../../declarations/parts.ts'
import { notFound } from '../errors.ts'
import { create, list, type Resource, remove, resource } from '../resource.ts'
import { rowsOf } from '../rows.ts'
import { isTranslatedInto } from './archives.ts'
import { findCategory } from './categories.ts'
import { type AnyCall, findComponent, findProject, findTranslation, idIn, needPlace, needSite } from './find.ts'

export const Announcement = shape('Announcement', 'An announcement for contributors.', {
  id: readOnly(integer()),
  message: announcementSettings.message,
  severity: announcementSettings.severity,
  ...withHelp('announcement', { expiry: optional(nullable(dateTime())) }),
  notify: announcementSettings.notify,
})

type Row = Selectable<Database['announcement']>

const announcementObject = (row: Row) => ({
  id: row.id,
  message: row.message,
  severity: row.severity,
  expiry: row.expires_at === null ? null : isoMicroseconds(row.expires_at),
  notify: row.notify === 1,
})

/** Scope of an announcement; without a project it applies to the whole site. */
interface Place {
  project: ProjectRow | null
  category_id: number | null
  component_id: number | null
  language: LanguageRow | null
}

type FindPlace = (call: AnyCall) => Promise<Place>

const WHOLE_PROJECT = { category_id: null, component_id: null, language: null }

const ofSite: FindPlace = async () => ({ ...WHOLE_PROJECT, project: null })
const ofProject: FindPlace = async call => ({ ...WHOLE_PROJECT, project: await findProject(call) })
const ofLanguage: FindPlace = async call => {
  const project = await findProject(call)
  const language = await languageByCode(call.db, call.params.code!)
  if (language === null) throw invalidField('language_code', 'does_not_exist', 'This language does not exist.')
  if (!(await isTranslatedInto(call, project.id, language.id))) throw notFound()
  return { ...WHOLE_PROJECT, project, language }
}
const ofCategory: FindPlace = async call => {
  const { project, category } = await findCategory(call)
  return { ...WHOLE_PROJECT, project, category_id: category.id }
}
const ofComponent: FindPlace = async call => {
  const { project, component } = await findComponent(call)
  return { ...WHOLE_PROJECT, project, component_id: component.id }
}
const ofTranslation: FindPlace = async call => {
  const { project, component, language } = await findTranslation(call)
  return { ...WHOLE_PROJECT, project, component_id: component.id, language }
}

const announcementsAt = (call: AnyCall, place: Place) =>
  call.db
    .selectFrom('announcement')
    .selectAll()
    .where('project_id', 'is not distinct from', place.project?.id ?? null)
    .where('category_id', 'is not distinct from', place.category_id)
    .where('component_id', 'is not distinct from', place.component_id)
    .where('language_id', 'is not distinct from', place.language?.id ?? null)

/** Project teams have permissions of the same names, so site-wide announcements need `management.use`. */
const need = (call: AnyCall, { project, language }: Place, permission: 'announcement.add' | 'announcement.delete') =>
  project === null ? needSite(call, 'management.use') : needPlace(call, { project, language }, permission)

const announcements = (path: string, what: string, find: FindPlace): Resource[] => [
  resource({
    path: `${path}announcements/`,
    name: `Announcements of ${what}`,
    description: 'Announcements for contributors.',
    operations: {
      GET: list({
        summary: 'List announcements',
        answer: Announcement,
        handle: async call =>
          rowsOf(announcementsAt(call, await find(call)).orderBy('id'), rows => rows.map(announcementObject)),
      }),
      POST: create({
        summary: 'Post an announcement',
        body: Announcement.fields,
        answer: Announcement,
        allow: async call => need(call, await find(call), 'announcement.add'),
        handle: async call => {
          const { project, language, component_id, category_id } = await find(call)
          const place = { project_id: project?.id ?? null, component_id, language_id: language?.id ?? null }
          const { message, severity = 'info', expiry = null, notify = true } = call.body
          const row = await call.work(async piece => {
            const posted = await piece.tx
              .insertInto('announcement')
              .values({
                ...place,
                category_id,
                message,
                severity,
                expires_at: expiry,
                notify: Number(notify),
                account_id: piece.account,
                created_at: piece.now,
              })
              .returningAll()
              .executeTakeFirstOrThrow()
            piece.record(ACTION.announcementPosted, place, {
              target: message,
              details: { announcement: posted.id, notify },
            })
            return posted
          })
          return announcementObject(row)
        },
      }),
    },
  }),
  resource({
    path: `${path}announcements/:announcement(\\d+)/`,
    name: `Announcement of ${what}`,
    description: 'An announcement.',
    operations: {
      DELETE: remove({
        summary: 'Delete an announcement',
        allow: async call => need(call, await find(call), 'announcement.delete'),
        handle: async call => {
          const row = await announcementsAt(call, await find(call))
            .where('id', '=', idIn(call, 'announcement'))
            .executeTakeFirst()
          if (row === undefined) throw notFound()
          await call.tx.deleteFrom('announcement').where('id', '=', row.id).execute()
        },
      }),
    },
  }),
]

export const announcementResources: readonly Resource[] = [
  ...announcements('/', 'the site', ofSite),
  ...announcements('/projects/:project/', 'a project', ofProject),
  ...announcements('/projects/:project/languages/:code/', 'a language of a project', ofLanguage),
  ...announcements('/categories/:category(\\d+)/', 'a category', ofCategory),
  ...announcements('/components/:project/:component/', 'a component', ofComponent),
  ...announcements('/translations/:project/:component/:language/', 'a translation', ofTranslation),
]
