// Views per second of common wiki pages, optionally compared with a MediaWiki.
import { readdirSync } from 'node:fs'
import { Agent, get } from 'node:http'
import path from 'node:path'
import { migrate } from '#store/migrate.ts'
import { openStore } from '#store/open.ts'
import { importCorpus } from '../conformance/import-corpus.ts'
import { largestCosts } from './cpu-profile.ts'
import { MeasuredServer } from './measured-server.ts'
import { numberAfter, print, type Row } from './report.ts'
import { inTemporaryFolder } from './temporary.ts'

const ARTICLE = encodeURIComponent('Марс')
const RECENT = encodeURIComponent('Служебная:Свежие_правки')

/** Paths of the pages on either wiki. */
const VIEWS = {
  'an article': `/wiki/${ARTICLE}`,
  'its history': `/index.php?title=${ARTICLE}&action=history`,
  'a diff': `/index.php?title=${ARTICLE}&diff=cur&oldid=prev`,
  'recent changes': `/wiki/${RECENT}`,
}

/**
 * `--views N`: of each page per round. `--peer http://127.0.0.1:8081`: a MediaWiki with the wiki of the recorded
 * responses.
 * `--profile` prints where our server spends its time, `--only NAME` measures one page.
 */
export async function benchViews(args: readonly string[]): Promise<void> {
  const after = (flag: string) => (args.includes(flag) ? args[args.indexOf(flag) + 1]! : null)
  const [views, peer, only] = [numberAfter(args, '--views', 400), after('--peer'), after('--only')]
  await inTemporaryFolder(async data => {
    const store = await openStore({ data })
    await migrate(store)
    const clock = await importCorpus(store, data, undefined)
    await store.close()
    const profiling = args.includes('--profile') ? ['--cpu-prof', `--cpu-prof-dir=${data}`] : []
    const ours = await MeasuredServer.start('our-server.ts', [data, new Date(clock.now()).toISOString()], profiling)
    const rows: Row[] = []
    for (const [what, url] of Object.entries(VIEWS).filter(([name]) => only === null || name === only)) {
      const text = await ours.text(url)
      if (!text.includes('class="title"')) throw new Error(`${what}: ${text.slice(0, 500)}`)
      await ours.load(url, views * 2)
      const rounds = []
      for (let round = 0; round < 5; round++) rounds.push(await ours.load(url, views))
      const ourViews = Math.max(...rounds.map(({ perSecond }) => perSecond))
      const theirs = peer === null ? null : await perSecond(peer + url, Math.ceil(views / 4))
      rows.push({
        view: what,
        kB: Buffer.byteLength(text) / 1024,
        'CPU µs': Math.round(Math.min(...rounds.map(({ cpuPerRequest }) => cpuPerRequest))),
        'views/s, one process': Math.round(ourViews),
        ...(theirs !== null && { 'MediaWiki views/s': theirs, times: ourViews / theirs }),
      })
    }
    await ours.stop()
    print('wiki-views', rows)
    const profile = readdirSync(data).find(each => each.endsWith('.cpuprofile'))
    if (profile) print('wiki-views-profile', largestCosts(path.join(data, profile)))
  })
}

/** The best of three rounds, after a warm-up, over four connections, which is the concurrency of the peer. */
async function perSecond(url: string, views: number): Promise<number> {
  const agent = new Agent({ keepAlive: true })
  const once = () =>
    new Promise<void>((resolve, reject) => {
      get(url, { agent }, answer => {
        if (answer.statusCode !== 200) return reject(new Error(`${url}: ${answer.statusCode}`))
        answer.resume().on('end', resolve)
      }).on('error', reject)
    })
  let best = 0
  for (let round = 0; round < 4; round++) {
    const began = performance.now()
    let left = views
    const client = async () => {
      while (left-- > 0) await once()
    }
    await Promise.all(Array.from({ length: 4 }, client))
    if (round > 0) best = Math.max(best, (1000 * views) / (performance.now() - began))
  }
  agent.destroy()
  return best
}
