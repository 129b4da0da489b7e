// Lists the files of src that a request runs through, for docs/architecture.md. `node bin/run.js test/docs/walks.ts` prints the
// files with a called function, for one request of each kind after a warm-up.
import { Session } from 'node:inspector/promises'
import { testConfig } from '#core/testing.ts'
import { buildServer } from '#server/build-server.ts'
import { loadParts } from '#server/parts.ts'
import { systemClock } from '#store/clock.ts'
import { migrate } from '#store/migrate.ts'
import { openStore } from '#store/open.ts'
import { temporaryFolder } from '#store/testing.ts'
import { testApi } from '#translation/api/testing.ts'
import { testCatalogue } from '#translation/catalogue/testing.ts'

const session = new Session()
session.connect()
await session.post('Profiler.enable')

const data = temporaryFolder()
const store = await openStore({ data })
await migrate(store)
await testCatalogue((await testApi(store)).services, { strings: [{ source: ['One'] }, { source: ['Two'] }] })
const { app } = await buildServer({
  store,
  clock: systemClock,
  config: { ...testConfig, data },
  parts: await loadParts(),
})

let edits = 0
const REQUESTS = {
  edit: {
    method: 'POST',
    url: '/api.php',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    form: () => ({ action: 'edit', title: 'Page', text: `Edit ${edits++} with a [[link]]`, token: '+\\' }),
  },
  'list=allpages': {
    method: 'GET',
    url: '/api.php?action=query&list=allpages&aplimit=50&format=json&formatversion=2',
    headers: {},
    form: null,
  },
  statistics: { method: 'GET', url: '/api/languages/cs/statistics/', headers: {}, form: null },
} as const

for (const [name, { form, ...request }] of Object.entries(REQUESTS)) {
  const send = async (): Promise<void> => {
    const payload = form ? new URLSearchParams({ ...form(), format: 'json' }).toString() : undefined
    const { statusCode, body } = await app.inject({ ...request, ...(payload !== undefined && { payload }) })
    if (statusCode !== 200 || body.includes('"error"')) throw new Error(`${name}: ${statusCode} ${body}`)
  }
  for (let time = 0; time < 3; time++) await send()
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await send()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  await session.post('Profiler.stopPreciseCoverage')
  const files = result
    .filter(({ functions }) =>
      functions.some(({ functionName, ranges }) => functionName !== '' && ranges[0]!.count > 0),
    )
    .flatMap(({ url }) => /\/(src\/.*)$/.exec(url)?.[1] ?? [])
    .sort()
  console.log(`${name}: ${files.length} files\n  ${files.join('\n  ')}\n`)
}
await app.close()
await store.close()
process.exit()
