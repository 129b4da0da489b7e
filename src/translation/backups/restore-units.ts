import { isByKey } from '../catalogue/component-files.ts'
import { hash64, splitForms } from '../catalogue/forms.ts'
import { idHash } from '../catalogue/insert-units.ts'
import type { Work } from '../catalogue/work.ts'
import { readFields } from '../fields/read.ts'
import { FormatError } from '../formats/index.ts'
import { countCharacters, countWords } from '../statistics/counting.ts'
import { type BackupUnit, type Manifest, unitFields } from './backup-shape.ts'
import type { People } from './people.ts'

const ROWS_AT_ONCE = 200

/** What became of the ids in the archive; a reference to something that is not in it leads nowhere. */
export interface Ids {
  categories: Map<number, number>
  labels: Map<number, number>
  components: Map<number, number>
  translations: Map<number, number>
  units: Map<number, number>
}

interface Place {
  translation: Manifest['translations'][number]
  component: Manifest['components'][number]
  batches: Iterable<unknown[]>
}

/** The strings of one translation with what hangs on them. */
export async function restoreUnits(work: Work, people: People, ids: Ids, place: Place): Promise<void> {
  const translation = ids.translations.get(place.translation.id)!
  const byKey = isByKey(place.component)
  const isSource = place.translation.is_source === 1
  for (const lines of place.batches) {
    const units = lines.map(line => readFields(unitFields, line))
    for (let i = 0; i < units.length; i += ROWS_AT_ONCE) {
      const some = units
        .slice(i, i + ROWS_AT_ONCE)
        // A string that was added while the archive was written may be in one language and not in the other.
        .filter(unit => isSource || ids.units.has(unit.source_unit_id ?? -1))
      await insert(work, people, ids, some, unit => {
        const source = splitForms(unit.source)
        return {
          translation_id: translation,
          source_unit_id: isSource ? null : ids.units.get(unit.source_unit_id!)!,
          id_hash: idHash({ source, context: unit.context, byKey }),
          content_hash: hash64(unit.source, unit.context),
          num_words: countWords(source, place.component.source_language),
          num_chars: countCharacters(source),
        }
      })
    }
  }
  if (isSource)
    await work.tx
      .updateTable('unit')
      .set(eb => ({ source_unit_id: eb.ref('id') }))
      .where('translation_id', '=', translation)
      .execute()
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
  units: readonly BackupUnit[],
  derive: (unit: BackupUnit) => Derived,
): Promise<void> {
  if (units.length === 0) return
  const { tx } = work
  const derived = new Map(units.map(unit => [unit, derive(unit)]))
  const rows = units.map(({ id: _, labels, suggestions, comments, checks, source_unit_id, ...row }, i) => {
    const { translation_id, ...more } = derived.get(units[i]!)!
    const open = comments.filter(comment => comment.resolved === 0).length
    const failing = new Set(checks.filter(check => check.dismissed === 0).map(check => check.check_id)).size
    return {
      ...row,
      ...more,
      translation_id,
      suggestion_count: suggestions.length,
      comment_count: open,
      failing_checks: failing,
    }
  })
  if (new Set(rows.map(row => row.id_hash)).size < rows.length) throw new FormatError('the archive has a string twice')
  const written = await tx.insertInto('unit').values(rows).returning(['id', 'id_hash']).execute()
  const byHash = new Map(written.map(row => [row.id_hash, row.id]))
  for (const unit of units) {
    const id = byHash.get(derived.get(unit)!.id_hash)!
    ids.units.set(unit.id, id)
    await hangOn(work, people, ids, unit, id)
  }
  const failures = units.flatMap(unit =>
    [...new Map(unit.checks.map(check => [check.check_id, check])).values()].map(check => ({
      unit_id: ids.units.get(unit.id)!,
      ...check,
    })),
  )
  for (let i = 0; i < failures.length; i += ROWS_AT_ONCE)
    await tx
      .insertInto('check_failure')
      .values(failures.slice(i, i + ROWS_AT_ONCE))
      .execute()
}

async function hangOn(work: Work, people: People, ids: Ids, unit: BackupUnit, unit_id: number): Promise<void> {
  const { tx } = work
  for (const label_id of new Set(unit.labels.flatMap(each => ids.labels.get(each) ?? [])))
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
      .values({ ...row, unit_id, account_id: await people.id(account) })
      .execute()
}
