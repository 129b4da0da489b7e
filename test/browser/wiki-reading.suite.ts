// Reading and searching the wiki.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { complaints, NO_BROWSER, openPage, openVisitor, type Site, startSite } from './browser.ts'
import { lookAt } from './look.ts'

describe('reading the wiki', { skip: NO_BROWSER }, () => {
  let site: Site
  let page: Page
  let wrong: string[]
  let token: string

  const api = async (fields: Record<string, string | Blob>): Promise<void> => {
    const body = new FormData()
    for (const [name, value] of Object.entries({ format: 'json', formatversion: '2', token, ...fields }))
      if (typeof value === 'string') body.append(name, value)
      else body.append(name, value, 'Lamp.png')
    const answer = await fetch(`${site.url}/api.php`, {
      method: 'POST',
      headers: { authorization: `Token ${site.key}` },
      body,
    })
    const json = (await answer.json()) as { error?: unknown }
    assert.equal(json.error, undefined, JSON.stringify(json.error))
  }
  const write = (title: string, text: string) => api({ action: 'edit', title, text })
  const open = async (path: string, status = 200): Promise<void> => {
    assert.equal((await page.goto(site.url + path))?.status(), status, path)
  }

  before(async () => {
    site = await startSite()
    page = await openPage()
    wrong = complaints(page)
    const headers = { authorization: `Token ${site.key}` }
    const answer = await fetch(`${site.url}/api.php?action=query&meta=tokens&format=json`, { headers })
    const json = (await answer.json()) as { query: { tokens: { csrftoken: string } } }
    token = json.query.tokens.csrftoken
    await api({
      action: 'upload',
      filename: 'Lamp.png',
      text: 'A lamp. [[Category:Lamps]]',
      ignorewarnings: '1',
      file: new Blob([picture(640, 480)]),
    })
    await write('Category:Lamps', 'Things that shine. [[Category:Things]]')
    await write('Category:Things', '[[Category:Everything]]')
    await write('Category:Everything', 'All there is.')
    await write(
      'Lamps',
      'A lamp shines.<ref>As [[Tea|everybody]] knows.</ref> See [[Lighthouse]] and [[No lamp at all]].\n[[File:Lamp.png|thumb|200px|The lamp]]\n== One ==\ntext\n== Two ==\ntext\n== Three ==\ntext\n== Four ==\n<div class="lamp-box">box</div>\n<references/>[[Category:Lamps]]',
    )
    const years = Array.from({ length: 60 }, (_, i) => `! ${1900 + i}`).join('\n')
    await write(
      'Towers',
      `{| class="infobox"\n| A box\n|}\nSome towers.\n{| class="wikitable sortable"\n! Name\n! Height\n|-\n| High\n| 1,200 m\n|-\n| Unknown\n|\n|-\n| Low\n| 9 m\n|-\n| Middle\n| 84 m\n|}\n{| class="wikitable"\n|+ Every year\n${years}\n|}\n<div class="mw-collapsible mw-collapsed">More of it</div>`,
    )
    await write(
      'Folds',
      [
        '<div class="NavFrame collapsed"><div class="NavHead">Frame</div><div class="NavContent" style="display:none">in the frame</div></div>',
        '<span class="mw-customtoggle-far">Far [[Lamps|toggle]]</span>',
        '<div class="mw-collapsible mw-collapsed" id="mw-customcollapsible-far">far away</div>',
        '<div class="mw-collapsible mw-collapsed" id="mw-customcollapsible-alone">with no toggle elsewhere</div>',
        '<div class="mw-collapsible mw-collapsed"><span class="mw-collapsible-toggle">Made by its author</span><div class="mw-collapsible-content">the rest</div></div>',
        '{| class="wikitable mw-collapsible mw-collapsed" data-expandtext="unroll"\n! Head <span class="mw-collapsible-toggle-placeholder"></span> of it\n! Other\n|-\n| <span id="deep">rolled up</span>\n|}',
        '<ol class="mw-collapsible mw-collapsed"><li>first point</li><li>second point</li></ol>',
        '{| class="wikitable autocollapse"\n! A\n|-\n| one of two\n|}\n{| class="wikitable autocollapse"\n! B\n|-\n| two of two\n|}',
      ].join('\n'),
    )
    await write(
      'MediaWiki:Common.css',
      '.infobox { float: right; width: 18em } .lamp-box { background: #ffeeaa; } #p-logo { display: none } .top { display: none }',
    )
  })

  test('pages are accessible', async () => {
    for (const path of [
      '/wiki/Lamps',
      '/wiki/Category:Lamps',
      '/wiki/File:Lamp.png',
      '/index.php?title=Special:Search&search=lamp&fulltext=1',
      '/wiki/Special:AllPages',
      '/wiki/Special:SpecialPages',
      '/wiki/Special:WhatLinksHere/Tea',
      '/index.php?title=Tea&action=history',
    ]) {
      await open(path)
      await lookAt(page, { except: ['.mw-parser-output'] })
    }
  })

  test('the table of contents follows the text, and is inline on a narrow screen', async () => {
    await open('/wiki/Lamps')
    await page.locator('.contents').waitFor()
    assert.equal(await page.locator('.wiki-text .toc').isVisible(), false)
    await page.locator('.contents a', { hasText: 'Four' }).click()
    await page.locator('.contents a[aria-current]').first().waitFor()
    await page.setViewportSize({ width: 390, height: 780 })
    assert.equal(await page.locator('.wiki-text .toc').isVisible(), true)
    assert.equal(await page.locator('.contents').isVisible(), false)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  test('finds a page by keyboard while typing', async () => {
    await open('/wiki/Lamps')
    await page.keyboard.press('/')
    await page.keyboard.type('Light')
    await page.locator('.suggestions [role="option"]', { hasText: 'Lighthouse' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/wiki\/Lighthouse$/)
  })

  test('searches texts and offers to create the page', async () => {
    await open('/index.php?title=Special:Search&search=shines&fulltext=1')
    assert.match(await page.locator('.found').innerText(), /Lamps[\s\S]*shines/)
    assert.equal(await page.locator('.found .searchmatch').first().innerText(), 'shines')
    assert.match(await page.locator('.page').innerText(), /doesn’t exist yet: shines/)
    await open('/index.php?search=tea')
    assert.match(page.url(), /\/wiki\/Tea$/)
  })

  test('previews footnotes and links', async () => {
    await open('/wiki/Lamps')
    await page.locator('.reference a').focus()
    await page.locator('.preview', { hasText: 'everybody knows' }).waitFor()
    await page.keyboard.press('Escape')
    assert.equal(await page.locator('.preview').isVisible(), false)
    await page.locator('.wiki-text a', { hasText: 'Lighthouse' }).hover()
    await page.locator('.preview > div > b', { hasText: 'Lighthouse' }).waitFor()
  })

  test('a red link offers to create the page', async () => {
    await open('/wiki/No_lamp_at_all', 404)
    assert.match(await page.locator('.page').innerText(), /This page doesn’t exist yet/)
    wrong.length = 0
  })

  test('opens an image, and its page shows sizes, versions and usage', async () => {
    await open('/wiki/Lamps')
    await page.locator('.wiki-text a.image, .wiki-text a.mw-file-description').first().click()
    await page.locator('dialog.viewer[open]').waitFor()
    assert.match(await page.locator('dialog.viewer p').innerText(), /The lamp/)
    await page.keyboard.press('Escape')
    await page.locator('dialog.viewer[open]').waitFor({ state: 'detached' })
    await open('/wiki/File:Lamp.png')
    const text = await page.locator('.page').innerText()
    assert.match(text, /640 × 480 pixels/)
    assert.match(text, /File history/)
    assert.match(text, /File usage[\s\S]*Lamps/)
  })

  test('lists category members and expands subcategories', async () => {
    await open('/wiki/Category:Everything')
    await page.locator('[data-tree] > button').first().click()
    await page.locator('.tree .tree a', { hasText: 'Lamps' }).waitFor()
    await open('/wiki/Category:Lamps')
    assert.match(await page.locator('.category').innerText(), /One page\.[\s\S]*Lamps[\s\S]*Lamp\.png/)
  })

  test('sorts and scrolls tables, and collapses elements', async () => {
    await open('/wiki/Towers')
    const names = () => page.locator('.sortable tr td:first-child').allInnerTexts()
    await page.locator('.sortable th button', { hasText: 'Height' }).focus()
    await page.keyboard.press('Enter')
    assert.deepEqual(await names(), ['Low', 'Middle', 'High', 'Unknown'])
    await page.keyboard.press('Enter')
    assert.deepEqual(await names(), ['High', 'Middle', 'Low', 'Unknown'])
    assert.equal(await page.locator('.sortable th', { hasText: 'Height' }).getAttribute('aria-sort'), 'descending')
    const wide = page.locator('.scrolls')
    assert.equal(await wide.count(), 1)
    assert.equal(await wide.getAttribute('tabindex'), '0')
    assert.equal(await wide.getAttribute('aria-label'), 'Every year')
    const folded = page.getByText('More of it')
    assert.equal(await folded.isVisible(), false)
    await page.getByRole('button', { name: 'Show' }).press('Enter')
    assert.equal(await folded.isVisible(), true)
    await lookAt(page, { except: ['.mw-parser-output'] })
  })

  test('supports all of MediaWiki’s collapsible elements by keyboard', async () => {
    const folded = [
      ...['in the frame', 'far away', 'with no toggle elsewhere', 'the rest', 'rolled up', 'first point'],
      ...['one of two', 'two of two'],
    ]
    const seen = async () => {
      const found: string[] = []
      for (const text of folded) if (await page.getByText(text, { exact: true }).isVisible()) found.push(text)
      return found
    }
    await open('/wiki/Folds')
    await page.locator('.mw-made-collapsible').first().waitFor()
    assert.deepEqual(await seen(), [])
    const custom = page.locator('.mw-customtoggle-far')
    assert.equal(await custom.getAttribute('aria-expanded'), 'false')
    await custom.focus()
    await page.keyboard.press(' ')
    assert.deepEqual(await seen(), ['far away'])
    await page.getByText('Made by its author').focus()
    await page.keyboard.press('Enter')
    await page.locator('th .mw-collapsible-toggle', { hasText: 'unroll' }).press('Enter')
    assert.deepEqual(await seen(), ['far away', 'the rest', 'rolled up'])
    const more = page.locator('.wiki-text').getByRole('button', { name: 'Show', exact: true })
    while ((await more.count()) > 0) await more.first().press('Enter')
    assert.deepEqual(await seen(), folded)
    await lookAt(page, { except: ['.mw-parser-output'] })
    await open('/wiki/Lamps')
    await open('/wiki/Folds#deep')
    await page.getByText('rolled up', { exact: true }).waitFor()
  })

  test('expands everything without JavaScript', async () => {
    const still = await openVisitor(false)
    await still.goto(`${site.url}/wiki/Folds`)
    for (const text of ['in the frame', 'far away', 'the rest', 'rolled up'])
      assert.ok(await still.getByText(text, { exact: true }).isVisible(), text)
    await still.close()
  })

  test('floated elements leave room for text on a narrow screen', async () => {
    await page.setViewportSize({ width: 390, height: 780 })
    await open('/wiki/Towers')
    const float = () => page.evaluate<string>(`getComputedStyle(document.querySelector('.infobox')).float`)
    assert.equal(await float(), 'none')
    await page.setViewportSize({ width: 1280, height: 800 })
    assert.equal(await float(), 'right')
  })

  test('site styles apply only to content and are readable in dark mode', async () => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await open('/wiki/Lamps')
    assert.equal(await page.locator('.top').isVisible(), true)
    const style = (name: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('.lamp-box')).${name}`)
    assert.equal(await style('backgroundColor'), 'rgb(255, 238, 170)')
    assert.equal(await style('color'), 'rgb(26, 30, 37)')
    await page.emulateMedia({ colorScheme: 'light' })
  })

  test('pages have no errors', () => assert.deepEqual(wrong, []))
})

/** A single-colour image. */
function picture(width: number, height: number): Buffer<ArrayBuffer> {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 0x7a)])
  const rows = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([mark, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}
