// What can come between pressing "save" and having it saved.
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright-core'
import type { Random } from './random.ts'
import { type FaultySite, OTHER, type Person } from './site.ts'

export interface Scene {
  readonly site: FaultySite
  readonly context: BrowserContext
  readonly page: Page
  readonly random: Random
}

/** Does its harm and returns how to end it; the page may be gone then. */
export type Fault = (scene: Scene) => Promise<() => Promise<void>>

const nothingToMend = async (): Promise<void> => {}

export const FAULTS = {
  'nothing happens': async () => nothingToMend,

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

  'an answer is lost': async ({ site }) => {
    site.proxy.losesNextAnswer = true
    return nothingToMend
  },

  'the page is reloaded': async ({ page }) => {
    await page.reload({ timeout: 30_000 })
    return nothingToMend
  },

  'the tab is closed': async ({ page }) => {
    await page.close()
    return nothingToMend
  },

  'the page is left': async ({ site, page }) => {
    // The editor may go to the page it has saved in the same moment: then that is where the person ends up.
    await page.goto(`${site.url}/languages/`, { timeout: 30_000 }).catch(async error => {
      if (!String(error).includes('ERR_ABORTED')) throw error
      await page.waitForLoadState('load', { timeout: 30_000 })
    })
    return nothingToMend
  },

  'the session ends': async ({ context, random }) => {
    if (random.chance(0.5)) await context.clearCookies()
    else await logOutElsewhere(context)
    return nothingToMend
  },

  'somebody else logs in': async ({ site, context }) => {
    await context.clearCookies()
    await logIn(site, context, OTHER)
    return nothingToMend
  },
} satisfies Record<string, Fault>

export type FaultName = keyof typeof FAULTS

/** In a tab of its own, as people do. */
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

/** Ends the session at the server; the browser keeps its cookie. */
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
