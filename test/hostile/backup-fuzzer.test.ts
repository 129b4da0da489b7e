// A short run of the fuzzer. For a long one, run `node bin/run.js test/hostile/fuzz-backups.ts --backups 2000`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { BackupFuzzer, summary } from './backup-fuzzer.ts'

onEachEngine('mutated backups', open => {
  test('are rejected or fully restored, and all lists still work', async t => {
    const fuzzer = await BackupFuzzer.start(await open())
    const report = await fuzzer.run(100, 25).finally(() => fuzzer.close())
    assert.deepEqual(report.wrong, [], summary(report))
    assert.ok(report.restored > 0, summary(report))
    t.diagnostic(summary(report))
  })
})
