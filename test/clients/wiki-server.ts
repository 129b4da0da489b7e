// The wiki of the recorded answers on a port of its own, for clients that know MediaWiki only by its network address.
import { createServer } from 'node:net'
import { after } from 'node:test'
import { testConfig } from '#accounts/testing.ts'
import { buildServer } from '#server/build-server.ts'
import { loadParts } from '#server/parts.ts'
import { temporaryFolder, temporaryStore } from '#store/testing.ts'
import { importCorpus } from '../conformance/import-corpus.ts'

export const ADMIN = { name: 'Admin', password: 'Adminpass-12345' } as const

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

const running: { close(): Promise<unknown> }[] = []
after(async () => {
  for (const app of running) await app.close()
})

export interface WikiServer {
  readonly port: number
  /** `http://127.0.0.1:PORT` */
  readonly url: string
  readonly api: string
}

export async function startWiki(): Promise<WikiServer> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const store = await temporaryStore('sqlite')
  const data = temporaryFolder()
  const clock = await importCorpus(store, data, undefined)
  const config = { ...testConfig, port, siteUrl: url, data }
  const { app } = await buildServer({ store, clock, config, parts: await loadParts() })
  await app.listen({ port, host: '127.0.0.1' })
  running.push(app)
  return { port, url, api: `${url}/api.php` }
}
