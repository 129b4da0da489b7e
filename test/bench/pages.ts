// What pages with very many rows cost: the server's time, and the bytes that a first view takes, compressed, with its files.
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
  'the same, sorted by what is left': '/projects/large/?components_sort=words-down',
  'the same, filtered': '/projects/large/?components_q=part-99',
  'a project in a language': '/projects/large/-/cs/',
  'a language': '/languages/cs/',
  'the same, sorted': '/languages/cs/?components_sort=done',
  'all languages': '/languages/',
  'the editor': '/translate/large/part-1/cs/',
}
const WARM_UP = 3

/** `--wiki`: pages of the wiki alone, with the options of wiki-views.ts. `--components N`: of the large project, 1,000 when not given. `--projects N`: others, 500. `--times N`: requests of each page. */
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
      const took: number[] = []
      for (let i = 0; i < times + WARM_UP; i++) {
        const began = performance.now()
        await transferred(url + path)
        if (i >= WARM_UP) took.push(performance.now() - began)
      }
      const { page, files } = await firstView(url, path)
      const all = (page + files) / 1024
      rows.push({ what, 'median ms': median(took), 'page kB': page / 1024, 'with its files kB': all })
    }
    print('pages', rows)
    child.kill('SIGTERM')
    await ended
  })
}

/** A page and what it names in its head, as a browser that was never here would load them. */
async function firstView(url: string, path: string): Promise<{ page: number; files: number }> {
  const text = await (await fetch(url + path)).text()
  const named = new Set([...text.matchAll(/(?:src|href)="(\/static\/[^"]+)"/g)].map(([, file]) => file!))
  let files = 0
  for (const file of named) files += await transferred(url + file)
  return { page: await transferred(url + path), files }
}

/** The bytes of an answer as they come over the wire, without its head. */
async function transferred(url: string): Promise<number> {
  const asking = get(url, { headers: { 'accept-encoding': 'br', accept: 'text/html,*/*' } })
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode}`)
  let bytes = 0
  for await (const part of answer) bytes += (part as Buffer).length
  return bytes
}
