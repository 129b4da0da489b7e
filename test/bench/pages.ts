// Cost of pages with very many rows: server time, and compressed bytes of a first view including its files.
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { startServer } from '#cli/testing-process.ts'
import { manualClock } from '#core/testing.ts'
import { migrate } from '#store/migrate.ts'
import { openStore } from '#store/open.ts'
import { fillWithComponents } from './many-components.ts'
import { median, numberAfter, print, type Row } from './report.ts'
import { inTemporaryFolder } from './temporary.ts'
import { benchViews } from './wiki-views.ts'

const PAGES = {
  'front page': '/',
  'all projects': '/projects/',
  'a project': '/projects/large/',
  'the same, sorted by remaining words': '/projects/large/?components_sort=words-down',
  'the same, filtered': '/projects/large/?components_q=part-99',
  'a project in a language': '/projects/large/-/cs/',
  'a language': '/languages/cs/',
  'the same, sorted': '/languages/cs/?components_sort=done',
  'all languages': '/languages/',
  'the editor': '/translate/large/part-1/cs/',
}
const WARM_UP = 3

/**
 * `--wiki`: only wiki pages, with the options of wiki-views.ts. `--components N`: of the large project, default 1,000.
 * `--projects N`: other projects, default 500. `--times N`: requests of each page.
 */
export async function bench(args: readonly string[]): Promise<void> {
  await benchViews(args)
  if (args.includes('--wiki')) return
  const [components, projects] = [numberAfter(args, '--components', 1000), numberAfter(args, '--projects', 500)]
  const times = numberAfter(args, '--times', 20)
  await inTemporaryFolder(async data => {
    const store = await openStore({ data })
    await migrate(store)
    await fillWithComponents({ store, clock: manualClock() }, { components, projects })
    await store.close()
    const { url, child, ended } = await startServer(['--data', data, '--workers', '1'])
    const rows: Row[] = []
    for (const [what, path] of Object.entries(PAGES)) {
      const durations: number[] = []
      for (let i = 0; i < times + WARM_UP; i++) {
        const began = performance.now()
        await transferred(url + path)
        if (i >= WARM_UP) durations.push(performance.now() - began)
      }
      const { page, files } = await firstView(url, path)
      const all = (page + files) / 1024
      rows.push({ what, 'median ms': median(durations), 'page kB': page / 1024, 'with its files kB': all })
    }
    print('pages', rows)
    child.kill('SIGTERM')
    await ended
  })
}

/** Bytes of a page and its static files, as loaded by a browser without a cache. */
async function firstView(url: string, path: string): Promise<{ page: number; files: number }> {
  const text = await (await fetch(url + path)).text()
  const named = new Set([...text.matchAll(/(?:src|href)="(\/static\/[^"]+)"/g)].map(([, file]) => file!))
  let files = 0
  for (const file of named) files += await transferred(url + file)
  return { page: await transferred(url + path), files }
}

/** Transferred bytes of a response body. */
async function transferred(url: string): Promise<number> {
  const request = get(url, { headers: { 'accept-encoding': 'br', accept: 'text/html,*/*' } })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode}`)
  let bytes = 0
  for await (const part of answer) bytes += (part as Buffer).length
  return bytes
}
