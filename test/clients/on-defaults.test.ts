// Connects all clients to a wiki with default settings: without a site file and imported messages.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import path from 'node:path'
import { before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { Mwn } from 'mwn'
import Nodemw from 'nodemw'
import { temporaryFolder } from '#store/testing.ts'
import { ADMIN, startUndescribedWiki, UNDESCRIBED, type WikiServer } from './wiki-server.ts'

const runs = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore', env: ENVIRONMENT }).status === 0
const ENVIRONMENT = {
  ...process.env,
  PYTHONIOENCODING: 'utf-8',
  PYTHONDONTWRITEBYTECODE: '1',
  PYWIKIBOT_NO_USER_CONFIG: '2',
  PYWIKIBOT_DIR: temporaryFolder(),
}

/** The system's Python has Debian's packages; another one in PATH may not. */
const pythonWith = (module: string): string | undefined =>
  ['/usr/bin/python3', 'python3'].find(python => runs(python, '-c', `import ${module}`))
const pythons = { mwclient: pythonWith('mwclient'), pywikibot: pythonWith('pywikibot') }
const unless = (installed: unknown, what: string) => (installed ? false : `${what} is not installed`)
const perl = (module: string) => unless(runs('perl', `-M${module}`, '-e', '1'), module)

/** Results of a client; all have at least these. */
interface Found {
  readonly text: string
  readonly pages: readonly string[]
  readonly version?: unknown
  readonly [more: string]: unknown
}

async function run(command: string, script: string, ...args: string[]): Promise<Found> {
  const file = path.join(import.meta.dirname, script)
  const options = { cwd: temporaryFolder(), env: ENVIRONMENT, maxBuffer: 16 * 1024 * 1024 }
  const { stdout } = await promisify(execFile)(command, [file, ...args], options)
  return JSON.parse(stdout.slice(stdout.lastIndexOf('FOUND ') < 0 ? 0 : stdout.lastIndexOf('FOUND ') + 6))
}

function checkResults(found: Found, client: string): void {
  assert.equal(found.text, `by ${client}`)
  assert.ok(found.pages.includes('Connected'))
}

for (const content of UNDESCRIBED)
  describe(`on a wiki with ${content}`, () => {
    let wiki: WikiServer
    before(async () => {
      wiki = await startUndescribedWiki(content)
    })

    test('mwclient', { skip: unless(pythons.mwclient, 'mwclient') }, async () => {
      const args = [`127.0.0.1:${wiki.port}`, ADMIN.name, ADMIN.password]
      const found = await run(pythons.mwclient!, 'connect-mwclient.py', ...args)
      checkResults(found, 'mwclient')
      assert.deepEqual(found.version, [1, 39, 17])
      assert.equal(found.user, ADMIN.name)
    })

    test('pywikibot', { skip: unless(pythons.pywikibot, 'pywikibot') }, async () => {
      const found = await run(pythons.pywikibot!, 'connect-pywikibot.py', wiki.url, ADMIN.name, ADMIN.password)
      checkResults(found, 'pywikibot')
      assert.equal(found.version, '1.39.17')
      assert.equal(found.user, ADMIN.name)
      assert.deepEqual(found.months, [
        ['January', 'Jan'],
        ['February', 'Feb'],
      ])
      assert.equal(found.list, 'a, b and c')
    })

    for (const client of ['MediaWiki::API', 'MediaWiki::Bot'])
      test(client, { skip: perl(client) }, async () => {
        const found = await run('perl', 'connect-perl.pl', client, String(wiki.port), ADMIN.name, ADMIN.password)
        checkResults(found, client)
        assert.match(String(found.version), /^1\.39/)
      })

    test('wikiapi', async () => {
      const found = await run(process.execPath, 'connect-wikiapi.cjs', wiki.api, ADMIN.name, ADMIN.password)
      checkResults(found, 'wikiapi')
      assert.equal(found.user, ADMIN.name)
    })

    test('mwn', async () => {
      const bot = await Mwn.init({
        apiUrl: wiki.api,
        username: ADMIN.name,
        password: ADMIN.password,
        userAgent: 'Parlance tests',
        silent: true,
        suppressAPIWarnings: true,
        maxRetries: 0,
      })
      await bot.save('Connected', 'by mwn')
      const text = await new bot.Page('Connected').text()
      checkResults({ text, pages: await bot.getPagesByPrefix('Conn') }, 'mwn')
      assert.equal((await bot.userinfo()).name, ADMIN.name)
    })

    test('nodemw', async () => {
      // Its methods take a callback as the last argument; its types cover only some of them.
      // biome-ignore lint/suspicious/noExplicitAny: see above
      const client: any = new Nodemw({
        protocol: 'http',
        server: '127.0.0.1',
        port: wiki.port,
        path: '',
        debug: false,
        concurrency: 1,
        username: ADMIN.name,
        password: ADMIN.password,
      } as never)
      const call = (method: string, ...args: unknown[]) =>
        new Promise<never>((resolve, reject) =>
          client[method](...args, (error: Error | null, found: never) => (error ? reject(error) : resolve(found))),
        )
      await call('logIn')
      await call('edit', 'Connected', 'by nodemw', 'new')
      const pages = await call('getPagesByPrefix', 'Conn')
      const text = await call('getArticle', 'Connected')
      checkResults({ text, pages: (pages as { title: string }[]).map(page => page.title) }, 'nodemw')
      assert.equal(await call('getMediaWikiVersion'), '1.39.17')
    })
  })
