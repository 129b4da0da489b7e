// Zen mode: many strings on one page, by keyboard, with nothing lost.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { BrowserContext, Page, Route } from 'playwright-core'
import { complaints, NO_BROWSER, openVisitor, type Site, startSite } from './browser.ts'
import { lookAt } from './look.ts'

const STRINGS = 520

interface Unit {
  id: number
  source: string[]
  target: string[]
  state: number
}

const file = (): string => {
  const head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
  const special = [
    '#, c-format\nmsgctxt "menu"\nmsgid "%d file in %s."\nmsgid_plural "%d files in %s."\nmsgstr[0] ""\nmsgstr[1] ""\n',
    '#, c-format\nmsgid "Stop %s!"\nmsgstr ""\n',
  ]
  const plain = Array.from({ length: STRINGS }, (_, i) => `msgid "Line ${i + 1} of the text."\nmsgstr ""\n`)
  return [head, ...special, ...plain].join('\n')
}

describe('zen mode', { skip: NO_BROWSER }, () => {
  let site: Site
  let page: Page
  let context: BrowserContext
  let wrong: string[]

  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const headers: Record<string, string> = { authorization: `Token ${site.key}` }
    if (!(body instanceof FormData)) headers['content-type'] = 'application/json'
    const sent = body instanceof FormData ? body : JSON.stringify(body)
    const answer = await fetch(`${site.url}/api/${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: sent }),
    })
    const text = await answer.text()
    assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text.slice(0, 300)}`)
    return text === '' ? null : JSON.parse(text)
  }
  const unit = async (language: string, source: string): Promise<Unit> => {
    const q = encodeURIComponent(`source:"${source}"`)
    const { results } = (await ask('GET', `translations/zen/texts/${language}/units/?q=${q}`)) as { results: Unit[] }
    return results[0]!
  }
  const until = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
    for (let i = 0; i < 200; i++) {
      if (await holds()) return
      await new Promise(resolve => setTimeout(resolve, 50))
    }
    assert.fail(`never came: ${what}`)
  }
  const open = async (language: string, query = ''): Promise<void> => {
    await page.goto(`${site.url}/zen/zen/texts/${language}/${query}`)
    await page.locator('#form-0:focus').waitFor()
    await page.locator('.tr-tools').first().waitFor()
  }
  const current = () => page.locator('.zen-row[aria-current] .tr-source')
  const comesTo = (text: string) => current().filter({ hasText: text }).waitFor()
  const row = (text: string) => page.locator('.zen-quiet').filter({ hasText: text })

  before(async () => {
    site = await startSite()
    page = await openVisitor()
    context = page.context()
    wrong = complaints(page)
    await ask('POST', 'projects/', { name: 'Zen', slug: 'zen', web: 'https://zen.example.org/' })
    const form = new FormData()
    const values = { name: 'Texts', slug: 'texts', file_format: 'po', filemask: 'texts/*.po', new_lang: 'add' }
    for (const [name, value] of Object.entries(values)) form.set(name, value)
    form.set('source_language', 'en')
    form.set('docfile', new Blob([file()]), 'en.po')
    await ask('POST', 'projects/zen/components/', form)
    for (const code of ['de', 'ar']) await ask('POST', 'components/zen/texts/translations/', { language_code: code })
    await page.goto(`${site.url}/accounts/login/`)
    await page.getByLabel('Username').fill('Admin')
    await page.getByLabel('Password').fill(site.password)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${site.url}/`)
  })
  after(() => context?.close())

  test('translates row after row by keyboard', async () => {
    await open('de')
    await page.getByText('menu', { exact: true }).first().waitFor()
    await page.keyboard.type('Datei ')
    await page.keyboard.press('Control+1')
    await page.keyboard.type(' in ')
    await page.keyboard.press('Control+2')
    await page.keyboard.type('.')
    await page.locator('#form-1').focus()
    await page.keyboard.type('%d Dateien in %s.')
    await page.keyboard.press('Control+Enter')
    await comesTo('Stop')
    await page.locator('#form-0:focus').waitFor()
    await page.keyboard.type('Halt!')
    await page.keyboard.press('Control+Enter')
    await comesTo('Line 1 of')
    // The check appears in the row after it was saved.
    await row('Stop').locator('.zen-checks').filter({ hasText: 'C format' }).waitFor()
    for (let i = 1; i <= 3; i++) {
      await comesTo(`Line ${i} of`)
      await page.locator('#form-0:focus').waitFor()
      await page.keyboard.type(`Zeile ${i}`)
      await page.keyboard.press('Control+Enter')
    }
    await page.keyboard.press('Alt+ArrowUp')
    await comesTo('Line 3 of')
    await page.keyboard.press('Alt+ArrowDown')
    await comesTo('Line 4 of')
    await until('all texts', async () => (await unit('de', 'Line 3 of the text.')).target[0] === 'Zeile 3')
    assert.deepEqual((await unit('de', 'file in')).target, ['Datei %d in %s.', '%d Dateien in %s.'])
  })

  test('keeps typed text in every row, also after a reload', async () => {
    await open('de', '?q=Line')
    await page.keyboard.press('Alt+ArrowDown')
    await comesTo('Line 2 of')
    await page.keyboard.press('Alt+ArrowDown')
    await page.keyboard.press('Alt+ArrowDown')
    await comesTo('Line 4 of')
    await page.locator('#form-0:focus').waitFor()
    await page.keyboard.type('Vier, noch nicht gespeichert')
    await page.keyboard.press('Alt+ArrowDown')
    await comesTo('Line 5 of')
    await row('Line 4 of').filter({ hasText: 'Vier, noch nicht gespeichert' }).waitFor()
    page.once('dialog', dialog => dialog.accept())
    await page.reload()
    await row('Line 4 of').filter({ hasText: 'Vier, noch nicht gespeichert' }).waitFor()
    assert.equal(await row('Line 4 of').getAttribute('data-save-state'), 'typed')
    await row('Line 4 of').locator('button').click()
    await page.locator('#form-0:focus').waitFor()
    assert.equal(await page.locator('#form-0').inputValue(), 'Vier, noch nicht gespeichert')
    await page.keyboard.press('Control+Enter')
    await until(
      'the draft is saved',
      async () => (await unit('de', 'Line 4 of the text.')).target[0] === 'Vier, noch nicht gespeichert',
    )
  })

  test('shows a row as saved only after the server has confirmed it', async () => {
    await open('de', '?q=Line')
    const held: Route[] = []
    const hold = (route: Route) => (route.request().method() === 'PATCH' ? void held.push(route) : route.continue())
    await context.route('**/api/units/*/', hold)
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Langsam')
    await page.keyboard.press('Control+Enter')
    await comesTo('Line 2 of')
    await until('the row waits', async () => (await row('Line 1 of').getAttribute('data-save-state')) === 'sending')
    await until('the request', async () => held.length === 1)
    for (const route of held) await route.continue()
    await context.unroute('**/api/units/*/', hold)
    await until('it is saved', async () => (await row('Line 1 of').getAttribute('data-save-state')) === null)
    assert.equal((await unit('de', 'Line 1 of the text.')).target[0], 'Langsam')
  })

  test('never overwrites what someone else saved', async () => {
    const { id } = await unit('de', 'Line 7 of the text.')
    await open('de', `?q=Line&unit=${id}`)
    await page.keyboard.type('Meins')
    const held: Route[] = []
    const hold = (route: Route) => (route.request().method() === 'PATCH' ? void held.push(route) : route.continue())
    await context.route('**/api/units/*/', hold)
    await page.keyboard.press('Control+Enter')
    await until('the request', async () => held.length === 1)
    await ask('PATCH', `units/${id}/`, { target: ['Ihres'], state: 20 })
    for (const route of held) await route.continue()
    await context.unroute('**/api/units/*/', hold)
    await page.locator('.tr-conflict').waitFor()
    assert.equal((await unit('de', 'Line 7 of the text.')).target[0], 'Ihres')
    await page.getByRole('button', { name: 'Save mine' }).first().click()
    await until('mine', async () => (await unit('de', 'Line 7 of the text.')).target[0] === 'Meins')
  })

  test('loads more rows while scrolling, with one editor only', async () => {
    await open('de', '?q=Line')
    const rows = page.locator('.zen-row')
    assert.ok((await rows.count()) < 120)
    await until('all rows', async () => {
      await rows.last().scrollIntoViewIfNeeded({ timeout: 5000 })
      return (await rows.count()) === STRINGS
    })
    assert.equal(await page.locator('textarea').count(), 1)
    await row('Line 500 of').locator('button').click()
    await comesTo('Line 500 of')
    await page.locator('#form-0:focus').waitFor()
  })

  test('works in right-to-left languages, and is linked from the editor and the list', async () => {
    await page.goto(`${site.url}/translate/zen/texts/ar/?q=Stop`)
    await page.getByRole('link', { name: 'Zen mode' }).click()
    await page.waitForURL(/\/zen\/zen\/texts\/ar\/\?q=Stop/)
    await page.locator('#form-0:focus').waitFor()
    assert.equal(await page.locator('#form-0').getAttribute('dir'), 'rtl')
    await page.goto(`${site.url}/strings/?project=zen&language=ar&q=Stop`)
    await page.getByRole('link', { name: 'Zen mode' }).click()
    await page.locator('#form-0:focus').waitFor()
  })

  test('is accessible in every layout', async () => {
    for (const query of ['de/?q=Line', 'ar/']) {
      await page.goto(`${site.url}/zen/zen/texts/${query}`)
      await lookAt(page, {
        ready: each => each.locator('.tr-tools, .tr-save-state').first().waitFor({ state: 'attached' }),
      })
    }
    assert.deepEqual(
      wrong.filter(line => !/\/(everything|check)\/.* did not load$|409 \(Conflict\)$/.test(line)),
      [],
    )
  })

  test('works without scripts', async () => {
    const plain = await openVisitor(false)
    await plain.context().addCookies(await context.cookies())
    await plain.goto(`${site.url}/zen/zen/texts/ar/?q=Line`)
    assert.equal(await plain.locator('section form[method=post]').count(), 20)
    const first = plain.locator('section').filter({ hasText: 'Line 2 of the text.' }).first()
    await first.locator('textarea').fill('السطر الثاني')
    await first.getByRole('button').first().click()
    await plain.waitForURL(/#unit-\d+$/)
    assert.equal((await unit('ar', 'Line 2 of the text.')).target[0], 'السطر الثاني')
    await plain.getByRole('link', { name: 'Next' }).click()
    await plain.getByText('Line 21 of the text.').waitFor()
    // Someone else saved in the meantime: the text comes back with the form.
    const other = plain.locator('section').filter({ hasText: 'Line 22 of the text.' }).first()
    await other.locator('textarea').fill('نصي')
    const { id } = await unit('ar', 'Line 22 of the text.')
    await ask('PATCH', `units/${id}/`, { target: ['نص آخر'], state: 20 })
    await other.getByRole('button').first().click()
    await plain.locator(`#unit-${id} .problem`).waitFor()
    assert.equal(await plain.locator(`#unit-${id} textarea`).inputValue(), 'نصي')
    assert.equal((await unit('ar', 'Line 22 of the text.')).target[0], 'نص آخر')
    await plain.context().close()
  })
})
