// The complete server on a data directory, in one process.
import type { AddressInfo } from 'node:net'
import { testConfig } from '#core/testing.ts'
import { buildServer } from '#server/build-server.ts'
import { loadParts } from '#server/parts.ts'
import { pinnedClock } from '#store/clock.ts'
import { openStore } from '#store/open.ts'
import { answerParent } from './measured-server.ts'

const [data = '', now = ''] = process.argv.slice(2)
const store = await openStore({ data })
const config = { ...testConfig, data }
const { app } = await buildServer({ store, clock: pinnedClock(now), config, parts: await loadParts() })
await app.listen({ port: 0, host: '127.0.0.1' })
answerParent((app.server.address() as AddressInfo).port)
