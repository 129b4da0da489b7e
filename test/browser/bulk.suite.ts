// Changing many strings: search and replace, actions on selected strings.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { complaints, NO_BROWSER, openPage, openVisitor, type Site, startSite } from './browser.ts'
import { lookAt } from './look.ts'

const PREVIEW = '/strings/replace/?project=harbour-library&language=de&find=e&replacement=E&q=state:translated'
const LIST = '/strings/?project=harbour-library&language=de'

describe('changing many strings', { skip: NO_BROWSER }, () => {
  let site: Site
  let page: Page
  let wrong: string[]

  const logIn = async (on: Page): Promise<void> => {
    await on.goto(`${site.url}/accounts/login/`)
    if ((await on.getByLabel('Username').count()) === 0) return
    await on.getByLabel('Username').fill('Admin')
    await on.getByLabel('Password').fill(site.password)
    await on.keyboard.press('Enter')
    await on.waitForURL(`${site.url}/`)
  }

  before(async () => {
    site = await startSite()
    page = await openPage()
    wrong = complaints(page)
    await logIn(page)
  })

  test('the pages are accessible in all layouts', async () => {
    for (const path of [PREVIEW, LIST, '/strings/replace/?project=harbour-library']) {
      await page.goto(site.url + path)
      await lookAt(page)
    }
    assert.deepEqual(wrong, [])
  })

  test('replaces in one selected string by keyboard and undoes it', async () => {
    await page.goto(site.url + PREVIEW)
    const all = page.getByLabel('Select all strings on this page')
    await all.focus()
    await page.keyboard.press('Space')
    assert.equal(await page.locator('input[name=unit]:checked').count(), 0)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    assert.equal(await page.locator('input[name=unit]:checked').count(), 1)
    await page.keyboard.press('Enter')
    await page.getByText('1 string changed.').waitFor()
    await page.getByRole('button', { name: 'Undo these changes' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(`${site.url}/strings/`)
    await page.getByText('1 string changed.').waitFor()
    assert.deepEqual(wrong, [])
  })

  test('runs an action without scripts', async () => {
    const plain = await openVisitor(false, 390)
    await logIn(plain)
    await plain.goto(site.url + LIST)
    await plain.locator('input[name=unit]').first().check()
    await plain.getByLabel('Action for selected strings').selectOption('Mark as needing editing')
    await plain.getByRole('button', { name: 'Apply' }).click()
    await plain.getByText(/1 string (changed|skipped)/).waitFor()
    await plain.close()
  })
})
