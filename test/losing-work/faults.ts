// Faults that can occur while an edit is being saved.
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright-core'
import type { Random } from '../random.ts'
import { type FaultySite, OTHER, type Person } from './site.ts'

export interface Scene {
  readonly site: FaultySite
  readonly context: BrowserContext
  readonly page: Page
  readonly random: Random
}

/** Causes the fault and returns a function to end it. The page may be closed afterwards. */
export type Fault = (scene: Scene) => Promise<() => Promise<void>>

const noRecovery = async (): Promise<void> => {}

export const FAULTS = {
  'no fault': async () => noRecovery,

  'the server is killed': async ({ site, random }) => {
    site.kill()
    return async () => {
      await sleep(random.below(1500))
      await site.restart()
    }
  },

  'the network is cut': async ({ site, random }) => {
    site.proxy.cut()
    return async () => {
      await sleep(300 + random.below(2500))
      site.proxy.heal()
    }
  },

  'a response is lost': async ({ site }) => {
    site.proxy.dropsNextResponse = true
    return noRecovery
  },

  'the page is reloaded': async ({ page }) => {
    await page.reload({ timeout: 30_000 })
    return noRecovery
  },

  'the tab is closed': async ({ page }) => {
    await page.close()
    return noRecovery
  },

  'the user leaves the page': async ({ site, page }) => {
    // The editor may navigate to the saved page at the same moment, which aborts this navigation.
    await page.goto(`${site.url}/languages/`, { timeout: 30_000 }).catch(async error => {
      if (!String(error).includes('ERR_ABORTED')) throw error
      await page.waitForLoadState('load', { timeout: 30_000 })
    })
    return noRecovery
  },

  'the session ends': async ({ context, random }) => {
    if (random.chance(0.5)) await context.clearCookies()
    else await logOutElsewhere(context)
    return noRecovery
  },

  'another user logs in': async ({ site, context }) => {
    await context.clearCookies()
    await logIn(site, context, OTHER)
    return noRecovery
  },
} satisfies Record<string, Fault>

export type FaultName = keyof typeof FAULTS

/** Logs in from a separate tab. */
export async function logIn(site: FaultySite, context: BrowserContext, person: Person): Promise<void> {
  const page = await context.newPage()
  try {
    await page.goto(`${site.url}/accounts/login/`, { timeout: 30_000 })
    await page.getByLabel('Username').fill(person.name)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${site.url}/`, { timeout: 30_000 })
  } finally {
    await page.close()
  }
}

/** Ends the session on the server only. The browser keeps its cookie. */
async function logOutElsewhere(context: BrowserContext): Promise<void> {
  const cookies = await context.cookies()
  const page = await context.newPage()
  try {
    const [first] = context.pages()
    await page.goto(new URL('/', first!.url()).href, { timeout: 30_000 })
    await page
      .locator('form[action="/accounts/logout/"]')
      .evaluate(form => (form as unknown as { submit(): void }).submit())
    await page.waitForLoadState('load', { timeout: 30_000 })
    await context.addCookies(cookies)
  } finally {
    await page.close()
  }
}
