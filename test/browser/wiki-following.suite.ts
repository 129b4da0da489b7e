// History, diffs and live recent changes.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { complaints, NO_BROWSER, openPage, type Site, startSite } from './browser.ts'
import { lookAt } from './look.ts'

describe('following the wiki', { skip: NO_BROWSER }, () => {
  let site: Site
  let page: Page
  let wrong: string[]

  before(async () => {
    site = await startSite()
    page = await openPage()
    wrong = complaints(page)
    // A log entry with a link to an existing page.
    await edit('Kept', 'Stays where it is.', 'begin')
    await act({ action: 'protect', title: 'Kept', protections: 'move=sysop', reason: 'so that it stays' })
    await edit('Followed', 'First paragraph of the page.\n\nA second one that stays.', 'begin')
    await edit('Followed', 'A second one that stays.\n\nMore.\n\nFirst paragraph of the page.', 'turn around')
  })

  const edit = (title: string, text: string, summary: string) => act({ action: 'edit', title, text, summary })

  async function act(parameters: { action: string; [name: string]: string }): Promise<void> {
    const headers = { authorization: `Token ${site.key}` }
    const asked = await fetch(`${site.url}/api.php?action=query&meta=tokens&format=json`, { headers })
    const { query } = (await asked.json()) as { query: { tokens: { csrftoken: string } } }
    const body = new URLSearchParams({ ...parameters, token: query.tokens.csrftoken, format: 'json' })
    const answer = await fetch(`${site.url}/api.php`, { method: 'POST', headers, body })
    const said = (await answer.json()) as { readonly [action: string]: unknown }
    assert.ok(said[parameters.action], JSON.stringify(said))
  }

  test('compares two revisions without JavaScript and detects a moved paragraph', async () => {
    await page.goto(`${site.url}/index.php?title=Followed&action=history`)
    await lookAt(page)
    await page.getByRole('button', { name: 'Compare selected revisions' }).click()
    await page.locator('table.diff').waitFor()
    await page.locator('.diff-marker.moved a').first().click()
    assert.match(page.url(), /#moved-1-(left|right)$/)
    await page.goto(page.url().split('#')[0]!)
    await lookAt(page, { except: ['.mw-parser-output'] })
    await page.getByRole('link', { name: 'Visual' }).click()
    await page.locator('.diff-visual ins.diffchange').first().waitFor()
    assert.deepEqual(wrong, [])
  })

  test('recent changes update live and have keyboard navigation', async () => {
    await page.goto(`${site.url}/wiki/Special:RecentChanges`)
    await lookAt(page)
    await page.locator('.live-mark.is-live').waitFor({ state: 'visible' })
    await edit('Followed while looking', 'Just made.', 'out of the blue')
    await page.getByRole('button', { name: 'Show 1 newer change' }).click()
    await page.locator('.change.fresh', { hasText: 'out of the blue' }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('d')
    await page.locator('.opened :is(table.diff, .new-text)').waitFor()
    assert.deepEqual(wrong, [])
  })

  test('lists are accessible in all layouts', async () => {
    for (const path of [
      '/wiki/Special:Contributions/Admin',
      '/index.php?title=Followed&action=info',
      '/wiki/Special:Log',
      '/wiki/Special:Statistics',
    ]) {
      await page.goto(site.url + path)
      await lookAt(page)
    }
    assert.deepEqual(wrong, [])
  })
})
