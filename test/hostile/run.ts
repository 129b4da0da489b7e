// `npm run test:hostile -- --requests 200000 [--engine sqlite|postgres|both] [--seed N] [--seconds N] [--workers N]
// [--server URL [--key KEY]] [--serve]`: attacks a server and reports wrong responses.
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { running } from '#cli/testing-process.ts'
import type { Engine } from '#store/store.ts'
import { attackSite } from './gate.ts'
import { remoteSite, type Site, startSite } from './site.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '200000' },
    engine: { type: 'string', default: 'sqlite' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    seconds: { type: 'string', default: '86400' },
    workers: { type: 'string', default: '1' },
    server: { type: 'string' },
    key: { type: 'string' },
    serve: { type: 'boolean', default: false },
  },
})

process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

const engines: Engine[] = values.engine === 'both' ? ['sqlite', 'postgres'] : [values.engine as Engine]
if (engines.some(engine => engine !== 'sqlite' && engine !== 'postgres'))
  throw new Error(`--engine must be sqlite, postgres or both, not ${values.engine}.`)
if (engines.includes('postgres') && !process.env.PARLANCE_TEST_POSTGRES && values.server === undefined)
  throw new Error('Set PARLANCE_TEST_POSTGRES to a PostgreSQL server.')

if (values.server !== undefined) await attack(remoteSite(values.server, values.key ?? null), values.server)
else
  for (const engine of engines) {
    const site = await startSite(engine, Number(values.workers))
    if (values.serve) await show(site)
    else await attack(site, engine)
  }

async function attack(site: Site, where: string): Promise<void> {
  const [requests, seconds, seed] = [Number(values.requests), Number(values.seconds), Number(values.seed)]
  console.log(`Attacking ${where} with up to ${requests} requests, --seed ${seed}`)
  const attacking = attackSite({ site, requests, seconds, seed, say: line => console.log(line) })
  const complaints = await attacking.then(
    () => site.stop(),
    () => site.stop(),
  )
  const report = await attacking
  report.complaints.push(...complaints)
  console.log(report.summary())
  if (!report.isClean) process.exitCode = 1
}

/** Serves the site for single requests, and prints the variables of the reproducing commands. */
async function show(site: Site): Promise<void> {
  const { hostname, port } = new URL(site.url)
  console.log(`export S=${site.url} HOST=${hostname} PORT=${port}`)
  for (const { name, headers, token } of site.roles) {
    const variable = name.toUpperCase().replaceAll('-', '_')
    const value = headers.cookie ?? headers.authorization?.replace('Token ', '')
    if (value !== undefined) console.log(`export ${variable}='${value}' ${variable}_TOKEN=${token.slice(0, -2)}`)
  }
  console.log('Press Ctrl-C to stop.')
  await once(process, 'SIGINT')
  for (const complaint of await site.stop()) console.log(complaint)
}
