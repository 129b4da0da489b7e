import type { Command } from 'commander'
import type { ConsistencyCheck, Findings } from '#core/consistency.ts'
import { withServices } from '#server/with-services.ts'
import type { Store } from '#store/store.ts'
import { configFrom, type SiteOptions, siteOptions } from '../options.ts'
import { say } from '../say.ts'

const MAX_NOTES = 20

export function dbCommand(program: Command): void {
  const db = program.command('db').description('migrate and check the database')
  siteOptions(db.command('migrate').description('migrate the schema and build missing indexes')).action(runMigrations)
  siteOptions(
    db.command('check').description('check for damage and recount all counters; exits with 1 if anything differs'),
  )
    .option('--fix', "correct the wiki's counters; delete uploads that nothing refers to")
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
    const applied = await migrate(store)
    const built = await buildMissingIndexes(store)
    if (applied.length > 0) say(`Applied: ${applied.join(', ')}.`)
    if (built.length > 0) say(`Built missing indexes: ${built.join(', ')}.`)
    if (applied.length + built.length === 0) say('The database is up to date.')
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
    let fixable = 0
    for (const check of await allChecks(services)) {
      const before = await runCheck(store, check)
      const fixes = fix && check.fix !== undefined && before.faults.length + before.notes.length > 0
      if (fixes) await check.fix?.(store)
      const after = fixes ? await runCheck(store, check) : before
      if (fixes) say(`  recounted and fixed; ${after.faults.length} left`)
      left += after.faults.length
      if (check.fix && !fix) fixable += before.faults.length
    }
    if (fixable > 0) say(`Run "parlance db check --fix" to fix ${fixable} of these.`)
    if (left > 0) throw new Error(`${left} ${left === 1 ? 'difference' : 'differences'} found.`)
  })
}

async function runCheck(store: Store, check: ConsistencyCheck): Promise<Findings> {
  const { lookAt, summaryOf } = await import('#core/whole-site.ts')
  const findings = await lookAt(store, check)
  const { name, faults, notes } = findings
  say(`${name}: ${summaryOf(findings)}`)
  for (const fault of faults) say(`  ${fault}`)
  if (notes.length > 0)
    say(`  ${notes.length} imported or earlier counts differ from the recount; --fix replaces them:`)
  for (const note of notes.slice(0, MAX_NOTES)) say(`    ${note}`)
  return findings
}
