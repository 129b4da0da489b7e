// The browsable REST API: login, forms, errors, logout.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { complaints, NO_BROWSER, openPage, openVisitor, type Site, startSite } from './browser.ts'
import { lookAt, violations } from './look.ts'

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
    await page.getByLabel('Username').fill('Admin')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
  }

  test('visitors see lists without forms', async () => {
    await page.goto(`${site.url}/api/projects/`)
    assert.match(await main(), /"name": "Harbour Library"/)
    assert.equal(await page.locator('main form').count(), 0)
  })

  test('rejects a wrong password and returns to the page after login', async () => {
    await page.locator('.corner').getByRole('link', { name: 'Log in' }).click()
    await logIn('not the password')
    assert.match(await page.getByRole('alert').innerText(), /Incorrect username or password/)
    assert.equal(await page.getByLabel('Username').inputValue(), 'Admin')
    wrong.length = 0
    await logIn(site.password)
    assert.equal(new URL(page.url()).pathname, '/api/projects/')
    assert.equal(await page.locator('.corner bdi').textContent(), 'Admin')
  })

  test('creates an object with a form', async () => {
    await page.locator('#post-name').fill('Made by hand')
    await page.locator('#post-slug').fill('made-by-hand')
    await page.locator('#post-web').fill('https://example.org/')
    await page.getByRole('button', { name: 'POST' }).click()
    assert.match(await main(), /201 Created/)
    const { name } = (await (await fetch(`${site.url}/api/projects/made-by-hand/`)).json()) as { name: string }
    assert.equal(name, 'Made by hand')
    assert.deepEqual(wrong, [])
  })

  test('shows problems above the JSON response', async () => {
    await page.goto(`${site.url}/api/projects/`)
    await page.locator('#post-name').fill('Made by hand')
    await page.locator('#post-slug').fill('made-by-hand')
    await page.locator('#post-web').fill('https://example.org/')
    await page.getByRole('button', { name: 'POST' }).click()
    assert.match(await page.getByRole('alert').innerText(), /slug/)
    assert.match(await main(), /400 Bad Request/)
    const slug = page.locator('#post-slug')
    assert.equal(await slug.inputValue(), 'made-by-hand', 'what was typed is still there')
    assert.equal(await slug.getAttribute('aria-invalid'), 'true')
    const said = page.locator(`#${(await slug.getAttribute('aria-describedby'))!.split(' ').at(-1)}`)
    assert.match(await said.innerText(), /\w/, 'what is wrong stands beside the field')
    assert.equal(await page.locator('#post-name').getAttribute('aria-invalid'), null)
    assert.equal(await page.locator('select#post-access_control option').count(), 5, 'choices are choices')
    assert.deepEqual(await violations(page), [])
    wrong.length = 0
  })

  test('changes and deletes an object', async () => {
    await page.goto(`${site.url}/api/projects/made-by-hand/`)
    const change = page.locator('form', { has: page.getByRole('button', { name: 'PATCH' }) })
    await change.locator('[name=name]').fill('Changed by hand')
    await change.getByRole('button').click()
    assert.match(await main(), /"name": "Changed by hand"/)
    assert.match(await main(), /"slug": "made-by-hand"/)
    await page.getByText('Delete…').click()
    await page.getByRole('button', { name: 'DELETE' }).click()
    assert.equal((await fetch(`${site.url}/api/projects/made-by-hand/`)).status, 200, 'it was not confirmed')
    await page.getByLabel('Yes, delete it').check()
    await page.getByRole('button', { name: 'DELETE' }).click()
    await page.waitForURL(`${site.url}/api/projects/`)
    assert.equal((await fetch(`${site.url}/api/projects/made-by-hand/`)).status, 404)
    assert.deepEqual(wrong, [])
  })

  test('lists link to the next page, to JSON and to the sandbox', async () => {
    await page.goto(`${site.url}/api/languages/?page_size=2`)
    await page.getByRole('navigation', { name: 'Pagination' }).getByRole('link', { name: 'Next' }).click()
    assert.match(page.url(), /page=2/)
    assert.match(
      (await page.getByRole('link', { name: 'Open in the sandbox' }).first().getAttribute('href'))!,
      /^\/sandbox\?operation=get_languages&query\.page_size=2&query\.page=2/,
    )
    await page.getByRole('link', { name: 'JSON', exact: true }).click()
    assert.match(await page.locator('body').innerText(), /^\{"count":/)
  })

  test('is accessible in all layouts', async () => {
    for (const path of ['/api/projects/', '/api/projects/harbour-library/', '/api/nothing/']) {
      await page.goto(site.url + path)
      await lookAt(page)
    }
    wrong.length = 0
  })

  test('in Arabic the page is right-to-left, the response left-to-right', async () => {
    const arabic = await openVisitor()
    await arabic.context().addCookies([{ name: 'parlance_language', value: 'ar', url: site.url }])
    await arabic.goto(`${site.url}/api/projects/`)
    assert.equal(await arabic.evaluate('document.documentElement.dir'), 'rtl')
    assert.equal(await arabic.locator('.answer-body').getAttribute('dir'), 'ltr')
    assert.deepEqual(await violations(arabic), [])
    await arabic.close()
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
