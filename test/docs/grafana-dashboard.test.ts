import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { testConfig } from '#core/testing.ts'
import { buildServer } from '#server/build-server.ts'
import { loadParts } from '#server/parts.ts'
import { systemClock } from '#store/clock.ts'
import { temporaryFolder, temporaryStore } from '#store/testing.ts'

interface Dashboard {
  panels: { id: number; title: string; targets: { expr: string }[] }[]
}

test('the dashboard uses existing metrics', async t => {
  const store = await temporaryStore('sqlite')
  const config = { ...testConfig, data: temporaryFolder() }
  const { app } = await buildServer({ store, clock: systemClock, config, parts: await loadParts() })
  t.after(() => app.close())
  await app.inject('/healthz')
  const metrics = (await app.inject('/metrics')).payload
  const names = new Set([...metrics.matchAll(/^# TYPE (\w+) /gm)].map(match => match[1]!))
  const file = path.join(import.meta.dirname, '..', '..', 'docs', 'grafana-dashboard.json')
  const { panels } = JSON.parse(readFileSync(file, 'utf8')) as Dashboard
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length)
  for (const { title, targets } of panels)
    for (const { expr } of targets) {
      const series = [...expr.matchAll(/\b((?:parlance|process|nodejs)_\w+)\{/g)].map(match => match[1]!)
      assert.ok(series.length > 0, title)
      for (const name of series) assert.ok(names.has(name.replace(/_bucket$/, '')), `${title}: there is no ${name}`)
    }
})
