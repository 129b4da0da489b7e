// Extensions in the browser: category trees, parameters of templates, styles in previews.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { complaints, NO_BROWSER, openPage, type Site, startSite } from './browser.ts'
import { lookAt } from './look.ts'

const DATA = {
  params: {
    title: { label: 'Heading', description: 'Shown in bold', required: true, example: 'Tea' },
    size: { description: 'Width in pixels' },
  },
}

describe('extensions of wikitext', { skip: NO_BROWSER }, () => {
  let site: Site
  let page: Page
  let wrong: string[]

  const write = async (title: string, text: string, more: Record<string, string> = {}) => {
    const ask = async (given: Record<string, string>) => {
      const body = new URLSearchParams({ format: 'json', formatversion: '2', ...given })
      const headers = { authorization: `Token ${site.key}` }
      return (await (await fetch(`${site.url}/api.php`, { method: 'POST', headers, body })).json()) as {
        query: { tokens: { csrftoken: string } }
        error?: unknown
      }
    }
    const { query } = await ask({ action: 'query', meta: 'tokens' })
    const request = { token: query.tokens.csrftoken, action: 'edit', title, text, ...more }
    assert.equal((await ask(request)).error, undefined)
  }

  before(async () => {
    site = await startSite()
    page = await openPage()
    wrong = complaints(page)
    page.on('dialog', dialog => dialog.accept())
    await page.setViewportSize({ width: 1280, height: 800 })
    await write('Category:Deep sea', 'x [[Category:Waters]]')
    await write('Category:Trench', 'x [[Category:Deep sea]]')
    await write('Anglerfish', 'x [[Category:Deep sea]]')
    await write('Trees', '<categorytree mode="pages">Waters</categorytree>')
    await write('Open trees', '<categorytree hideroot="on">Waters</categorytree>')
    await write('Template:Infocard', `{{{title}}}<templatedata>${JSON.stringify(DATA)}</templatedata>`)
    await write('Template:Glow/styles.css', '.glow { font-style: italic; }', { contentmodel: 'sanitized-css' })
    await page.goto(`${site.url}/accounts/login/`)
    await page.getByLabel('Username').fill('Admin')
    await page.getByLabel('Password').fill(site.password)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${site.url}/`)
  })

  test('a category tree unfolds subcategories and pages', async () => {
    await page.goto(`${site.url}/wiki/Trees`)
    await page.getByRole('button', { name: 'Subcategories of Category:Waters' }).click()
    await page.getByRole('button', { name: 'Subcategories of Category:Deep sea' }).click()
    await page.getByRole('link', { name: 'Anglerfish' }).waitFor()
    await page.getByRole('link', { name: 'Trench' }).waitFor()
    await lookAt(page)
    await page.goto(`${site.url}/wiki/Open_trees`)
    await page.getByRole('link', { name: 'Deep sea' }).waitFor()
    assert.equal(await page.locator('.CategoryTreeTag').getByText('Waters').isVisible(), false)
  })

  test('the editor offers the parameters of a template', async () => {
    await page.goto(`${site.url}/index.php?title=Card&action=edit`)
    await page.locator('.we-code .cm-content').waitFor()
    await page.keyboard.type('{{Infoc')
    await page.locator('.cm-tooltip-autocomplete', { hasText: 'Infocard' }).waitFor()
    await page.waitForTimeout(200)
    await page.keyboard.press('Enter')
    const list = page.locator('.cm-tooltip-autocomplete', { hasText: 'Heading' })
    await list.waitFor()
    await page.getByText('Shown in bold').waitFor()
    await page.getByText('Example: Tea').waitFor()
    await page.waitForTimeout(200)
    await page.keyboard.press('Enter')
    await page.keyboard.type('Tea|si')
    await page.locator('.cm-tooltip-autocomplete', { hasText: 'size' }).waitFor()
    await page.waitForTimeout(200)
    await page.keyboard.press('Enter')
    assert.equal(await page.locator('.we-code .cm-line').innerText(), '{{Infocard|title=Tea|size=}}')
  })

  test('a preview has the styles of the page', async () => {
    await page.goto(`${site.url}/index.php?title=Glowing&action=edit`)
    await page.locator('.we-code .cm-content').waitFor()
    await page.keyboard.insertText(
      '<templatestyles src="Glow/styles.css" /><div class="glow">Shine</div><poem>a</poem>',
    )
    const shine = page.locator('.we-preview .glow')
    await shine.waitFor()
    assert.equal(await shine.evaluate(element => getComputedStyle(element).fontStyle), 'italic')
    assert.deepEqual(wrong, [])
  })
})
