import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '#store/store.ts'
import { type CounterFault, fault } from './counter-fault.ts'
import { type Scope, scopeKey } from './places.ts'
import { SUMMED } from './totals.ts'

const shown = sql`(
  select id as component_id, project_id from component union select component_id, project_id from component_link
) shown join translation t on t.component_id = shown.component_id`

/** Uses paths, while counting goes up the category tree, so that the two must agree. */
const inside = sql`(
  select k.id, c.id as component_id from project_category k
  join component c on c.project_id = k.project_id and substr(c.path, 1, length(k.path) + 1) = k.path || '/'
  union
  select k.id, l.component_id from project_category k
  join project_category h on h.project_id = k.project_id and substr(h.path || '/', 1, length(k.path) + 1) = k.path || '/'
  join component_link l on l.category_id = h.id
) held join translation t on t.component_id = held.component_id`

const SOURCES: Record<
  Scope['kind'],
  { id: RawBuilder<unknown>; language?: RawBuilder<unknown>; from: RawBuilder<unknown> }
> = {
  site: { id: sql`0`, from: sql`translation t` },
  language: { id: sql`t.language_id`, from: sql`translation t` },
  component: { id: sql`t.component_id`, from: sql`translation t` },
  project: { id: sql`shown.project_id`, from: shown },
  'project language': { id: sql`shown.project_id`, language: sql`t.language_id`, from: shown },
  category: { id: sql`held.id`, from: inside },
}

const NUMBERS = [...SUMMED, 'last_change'] as const
type Row = Scope & Record<(typeof NUMBERS)[number], number | null>

/** Compares every total with the sum of its translations. */
export async function* recountTotals(db: Reader): AsyncGenerator<CounterFault> {
  for (const kind of Object.keys(SOURCES) as Scope['kind'][]) {
    const counted = new Map((await count(db, kind)).map(row => [scopeKey(row), row]))
    const stored = await db.selectFrom('translation_total').selectAll().where('kind', '=', kind).execute()
    const storedByScope = new Map(stored.map(row => [scopeKey(row), row as Row]))
    for (const key of new Set([...counted.keys(), ...storedByScope.keys()]))
      yield* differences(key, storedByScope.get(key), counted.get(key))
  }
}

function* differences(key: string, stored: Row | undefined, counted: Row | undefined): Generator<CounterFault> {
  for (const name of NUMBERS) {
    const [have, want] = [stored, counted].map(row => row?.[name] ?? (name === 'last_change' ? null : 0))
    if (have !== want) yield fault('translation_total', key, name, have ?? null, want ?? null)
  }
  // Totals without translations have no row, so that an unused language does not look used.
  if (stored && !counted) yield fault('translation_total', key, 'rows', 1, 0)
}

async function count(db: Reader, kind: Scope['kind']): Promise<Row[]> {
  const { id, language = sql`0`, from } = SOURCES[kind]
  const sums = SUMMED.filter(name => name !== 'translations').map(
    name => sql`sum(${sql.ref(`t.${name}`)}) as ${sql.ref(name)}`,
  )
  const { rows } = await sql<Row>`select ${sql.lit(kind)} as kind, ${id} as id, ${language} as language_id,
    count(*) as translations, ${sql.join(sums)}, max(t.last_change) as last_change
    from ${from} group by 1, 2, 3 having count(*) > 0`.execute(db)
  return rows
}
