// Moderation: protecting, moving, deleting, restoring, blocking, exporting; and non-Latin scripts.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { complaints, NO_BROWSER, openVisitor, type Site, startSite } from './browser.ts'
import { lookAt } from './look.ts'

describe('wiki moderation', { skip: NO_BROWSER }, () => {
  let site: Site
  let page: Page
  let wrong: string[]

  before(async () => {
    site = await startSite()
    page = await openVisitor()
    wrong = complaints(page)
    await page.goto(`${site.url}/accounts/login/`)
    await page.locator('[name=username]').fill('admin')
    await page.locator('[name=password]').fill(site.password)
    await page.locator('form:has([name=password]) button').first().click()
    await page.waitForURL(url => !url.pathname.startsWith('/accounts/login'))
  })

  const open = (path: string) => page.goto(site.url + path)
  const write = async (title: string, text: string) => {
    const headers = { authorization: `Token ${site.key}` }
    const asked = await fetch(`${site.url}/api.php?action=query&meta=tokens&format=json`, { headers })
    const { query } = (await asked.json()) as { query: { tokens: { csrftoken: string } } }
    const body = new URLSearchParams({ action: 'edit', title, text, token: query.tokens.csrftoken, format: 'json' })
    const answer = (await (await fetch(`${site.url}/api.php`, { method: 'POST', headers, body })).json()) as object
    assert.ok('edit' in answer, JSON.stringify(answer))
  }
  const look = () => lookAt(page, { except: ['.mw-parser-output'] })

  test('protects, moves, deletes and restores a page, with log excerpts', async () => {
    await write('Ladder', 'It leans.')
    await open('/index.php?title=Ladder&action=protect')
    await look()
    await page.locator('[name=mwProtect-level-move]').selectOption('sysop')
    await page.locator('form.wiki-form button.first').click()
    await page.waitForURL(/\/wiki\/Ladder$/)
    await open('/wiki/Special:MovePage/Ladder')
    await page.locator('[name=wpNewTitle]').fill('Tall ladder')
    await page.locator('form.wiki-form button.first').click()
    await page.locator('.note.good').waitFor()
    await open('/wiki/Special:MovePage/Ladder')
    await page.locator('.log-excerpt').waitFor()
    await look()
    await open('/index.php?title=Tall_ladder&action=delete')
    await page.locator('[name=wpReason]').fill('Rungs are missing')
    await page.locator('form.wiki-form button.danger').click()
    await page.locator('.note.good').waitFor()
    await open('/wiki/Special:Undelete/Tall_ladder')
    await look()
    await page.locator('form.wiki-form button.first, form button.first').first().click()
    await page.locator('.note.good').waitFor()
    await open('/index.php?title=Tall_ladder&action=delete')
    assert.match(await page.locator('.log-excerpt').innerText(), /Rungs are missing/)
    await look()
    assert.deepEqual(wrong, [])
  })

  test('blocks an IP address for a day', async () => {
    await open('/wiki/Special:Block/192.0.2.44')
    await look()
    await page.locator('form.wiki-form button.danger').click()
    await page.locator('.note.good').waitFor()
    await open('/wiki/Special:Block/192.0.2.44')
    assert.match(await page.locator('.log-excerpt').innerText(), /192\.0\.2\.44/)
    assert.deepEqual(wrong, [])
  })

  test('exports the pages of a category', async () => {
    await open('/wiki/Special:Export')
    await look()
    await page.locator('[name=catname]').fill('Drinks')
    await page.locator('[name=addcat]').click()
    await page.locator('[name=pages]').fill('Tea')
    await page.locator('[name=curonly]').uncheck()
    const saved = page.waitForEvent('download')
    await page.locator('form.wiki-form button.first').click()
    assert.match((await saved).suggestedFilename(), /\.xml$/)
    assert.deepEqual(wrong, [])
  })

  test('other moderation pages are accessible', async () => {
    for (const path of [
      ...['/wiki/Special:Upload', '/wiki/Special:Import', '/wiki/Special:BlockList', '/wiki/Special:UserRights/Admin'],
      ...['/wiki/Special:Tags', '/wiki/Special:MergeHistory', '/wiki/Special:Watchlist', '/wiki/Special:ComparePages'],
      ...['/wiki/Special:RecentChangesLinked/Tea', '/wiki/Special:WantedPages', '/wiki/Special:ListFiles'],
      ...['/wiki/Special:ProtectedPages', '/wiki/Special:ListGroupRights', '/wiki/Special:Version'],
    ]) {
      assert.equal((await open(path))?.status(), 200, path)
      await look()
    }
    assert.deepEqual(wrong, [])
  })

  for (const language of ['ar', 'ja'])
    test(`reads, searches and edits in ${language}`, async () => {
      for (const path of [
        ...[
          '/wiki/Tea',
          '/wiki/Special:RecentChanges',
          '/wiki/Special:Search?search=tea&fulltext=1',
          '/wiki/Special:AllPages',
        ],
        ...['/index.php?title=Tea&action=history', '/index.php?title=Tea&diff=cur', '/wiki/Special:Watchlist'],
        ...['/index.php?title=Tea&action=delete', '/wiki/Special:Export', '/wiki/Special:Log'],
      ]) {
        await open(`${path}${path.includes('?') ? '&' : '?'}uselang=${language}`)
        assert.equal(await page.locator('main').getAttribute('lang'), language, path)
        await look()
      }
      assert.deepEqual(wrong, [])
    })
})
