// The documentation: search, reading, examples; with and without JavaScript, in all layouts.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { complaints, NO_BROWSER, openPage, openVisitor, type Site, startSite } from './browser.ts'
import { lookAt } from './look.ts'

/** Size limit of the first view of a guide, in bytes. */
const MOST_BYTES = 60 * 1024

describe('the documentation', { skip: NO_BROWSER }, () => {
  let site: Site
  let page: Page
  let wrong: string[]

  before(async () => {
    site = await startSite()
    page = await openVisitor()
    wrong = complaints(page)
  })

  test('finds and reads a guide by keyboard', async () => {
    await page.goto(`${site.url}/`)
    await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Docs' }).click()
    await page.waitForURL('**/docs/')
    await page.keyboard.press('/')
    await page.keyboard.type('backup restore')
    await page.keyboard.press('Enter')
    await page.locator('.docs-results').waitFor()
    await page.locator('.docs-results a').first().focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/docs/operations/#backup-and-restore')
    assert.equal(await page.locator('h1').innerText(), 'Running a server')
    assert.ok(await page.locator('#backup-and-restore').isVisible())
    await page
      .getByRole('complementary', { name: 'On this page' })
      .getByRole('link', { name: 'Upgrade', exact: true })
      .click()
    assert.match(page.url(), /#upgrade$/)
    assert.deepEqual(wrong, [])
  })

  test('runs an example as a visitor and as a logged-in user', async () => {
    await page.goto(`${site.url}/docs/api/`)
    const example = page.locator('.example', { hasText: 'meta=userinfo' })
    await example.getByRole('link', { name: 'Run' }).click()
    await example.locator('.answer pre').waitFor()
    assert.match(await example.locator('.answer').innerText(), /Response: 200[\s\S]*"anon": true/)
    await example.getByRole('button', { name: 'Close response' }).click()
    assert.equal(await example.locator('.answer').count(), 0)

    const own = await openPage()
    await own.goto(`${site.url}/accounts/login/?next=/docs/api/`)
    await own.getByLabel('Username').fill('Admin')
    await own.getByLabel('Password').fill(site.password)
    await own.getByRole('button', { name: 'Log in' }).click()
    await own.waitForURL('**/docs/api/')
    assert.match(await own.locator('main').innerText(), /You’re logged in as Admin/)
    const mine = own.locator('.example', { hasText: 'meta=userinfo' })
    await mine.getByRole('link', { name: 'Run' }).click()
    await mine.locator('.answer pre').waitFor()
    assert.match(await mine.locator('.answer').innerText(), /"name": "Admin"/)
    await own.context().clearCookies()
    await own.close()
  })

  test('REST API examples use objects of this site', async () => {
    await page.goto(`${site.url}/docs/api/rest/projects/`)
    const example = page.locator('#get_projects_project + .example')
    await example.getByRole('link', { name: 'Run' }).click()
    await example.locator('.answer pre').waitFor()
    assert.match(await example.locator('.answer').innerText(), /Response: 200[\s\S]*"slug": "[\w-]+"/)
    assert.match(
      (await example.getByRole('link', { name: 'Open in the sandbox' }).getAttribute('href')) ?? '',
      /^\/sandbox\?/,
    )
  })

  test('search and examples work without JavaScript', async () => {
    const plain = await openVisitor(false)
    await plain.goto(`${site.url}/docs/?q=cmsort`)
    await plain.locator('.docs-results a').first().click()
    assert.equal(new URL(plain.url()).hash, '#cmsort')
    await plain.locator('.example a', { hasText: 'Run' }).first().click()
    assert.match(await plain.locator('main').innerText(), /categorymembers/)
    await plain.close()
  })

  test('is accessible in all layouts', async () => {
    for (const path of [
      '/docs/',
      '/docs/api/',
      '/docs/errors/',
      '/docs/api/action/query+allpages/',
      '/docs/api/rest/languages/',
      '/docs/?q=token',
    ]) {
      await page.goto(site.url + path)
      await lookAt(page)
    }
    assert.deepEqual(wrong, [])
  })

  test('in Arabic the frame is right-to-left, the English text left-to-right', async () => {
    await page.goto(`${site.url}/docs/api/?uselang=ar`)
    assert.equal(await page.evaluate('document.documentElement.dir'), 'rtl')
    assert.equal(await page.locator('article').getAttribute('dir'), 'ltr')
    assert.equal(await page.locator('#docs-contents-title').innerText(), 'المحتويات')
  })

  test('the viewer shows both documents without third-party requests or CSP violations', async () => {
    const viewer = await openVisitor()
    viewer.setDefaultTimeout(180_000)
    const refused = complaints(viewer)
    const hosts = new Set<string>()
    viewer.on('request', request => hosts.add(new URL(request.url()).host))
    for (const [api, tag] of [
      ['rest', 'metrics'],
      ['action', 'meta'],
    ]) {
      await viewer.goto('about:blank')
      await viewer.goto(`${site.url}/api/docs/?api=${api}`)
      await viewer.locator('.opblock-tag').waitFor()
      await viewer.getByRole('navigation', { name: 'Operation groups' }).getByRole('link', { name: tag! }).click()
      await viewer.locator(`.opblock-tag[data-tag="${tag}"]`).waitFor()
      assert.equal(await viewer.locator('.opblock-tag').count(), 1)
    }
    assert.deepEqual([...hosts], [new URL(site.url).host])
    assert.deepEqual(refused, [])
    await viewer.close()
  })

  test('sends a request in the viewer with and without a key', async () => {
    const viewer = await openVisitor()
    viewer.setDefaultTimeout(180_000)
    const refused = complaints(viewer)
    await viewer.goto(`${site.url}/api/docs/?api=rest`)
    await viewer.getByRole('navigation', { name: 'Operation groups' }).getByRole('link', { name: 'ssh' }).click()
    await viewer.locator('.opblock-tag[data-tag="ssh"]').waitFor()
    await viewer.locator('.opblock-get .opblock-summary-control').first().click()
    const status = async (): Promise<string> => {
      await viewer.getByRole('button', { name: 'Execute' }).click()
      const answer = viewer.locator('.live-responses-table .response-col_status').last()
      await answer.waitFor()
      return (await answer.innerText()).slice(0, 3)
    }
    assert.equal(await status(), '401')
    await viewer.getByRole('button', { name: 'Clear' }).click()
    await viewer.locator('.auth-wrapper .authorize').first().click()
    await viewer.locator('.dialog-ux input').first().fill(`Token ${site.key}`)
    await viewer.locator('.dialog-ux button.authorize').first().click()
    await viewer.locator('.dialog-ux .btn-done').first().click()
    assert.equal(await status(), '200')
    // The browser logs the refusal too.
    assert.deepEqual(
      refused.filter(line => !line.includes('status of 401')),
      [],
    )
    await viewer.close()
  })

  test('the first view of a guide is small', async t => {
    const fresh = await openVisitor()
    const session = await fresh.context().newCDPSession(fresh)
    await session.send('Network.enable')
    let bytes = 0
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    await fresh.goto(`${site.url}/docs/api/`)
    await fresh.waitForLoadState('networkidle')
    t.diagnostic(`${bytes} bytes`)
    assert.ok(bytes > 0 && bytes <= MOST_BYTES, `${bytes} bytes`)
    await fresh.close()
  })
})
