// Transfer size of first views, and tables with a thousand rows. Durations are reported but not asserted, because they
// depend on the machine (`npm run bench -- pages` compares them).
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startServer } from '#cli/testing.ts'
import { systemClock } from '#store/clock.ts'
import { migrate } from '#store/migrate.ts'
import { openStore } from '#store/open.ts'
import { temporaryFolder } from '#store/testing.ts'
import { fillWithComponents } from '../bench/many-components.ts'
import { NO_BROWSER, openPage, type Site, startSite } from './browser.ts'

/** Size limits of the first view and of the editor, in bytes. */
const MOST_BYTES = 60 * 1024
const MOST_BYTES_OF_EDITOR = 150 * 1024
const MOST_BYTES_OF_SANDBOX = 120 * 1024
/** Scripts that take longer are reported, in milliseconds. */
const LONG_TASK = 50

/** Present when the editor has loaded its string. */
const EDITOR = '.tr-panel .tr-info'

/** Durations of long script executions. */
const WATCH_SCRIPTS = `globalThis.scripts = []
new PerformanceObserver(list => {
  for (const frame of list.getEntries())
    for (const { sourceURL, duration, invoker } of frame.scripts)
      if (sourceURL.startsWith(location.origin)) scripts.push({ duration, of: sourceURL + ' ' + invoker })
}).observe({ type: 'long-animation-frame', buffered: true })`

interface View {
  readonly bytes: number
  /** Files with their sizes, largest first. */
  readonly files: readonly string[]
}

describe('page size and speed', { skip: NO_BROWSER }, () => {
  let site: Site
  let large: string
  let page: Page

  before(async () => {
    site = await startSite()
    const data = temporaryFolder()
    const store = await openStore({ data })
    await migrate(store)
    await fillWithComponents({ store, clock: systemClock }, { components: 1000, projects: 500 })
    await store.close()
    large = (await startServer(['--data', data, '--workers', '1'])).url
  })

  /** Opens a page with an empty cache and sums up the transferred bytes. */
  async function firstView(address: string, ready: string): Promise<View> {
    page = await openPage()
    await page.addInitScript(WATCH_SCRIPTS)
    const session = await page.context().newCDPSession(page)
    const [names, sizes] = [new Map<string, string>(), new Map<string, number>()]
    await session.send('Network.enable')
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
    session.on('Network.requestWillBeSent', ({ requestId, request }) => names.set(requestId, request.url))
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => sizes.set(requestId, encodedDataLength))
    await page.goto(address)
    await page.locator(ready).first().waitFor()
    // The event stream stays open, so `networkidle` never happens.
    await page.waitForTimeout(500)
    const files = [...sizes].sort(([, a], [, b]) => b - a)
    return {
      bytes: files.reduce((sum, [, size]) => sum + size, 0),
      files: files.map(([id, size]) => `${size} ${names.get(id)}`),
    }
  }

  const isAtMost = ({ bytes, files }: View, most: number): void =>
    assert.ok(bytes > 0 && bytes <= most, `${bytes} bytes, ${most} allowed:\n${files.join('\n')}`)

  /** Our long-running scripts during page load. */
  const longScripts = async (): Promise<string> => {
    const all = await page.evaluate<{ duration: number; of: string }[]>('scripts')
    const long = all.filter(({ duration }) => duration > LONG_TASK)
    return long.length === 0
      ? 'no long script'
      : long.map(({ duration, of }) => `${duration.toFixed()} ms ${of}`).join(', ')
  }

  /** Changes a table, waits for its first row to change and returns the duration. */
  const changes = async (act: () => Promise<void>, first: RegExp): Promise<number> => {
    const began = performance.now()
    await act()
    await page.locator('#components tbody tr:first-child th', { hasText: first }).waitFor()
    return performance.now() - began
  }

  test('the first view of the home page is small', async t => {
    const view = await firstView(`${site.url}/`, 'main')
    t.diagnostic(`${view.bytes} bytes`)
    isAtMost(view, MOST_BYTES)
    await page.close()
  })

  test('the first view of the editor is small', async t => {
    const view = await firstView(`${site.url}/translate/harbour-library/application/de/`, EDITOR)
    t.diagnostic(`${view.bytes} bytes, ${await longScripts()}`)
    isAtMost(view, MOST_BYTES_OF_EDITOR)
    await page.close()
  })

  for (const [what, path, ready] of [
    ['the Action API', '/sandbox#action=query&list=allpages', '#sb-apfrom'],
    ['the REST API', '/sandbox#operation=get_units', '#sb-query-q'],
  ] as const)
    test(`the first view of the sandbox for ${what} is small`, async t => {
      const view = await firstView(site.url + path, ready)
      t.diagnostic(`${view.bytes} bytes`)
      isAtMost(view, MOST_BYTES_OF_SANDBOX)
      await page.close()
    })

  for (const [what, path] of [
    ['a project with a thousand components', '/projects/large/'],
    ['a language with fifteen hundred', '/languages/cs/'],
  ] as const)
    test(`${what} is small, paginated, and sorts and filters all rows`, async t => {
      const view = await firstView(large + path, '#components tbody tr')
      t.diagnostic(`${view.bytes} bytes, ${await longScripts()}`)
      isAtMost(view, MOST_BYTES)
      assert.ok((await page.locator('#components tbody tr').count()) <= 50)
      const head = page.locator('#components thead a').first()
      const sorted = await changes(() => head.click(), /99\d? of the documentation/)
      const field = page.locator('#components input[type=search]')
      const filtered = await changes(() => field.fill('part-417'), /Part 417 of/)
      t.diagnostic(`sorted in ${sorted.toFixed()} ms, filtered in ${filtered.toFixed()} ms`)
      await page.close()
    })
})
