// The header of narrow screens, keys of pages, details of typography, and right-to-left fields.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { complaints, NO_BROWSER, openVisitor, type Site, startSite } from './browser.ts'
import { violations } from './look.ts'

const TEXT = `A harbour shelters boats.
; Quay : where boats lie
<span class="plainlinks">[https://example.org/ plain]</span> and [https://example.org/ other]`

describe('narrow screens and keys', { skip: NO_BROWSER }, () => {
  let site: Site
  let page: Page
  let wrong: string[]

  before(async () => {
    site = await startSite()
    page = await openVisitor()
    wrong = complaints(page)
    const headers = { authorization: `Token ${site.key}` }
    const answer = await fetch(`${site.url}/api.php?action=query&meta=tokens&format=json`, { headers })
    const { query } = (await answer.json()) as { query: { tokens: { csrftoken: string } } }
    const fields = { action: 'edit', title: 'Harbour', text: TEXT, token: query.tokens.csrftoken, format: 'json' }
    const saved = await fetch(`${site.url}/api.php`, { method: 'POST', headers, body: new URLSearchParams(fields) })
    assert.equal(((await saved.json()) as { edit: { result: string } }).edit.result, 'Success')
  })

  for (const language of ['en', 'de', 'ar'])
    test(`a phone shows the text near the top, and navigation in a menu (${language})`, async () => {
      await page.setViewportSize({ width: 390, height: 780 })
      await page.goto(`${site.url}/index.php?title=Harbour&uselang=${language}`)
      const text = (await page.locator('.mw-parser-output p').first().boundingBox())!
      assert.ok(text.y <= 160, `the text begins ${text.y} pixels down`)
      const link = page.locator('.site-menu a[href="/wiki/Special:RecentChanges"]')
      assert.equal(await link.isVisible(), false)
      await page.locator('.site-menu > summary').focus()
      await page.keyboard.press('Enter')
      await link.waitFor()
      const sheet = (await page.locator('.site-menu > .sheet').boundingBox())!
      assert.ok(sheet.x >= 0 && sheet.x + sheet.width <= 390, JSON.stringify(sheet))
      assert.deepEqual(await violations(page), [])
      await page.keyboard.press('Tab')
      await page.keyboard.press('Escape')
      assert.equal(await link.isVisible(), false)
      assert.equal(await page.evaluate('document.activeElement.tagName'), 'SUMMARY')
      assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= 390)
    })

  test('the menu works without scripts', async () => {
    const plain = await openVisitor(false, 390)
    await plain.goto(`${site.url}/wiki/Harbour`)
    await plain.locator('.site-menu > summary').click()
    await plain.locator('.site-menu a[href="/wiki/Special:RecentChanges"]').click()
    assert.match(plain.url(), /Special:RecentChanges/)
    await plain.close()
  })

  test('wide screens keep navigation and tools on their sides', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    const sides: string[] = []
    for (const path of ['/wiki/Harbour', '/wiki/Special:RecentChanges', '/index.php?title=Harbour&diff=cur']) {
      await page.goto(site.url + path)
      assert.equal(await page.locator('.site-menu').isVisible(), false)
      const [side, text, beside] = await Promise.all(
        ['.side', '.page', '.beside'].map(async name => (await page.locator(name).boundingBox())!.x),
      )
      sides.push(side! < text! && text! < beside! ? 'same' : path)
    }
    assert.deepEqual(sides, ['same', 'same', 'same'])
  })

  test('e opens the editor, and the list of keys has it', async () => {
    await page.goto(`${site.url}/wiki/Harbour`)
    await page.keyboard.press('?')
    assert.match(await page.locator('dialog dl.keys').innerText(), /e\s+Edit/)
    await page.keyboard.press('Escape')
    await page.keyboard.press('/')
    await page.keyboard.press('e')
    assert.equal(await page.locator('.find input[type="search"]').inputValue(), 'e')
    await page.locator('h1').click()
    await page.keyboard.press('e')
    await page.waitForURL(/action=edit/)
  })

  test('terms are bold, and plain links have no arrow', async () => {
    await page.goto(`${site.url}/wiki/Harbour`)
    const style = (selector: string, name: string, pseudo = '') =>
      page.evaluate<string>(
        `getComputedStyle(document.querySelector(${JSON.stringify(selector)}), ${JSON.stringify(pseudo)}).${name}`,
      )
    assert.equal(await style('.mw-parser-output dt', 'fontWeight'), '700')
    assert.equal(await style('.plainlinks a', 'content', '::after'), 'none')
    assert.match(await style('.mw-parser-output a.external:not(.plainlinks *)', 'content', '::after'), /↗/)
  })

  test('right-to-left fields highlight placeholders and show them in order', async () => {
    await page.goto(`${site.url}/translate/tea-house/app/ar/?q=Order`)
    await page.locator('#form-0').fill('عدد %d من {{name}}')
    assert.deepEqual(await page.locator('.tr-marks mark').allInnerTexts(), ['%d', '{{name}}'])
    const isolated = page.locator('.tr-isolated code')
    assert.deepEqual(await isolated.allInnerTexts(), ['%d', '{{name}}'])
    for (const code of await isolated.all())
      assert.equal(await code.evaluate(each => getComputedStyle(each).unicodeBidi), 'isolate')
    const [field, marks] = [await page.locator('#form-0').boundingBox(), await page.locator('.tr-marks').boundingBox()]
    assert.deepEqual(marks, field)
    await page.locator('#form-0').fill('بلا شيء')
    assert.equal(await isolated.count(), 0)
    assert.deepEqual(wrong, [])
  })
})
