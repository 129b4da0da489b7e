// A real browser over a real server with the sample content, for tests of what people see.
import path from 'node:path'
import { after } from 'node:test'
import { chromium, type Page } from 'playwright-core'
import { startServer } from '#cli/testing.ts'
import { temporaryFolder } from '#store/testing.ts'
import { CHROMIUM, FLAGS } from './chromium.ts'

export { NO_BROWSER } from './chromium.ts'

/** The browser, with a profile of its own: no cookies, no history. */
const browser = once(async () => {
  const profile = path.join(temporaryFolder(), 'profile')
  return chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM!,
    args: [...FLAGS],
    viewport: { width: 1200, height: 800 },
  })
})
after(async () => {
  if (browser.begun()) await (await browser()).close()
})

export const openPage = async (): Promise<Page> => (await browser()).newPage()

export interface Site {
  readonly url: string
  readonly password: string
  /** The administrator's key for the REST API. */
  readonly key: string
}

/** The server as `npm start` starts it on an empty folder. */
export const startSite = once(async (): Promise<Site> => {
  const server = await startServer(['--data', temporaryFolder(), '--sample', '--workers', '1'])
  const said = (name: string): string => new RegExp(`${name} +(\\w+)`).exec(server.said.out)![1]!
  return { url: server.url, password: said('Password'), key: said('API key') }
})

function once<T>(start: () => Promise<T>): (() => Promise<T>) & { begun(): boolean } {
  let started: Promise<T> | undefined
  const get = () => {
    started ??= start()
    return started
  }
  return Object.assign(get, { begun: () => started !== undefined })
}

/** Collects what a page complains about: script errors, refused content, things that did not load. */
export function complaints(page: Page): string[] {
  const found: string[] = []
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) found.push(`${page.url()}: ${message.text()}`)
  })
  page.on('pageerror', error => found.push(`${page.url()}: ${error.message}`))
  page.on('requestfailed', request => {
    // What was under way when the page was left, such as the stream that it follows, is no failure.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') found.push(`${request.url()} did not load`)
  })
  return found
}
