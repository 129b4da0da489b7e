import { help, optional, readOnly, shape } from '#fields/field.ts'
import { anything, list as listOf, nested, text } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { UnitEditError } from '../../catalogue/edit-units.ts'
import type { UnitRow } from '../../catalogue/rows.ts'
import { findsAll, parseUnitSearch, SearchError, settleSearch, unitCondition } from '../../catalogue/unit-search.ts'
import { versionOf } from '../../catalogue/unit-version.ts'
import { UNIT_STATES } from '../../values/unit-states.ts'
import { badRequest, conflict, errorBody, forbidden, notFound } from '../errors.ts'
import { foundUnits } from '../found-units.ts'
import { Unit, unitObject, unitObjects } from '../objects/unit.ts'
import { LARGE_PAGE_SIZE } from '../pagination.ts'
import { act, amend, array, JsonAnswer, LaterAnswer, list, read, remove, replace, resource } from '../resource.ts'
import { rowsOf } from '../rows.ts'
import { type AnyCall, findTranslation, findUnit, needTranslation } from './find.ts'
import { addUnit, changeUnit, deleteUnit, newUnit, UnitConflict, unitChanges } from './unit-writing.ts'

const search = {
  q: help(
    optional(text({ max: 1000, blank: true })),
    'Search query with words and terms, for example state:translated or source:"Hello".',
  ),
}

async function oneUnit(call: AnyCall, row: UnitRow, db = call.db): Promise<unknown> {
  const [unit] = await unitObjects(db, [row], call.addresses)
  if (unit === undefined) throw notFound()
  return unit
}

/** Converts errors of an edit or a search into API errors. */
export async function explained<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof SearchError) throw invalidField('q', 'invalid', error.message)
    if (!(error instanceof UnitEditError)) throw error
    throw error.code === 'readonly'
      ? forbidden(error.message)
      : invalidField(
          error.code === 'plurals' || error.code === 'characters' ? 'target' : 'state',
          'invalid',
          error.message,
        )
  }
}

const Conflict = shape('UnitConflict', 'Someone else changed the string in the meantime; nothing was saved.', {
  type: readOnly(text()),
  errors: readOnly(listOf(anything())),
  detail: readOnly(text()),
  unit: readOnly(nested(Unit)),
  version: readOnly(text()),
})

const ChangedUnit = shape('ChangedUnit', 'A string after a change.', {
  ...Unit.fields,
  version: help(readOnly(text()), 'Version of the string. Send it with the next change to detect conflicts.'),
})

async function changeResponse(call: AnyCall, changes: Parameters<typeof changeUnit>[1]): Promise<unknown> {
  try {
    const { unit: row, place, sources } = await changeUnit(call, changes)
    return new LaterAnswer(async db => {
      const object = sources ? unitObject(row, place, sources, call.addresses) : await oneUnit(call, row, db)
      return { ...(object as object), version: versionOf(row) }
    })
  } catch (error) {
    if (!(error instanceof UnitConflict)) throw error
    const refusal = errorBody(conflict('version', error.message))
    return new JsonAnswer({ ...refusal, unit: await oneUnit(call, error.unit), version: versionOf(error.unit) }, 409)
  }
}

export const units = resource({
  path: '/units/',
  name: 'Units',
  description: 'Strings of all visible translations.',
  operations: {
    GET: list({
      summary: 'List strings',
      query: search,
      answer: Unit,
      pageSize: LARGE_PAGE_SIZE,
      handle: call =>
        explained(async () => {
          const permissions = await call.permissions()
          const visible = call.db
            .selectFrom('translation')
            .innerJoin('project', 'project.id', 'translation.project_id')
            .innerJoin('component', 'component.id', 'translation.component_id')
            .select('translation.id')
            .where(eb => permissions.visibleProjects(eb))
            .where(eb => permissions.visibleComponents(eb))
          const search = parseUnitSearch(call.query.q ?? '', call.clock)
          const terms = await settleSearch(call.db, search, eb => eb('unit.translation_id', 'in', visible) as never)
          const query = call.db
            .selectFrom('unit')
            .innerJoin('translation', 'translation.id', 'unit.translation_id')
            .innerJoin('project', 'project.id', 'translation.project_id')
            .innerJoin('component', 'component.id', 'translation.component_id')
            .selectAll('unit')
            .where(eb => permissions.visibleProjects(eb))
            .where(eb => permissions.visibleComponents(eb))
            .where(eb => unitCondition(eb as never, terms) as never)
            .orderBy('unit.id')
          const write = (slice: UnitRow[]) => unitObjects(call.db, slice, call.addresses)
          if (!findsAll(terms)) return foundUnits(call.db, query, write)
          return { ...rowsOf(query, write), count: () => countAll(call) }
        }),
    }),
  },
})

/** Sums the counters of translations, because counting a million rows would take a second. */
async function countAll(call: AnyCall): Promise<number> {
  const permissions = await call.permissions()
  const row = await call.db
    .selectFrom('translation')
    .innerJoin('project', 'project.id', 'translation.project_id')
    .innerJoin('component', 'component.id', 'translation.component_id')
    .select(eb => eb.fn.sum<number | null>('translation.total').as('n'))
    .where(eb => permissions.visibleProjects(eb))
    .where(eb => permissions.visibleComponents(eb))
    .executeTakeFirstOrThrow()
  return row.n ?? 0
}

export const translationUnits = resource({
  path: '/translations/:project/:component/:language/units/',
  name: 'Translation units',
  description: 'Strings of a translation, in file order.',
  operations: {
    GET: list({
      summary: 'List strings of a translation',
      query: search,
      answer: Unit,
      pageSize: LARGE_PAGE_SIZE,
      handle: call =>
        explained(async () => {
          const { translation } = await findTranslation(call)
          const search = parseUnitSearch(call.query.q ?? '', call.clock)
          const terms = await settleSearch(call.db, search, translation.id)
          const query = call.db
            .selectFrom('unit')
            .selectAll()
            .where('translation_id', '=', translation.id)
            .where(eb => unitCondition(eb, terms))
            .orderBy('position')
            .orderBy('id')
          const rows = rowsOf(query, slice => unitObjects(call.db, slice, call.addresses))
          return !findsAll(terms) ? rows : { ...rows, count: async () => translation.total }
        }),
    }),
    POST: act({
      summary: 'Add a string',
      body: newUnit,
      answer: Unit,
      allow: async call => needTranslation(call, await findTranslation(call), 'unit.add'),
      handle: call => explained(async () => oneUnit(call, await addUnit(call, call.body))),
    }),
  },
})

/** Fields that apply: only source strings have explanation, flags and labels, and read-only strings keep their text. */
function offeredChanges({ url, source_unit, state }: Readonly<Record<string, unknown>>): readonly string[] {
  const text = state === UNIT_STATES.readonly ? [] : ['target', 'state']
  return url === source_unit ? [...text, 'explanation', 'extra_flags', 'labels'] : text
}

export const unit = resource({
  path: '/units/:unit(\\d+)/',
  name: 'Unit',
  description: 'A string in one translation.',
  operations: {
    GET: read({
      summary: 'Get a string',
      answer: Unit,
      handle: async call => oneUnit(call, (await findUnit(call)).unit),
    }),
    PUT: replace({
      summary: 'Replace a string',
      body: unitChanges,
      offers: offeredChanges,
      answer: ChangedUnit,
      allow: findUnit,
      allowsInside: true,
      also: { 409: Conflict },
      handle: call => explained(() => changeResponse(call, call.body)),
    }),
    PATCH: amend({
      summary: 'Update a string',
      body: unitChanges,
      offers: offeredChanges,
      answer: ChangedUnit,
      allow: findUnit,
      allowsInside: true,
      also: { 409: Conflict },
      handle: call => explained(() => changeResponse(call, call.body)),
    }),
    DELETE: remove({
      summary: 'Delete a string',
      allow: async call => needTranslation(call, await findUnit(call), 'unit.delete'),
      handle: call => deleteUnit(call),
    }),
  },
})

export const unitTranslations = resource({
  path: '/units/:unit(\\d+)/translations/',
  name: 'Unit translations',
  description: 'Translations of a source string into every language.',
  operations: {
    GET: array({
      summary: 'List translations of a source string',
      answer: Unit,
      handle: async call => {
        const place = await findUnit(call)
        if (place.translation.is_source !== 1)
          throw badRequest('not-a-source-unit', 'Only strings of the source language have a list of translations.')
        const rows = await call.db
          .selectFrom('unit')
          .selectAll()
          .where('source_unit_id', '=', place.unit.id)
          .where('id', '<>', place.unit.id)
          .orderBy('id')
          .execute()
        return unitObjects(call.db, rows, call.addresses)
      },
    }),
  },
})
