import type { Selectable } from 'kysely'
import { absent } from '#fields/absent.ts'
import { help, readOnly, shape } from '#fields/field.ts'
import { boolean, file, integer, list as listOf, text, type UploadedFile, webAddress } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import type { Database } from '#store/tables/database.ts'
import { ACTION } from '../../catalogue/change-actions.ts'
import { componentByPath, projectBySlug } from '../../catalogue/components.ts'
import { languageByCode } from '../../catalogue/languages.ts'
import { PICTURE_BYTES, PICTURE_LIMITS, PICTURE_TYPES, pictureType } from '../../catalogue/picture.ts'
import { placeOf } from '../../catalogue/rows.ts'
import { translationOf } from '../../catalogue/translations.ts'
import { reviewLater } from '../../catalogue/work.ts'
import { screenshotName } from '../../declarations/parts.ts'
import { notFound } from '../errors.ts'
import { componentSegment } from '../objects/component.ts'
import { act, amend, create, list, RawAnswer, raw, read, remove, replace, resource } from '../resource.ts'
import { rowsOf } from '../rows.ts'
import {
  type AnyCall,
  type FoundTranslation,
  findComponent,
  findUnit,
  idIn,
  ifThere,
  needTranslation,
  translationById,
} from './find.ts'

const Screenshot = shape('Screenshot', 'A screenshot that shows where strings appear.', {
  id: readOnly(integer()),
  name: screenshotName,
  repository_filename: readOnly(text()),
  translation: readOnly(webAddress()),
  file_url: readOnly(webAddress()),
  units: readOnly(listOf(webAddress())),
  url: readOnly(webAddress()),
})

type Row = Omit<Selectable<Database['screenshot']>, 'image'>

const COLUMNS = [
  'id',
  'name',
  'translation_id',
  'repository_filename',
  'media_type',
  'account_id',
  'created_at',
] as const

const EXTENSIONS = ['png', 'jpg', 'jpeg', 'gif', 'webp']

/** Saved under the name of the upload, another kind of file could be mistaken for a page. */
function checkExtension(filename: string): void {
  const extension = /\.([^.]*)$/.exec(filename)?.[1]?.toLowerCase()
  if (extension !== undefined && !EXTENSIONS.includes(extension))
    throw invalidField(
      'image',
      'invalid_extension',
      `The file extension "${extension}" is not allowed. Allowed extensions: ${EXTENSIONS.join(', ')}.`,
    )
}

async function mediaType({ content, filename }: UploadedFile): Promise<string> {
  checkExtension(filename)
  if (content.length > PICTURE_BYTES) throw invalidField('image', 'invalid', 'The image is larger than 10 MB.')
  const type = await pictureType(content)
  if (type === 'damaged') throw invalidField('image', 'invalid_image', `Upload a valid image: ${PICTURE_TYPES}.`)
  if (type === 'too large')
    throw invalidField('image', 'invalid_image', `The image is too large. The limit is ${PICTURE_LIMITS}.`)
  return type
}

interface FoundScreenshot extends FoundTranslation {
  screenshot: Row
}

async function find(call: AnyCall): Promise<FoundScreenshot> {
  const id = idIn(call, 'screenshot')
  const screenshot = await call.db.selectFrom('screenshot').select(COLUMNS).where('id', '=', id).executeTakeFirst()
  if (screenshot === undefined) throw notFound()
  return { ...(await translationById(call, screenshot.translation_id)), screenshot }
}

async function screenshotObjects(call: AnyCall, rows: readonly Row[]): Promise<unknown[]> {
  const units = await call.db
    .selectFrom('screenshot_unit')
    .innerJoin('unit', 'unit.id', 'screenshot_unit.unit_id')
    .select(['screenshot_id', 'unit_id'])
    .where('screenshot_id', 'in', [-1, ...rows.map(row => row.id)])
    .orderBy('unit_id')
    .execute()
  const result: unknown[] = []
  for (const row of rows) {
    const place = await ifThere(translationById(call, row.translation_id))
    if (place === null) continue
    const { project, component, language } = place
    result.push({
      id: row.id,
      name: row.name,
      repository_filename: row.repository_filename,
      translation: call.addresses.api('translations', project.slug, componentSegment(component.path), language.code),
      file_url: call.addresses.api('screenshots', row.id, 'file'),
      units: units.filter(each => each.screenshot_id === row.id).map(each => call.addresses.api('units', each.unit_id)),
      url: call.addresses.api('screenshots', row.id),
    })
  }
  return result
}

const screenshotObject = async (call: AnyCall, row: Row) => (await screenshotObjects(call, [row]))[0]
const mayEdit = async (call: AnyCall) => needTranslation(call, await find(call), 'screenshot.edit')

async function rename(call: AnyCall, name: string | undefined): Promise<unknown> {
  const { screenshot } = await find(call)
  if (name !== undefined)
    await call.tx.updateTable('screenshot').set({ name }).where('id', '=', screenshot.id).execute()
  return screenshotObject(call, { ...screenshot, name: name ?? screenshot.name })
}

const noRepositoryFile = absent('Only screenshots from the files of a repository have this', {
  repository_filename: [],
})

const creation = {
  image: file(),
  name: screenshotName,
  project_slug: text({ max: 60 }),
  component_slug: text({ max: 400 }),
  language_code: text({ max: 50 }),
  ...noRepositoryFile,
}

async function placeFor(
  call: AnyCall,
  place: { project_slug: string; component_slug: string; language_code: string },
): Promise<FoundTranslation> {
  const missing = (attr: string) =>
    invalidField(attr, 'does_not_exist', 'Translation matching the parameters was not found.')
  const project = await projectBySlug(call.db, place.project_slug)
  if (project === null || !(await call.permissions()).sees(project)) throw missing('project_slug')
  const component = await componentByPath(call.db, project.id, place.component_slug)
  if (component === null) throw missing('component_slug')
  const language = await languageByCode(call.db, place.language_code)
  const translation = language && (await translationOf(call.db, component.id, language.id))
  if (translation === null) throw missing('language_code')
  return translationById(call, translation.id)
}

const ReplacedImage = shape('ReplacedScreenshot', 'A screenshot with its new image.', {
  ...Screenshot.fields,
  result: help(readOnly(boolean()), 'Always true.'),
})

const replaceImage = act({
  summary: 'Replace the image of a screenshot',
  body: { image: file() },
  answer: ReplacedImage,
  allow: mayEdit,
  handle: async call => {
    const { screenshot, translation } = await find(call)
    const set = { media_type: await mediaType(call.body.image), image: call.body.image.content }
    await call.work(async piece => {
      await piece.tx.updateTable('screenshot').set(set).where('id', '=', screenshot.id).execute()
      piece.record(ACTION.screenshotUploaded, placeOf(translation), { target: screenshot.name })
    })
    return { ...((await screenshotObject(call, screenshot)) as object), result: true }
  },
})

export const screenshotResources = [
  resource({
    path: '/screenshots/',
    name: 'Screenshots',
    description: 'Screenshots of visible projects.',
    operations: {
      GET: list({
        summary: 'List screenshots',
        answer: Screenshot,
        handle: async call => {
          const permissions = await call.permissions()
          const query = call.db
            .selectFrom('screenshot')
            .innerJoin('translation', 'translation.id', 'screenshot.translation_id')
            .innerJoin('project', 'project.id', 'translation.project_id')
            .innerJoin('component', 'component.id', 'translation.component_id')
            .select(COLUMNS.map(name => `screenshot.${name}` as const))
            .where(eb => permissions.visibleProjects(eb))
            .where(eb => permissions.visibleComponents(eb))
            .orderBy('screenshot.id')
          return rowsOf(query, rows => screenshotObjects(call, rows))
        },
      }),
      POST: create({
        summary: 'Upload a screenshot',
        body: creation,
        answer: Screenshot,
        handle: async call => {
          const { image, name, ...place } = call.body
          const target = await placeFor(call, place)
          await needTranslation(call, target, 'screenshot.add')
          const media_type = await mediaType(image)
          const row = await call.work(async piece => {
            piece.record(ACTION.screenshotAdded, placeOf(target.translation), { target: name })
            return piece.tx
              .insertInto('screenshot')
              .values({
                name,
                translation_id: target.translation.id,
                media_type,
                image: image.content,
                account_id: piece.account,
                created_at: piece.now,
              })
              .returning(COLUMNS)
              .executeTakeFirstOrThrow()
          })
          return screenshotObject(call, row)
        },
      }),
    },
  }),
  resource({
    path: '/components/:project/:component/screenshots/',
    name: 'Component screenshots',
    description: 'Screenshots of a component.',
    operations: {
      GET: list({
        summary: 'List screenshots of a component',
        answer: Screenshot,
        handle: async call => {
          const { component } = await findComponent(call)
          const query = call.db
            .selectFrom('screenshot')
            .innerJoin('translation', 'translation.id', 'screenshot.translation_id')
            .select(COLUMNS.map(name => `screenshot.${name}` as const))
            .where('translation.component_id', '=', component.id)
            .orderBy('screenshot.id')
          return rowsOf(query, rows => screenshotObjects(call, rows))
        },
      }),
    },
  }),
  resource({
    path: '/screenshots/:screenshot(\\d+)/',
    name: 'Screenshot',
    description: 'A screenshot.',
    operations: {
      GET: read({
        summary: 'Get a screenshot',
        answer: Screenshot,
        handle: async call => screenshotObject(call, (await find(call)).screenshot),
      }),
      PUT: replace({
        summary: 'Rename a screenshot',
        body: { name: screenshotName, ...noRepositoryFile },
        answer: Screenshot,
        allow: mayEdit,
        handle: call => rename(call, call.body.name),
      }),
      PATCH: amend({
        summary: 'Rename a screenshot',
        body: { name: screenshotName, ...noRepositoryFile },
        answer: Screenshot,
        allow: mayEdit,
        handle: call => rename(call, call.body.name),
      }),
      DELETE: remove({
        summary: 'Delete a screenshot',
        allow: async call => needTranslation(call, await find(call), 'screenshot.delete'),
        handle: async call => {
          const { screenshot, translation } = await find(call)
          await call.work(async piece => {
            await piece.tx.deleteFrom('screenshot_unit').where('screenshot_id', '=', screenshot.id).execute()
            await piece.tx.deleteFrom('screenshot').where('id', '=', screenshot.id).execute()
            piece.record(ACTION.screenshotRemoved, placeOf(translation), { old: screenshot.name })
          })
        },
      }),
    },
  }),
  resource({
    path: '/screenshots/:screenshot(\\d+)/file/',
    name: 'Screenshot file',
    description: 'The image of a screenshot.',
    ownFormat: true,
    operations: {
      GET: raw({
        summary: 'Download the image of a screenshot',
        types: ['image/png', 'image/jpeg', 'image/gif', 'image/webp'],
        handle: async call => {
          const { screenshot } = await find(call)
          const { image } = await call.db
            .selectFrom('screenshot')
            .select('image')
            .where('id', '=', screenshot.id)
            .executeTakeFirstOrThrow()
          return new RawAnswer(image, {
            'Content-Type': screenshot.media_type,
            'Content-Security-Policy': "sandbox; default-src 'none'",
            'X-Content-Type-Options': 'nosniff',
          })
        },
      }),
      POST: replaceImage,
      PUT: replaceImage,
    },
  }),
  resource({
    path: '/screenshots/:screenshot(\\d+)/units/',
    name: 'Screenshot units',
    description: 'Strings linked to a screenshot.',
    operations: {
      POST: act({
        summary: 'Link a string to a screenshot',
        body: { unit_id: integer() },
        answer: Screenshot,
        allow: mayEdit,
        handle: async call => {
          const { screenshot, component, translation } = await find(call)
          const place = await ifThere(findUnit(call, call.body.unit_id))
          if (place === null || place.component.id !== component.id)
            throw invalidField('unit_id', 'does_not_exist', 'This string does not exist in the component.')
          const row = { screenshot_id: screenshot.id, unit_id: place.unit.source_unit_id ?? place.unit.id }
          await call.work(async piece => {
            const added = await piece.tx
              .insertInto('screenshot_unit')
              .values(row)
              .onConflict(c => c.doNothing())
              .executeTakeFirst()
            if (added.numInsertedOrUpdatedRows !== 1n) return
            const at = { ...placeOf(translation), unit_id: row.unit_id }
            piece.record(ACTION.screenshotAdded, at, { target: screenshot.name })
          })
          await reviewLater(call.tx, call.services.jobs, component.project_id, component.id)
          return screenshotObject(call, screenshot)
        },
      }),
    },
  }),
  resource({
    path: '/screenshots/:screenshot(\\d+)/units/:unit(\\d+)/',
    name: 'Screenshot unit',
    description: 'A string linked to a screenshot.',
    operations: {
      DELETE: remove({
        summary: 'Unlink a string from a screenshot',
        allow: mayEdit,
        handle: async call => {
          const { screenshot, component, translation } = await find(call)
          const unit_id = idIn(call, 'unit')
          await call.work(async piece => {
            const deleted = await piece.tx
              .deleteFrom('screenshot_unit')
              .where('screenshot_id', '=', screenshot.id)
              .where('unit_id', '=', unit_id)
              .executeTakeFirst()
            if (deleted.numDeletedRows === 0n) throw notFound()
            piece.record(ACTION.screenshotRemoved, { ...placeOf(translation), unit_id }, { old: screenshot.name })
          })
          await reviewLater(call.tx, call.services.jobs, component.project_id, component.id)
        },
      }),
    },
  }),
]
