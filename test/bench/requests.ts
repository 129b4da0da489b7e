// The requests of the bench, and the statements that each of them runs.
import { testServices } from '#accounts/testing.ts'
import type { Clock } from '#store/clock.ts'
import type { Store } from '#store/store.ts'
import { queryRecorder } from '#store/testing-queries.ts'
import { actionApi } from '#wiki/actions/index.ts'
import { openWiki } from '#wiki/open-wiki.ts'

const REQUESTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  allpages: { list: 'allpages', aplimit: '50' },
  backlinks: { list: 'backlinks', bltitle: 'Марс', bllimit: '50' },
  categorymembers: { list: 'categorymembers', cmtitle: 'Категория:Планеты', cmlimit: '50' },
  recentchanges: { list: 'recentchanges', rcprop: 'title|ids|user|comment|timestamp|sizes|flags', rclimit: '50' },
  logevents: { list: 'logevents', lelimit: '50' },
  info: { prop: 'info', titles: 'Марс|Земля|Луна|Плутон|Юпитер' },
  revisions: {
    prop: 'revisions',
    titles: 'Марс|Земля|Луна',
    rvprop: 'ids|user|timestamp|comment|content',
    rvslots: 'main',
  },
  links: { prop: 'links', titles: 'Марс|Земля|Ссылки', pllimit: '50' },
}

export interface BenchRequest {
  readonly name: string
  readonly url: string
  readonly statements: readonly { readonly sql: string; readonly parameters: readonly unknown[] }[]
}

export async function benchRequests(store: Store, clock: Clock): Promise<BenchRequest[]> {
  const { seen, plugin } = queryRecorder()
  const services = await testServices({ ...store, read: store.read.withPlugin(plugin) }, clock)
  const wiki = await openWiki(services)
  const caller = await services.callers.identify({ ip: '127.0.0.1', headers: {} })
  const requests: BenchRequest[] = []
  for (const [name, own] of Object.entries(REQUESTS)) {
    const params = new Map(Object.entries({ action: 'query', format: 'json', formatversion: '2', ...own }))
    const request = {
      params,
      inUrl: new Set(params.keys()),
      files: new Map(),
      ip: '127.0.0.1',
      header: () => undefined,
    }
    // The first time, things may be read that are remembered afterwards.
    for (const _ of [1, 2]) {
      seen.length = 0
      await actionApi(wiki, { method: 'GET', ...request }, caller)
    }
    const compiled = seen.map(node => store.read.getExecutor().compileQuery(node, { queryId: 'bench' }))
    const statements = compiled.map(({ sql, parameters }) => ({ sql, parameters }))
    requests.push({ name, url: `/api.php?${new URLSearchParams([...params])}`, statements })
  }
  return requests
}
