// Working with the REST API by hand: log in, send forms, see what was wrong, log out.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { complaints, NO_BROWSER, openPage, type Site, startSite } from './browser.ts'

describe('the browsable API', { skip: NO_BROWSER }, () => {
  let site: Site
  let page: Page
  let wrong: string[]

  before(async () => {
    site = await startSite()
    page = await openPage()
    wrong = complaints(page)
  })

  const main = () => page.locator('main').innerText()
  const logIn = async (password: string): Promise<void> => {
    await page.getByLabel('Name').fill('Admin')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
  }

  test('a stranger sees lists and no forms', async () => {
    await page.goto(`${site.url}/api/projects/`)
    assert.match(await main(), /"name": "Harbour Library"/)
    assert.equal(await page.locator('main form').count(), 0)
  })

  test('a wrong password is told, a right one leads back to where one was', async () => {
    await page.getByRole('link', { name: 'Log in' }).click()
    await logIn('not the password')
    assert.match(await page.getByRole('alert').innerText(), /no account with this name and password/)
    assert.equal(await page.getByLabel('Name').inputValue(), 'Admin')
    wrong.length = 0
    await logIn(site.password)
    assert.equal(new URL(page.url()).pathname, '/api/projects/')
    assert.equal(await page.locator('.corner bdi').textContent(), 'Admin')
  })

  test('a form makes something real', async () => {
    await page.locator('#post-name').fill('Made by hand')
    await page.locator('#post-slug').fill('made-by-hand')
    await page.locator('#post-web').fill('https://example.org/')
    await page.getByRole('button', { name: 'POST' }).click()
    assert.match(await main(), /HTTP 201 Created/)
    const { name } = (await (await fetch(`${site.url}/api/projects/made-by-hand/`)).json()) as { name: string }
    assert.equal(name, 'Made by hand')
    assert.deepEqual(wrong, [])
  })

  test('what was wrong is said before the answer for programs', async () => {
    await page.goto(`${site.url}/api/projects/`)
    await page.locator('#post-name').fill('Made by hand')
    await page.locator('#post-slug').fill('made-by-hand')
    await page.locator('#post-web').fill('https://example.org/')
    await page.getByRole('button', { name: 'POST' }).click()
    assert.match(await page.getByRole('alert').innerText(), /slug/)
    assert.match(await main(), /HTTP 400 Bad Request/)
    wrong.length = 0
  })

  test('what was made can be changed and removed', async () => {
    await page.goto(`${site.url}/api/projects/made-by-hand/`)
    const change = page.locator('form', { has: page.getByRole('button', { name: 'PATCH' }) })
    await change.locator('[name=name]').fill('Changed by hand')
    await change.getByRole('button').click()
    assert.match(await main(), /"name": "Changed by hand"/)
    assert.match(await main(), /"slug": "made-by-hand"/)
    await page.getByText('Remove this…').click()
    await page.getByRole('button', { name: 'DELETE' }).click()
    assert.equal((await fetch(`${site.url}/api/projects/made-by-hand/`)).status, 200, 'it was not confirmed')
    await page.getByLabel('Yes, remove it').check()
    await page.getByRole('button', { name: 'DELETE' }).click()
    await page.waitForURL(`${site.url}/api/projects/`)
    assert.equal((await fetch(`${site.url}/api/projects/made-by-hand/`)).status, 404)
    assert.deepEqual(wrong, [])
  })

  test('logging out ends the session', async () => {
    await page.goto(`${site.url}/languages/`)
    await page.locator('.corner summary').click()
    await page.getByRole('button', { name: 'Log out' }).click()
    assert.match(await page.locator('.corner').innerText(), /^Log in/)
    await page.goto(`${site.url}/api/projects/`)
    assert.equal(await page.locator('main form').count(), 0)
  })
})
