// `node bin/run.js test/hostile/fuzz-backups.ts --backups 2000 [--seed N] [--engine sqlite|postgres]`
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { migrate } from '#store/migrate.ts'
import { openStore } from '#store/open.ts'
import { freshName, onTestServer, testDatabaseUrl } from '#store/testing-template.ts'
import { BackupFuzzer, summary } from './backup-fuzzer.ts'

const { values } = parseArgs({
  options: {
    backups: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    engine: { type: 'string', default: 'sqlite' },
  },
})

const data = mkdtempSync(path.join(tmpdir(), 'parlance-backups-'))
const schema = freshName('backups')
const onPostgres = values.engine === 'postgres'
if (onPostgres) await onTestServer(`create schema ${schema}`)
const store = await openStore(onPostgres ? { database: testDatabaseUrl({ schema }) } : { data })
try {
  await migrate(store)
  const fuzzer = await BackupFuzzer.start(store)
  console.log(`${values.backups} backups on ${values.engine}, --seed ${values.seed}`)
  const report = await fuzzer
    .run(Number(values.backups), Number(values.seed), line => console.log(line))
    .finally(() => fuzzer.close())
  console.log(summary(report))
  if (report.wrong.length > 0) process.exitCode = 1
} finally {
  await store.close()
  rmSync(data, { recursive: true, force: true })
  if (onPostgres) await onTestServer(`drop schema ${schema} cascade`)
}
