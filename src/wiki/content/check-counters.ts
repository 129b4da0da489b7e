import { type RawBuilder, sql } from 'kysely'
import type { Findings } from '#core/consistency.ts'
import type { Reader, Store, Writer } from '#store/store.ts'
import { NS } from '../site/namespaces.ts'
import type { Site } from '../site/site.ts'
import { countedSite, versionRevisions } from './site-counts.ts'

const MAX_SHOWN = 200

interface Counter {
  /** Also the key in `counter_difference`, so it must not change. */
  readonly name: string
  /** The number of rows to compare. */
  readonly total: RawBuilder<{ n: number }>
  /** Rows whose stored count differs from the actual one, as a table: subject, stored, counted, difference. */
  readonly differing: RawBuilder<unknown>
  /** Condition for a difference to be wrong; by default, anything other than the difference an import left. */
  readonly isWrong?: RawBuilder<boolean>
  mend(tx: Writer): Promise<unknown>
  /**
   * Whether a difference is only a note. Imports by earlier versions kept MediaWiki's own counts, which include deleted
   * items and can be off; other counts were right when they were made.
   */
  readonly noted: boolean
}

const one = (table: string) => sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`

const categoryCounts = sql`(
  select title, sum(members) as pages, sum(subcats) as subcats, sum(files) as files
  from (
    select category as title, 1 as members, case when type = 'subcat' then 1 else 0 end as subcats,
      case when type = 'file' then 1 else 0 end as files from category_link
    union all select title, 0, 0, 0 from page where ns = ${sql.lit(NS.category)}
    union all select title, 0, 0, 0 from category
  ) as found group by title)`

const editCounts = sql`(
  select account.id, (select count(*) from actor join revision on revision.actor_id = actor.id where actor.account_id = account.id)
    + (select count(*) from actor join archive on archive.actor_id = actor.id where actor.account_id = account.id)
    - coalesce(uploaded.versions, 0) as edits
  from account left join (select actor.account_id, count(*) as versions from ${versionRevisions}
    join actor on actor.id = versions.actor_id group by actor.account_id) as uploaded on uploaded.account_id = account.id)`

/** Counters maintained on write. */
const SITE_COUNTERS = ['pages', 'articles', 'users', 'images'] as const

const described = (table: string, names: readonly string[]) =>
  sql.join(
    names.map((name, i) => sql`${sql.lit(`${i > 0 ? ', ' : ''}${name} `)} || ${sql.ref(`${table}.${name}`)}`),
    sql` || `,
  )

function siteCounter(name: string, columns: readonly string[], counted: RawBuilder<unknown>): Omit<Counter, 'noted'> {
  const names = sql.join(columns.map(column => sql.ref(column)))
  // One row of zeros where nothing has been counted yet.
  const kept = sql.join(columns.map(column => sql`coalesce(max(${sql.ref(column)}), 0) as ${sql.ref(column)}`))
  const differs = columns.map(column => sql`${sql.ref(`kept.${column}`)} <> ${sql.ref(`now.${column}`)}`)
  const differences = columns.map(column => sql`(${sql.ref(`kept.${column}`)} - ${sql.ref(`now.${column}`)})`)
  const set = columns.map(column => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`)
  return {
    name,
    total: one('site_stats'),
    differing: sql`select 'the site' as what, ${described('kept', columns)} as kept, ${described('now', columns)} as counted,
      cast(${sql.join(differences, sql` || ' ' || `)} as text) as difference
      from (select ${kept} from site_stats) as kept, ${counted} as now where ${sql.join(differs, sql` or `)}`,
    mend: tx =>
      sql`insert into site_stats (id, ${names}) select 1, ${names} from ${counted} as now where true
        on conflict (id) do update set ${sql.join(set)}`.execute(tx),
  }
}

function counters(site: Site, now: number, imported: boolean, uncountedEdits = false): Counter[] {
  const counted = countedSite(site, now)
  return [
    { ...siteCounter('site statistics', SITE_COUNTERS, counted), noted: imported },
    // The number of active users goes out of date as time passes.
    { ...siteCounter('counts of active users', ['active_users'], counted), noted: true },
    {
      ...siteCounter('edits of the site', ['edits'], counted),
      // MediaWiki also counts a deletion as an edit, which leaves no revision.
      isWrong: sql`cast(found.difference as bigint) < coalesce(cast(known.difference as bigint), 0)`,
      noted: imported || uncountedEdits,
    },
    {
      name: 'categories',
      total: one('category'),
      differing: sql`select 'category ' || now.title as what,
        coalesce(kept.pages || ' ' || kept.subcats || ' ' || kept.files, 'nothing') as kept,
        now.pages || ' ' || now.subcats || ' ' || now.files as counted,
        (coalesce(kept.pages, 0) - now.pages) || ' ' || (coalesce(kept.subcats, 0) - now.subcats) || ' ' || (coalesce(kept.files, 0) - now.files) as difference
        from ${categoryCounts} as now left join category as kept on kept.title = now.title
        where kept.id is null or kept.pages <> now.pages or kept.subcats <> now.subcats or kept.files <> now.files`,
      mend: tx =>
        sql`insert into category (title, pages, subcats, files)
        select title, pages, subcats, files from ${categoryCounts} as now where true
        on conflict (title) do update set pages = excluded.pages, subcats = excluded.subcats, files = excluded.files`.execute(
          tx,
        ),
      // A category that was counted too low may drop to zero and start over, which makes the difference smaller.
      isWrong: sql`(known.difference is null or (known.difference <> found.difference and known.difference not like '%-%'))`,
      noted: imported,
    },
    {
      name: 'lengths of pages',
      total: one('page'),
      differing: sql`select 'page ' || page.id as what, cast(page.length as text) as kept, cast(revision.length as text) as counted,
        cast(page.length - revision.length as text) as difference
        from page join revision on revision.id = page.latest_rev where revision.length <> page.length`,
      mend: tx =>
        sql`update page set length = (select length from revision where revision.id = page.latest_rev)
        where exists (select 1 from revision where revision.id = page.latest_rev and revision.length <> page.length)`.execute(
          tx,
        ),
      noted: imported,
    },
    {
      name: 'edits of accounts',
      total: one('account'),
      differing: sql`select 'account ' || account.name as what, cast(account.edit_count as text) as kept, cast(now.edits as text) as counted,
        cast(account.edit_count - now.edits as text) as difference
        from account join ${editCounts} as now on now.id = account.id where account.edit_count <> now.edits`,
      mend: tx =>
        sql`update account set edit_count = (select edits from ${editCounts} as now where now.id = account.id)`.execute(
          tx,
        ),
      noted: imported || uncountedEdits,
    },
  ]
}

/** Tables with rows that belong to a page; used to find rows whose page does not exist. */
const PAGE_OWNED = {
  page_link: 'from_id',
  template_link: 'from_id',
  image_link: 'from_id',
  category_link: 'page_id',
} as const

async function danglingRows(db: Reader, imported: boolean): Promise<{ faults: string[]; rows: number }> {
  const faults: string[] = []
  let rows = 0
  for (const [table, column] of Object.entries(PAGE_OWNED)) {
    const total = await one(table).execute(db)
    rows += Number(total.rows[0]!.n)
    const lost = await sql<{
      id: number
      n: number
    }>`select ${sql.ref(column)} as id, count(*) as n from ${sql.table(table)}
      where not exists (select 1 from page where page.id = ${sql.table(table)}.${sql.ref(column)})
      group by 1 order by 1 limit ${sql.lit(MAX_SHOWN)}`.execute(db)
    faults.push(...lost.rows.map(({ id, n }) => `${table} has ${n} rows for page ${id}, which does not exist`))
  }
  // A partial import may bring pages without their revisions.
  if (imported) return { faults, rows }
  const headless = await sql<{ id: number }>`select id from page where not exists (
    select 1 from revision where revision.id = page.latest_rev and revision.page_id = page.id)
    order by id limit ${sql.lit(MAX_SHOWN)}`.execute(db)
  faults.push(...headless.rows.map(({ id }) => `page ${id} has no latest revision`))
  return { faults, rows }
}

/** MediaWiki does not count revisions created by merges, protections and imports as edits. */
const hasUncountedEdits = async (db: Reader): Promise<boolean> =>
  (await db.selectFrom('log').where('type', 'in', ['merge', 'import', 'protect']).select('id').limit(1).execute())
    .length > 0

export const wasImported = async (db: Reader): Promise<boolean> =>
  (await db.selectFrom('import_checkpoint').select('source').limit(1).execute()).length > 0

/** Set once the differences left by the last import are recorded. */
const DIFFERENCES_KNOWN = 'import_differences'

const differencesKnown = async (db: Reader): Promise<boolean> =>
  (await db.selectFrom('site_setting').where('key', '=', DIFFERENCES_KNOWN).select('key').execute()).length > 0

/** Recounts every counter and compares it with the stored value; `now` is Unix time in seconds. */
export async function checkCounters(db: Reader, site: Site, now: number): Promise<Findings> {
  const imported = await wasImported(db)
  const lenient = imported && !(await differencesKnown(db))
  const [compared, faults, notes]: [string[], string[], string[]] = [[], [], []]
  for (const counter of counters(site, now, lenient, await hasUncountedEdits(db))) {
    const total = await counter.total.execute(db)
    compared.push(`${counter.name}: ${Number(total.rows[0]!.n)}`)
    const isWrong = counter.isWrong ?? sql`(known.difference is null or known.difference <> found.difference)`
    const { rows } = await sql<{ what: string; kept: string; counted: string }>`
      select found.what, found.kept, found.counted from (${counter.differing}) as found
      left join counter_difference as known on known.counter = ${counter.name} and known.what = found.what
      where ${isWrong} order by found.what limit ${sql.lit(MAX_SHOWN)}`.execute(db)
    const into = counter.noted ? notes : faults
    into.push(...rows.map(({ what, kept, counted }) => `${counter.name}: ${what} has ${kept}, counted ${counted}`))
  }
  const dangling = await danglingRows(db, imported)
  compared.push(`page links and memberships: ${dangling.rows}`)
  return { compared, faults: [...faults, ...dangling.faults], notes }
}

/** Sets every counter to its actual value. */
export async function mendCounters(tx: Writer, site: Site, now: number): Promise<void> {
  for (const counter of counters(site, now, false)) await counter.mend(tx)
  await forgetDifferences(tx)
  await noteDifferencesKnown(tx)
}

/** Discards recorded differences after an import, which brings counts from elsewhere. */
export async function forgetDifferences(tx: Writer): Promise<void> {
  await tx.deleteFrom('counter_difference').execute()
  await tx.deleteFrom('site_setting').where('key', '=', DIFFERENCES_KNOWN).execute()
}

/**
 * Records how much imported counts differ from the imported rows. A dump need not contain everything that was counted,
 * so these differences are no faults; any other difference is. They are recorded only once.
 */
export async function rememberDifferences(store: Store, site: Site, now: number): Promise<void> {
  if (!(await wasImported(store.read)) || (await differencesKnown(store.read))) return
  await store.transaction(async tx => {
    for (const { name, differing } of counters(site, now, true))
      await sql`insert into counter_difference (counter, what, difference)
        select ${sql.lit(name)}, found.what, found.difference from (${differing}) as found`.execute(tx)
    await noteDifferencesKnown(tx)
  })
}

const noteDifferencesKnown = (tx: Writer) =>
  tx.insertInto('site_setting').values({ key: DIFFERENCES_KNOWN, value: 'true' }).execute()
