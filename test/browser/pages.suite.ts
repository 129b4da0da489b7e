// Basic checks of every page: layouts, accessibility, keyboard.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { complaints, NO_BROWSER, openPage, type Site, startSite } from './browser.ts'
import { lookAt } from './look.ts'

const PAGES = [
  '/',
  '/wiki/Main_Page',
  '/wiki/Tea',
  '/wiki/شاي',
  '/api.php',
  '/api.php?action=help&modules=query%2Brevisions',
  '/api.php?action=help&recursivesubmodules=1&toc=1',
  '/api.php?action=query&list=allpages&format=jsonfm',
  '/api.php?action=query&list=allpages&format=xmlfm',
  '/api/',
  '/api/docs/',
  '/api/projects/',
  '/languages/',
  '/languages/ar/',
  '/projects/',
  '/projects/harbour-library/',
  '/projects/harbour-library/application/ar/',
  '/accounts/login/',
]

/** The focused element and its focus style. */
const FOCUS = `({
  at: document.activeElement.tagName + ' ' + [...document.querySelectorAll('*')].indexOf(document.activeElement),
  outline: getComputedStyle(document.activeElement).outlineStyle,
})`

describe('pages in a browser', { skip: NO_BROWSER }, () => {
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

  test('have no errors or horizontal scrolling, and have a title, a language and landmarks', async () => {
    for (const path of PAGES) {
      await open(path)
      assert.equal(await page.locator('h1').count(), 1, `${path}: headings`)
      assert.ok((await page.title()).length > 3, `${path}: title`)
      assert.ok(await page.locator('main[lang][dir]').count(), `${path}: language`)
      assert.ok((await page.locator('header nav a').count()) >= 3, `${path}: navigation`)
      await page.setViewportSize({ width: 360, height: 740 })
      assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= 360, `${path}: width`)
      await page.setViewportSize({ width: 1200, height: 800 })
    }
    assert.deepEqual(wrong, [])
  })

  test('are accessible, and stable in right-to-left and while loading', async () => {
    for (const path of [
      '/',
      '/styleguide',
      '/wiki/Tea',
      '/languages/ar/',
      '/projects/',
      '/accounts/login/',
      '/api/projects/',
    ]) {
      await open(path)
      await lookAt(page, { except: ['.mw-parser-output'] })
    }
  })

  test('all links of the home page work', async () => {
    await open('/')
    const links = await page.evaluate<string[]>('[...document.links].map(link => link.href)')
    assert.ok(links.length > 12)
    for (const link of new Set(links)) assert.equal((await fetch(link)).status, 200, link)
  })

  test('all controls are reachable by keyboard with visible focus', async () => {
    for (const path of ['/', '/languages/ar/', '/accounts/login/']) {
      await open(path)
      const wanted = await page.locator('a:visible, button:visible, input:visible, [tabindex="0"]').count()
      const seen = new Set<string>()
      for (let i = 0; i <= wanted + 1; i++) {
        await page.keyboard.press('Tab')
        const focus = await page.evaluate<{ at: string; outline: string }>(FOCUS)
        if (focus.at.startsWith('BODY')) continue
        assert.notEqual(focus.outline, 'none', `${path}: ${focus.at} does not show its focus`)
        seen.add(focus.at)
      }
      assert.ok(seen.size >= wanted, `${path}: ${seen.size} of ${wanted} are reached`)
    }
  })

  test('the first Tab focuses the skip link', async () => {
    await open('/wiki/Tea')
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to content')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    assert.ok(await page.evaluate(`document.querySelector('main').contains(document.activeElement)`))
  })

  test('text has the direction of its language', async () => {
    const directionOf = (selector: string) =>
      page.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).direction`)
    await open('/wiki/شاي')
    assert.equal(await directionOf('main .mw-parser-output'), 'rtl')
    assert.equal(await directionOf('header'), 'ltr')
    await open('/wiki/Tea')
    assert.equal(await directionOf('main .mw-parser-output'), 'ltr')
    await open('/strings/?project=harbour-library&component=application&language=ar')
    assert.equal(await directionOf('td [lang=ar]'), 'rtl')
    await open('/api.php?action=help&uselang=he')
    assert.equal(await directionOf('main'), 'rtl')
  })

  test('wiki links work, and red links are marked', async () => {
    await open('/wiki/Tea')
    await page.locator('.mw-parser-output a', { hasText: 'Русский чай' }).click()
    assert.match(await page.title(), /^Русский чай/)
    const answer = await page.goto(`${site.url}/wiki/No_such_page`)
    assert.equal(answer?.status(), 404)
    assert.match(await page.locator('main').innerText(), /This page doesn’t exist yet/)
    wrong.length = 0
  })

  test('dark mode follows the system with sufficient contrast', async () => {
    const shades = async () => {
      const style = 'getComputedStyle(document.body)'
      const [ink, paper] = await page.evaluate<string[]>(`[${style}.color, ${style}.backgroundColor]`)
      return { ink: brightness(ink!), paper: brightness(paper!) }
    }
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      for (const path of ['/', '/wiki/Tea', '/api.php', '/api/', '/languages/']) {
        await open(path)
        const { ink, paper } = await shades()
        assert.ok(scheme === 'dark' ? ink - paper > 150 : paper - ink > 150, `${path} in ${scheme}: ${ink} on ${paper}`)
      }
    }
  })
})

/** Mean of the three channels of `rgb(20, 23, 26)`. */
const brightness = (color: string): number => {
  const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).map(Number)
  return (r + g + b) / 3
}
