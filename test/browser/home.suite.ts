// Home page, dashboard, search, interface language and deletion of the sample content.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startServer } from '#cli/testing.ts'
import { temporaryFolder } from '#store/testing.ts'
import { complaints, NO_BROWSER, openPage, type Site, startSite } from './browser.ts'
import { lookAt } from './look.ts'

describe('home page and dashboard', { skip: NO_BROWSER }, () => {
  let site: Site
  let page: Page
  let wrong: string[]

  before(async () => {
    site = await startSite()
    page = await openPage()
    wrong = complaints(page)
  })

  const open = async (path: string): Promise<void> => {
    const answer = await page.goto(site.url + path)
    assert.equal(answer?.status(), 200, path)
  }
  const logIn = async (at: Page, { url, password }: Pick<Site, 'url' | 'password'>): Promise<void> => {
    await at.goto(`${url}/accounts/login/`)
    await at.locator('#username').fill('Admin')
    await at.locator('#password').fill(password)
    await at.locator('#password').press('Enter')
    await at.waitForURL(`${url}/`)
  }

  test('visitors see an introduction with links to untranslated strings', async () => {
    await page.context().clearCookies()
    await open('/')
    await lookAt(page)
    assert.match(await page.locator('main').innerText(), /In the wiki[\s\S]*Lighthouse/)
    await page
      .getByRole('link', { name: /strings left/ })
      .first()
      .click()
    assert.match(page.url(), /\/strings\/\?project=/)
    assert.ok((await page.locator('table.strings tr').count()) > 5)
    assert.deepEqual(wrong, [])
  })

  test('the header search finds strings, pages and projects by keyboard', async () => {
    await open('/languages/')
    await page.keyboard.press('/')
    await page.keyboard.type('lighthouse')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/search\/\?q=lighthouse/)
    for (const name of ['Projects', 'Wiki pages', 'Strings'])
      assert.equal(await page.getByRole('heading', { name, exact: true }).count(), 1, name)
    await lookAt(page)
    await page.getByRole('navigation', { name: 'Search in' }).getByRole('link', { name: 'Strings' }).click()
    assert.ok((await page.locator('.results li').count()) >= 3)
    await open('/search/?q=nothing+like+this+anywhere')
    assert.match(await page.locator('main').innerText(), /No results for/)
    await lookAt(page)
  })

  test('the dashboard shows open work, and each number links to its strings', async () => {
    await logIn(page, site)
    await lookAt(page)
    const row = page
      .locator('#your-languages')
      .locator('xpath=../..')
      .getByRole('row', { name: /Japanese/ })
    const number = row.getByRole('link').nth(1)
    const count = Number(await number.innerText())
    await number.click()
    await page.waitForURL(/\/strings\/\?language=ja/)
    assert.match(await page.getByRole('status').first().innerText(), new RegExp(`^${count} strings?$`))
    await open('/')
    await page.getByRole('link', { name: /A photo of where this sign hangs/ }).click()
    assert.match(page.url(), /\/translate\/museum\/signs\/fr\//)
  })

  test('an interface translation appears on the next page in the chosen language', async () => {
    const send = async (method: string, path: string, data?: unknown) => {
      const { token } = JSON.parse((await page.locator('#reader').textContent())!)
      const headers = { accept: 'application/json', 'x-csrftoken': token }
      const answer = await page.request.fetch(site.url + path, { method, headers, ...(data !== undefined && { data }) })
      return answer.json()
    }
    await open('/')
    // The component is created in the background after the first start.
    for (let i = 0; i < 100 && (await send('GET', '/api/components/parlance/web/')).slug !== 'web'; i++)
      await page.waitForTimeout(200)
    await send('POST', '/api/components/parlance/web/translations/', { language_code: 'eo' })
    const found = await send('GET', '/api/translations/parlance/web/eo/units/?page_size=10&q=key:=frame.wiki')
    const unit = found.results.find((each: { context: string }) => each.context === 'frame.wiki')
    assert.ok(unit, JSON.stringify(found).slice(0, 500))
    await send('PATCH', `/api/units/${unit.id}/`, { target: ['Vikio'], state: 20 })
    await open('/projects/?uselang=eo')
    assert.match(await page.locator('header > nav').innerText(), /Vikio/)
    await open('/projects/')
    assert.doesNotMatch(await page.locator('header > nav').innerText(), /Vikio/)
    await page.locator('.menu > summary').last().click()
    await page.locator('select[name=language]').selectOption('eo')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.waitForURL(`${site.url}/projects/`)
    assert.match(await page.locator('header > nav').innerText(), /Vikio/)
    assert.equal(await page.locator('html').getAttribute('lang'), 'eo')
    await page.locator('.menu > summary').last().click()
    await page.locator('select[name=language]').selectOption('en')
    await page.locator('.choose-language button').click()
    await page.waitForURL(`${site.url}/projects/`)
    assert.equal(await page.locator('html').getAttribute('lang'), 'en')
  })

  test('deletes the sample content after confirmation and lists what was deleted', async () => {
    const server = await startServer(['--data', temporaryFolder(), '--sample', '--workers', '1'])
    const own = { url: server.url, password: /Password +(\w+)/.exec(server.output.out)![1]! }
    await logIn(page, own)
    await page.getByRole('link', { name: 'Delete sample content' }).click()
    await lookAt(page)
    await page.getByRole('button', { name: 'Delete sample content' }).click()
    const said = await page.locator('main').innerText()
    for (const name of ['Harbour Library', 'Steam & Leaf', 'Lighthouse Museum', 'Kenji Mori'])
      assert.ok(said.includes(name), name)
    await page.goto(`${own.url}/`)
    assert.equal(await page.getByRole('link', { name: 'Delete sample content' }).count(), 0)
    await lookAt(page)
    await page.context().clearCookies()
  })
})
