import type { Clock } from '#store/clock.ts'
import type { Reader, Store } from '#store/store.ts'
import { runLookupChecks } from '../checks/run.ts'
import { ProjectLookup } from './check-lookup.ts'
import { flagsOf } from './flags-of.ts'
import { splitForms } from './forms.ts'
import type { TranslationRow, UnitRow } from './rows.ts'
import { lockUnits } from './rows.ts'
import { keep, type SourceFlags, surroundings, type Verdict } from './unit-checks.ts'
import { UnitGroups } from './unit-groups.ts'
import { work } from './work.ts'

interface Context {
  store: Store
  clock: Clock
}

const BATCH = 200

/** Groups of at least this size are remembered once all their strings have been checked. */
const LARGE = 50

/** Contents and targets of strings before they changed. */
interface Kinship {
  contents: Iterable<string>
  targets: Iterable<string>
}

/**
 * Rechecks strings of one language in a project together with their related strings, because a change can affect both
 * sides. Each string is checked once, and each group of related strings is read at most twice.
 */
export class Comparison {
  readonly #context: Context
  readonly #groups: UnitGroups
  readonly #looked = new Set<number>()
  readonly #contents = new Set<string>()
  readonly #targets = new Set<string>()
  /** Contents, and targets prefixed with `=`, of large groups whose strings have all been checked. */
  readonly #large = new Set<string>()

  static async begin(context: Context, project: number, language: number): Promise<Comparison> {
    return new Comparison(context, await UnitGroups.of(context.store.read, project, language))
  }

  private constructor(context: Context, groups: UnitGroups) {
    this.#context = context
    this.#groups = groups
  }

  /** Checks changed strings and remembers what they are related to for `lookAround`. */
  async lookAt(touched: readonly UnitRow[]): Promise<void> {
    for (let i = 0; i < touched.length; i += BATCH) {
      const some = touched.slice(i, i + BATCH)
      const inside = some.filter(unit => this.#groups.has(unit))
      this.remember({ contents: inside.map(unit => unit.content_hash), targets: inside.map(unit => unit.target) })
      // The source string of a removed one is also touched, but belongs to another language.
      const others = some.filter(unit => !this.#groups.has(unit))
      await this.#look(inside, others)
    }
  }

  /** Marks these contents and targets, so that related strings are checked too. */
  remember({ contents, targets }: Kinship): void {
    for (const hash of contents) if (hash !== '' && !this.#large.has(hash)) this.#contents.add(hash)
    for (const target of targets) if (target !== '' && !this.#large.has(`=${target}`)) this.#targets.add(target)
  }

  /** Checks everything related to the strings checked so far. */
  async lookAround(): Promise<void> {
    const sizes = new Map<string, number>()
    for await (const members of this.#groups.members(this.#contents, this.#targets)) {
      for (const { content_hash, target } of members)
        for (const key of [content_hash, `=${target}`]) sizes.set(key, (sizes.get(key) ?? 0) + 1)
      const fresh = members.filter(({ id }) => !this.#looked.has(id)).map(({ id }) => id)
      for (let i = 0; i < fresh.length; i += BATCH)
        await this.#look(await unitsById(this.#context.store.read, fresh.slice(i, i + BATCH)), [])
    }
    for (const [key, size] of sizes)
      if (size >= LARGE && (key[0] === '=' ? this.#targets.has(key.slice(1)) : this.#contents.has(key)))
        this.#large.add(key)
    this.#contents.clear()
    this.#targets.clear()
  }

  async #look(inside: readonly UnitRow[], others: readonly UnitRow[]): Promise<void> {
    const db = this.#context.store.read
    const looked = inside.filter(unit => !this.#looked.has(unit.id))
    for (const unit of looked) this.#looked.add(unit.id)
    const sourceIds = [...looked, ...others].flatMap(unit => unit.source_unit_id ?? [])
    const sources = await unitsById(db, [...new Set(sourceIds)])
    const translated = looked.filter(unit => unit.source_unit_id !== unit.id)
    const flags = new Map(sources.map(unit => [unit.id, unit.extra_flags]))
    await this.#groups.prepare(translated)
    await check(this.#context, translated, this.#groups, flags)
    // Checks of a source string depend on its translations, so they run last.
    await check(this.#context, sources, this.#groups, flags)
  }
}

async function unitsById(db: Reader, ids: readonly number[]): Promise<UnitRow[]> {
  const rows: UnitRow[] = []
  for (let i = 0; i < ids.length; i += BATCH) {
    const some = ids.slice(i, i + BATCH)
    rows.push(...(await db.selectFrom('unit').selectAll().where('id', 'in', some).execute()))
  }
  return rows
}

async function check(
  context: Context,
  units: readonly UnitRow[],
  groups: UnitGroups,
  flags: SourceFlags,
): Promise<void> {
  if (units.length === 0) return
  const db = context.store.read
  const home = await homesOf(db, units)
  const components = [...new Set([...home.values()].map(each => each.component_id))]
  const now = new Date(context.clock.now())
  const lookup = new ProjectLookup(now, units, groups, home, await progress(db, components))
  await checkSome(
    context,
    units.toSorted((a, b) => a.id - b.id),
    lookup,
    flags,
  )
}

async function homesOf(db: Reader, units: readonly UnitRow[]): Promise<Map<number, TranslationRow>> {
  const ids = [...new Set(units.map(unit => unit.translation_id))]
  return byId(ids, part => db.selectFrom('translation').selectAll().where('id', 'in', part).execute())
}

async function byId<Row extends { id: number }>(
  ids: readonly number[],
  load: (part: readonly number[]) => Promise<Row[]>,
): Promise<Map<number, Row>> {
  const rows = new Map<number, Row>()
  for (let i = 0; i < ids.length; i += BATCH)
    for (const row of await load(ids.slice(i, i + BATCH))) rows.set(row.id, row)
  return rows
}

const progress = async (db: Reader, components: readonly number[]): Promise<Map<number, number>> => {
  const rows = await db
    .selectFrom('translation')
    .select([
      'component_id',
      eb => eb.fn.sum<number>('translated').as('translated'),
      eb => eb.fn.sum<number>('total').as('total'),
    ])
    .where('component_id', 'in', [-1, ...components])
    .where('is_source', '=', 0)
    .groupBy('component_id')
    .execute()
  return new Map(rows.map(row => [row.component_id, row.total === 0 ? 0 : row.translated / row.total]))
}

async function checkSome(
  context: Context,
  units: readonly UnitRow[],
  lookup: ProjectLookup,
  overrides: SourceFlags,
): Promise<void> {
  const failures = await context.store.read
    .selectFrom('check_failure')
    .select(['unit_id', 'check_id'])
    .where(
      'unit_id',
      'in',
      units.map(unit => unit.id),
    )
    .execute()
  const stored = Map.groupBy(failures, row => row.unit_id)
  await work({ store: context.store, clock: context.clock }, null, async piece => {
    // Read again inside the transaction, so that the rows stay valid until it ends.
    const home = await homesOf(piece.tx, units)
    const around = lookup.within(piece.tx)
    const verdicts: Verdict[] = []
    for (const unit of units) {
      const translation = home.get(unit.translation_id)
      if (translation === undefined) continue
      const { context: shared, flags } = await surroundings(piece, translation)
      const checked = {
        id: unit.id,
        sources: splitForms(unit.source),
        targets: splitForms(unit.target),
        state: unit.state,
        flags: flagsOf([...flags, unit.flags, overrides.get(unit.source_unit_id ?? -1) ?? '']),
        note: unit.note,
        isSource: translation.is_source === 1,
      }
      const failing = await runLookupChecks(checked, shared, around)
      if (failing.length > 0 || stored.has(unit.id)) verdicts.push({ unit, failing })
    }
    if (verdicts.length === 0) return
    const locked = await lockUnits(
      piece,
      verdicts.map(({ unit }) => unit.id),
    )
    // Strings edited in the meantime are checked again separately.
    const current = verdicts.flatMap(({ unit, failing }) => {
      const now = locked.get(unit.id)
      return now !== undefined && now.updated_at === unit.updated_at ? [{ unit: now, failing }] : []
    })
    if (current.length > 0) await keep(piece, current, 'lookup')
  })
}
