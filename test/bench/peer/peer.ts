// Thirteen kinds of request, each over many different pages: this server with one and two workers, the bare limit of
// Node.js and SQLite, and a MediaWiki with the same wiki if PARLANCE_PEER names its api.php. All in turns in one run.
//   --seconds N (default 3)   --variants N (default 1000)   --only KIND,…   --out FOLDER (peer.json and peer.svg)
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { startServer } from '#cli/testing-process.ts'
import { MeasuredServer } from '../measured-server.ts'
import { numberAfter, print, type Row } from '../report.ts'
import { inTemporaryFolder } from '../temporary.ts'
import { barChart } from './chart.ts'
import { importWiki } from './import-wiki.ts'
import { KINDS, readNames, urlOf } from './kinds.ts'
import { statementsOf } from './statements.ts'
import { load } from './varied-load.ts'

export async function bench(args: readonly string[]): Promise<void> {
  const seconds = numberAfter(args, '--seconds', 3)
  const variants = numberAfter(args, '--variants', 1000)
  const after = (flag: string) => (args.includes(flag) ? args[args.indexOf(flag) + 1]! : null)
  const only = after('--only')?.split(',') ?? Object.keys(KINDS)
  await inTemporaryFolder(async data => {
    await importWiki(data)
    const rows = await compare(data, only, { seconds, variants })
    print('peer', rows)
    const folder = after('--out')
    if (folder === null) return
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, 'peer.json'), `${JSON.stringify(rows, null, 2)}\n`)
    const bars = rows.flatMap(({ kind, 'times MediaWiki': value }) =>
      typeof value === 'number' ? [{ name: String(kind), value }] : [],
    )
    if (bars.length > 0)
      writeFileSync(path.join(folder, 'peer.svg'), barChart('Requests per second, compared with MediaWiki 1.39', bars))
  })
}

interface Extent {
  readonly seconds: number
  readonly variants: number
}

async function compare(data: string, only: readonly string[], { seconds, variants }: Extent): Promise<Row[]> {
  const start = (workers: number) => startServer(['--workers', String(workers), '--data', data])
  const [one, two] = [await start(1), await start(2)]
  const names = await readNames(`${one.url}/w/api.php`)
  const file = path.join(data, 'requests.json')
  writeFileSync(file, JSON.stringify(await statementsOf(data, names, only, variants)))
  const bare = await MeasuredServer.start('bare-server.ts', [data, file])
  const peer = process.env.PARLANCE_PEER
  const rows: Row[] = []
  try {
    for (const kind of only) {
      const urls = (at: string) => Array.from({ length: variants }, (_, n) => urlOf(at, KINDS[kind]!(names, n)))
      const ours = urls('/w/api.php')
      // Caches of rendered pages make the first request for a page the expensive one.
      const isCached = kind === 'parse'
      const cold = isCached ? await load(one.url, ours, { seconds: 120, most: variants }) : null
      if (isCached) await load(two.url, ours, { seconds: 120, most: 4 * variants })
      for (const { url } of [one, two]) await load(url, ours, { seconds })
      const single = await load(one.url, ours, { seconds })
      const double = await load(two.url, ours, { seconds })
      const limit = isCached ? null : await load(bare.url, ours, { seconds })
      const theirs = peer === undefined ? null : await loadPeer(peer, urls, seconds)
      const failed = single.failed + double.failed + (theirs?.failed ?? 0)
      rows.push({
        kind,
        'one worker': Math.round(single.perSecond),
        'two workers': Math.round(double.perSecond),
        ...(limit && { bare: Math.round(limit.perSecond), 'of bare': single.perSecond / limit.perSecond }),
        ...(theirs && { MediaWiki: theirs.perSecond, 'times MediaWiki': double.perSecond / theirs.perSecond }),
        ...(cold && { cold: Math.round(cold.perSecond) }),
        ...(cold && theirs && { 'cold, times MediaWiki': cold.perSecond / theirs.perSecond }),
        failed,
      })
      console.error(JSON.stringify(rows.at(-1)))
    }
  } finally {
    for (const { child, ended } of [one, two]) {
      child.kill('SIGTERM')
      await ended
    }
    await bare.stop()
  }
  return rows
}

async function loadPeer(peer: string, urls: (at: string) => string[], seconds: number) {
  const { origin, pathname } = new URL(peer)
  await load(origin, urls(pathname), { seconds: 1 })
  return load(origin, urls(pathname), { seconds })
}
