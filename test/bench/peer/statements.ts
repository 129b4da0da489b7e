import { testServices } from '#core/testing.ts'
import { systemClock } from '#store/clock.ts'
import { openStore } from '#store/open.ts'
import { queryRecorder } from '#store/testing-queries.ts'
import { actionApi } from '#wiki/actions/index.ts'
import { openWiki } from '#wiki/open-wiki.ts'
import type { BenchRequest } from '../requests.ts'
import { KINDS, urlOf, type WikiNames } from './kinds.ts'

/** The statements that each request runs, for the bare server. Rendering pages is not only statements. */
export async function statementsOf(
  data: string,
  names: WikiNames,
  only: readonly string[],
  variants: number,
): Promise<BenchRequest[]> {
  const store = await openStore({ data })
  const { seen, plugin } = queryRecorder()
  const services = await testServices({ ...store, read: store.read.withPlugin(plugin) }, systemClock)
  const wiki = await openWiki(services)
  const caller = await services.callers.identify({ ip: '127.0.0.1', headers: {} })
  const requests: BenchRequest[] = []
  for (const kind of only.filter(name => name !== 'parse'))
    for (let number = 0; number < variants; number++) {
      const url = urlOf('/w/api.php', KINDS[kind]!(names, number))
      const params = new Map(new URL(url, 'http://localhost').searchParams)
      const inUrl = new Set(params.keys())
      seen.length = 0
      const request = { params, inUrl, files: new Map(), ip: '127.0.0.1', header: () => undefined }
      await actionApi(wiki, { method: 'GET', ...request }, caller)
      const compiled = seen.map(node => store.read.getExecutor().compileQuery(node, { queryId: 'bench' }))
      requests.push({ name: kind, url, statements: compiled.map(({ sql, parameters }) => ({ sql, parameters })) })
    }
  await store.close()
  return requests
}
