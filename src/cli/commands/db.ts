import type { Command } from 'commander'
import type { ConsistencyCheck, Findings } from '#core/consistency.ts'
import { withServices } from '#server/with-services.ts'
import type { Store } from '#store/store.ts'
import { configFrom, type SiteOptions, siteOptions } from '../options.ts'
import { say } from '../say.ts'

const MAX_NOTES = 20

export function dbCommand(program: Command): void {
  const db = program.command('db').description('bring the database up to date, check it')
  siteOptions(db.command('migrate').description('bring the schema up to date, build indexes that are missing')).action(
    runMigrations,
  )
  siteOptions(
    db
      .command('check')
      .description('look for damage, count everything anew and compare; exit code 1 if anything differs'),
  )
    .option('--fix', 'set counters of the wiki that are off to what was counted; remove uploads that nothing refers to')
    .action(check)
}

async function runMigrations(options: SiteOptions): Promise<void> {
  const [{ openDatabase }, { migrate }, { buildMissingIndexes }] = await Promise.all([
    import('#server/open-database.ts'),
    import('#store/migrate.ts'),
    import('#store/indexes.ts'),
  ])
  const store = await openDatabase(configFrom(options))
  try {
    const done = await migrate(store)
    const built = await buildMissingIndexes(store)
    if (done.length > 0) say(`Applied: ${done.join(', ')}.`)
    if (built.length > 0) say(`Built indexes that were missing: ${built.join(', ')}.`)
    if (done.length + built.length === 0) say('The database is up to date.')
  } finally {
    await store.close()
  }
}

interface CheckOptions extends SiteOptions {
  readonly fix?: boolean
}

async function check({ fix = false, ...options }: CheckOptions): Promise<void> {
  await withServices(configFrom(options), async services => {
    const { allChecks } = await import('#core/whole-site.ts')
    const { store } = services
    let left = 0
    let mendable = 0
    for (const one of await allChecks(services)) {
      const before = await look(store, one)
      const mends = fix && one.fix !== undefined && before.faults.length + before.notes.length > 0
      if (mends) await one.fix?.(store)
      const after = mends ? await look(store, one) : before
      if (mends) say(`  counted anew and set right; ${after.faults.length} left`)
      left += after.faults.length
      if (one.fix && !fix) mendable += before.faults.length
    }
    if (mendable > 0) say(`"parlance db check --fix" would set ${mendable} of these right.`)
    if (left > 0) throw new Error(`${left} ${left === 1 ? 'difference' : 'differences'} found.`)
  })
}

async function look(store: Store, check: ConsistencyCheck): Promise<Findings> {
  const { lookAt, summaryOf } = await import('#core/whole-site.ts')
  const found = await lookAt(store, check)
  const { name, faults, notes } = found
  say(`${name}: ${summaryOf(found)}`)
  for (const fault of faults) say(`  ${fault}`)
  if (notes.length > 0)
    say(
      `  ${notes.length} numbers, imported or counted earlier, are not what is counted now; --fix would replace them:`,
    )
  for (const note of notes.slice(0, MAX_NOTES)) say(`    ${note}`)
  return found
}
