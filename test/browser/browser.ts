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

/** A second browser, for people of whom the first one's pages shall know nothing. */
const others = once(async () => chromium.launch({ executablePath: CHROMIUM!, args: [...FLAGS] }))
after(async () => {
  if (others.begun()) await (await others()).close()
})

/** A page of somebody who is not logged in, whoever is on the other pages; with or without scripts. */
export async function openStranger(javaScriptEnabled = true, width = 1280): Promise<Page> {
  const context = await (await others()).newContext({ javaScriptEnabled, viewport: { width, height: 800 } })
  return context.newPage()
}

export const openPage = async (): Promise<Page> => (await browser()).newPage()

export interface Site {
  readonly url: string
  readonly password: string
  /** The administrator's key for the REST API. */
  readonly key: string
  /** Its folder, for what is done on the command line. */
  readonly data: string
}

/** The server as `npm start` starts it on an empty folder; repositories may lie on this machine. */
export const startSite = once(async (): Promise<Site> => {
  const data = temporaryFolder()
  const repositories = ['--repository-protocols', 'https,ssh,file']
  const server = await startServer(['--data', data, '--sample', '--workers', '1', ...repositories])
  const said = (name: string): string => new RegExp(`${name} +(\\w+)`).exec(server.said.out)![1]!
  return { url: server.url, password: said('Password'), key: said('API key'), data }
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
