// A real browser and server with the sample content.
import path from 'node:path'
import { after } from 'node:test'
import { chromium, type Page } from 'playwright-core'
import { startServer } from '#cli/testing.ts'
import { temporaryFolder } from '#store/testing.ts'
import { CHROMIUM, FLAGS } from './chromium.ts'

export { NO_BROWSER } from './chromium.ts'

/** The browser, with an empty profile. */
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

/** A second browser, independent of the first. */
const others = once(async () => chromium.launch({ executablePath: CHROMIUM!, args: [...FLAGS] }))
after(async () => {
  if (others.begun()) await (await others()).close()
})

/** A logged-out page in a separate context, with or without JavaScript. */
export async function openVisitor(javaScriptEnabled = true, width = 1280): Promise<Page> {
  const context = await (await others()).newContext({ javaScriptEnabled, viewport: { width, height: 800 } })
  return context.newPage()
}

export const openPage = async (): Promise<Page> => (await browser()).newPage()

export interface Site {
  readonly url: string
  readonly password: string
  /** The administrator's API key. */
  readonly key: string
  /** Data folder, for the command line. */
  readonly data: string
}

/** Starts the server like `npm start` on an empty folder, with local repositories allowed. */
export const startSite = once(async (): Promise<Site> => {
  const data = temporaryFolder()
  const repositories = ['--repository-protocols', 'https,ssh,file']
  const server = await startServer(['--data', data, '--sample', '--workers', '1', ...repositories])
  const said = (name: string): string => new RegExp(`${name} +(\\w+)`).exec(server.output.out)![1]!
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

/** Collects errors of a page: exceptions, CSP violations, failed requests. */
export function complaints(page: Page): string[] {
  const found: string[] = []
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) found.push(`${page.url()}: ${message.text()}`)
  })
  page.on('pageerror', error => found.push(`${page.url()}: ${error.message}`))
  page.on('requestfailed', request => {
    // Requests aborted by navigation, such as the event stream, are not failures.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') found.push(`${request.url()} did not load`)
  })
  return found
}
