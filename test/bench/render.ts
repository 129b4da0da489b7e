// Pages per second over all pages of a wiki: each page for the first time (cold) and again (warm), with one and two
// workers, and a page with 500 scripts. Beside a MediaWiki with the same wiki if PARLANCE_PEER names its api.php.
//   --seconds N (default 10) for each measurement that goes round   --pages N (default all)
import { cpSync, existsSync } from 'node:fs'
import path from 'node:path'
import { parlance, startServer } from '#cli/testing-process.ts'
import { openStore } from '#store/open.ts'
import { load } from './peer/varied-load.ts'
import { median, numberAfter, print, type Row } from './report.ts'
import { inTemporaryFolder } from './temporary.ts'

const shared = process.env.PARLANCE_SHARED ?? path.join(import.meta.dirname, '..', '..', '..', 'shared')
const [dump, site] = [path.join(shared, 'data/ltgwiki.sql.gz'), path.join(shared, 'data/ltg-site.json')]

/** Longer than any run; it ends when each page was asked for. */
const ENDLESS = 3600
const INVOCATIONS = 500
const TIMES = 5
/** Pages that the warm MediaWiki goes round: filling its cache with all of them takes very long. */
const WARM_PEER_PAGES = 100

interface Speed {
  readonly cold: number
  readonly warm: number
  readonly scripts: number
  readonly failed: number
}

export async function bench(args: readonly string[]): Promise<void> {
  if (!existsSync(dump)) throw new Error(`This benchmark needs the wiki in ${dump}.`)
  const seconds = numberAfter(args, '--seconds', 10)
  const peer = process.env.PARLANCE_PEER
  await inTemporaryFolder(async folder => {
    const data = path.join(folder, 'imported')
    const { code, err } = await parlance(['wiki', 'import', '--data', data, '--site', site, dump])
    if (code !== 0) throw new Error(`The import failed: ${err}`)
    const ids = (await pageIds(data)).slice(0, numberAfter(args, '--pages', Number.POSITIVE_INFINITY))
    const found: [string, Speed][] = []
    for (const workers of [1, 2]) {
      // Each server has its own copy, because renderings may be kept there.
      const copy = path.join(folder, `workers-${workers}`)
      cpSync(data, copy, { recursive: true })
      found.push([workers === 1 ? 'one worker' : 'two workers', await measured(copy, workers, ids, seconds)])
    }
    const theirs = peer === undefined ? null : await measuredPeer(peer, ids, seconds)
    if (theirs) found.push(['MediaWiki', theirs])
    const times = (ours: number, other: number | undefined) => (other === undefined ? '' : ours / other)
    const rows = found.map(
      ([server, speed]): Row => ({
        server,
        pages: ids.length,
        'cold/s': speed.cold,
        'warm/s': speed.warm,
        [`${INVOCATIONS} scripts ms`]: speed.scripts,
        'cold, times MediaWiki': times(speed.cold, theirs?.cold),
        'warm, times MediaWiki': times(speed.warm, theirs?.warm),
        'scripts, times MediaWiki': theirs ? theirs.scripts / speed.scripts : '',
        failed: speed.failed,
      }),
    )
    print('render', rows)
  })
}

/** In an order without a pattern that is the same in every run, so that any part of it is representative. */
async function pageIds(data: string): Promise<number[]> {
  const store = await openStore({ data })
  const rows = await store.read.selectFrom('page').select('id').execute()
  await store.close()
  const place = (id: number): number => Math.imul(id, 2_654_435_761) >>> 0
  return rows.map(({ id }) => id).sort((a, b) => place(a) - place(b) || a - b)
}

const parsed = (api: string, id: number): string => `${api}?action=parse&pageid=${id}&prop=text&format=json`

async function measured(data: string, workers: number, ids: readonly number[], seconds: number): Promise<Speed> {
  const { url, child, ended } = await startServer(['--workers', String(workers), '--data', data])
  try {
    const urls = ids.map(id => parsed('/w/api.php', id))
    const cold = await load(url, urls, { seconds: ENDLESS, most: urls.length })
    // Every worker sees most pages once more.
    await load(url, urls, { seconds: ENDLESS, most: 2 * workers * urls.length })
    const warm = await load(url, urls, { seconds })
    const scripts = await scriptTime(`${url}/w/api.php`)
    return { cold: cold.perSecond, warm: warm.perSecond, scripts, failed: cold.failed + warm.failed }
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

/** `rvparse` parses a page without the parser cache. */
async function measuredPeer(peer: string, ids: readonly number[], seconds: number): Promise<Speed> {
  const { origin, pathname } = new URL(peer)
  const anew = ids.map(
    id => `${pathname}?action=query&prop=revisions&rvprop=content&rvparse=1&pageids=${id}&format=json`,
  )
  const cold = await load(origin, anew, { seconds })
  const again = ids.slice(0, WARM_PEER_PAGES).map(id => parsed(pathname, id))
  await load(origin, again, { seconds: ENDLESS, most: again.length })
  const warm = await load(origin, again, { seconds })
  const scripts = await scriptTime(peer)
  return { cold: cold.perSecond, warm: warm.perSecond, scripts, failed: cold.failed + warm.failed }
}

/** Median milliseconds for a page with many scripts. Each page is new, so that no cache knows it. */
async function scriptTime(api: string): Promise<number> {
  const durations: number[] = []
  for (let time = 0; time < TIMES; time++) {
    const calls = Array.from(
      { length: INVOCATIONS },
      (_, i) => `* {{#invoke:String|sub|s=run ${process.pid}-${time}-${i}|i=1|j=12}}\n`,
    )
    const body = new URLSearchParams({
      action: 'parse',
      format: 'json',
      contentmodel: 'wikitext',
      prop: 'text',
      text: calls.join(''),
    })
    const began = performance.now()
    const response = await fetch(api, { method: 'POST', body })
    const text = await response.text()
    durations.push(performance.now() - began)
    const shown = text.split('run ').length - 1
    if (shown < INVOCATIONS || text.includes('scribunto-error'))
      throw new Error(`${api}: ${shown} of ${INVOCATIONS} scripts gave a result: ${text.slice(0, 300)}`)
  }
  return median(durations)
}
