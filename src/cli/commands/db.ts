import type { Command } from 'commander'
import { configFrom, type SiteOptions, siteOptions } from '../options.ts'
import { say } from '../say.ts'
import { withServices } from '../with-services.ts'

export function dbCommand(program: Command): void {
  const db = program.command('db').description('bring the database up to date, check it')
  siteOptions(db.command('migrate').description('bring the schema up to date, build indexes that are missing')).action(
    runMigrations,
  )
  siteOptions(
    db.command('check').description('look for damage and for counters that are off; exit code 1 if there is any'),
  ).action(check)
}

async function runMigrations(options: SiteOptions): Promise<void> {
  const [{ openDatabase }, { migrate }, { buildMissingIndexes }] = await Promise.all([
    import('#server/open-database.ts'),
    import('#store/migrate.ts'),
    import('#store/indexes.ts'),
  ])
  const store = openDatabase(configFrom(options))
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

async function check(options: SiteOptions): Promise<void> {
  await withServices(configFrom(options), async ({ store, checks }) => {
    const { storeChecks } = await import('#store/checks.ts')
    let differences = 0
    for (const { name, run } of [...storeChecks, ...checks]) {
      const found = await run(store)
      differences += found.length
      say(`${name}: ${found.length === 0 ? 'ok' : `${found.length} found`}`)
      for (const difference of found) say(`  ${difference}`)
    }
    if (differences > 0) throw new Error(`${differences} ${differences === 1 ? 'difference' : 'differences'} found.`)
  })
}
