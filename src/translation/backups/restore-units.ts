import { columnsOf } from '#fields/columns.ts'
import { isByKey } from '../catalogue/component-format.ts'
import { hash64, splitForms } from '../catalogue/forms.ts'
import { idHash } from '../catalogue/insert-units.ts'
import type { Work } from '../catalogue/work.ts'
import { countCharacters, countWords } from '../statistics/counting.ts'
import { wrong } from './archive.ts'
import type { BackupUnit, Manifest } from './backup-shape.ts'
import type { People } from './people.ts'

const ROWS_AT_ONCE = 200

/** New ids by the ids in the archive. */
export interface Ids {
  categories: Map<number, number>
  labels: Map<number, number>
  components: Map<number, number>
  translations: Map<number, number>
  units: Map<number, number>
  /** Source strings by component, which other languages refer to. */
  sources: Map<number, Set<number>>
}

type Line = { value: BackupUnit; place: string }

interface Place {
  translation: Manifest['translations'][number]
  component: Manifest['components'][number]
  batches: AsyncIterable<Line[]>
}

/** More plural forms than any language has or the API accepts. */
const MOST_FORMS = 20

/** Restores the strings of one translation with their comments, suggestions and checks. */
export async function restoreUnits(work: Work, people: People, ids: Ids, place: Place): Promise<void> {
  const translation = ids.translations.get(place.translation.id)!
  const byKey = isByKey(place.component)
  const isSource = place.translation.is_source
  const seen = new Set<string>()
  for await (const lines of place.batches) {
    const units = lines.map(line => {
      const { value: unit } = line
      const source = splitForms(unit.source)
      checkUnit(line, place.translation, ids)
      const derived: Derived = {
        translation_id: translation,
        source_unit_id: isSource ? null : ids.units.get(unit.source_unit_id!)!,
        id_hash: idHash({ source, context: unit.context, byKey }),
        content_hash: hash64(unit.source, unit.context),
        num_words: countWords(source, place.component.source_language),
        num_chars: countCharacters(source),
      }
      if (seen.has(derived.id_hash)) throw wrong(line.place, 'The archive contains this string twice.', 'unique')
      seen.add(derived.id_hash)
      return { unit, derived }
    })
    await insert(work, people, ids, units)
  }
  if (isSource)
    await work.tx
      .updateTable('unit')
      .set(eb => ({ source_unit_id: eb.ref('id') }))
      .where('translation_id', '=', translation)
      .execute()
}

/** Checks references of a string and the consistency of its fields. */
function checkUnit({ value: unit, place }: Line, { is_source, component_id }: Place['translation'], ids: Ids): void {
  if (ids.units.has(unit.id)) throw wrong(`${place}: id`, 'Another string has this id.', 'unique')
  // Reserves the id; the new one is known after the insert.
  ids.units.set(unit.id, 0)
  const sources = ids.sources.get(component_id) ?? new Set()
  if (is_source) ids.sources.set(component_id, sources.add(unit.id))
  const home = unit.source_unit_id ?? (is_source ? unit.id : -1)
  if (is_source ? home !== unit.id : !sources.has(home))
    throw wrong(`${place}: source_unit_id`, 'The source string does not exist in the archive.', 'does_not_exist')
  if (unit.source === '') throw wrong(`${place}: source`, 'This field may not be blank.', 'blank')
  for (const name of ['source', 'target'] as const)
    if (splitForms(unit[name]).length > MOST_FORMS)
      throw wrong(`${place}: ${name}`, `A string has at most ${MOST_FORMS} plural forms.`, 'max_length')
  for (const [i, label] of unit.labels.entries())
    if (!ids.labels.has(label))
      throw wrong(`${place}: labels[${i}]`, 'The label does not exist in the archive.', 'does_not_exist')
  if (new Set(unit.checks.map(each => each.check_id)).size < unit.checks.length)
    throw wrong(`${place}: checks`, 'A check is listed twice.', 'unique')
}

interface Derived {
  translation_id: number
  source_unit_id: number | null
  id_hash: string
  content_hash: string
  num_words: number
  num_chars: number
}

async function insert(
  work: Work,
  people: People,
  ids: Ids,
  units: readonly { unit: BackupUnit; derived: Derived }[],
): Promise<void> {
  const { tx } = work
  const rows = units.map(({ unit, derived }) => {
    const { id: _, labels, suggestions, comments, checks, source_unit_id, ...row } = unit
    return {
      ...columnsOf(row),
      ...derived,
      suggestion_count: suggestions.length,
      comment_count: comments.filter(comment => !comment.resolved).length,
      failing_checks: checks.filter(check => !check.dismissed).length,
    }
  })
  const written = await tx.insertInto('unit').values(rows).returning(['id', 'id_hash']).execute()
  const byHash = new Map(written.map(row => [row.id_hash, row.id]))
  for (const { unit, derived } of units) {
    const id = byHash.get(derived.id_hash)!
    ids.units.set(unit.id, id)
    await hangOn(work, people, ids, unit, id)
  }
  const failures = units.flatMap(({ unit }) =>
    unit.checks.map(check => ({ unit_id: ids.units.get(unit.id)!, ...columnsOf(check) })),
  )
  for (let i = 0; i < failures.length; i += ROWS_AT_ONCE)
    await tx
      .insertInto('check_failure')
      .values(failures.slice(i, i + ROWS_AT_ONCE))
      .execute()
}

async function hangOn(work: Work, people: People, ids: Ids, unit: BackupUnit, unit_id: number): Promise<void> {
  const { tx } = work
  for (const label_id of new Set(unit.labels.map(each => ids.labels.get(each)!)))
    await tx.insertInto('unit_label').values({ unit_id, label_id }).execute()
  for (const { votes, account, ...row } of unit.suggestions) {
    const { id } = await tx
      .insertInto('suggestion')
      .values({ ...row, unit_id, account_id: await people.id(account) })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const { account: voter, value } of votes) {
      const account_id = await people.id(voter)
      if (account_id !== null)
        await tx
          .insertInto('suggestion_vote')
          .values({ suggestion_id: id, account_id, value })
          .onConflict(conflict => conflict.doNothing())
          .execute()
    }
  }
  for (const { account, ...row } of unit.comments)
    await tx
      .insertInto('unit_comment')
      .values({ ...columnsOf(row), unit_id, account_id: await people.id(account) })
      .execute()
}
