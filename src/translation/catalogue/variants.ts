// Groups strings that are variants of each other: by a pattern for keys, or by the flag `variant:"…"`.

import type { Services } from '#core/services.ts'
import { compileUserPattern } from '#patterns/user-pattern.ts'
import { padded, portions } from '#store/keyset.ts'
import type { Reader } from '#store/store.ts'
import { inTurns } from '#store/turn.ts'
import type { ComponentRow } from './components.ts'
import { flagsOf, variantOf } from './flags-of.ts'
import { splitForms } from './forms.ts'
import type { UnitRow } from './rows.ts'
import { type Work, work } from './work.ts'

const AT_ONCE = 1000

interface Membership {
  readonly name: string
  readonly defines: 0 | 1
}

type SourceString = Pick<UnitRow, 'id' | 'context' | 'source' | 'flags' | 'extra_flags'>

/** Names of groups that flags define begin with this, so that they differ from keys. */
const BY_SOURCE = '\u001f'

/** Updates the groups of a component after its strings, their flags or the pattern changed. */
export async function groupVariants(services: Services, component: number): Promise<void> {
  await work(services, null, async piece => {
    const row = await piece.tx
      .selectFrom('component')
      .select(['id', 'variant_regex'])
      .where('id', '=', component)
      .executeTakeFirst()
    if (row !== undefined) await settleVariants(piece, row)
  })
}

async function settleVariants(
  { tx }: Work,
  { id: component_id, variant_regex }: Pick<ComponentRow, 'id' | 'variant_regex'>,
): Promise<void> {
  const rows = await tx.selectFrom('unit_variant').selectAll().where('component_id', '=', component_id).execute()
  const before = new Map(rows.map(row => [row.unit_id, row]))
  const after =
    variant_regex !== '' || rows.length > 0 || (await hasFlagged(tx, component_id))
      ? await membershipsIn(tx, component_id, variant_regex)
      : new Map<number, Membership>()
  const gone = rows.filter(row => !after.has(row.unit_id)).map(row => row.unit_id)
  for (const ids of portions(gone, AT_ONCE))
    await tx.deleteFrom('unit_variant').where('unit_id', 'in', padded(ids)).execute()
  const changed = [...after]
    .filter(([id, { name, defines }]) => before.get(id)?.name !== name || before.get(id)?.defines !== defines)
    .map(([unit_id, membership]) => ({ unit_id, component_id, ...membership }))
  for (const some of portions(changed, AT_ONCE))
    await tx
      .insertInto('unit_variant')
      .values([...some])
      .onConflict(conflict =>
        conflict.column('unit_id').doUpdateSet(eb => ({
          name: eb.ref('excluded.name'),
          defines: eb.ref('excluded.defines'),
          component_id: eb.ref('excluded.component_id'),
        })),
      )
      .execute()
}

const sourcesOf = (db: Reader, component: number) =>
  db
    .selectFrom('unit')
    .innerJoin('translation', 'translation.id', 'unit.translation_id')
    .where('translation.component_id', '=', component)
    .where('translation.is_source', '=', 1)

async function hasFlagged(db: Reader, component: number): Promise<boolean> {
  const row = await sourcesOf(db, component)
    .select('unit.id')
    .where(eb => eb.or([eb('unit.flags', 'like', '%variant:%'), eb('unit.extra_flags', 'like', '%variant:%')]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The groups of all source strings that are in one. A flag wins over the pattern. */
async function membershipsIn(db: Reader, component: number, regex: string): Promise<Map<number, Membership>> {
  const pattern = regex === '' ? null : compileUserPattern(regex)
  const result = new Map<number, Membership>()
  const keys = new Set<string>()
  const texts = new Set<string>()
  const others: SourceString[] = []
  for await (const unit of stringsOf(db, component)) {
    const text = variantOf(flagsOf([unit.flags, unit.extra_flags]))
    const key = pattern?.matcher(unit.context).replaceAll('') ?? unit.context
    if (text !== '') {
      result.set(unit.id, { name: BY_SOURCE + text, defines: 1 })
      texts.add(text)
    } else if (key !== unit.context) {
      result.set(unit.id, { name: key, defines: 1 })
      keys.add(key)
    } else others.push(unit)
  }
  for await (const { id, context, source } of inTurns(others)) {
    const text = splitForms(source)[0]!
    if (texts.has(text)) result.set(id, { name: BY_SOURCE + text, defines: 0 })
    else if (context !== '' && keys.has(context)) result.set(id, { name: context, defines: 0 })
  }
  return result
}

async function* stringsOf(db: Reader, component: number): AsyncGenerator<SourceString> {
  for (let after = 0; ; ) {
    const rows = await sourcesOf(db, component)
      .select(['unit.id', 'unit.context', 'unit.source', 'unit.flags', 'unit.extra_flags'])
      .where('unit.id', '>', after)
      .orderBy('unit.id')
      .limit(AT_ONCE)
      .execute()
    if (rows.length === 0) return
    after = rows.at(-1)!.id
    yield* inTurns(rows)
  }
}

/** Other strings of the same group, in the language of a unit. */
export const variantsIn = (db: Reader, unit: Pick<UnitRow, 'id' | 'source_unit_id' | 'translation_id'>, most: number) =>
  db
    .selectFrom('unit_variant as own')
    .innerJoin('unit_variant as other', join =>
      join.onRef('other.component_id', '=', 'own.component_id').onRef('other.name', '=', 'own.name'),
    )
    .innerJoin('unit', 'unit.source_unit_id', 'other.unit_id')
    .select(['unit.id', 'unit.context', 'unit.source', 'unit.target', 'unit.state', 'unit.position'])
    .where('own.unit_id', '=', unit.source_unit_id ?? unit.id)
    .where('unit.translation_id', '=', unit.translation_id)
    .where('unit.id', '<>', unit.id)
    .orderBy('unit.position')
    .orderBy('unit.id')
    .limit(most)
    .execute()
