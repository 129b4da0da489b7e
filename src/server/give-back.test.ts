import assert from 'node:assert/strict'
import { constants, PerformanceObserver } from 'node:perf_hooks'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { giveBackWhenQuiet } from './give-back.ts'

test('releases memory only when the process is idle', async t => {
  let collections = 0
  const observer = new PerformanceObserver(list => {
    for (const { detail } of list.getEntries() as unknown as { detail: { kind: number } }[])
      if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) collections++
  })
  observer.observe({ entryTypes: ['gc'] })
  t.after(() => observer.disconnect())
  t.mock.timers.enable({ apis: ['setInterval'] })
  let isAtWork = true
  giveBackWhenQuiet(
    () => 0,
    () => isAtWork,
  )
  const intervals = async (n: number) => {
    for (let i = 0; i < n; i++) t.mock.timers.tick(5000)
    await sleep(50)
    return collections
  }
  assert.equal(await intervals(5), 0)
  isAtWork = false
  assert.ok((await intervals(2)) > 0)
})
