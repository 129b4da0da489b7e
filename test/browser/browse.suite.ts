// Browsing progress: sorting and filtering tables, links of counts, charts and badges.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { complaints, NO_BROWSER, openPage, type Site, startSite } from './browser.ts'
import { lookAt } from './look.ts'

const PAGES = [
  '/projects/',
  '/projects/harbour-library/',
  '/projects/harbour-library/application/',
  '/projects/harbour-library/application/ar/',
  '/projects/harbour-library/-/ja/',
  '/languages/',
  '/languages/ar/',
  '/strings/?language=ar',
  '/strings/?q=has:nothing',
  '/activity/?project=harbour-library',
  '/contributors/?language=de',
  '/changes/?project=harbour-library',
  '/changes/?user=Nobody',
  '/widgets/harbour-library/?colour_multi=blue',
  '/engage/harbour-library/-/ar/',
  '/user/Jonas%20Weber/',
]

describe('browsing', { skip: NO_BROWSER }, () => {
  let site: Site
  let page: Page
  let wrong: string[]

  before(async () => {
    site = await startSite()
    page = await openPage()
    wrong = complaints(page)
  })

  const open = async (path: string): Promise<void> => {
    await page.goto(site.url + path)
  }
  /** Names in the first column of a table. */
  const names = (id: string) => page.locator(`#${id} tbody th a`).allInnerTexts()
  const hasFirst = (id: string, name: RegExp) =>
    page.locator(`#${id} tbody tr:first-child th`, { hasText: name }).waitFor()

  test('every page is accessible in all layouts', async () => {
    for (const path of PAGES) {
      await open(path)
      await lookAt(page)
    }
    // Invalid searches get status 400, which the browser logs.
    assert.deepEqual(
      wrong.filter(each => !each.includes('400')),
      [],
    )
    wrong.length = 0
  })

  test('sorts a table by its headers without a reload', async () => {
    await open('/languages/')
    await page.evaluate(`document.documentElement.dataset.same = 'yes'`)
    const before = await names('languages')
    assert.deepEqual(before, before.toSorted())
    await page.locator('#languages thead a', { hasText: 'Done' }).click()
    await hasFirst('languages', /English/)
    await page.locator('#languages thead a', { hasText: 'Done' }).click()
    await page.locator('#languages th[aria-sort=ascending]', { hasText: 'Done' }).waitFor()
    assert.notEqual((await names('languages'))[0], 'English en')
    assert.match(page.url(), /languages_sort=done/)
    assert.equal(await page.evaluate('document.documentElement.dataset.same'), 'yes')
  })

  test('sorts without JavaScript', async () => {
    const text = await (await fetch(`${site.url}/languages/?languages_sort=done-down`)).text()
    assert.match(/<tbody>.*?<a href="\/languages\/(\w+)\/">/s.exec(text)![1]!, /^en$/)
  })

  test('filters while typing', async () => {
    await open('/languages/')
    const field = page.locator('#languages input[type=search]')
    await field.fill('japan')
    await page.locator('#languages [role=status]', { hasText: '1 of' }).waitFor()
    assert.deepEqual(await names('languages'), ['Japanese ja'])
    assert.equal(await field.inputValue(), 'japan')
    await field.fill('nothing of this name')
    await page.getByText('No matches.').waitFor()
    await page.locator('#languages').getByRole('link', { name: 'Show all' }).click()
    await hasFirst('languages', /\w/)
  })

  test('a count links to exactly the strings it counts', async () => {
    await open('/languages/ja/')
    const card = page.locator('#figures li', { hasText: 'Waiting for review' })
    const count = Number(await card.locator('.figure').innerText())
    await card.locator('a.figure').click()
    assert.match(page.url(), /\/strings\/\?language=ja&q=has:suggestion$/)
    assert.equal(await page.locator('.strings tbody tr:has(td)').count(), count)
    await page.locator('.strings td a').first().click()
    assert.match(page.url(), /\/translate\/.*checksum=/)
    await page.waitForLoadState('networkidle')
  })

  test('downloads charts as CSV, SVG and PNG', async () => {
    await open('/activity/?project=harbour-library')
    for (const measure of ['strings', 'words', 'people'])
      for (const [kind, begins] of [
        ['CSV', 'week,strings,words,people'],
        ['SVG', '<?xml'],
        ['PNG', '\u0089PNG'],
      ] as const) {
        const waiting = page.waitForEvent('download')
        await page.locator(`#${measure} .files a`, { hasText: kind }).click()
        const download = await waiting
        assert.equal(download.suggestedFilename(), `harbour-library-${measure}.${kind.toLowerCase()}`)
        const bytes = await readFile(await download.path())
        assert.ok(bytes.toString('latin1').startsWith(begins), `${measure}.${kind}`)
      }
  })

  test('shows the number of a week on hover, and all numbers in a table', async () => {
    await open('/projects/harbour-library/')
    const last = page.locator('#strings .week').last()
    // The bar of the week may cover the middle.
    await last.locator('.reach').hover({ force: true })
    await last.locator('.said').waitFor({ state: 'visible' })
    assert.match((await last.locator('.said').textContent()) ?? '', /^Week of .*: [\d,]+ strings?$/)
    await page.locator('#strings summary').click()
    assert.equal(await page.locator('#strings details tbody tr').count(), 26)
  })

  test('updates numbers live', async () => {
    await open('/projects/harbour-library/application/hi/')
    const figure = page.locator('#figures li').first()
    const before = await figure.innerText()
    await editElsewhere()
    await page.locator('#lately li', { hasText: /^\s*AD\s*Admin translated “.+” in .*\s*just now\s*$/ }).waitFor()
    assert.notEqual(await figure.innerText(), before)
  })

  /** Translates a string in another window. */
  async function editElsewhere(): Promise<void> {
    const other = await openPage()
    await other.goto(`${site.url}/accounts/login/`)
    await other.getByLabel('Username').fill('Admin')
    await other.getByLabel('Password').fill(site.password)
    await other.getByRole('button', { name: 'Log in' }).click()
    await other.waitForURL(`${site.url}/**`)
    const status = await other.evaluate(`(async () => {
      const { token } = JSON.parse(document.getElementById('reader').textContent)
      const list = await (await fetch('/api/translations/harbour-library/application/hi/units/?q=state:empty')).json()
      const [unit] = list.results
      const answer = await fetch('/api/units/' + unit.id + '/', {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', 'x-csrftoken': token },
        body: JSON.stringify({ state: 20, target: unit.target.map(() => 'नमूना') }),
      })
      return answer.status
    })()`)
    assert.equal(status, 200)
    await other.close()
  }

  test('copies the code of a badge', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url })
    await open('/widgets/harbour-library/')
    await page.locator('button[data-copies="svg-Markdown"]').click()
    await page.locator('button[data-copies="svg-Markdown"]', { hasText: 'Copied' }).waitFor()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    assert.match(copied, /^\[!\[Translation status\]\(http.*\/widgets\/harbour-library\/-\/svg-badge\.svg\)\]/)
    assert.deepEqual(wrong, [])
  })
})
