// Saving translations: "saved" means confirmed by the server; everything else is kept and sent again.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { BrowserContext, Locator, Page, Route } from 'playwright-core'
import { NO_BROWSER, openVisitor, type Site, startSite } from './browser.ts'

const STRINGS = 12
const PASSWORD = 'correct horse battery'

interface Unit {
  id: number
  source: string[]
  target: string[]
}

describe('saving translations', { skip: NO_BROWSER }, () => {
  let site: Site
  let page: Page
  let context: BrowserContext

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
  const unit = async (number: number): Promise<Unit> =>
    ((await ask('GET', 'translations/promise/texts/de/units/?page_size=100')) as { results: Unit[] }).results.find(
      ({ source }) => source[0] === `Text ${number}.`,
    )!
  const targetOf = async (number: number): Promise<string | undefined> => (await unit(number)).target[0]
  const until = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
    for (let i = 0; i < 200; i++) {
      if (await holds()) return
      await new Promise(resolve => setTimeout(resolve, 50))
    }
    assert.fail(`never came: ${what}`)
  }

  const field = (): Locator => page.locator('#form-0')
  const state = (wanted: string) => page.locator(`.tr-save-state[data-save-state="${wanted}"]`).waitFor()
  const count = (wanted: number) =>
    wanted === 0
      ? page.locator('[data-unsaved]').waitFor({ state: 'detached' })
      : page.locator(`[data-unsaved="${wanted}"]`).waitFor()
  const open = async (number: number): Promise<void> => {
    await page.goto(`${site.url}/translate/promise/texts/de/?unit=${(await unit(number)).id}`)
    await page
      .locator('.tr-source')
      .filter({ hasText: `Text ${number}.` })
      .waitFor()
    await page.locator('.tr-panel .tr-info, .tr-panel .tr-hit').first().waitFor({ state: 'attached' })
    await page.locator('#form-0:focus').waitFor()
  }
  const login = async (on: Page, name: string, password: string): Promise<void> => {
    await on.goto(`${site.url}/accounts/login/`)
    await on.getByLabel('Username').fill(name)
    await on.getByLabel('Password').fill(password)
    await on.keyboard.press('Enter')
    await on.waitForURL(`${site.url}/`)
  }
  /** Intercepts the page's writes until the returned function is called. */
  const onWrites = async (handle: (route: Route) => unknown): Promise<() => Promise<void>> => {
    const catching = (route: Route) => (route.request().method() === 'PATCH' ? handle(route) : route.continue())
    await context.route('**/api/units/*/', catching)
    return () => context.unroute('**/api/units/*/', catching)
  }

  before(async () => {
    site = await startSite()
    page = await openVisitor()
    context = page.context()
    await ask('POST', 'projects/', { name: 'Promise', slug: 'promise', web: 'https://promise.example.org/' })
    const form = new FormData()
    const values = { name: 'Texts', slug: 'texts', file_format: 'po', filemask: 'texts/*.po', new_lang: 'add' }
    for (const [name, value] of Object.entries(values)) form.set(name, value)
    form.set('source_language', 'en')
    const strings = Array.from({ length: STRINGS }, (_, i) => `msgid "Text ${i + 1}."\nmsgstr ""\n`)
    const head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    form.set('docfile', new Blob([[head, ...strings].join('\n')]), 'en.po')
    await ask('POST', 'projects/promise/components/', form)
    await ask('POST', 'components/promise/texts/translations/', { language_code: 'de' })
    const other = { username: 'Berta', full_name: 'Berta', email: 'berta@example.org', is_active: true }
    await ask('POST', 'users/', { ...other, password: PASSWORD }).catch(() => ask('POST', 'users/', other))
    await login(page, 'Admin', site.password)
  })
  after(() => context?.close())

  test('does not show a slow save as saved, and warns before leaving', async () => {
    await open(1)
    const held: Route[] = []
    const stop = await onWrites(route => held.push(route))
    await page.keyboard.type('Eins.')
    await state('typed')
    await count(1)
    await page.keyboard.press('Control+Enter')
    await page.locator('.tr-source').filter({ hasText: 'Text 2.' }).waitFor()
    const row = page.locator('.tr-row').filter({ hasText: 'Text 1.' })
    assert.equal(await row.getAttribute('data-save-state'), 'sending')
    assert.match((await row.getAttribute('class'))!, /s-open/)
    const asked = new Promise<string>(resolve =>
      page.once('dialog', dialog => {
        resolve(dialog.type())
        void dialog.dismiss()
      }),
    )
    await page.evaluate("setTimeout(() => location.assign('/'), 0)")
    assert.equal(await asked, 'beforeunload')
    assert.notEqual(await targetOf(1), 'Eins.')
    await Promise.all(held.map(route => route.continue()))
    await stop()
    await count(0)
    assert.equal(await targetOf(1), 'Eins.')
    assert.match((await row.getAttribute('class'))!, /s-done/)
  })

  test('resends an unconfirmed save after a reload, and it arrives once', async () => {
    await open(2)
    let seen = 0
    const stop = await onWrites(async route => {
      seen++
      // The server saves it, and the response is lost.
      if (seen === 1) await route.fetch()
      await route.abort()
    })
    await page.keyboard.type('Zwei')
    await page.keyboard.press('Control+Enter')
    await until('the first attempt', async () => (await targetOf(2)) === 'Zwei')
    await count(1)
    await stop()
    await page.goto(`${site.url}/`)
    await count(0)
    const { id } = await unit(2)
    const all = (await ask('GET', `units/${id}/everything/`)) as { history: { target: string[] }[] }
    assert.equal(all.history.filter(({ target }) => target[0] === 'Zwei').length, 1)
  })

  test('keeps edits in order while offline and sends them later', async () => {
    await open(3)
    await context.setOffline(true)
    await page.keyboard.type('Drei')
    await page.keyboard.press('Control+Shift+Enter')
    await state('sending')
    await page.keyboard.press('End')
    await page.keyboard.type(' und mehr')
    await page.keyboard.press('Control+Shift+Enter')
    await count(2)
    await context.setOffline(false)
    await until('both', async () => (await targetOf(3)) === 'Drei und mehr')
    await count(0)
    await state('saved')
  })

  test('keeps the text when the session expires, and says what to do', async () => {
    await open(4)
    const cookies = await context.cookies()
    await context.clearCookies()
    await page.keyboard.type('Vier')
    await page.keyboard.press('Control+Shift+Enter')
    await state('login')
    await page.getByText('Your session expired. Your text is still here: log in again and save.').waitFor()
    assert.equal(await field().inputValue(), 'Vier')
    assert.equal(await page.getByText('credentials').count(), 0)
    assert.notEqual(await targetOf(4), 'Vier')
    const second = await context.newPage()
    await login(second, 'Admin', site.password)
    await until('the text', async () => (await targetOf(4)) === 'Vier')
    // The second tab tells the first one once it has the response.
    await count(0)
    await second.close()
    assert.ok(cookies.length > 0)
  })

  test('never saves as another user who logged in in another tab', async () => {
    await open(5)
    const mine = await context.cookies()
    await context.clearCookies()
    const second = await context.newPage()
    await second.goto(`${site.url}/`)
    await page.keyboard.type('Fünf')
    await page.keyboard.press('Control+Shift+Enter')
    await state('login')
    assert.notEqual(await targetOf(5), 'Fünf')
    // Pages of other users do not send it, but show whose it is.
    await second.reload()
    await second.locator('.unsent').click()
    await second.getByText(/Admin has 1 unsaved edit/).waitFor()
    assert.notEqual(await targetOf(5), 'Fünf')
    await second.close()
    await context.addCookies(mine)
    await page.bringToFront()
    await page.getByRole('button', { name: 'Send again' }).click()
    await until('the text', async () => (await targetOf(5)) === 'Fünf')
    const { id } = await unit(5)
    const all = (await ask('GET', `units/${id}/everything/`)) as { history: { user: { username: string } | null }[] }
    assert.deepEqual(new Set(all.history.map(({ user }) => user?.username)), new Set(['Admin']))
  })

  test('undoes the last save and reverts to an older text', async () => {
    await open(6)
    await page.keyboard.type('Erst')
    await page.keyboard.press('Control+Shift+Enter')
    await until('the first text', async () => (await targetOf(6)) === 'Erst')
    await state('saved')
    await field().fill('Dann')
    await page.keyboard.press('Control+Shift+Enter')
    await until('the second text', async () => (await targetOf(6)) === 'Dann')
    await page.getByRole('button', { name: /^Undo/ }).click()
    await until('the first text again', async () => (await targetOf(6)) === 'Erst')
    await until('the field', async () => (await field().inputValue()) === 'Erst')
    await state('saved')
    await page.keyboard.press('Alt+5')
    const entry = page.locator('.tr-hit').filter({ hasText: 'Translation reverted' })
    await entry.waitFor()
    await entry.getByRole('button', { name: 'Revert' }).click()
    await until('the second text again', async () => (await targetOf(6)) === 'Dann')
    await state('saved')
    await page.keyboard.press('Alt+B')
    await until('undone by key', async () => (await targetOf(6)) === 'Erst')
  })

  test('the count of unsaved edits causes no layout shift, and its dialog keeps the focus', async () => {
    await open(7)
    const places = async () => Promise.all(['.find', '.corner'].map(each => page.locator(`.top ${each}`).boundingBox()))
    const before = await places()
    await context.setOffline(true)
    await page.keyboard.type('Sieben')
    await count(1)
    assert.deepEqual(await places(), before)
    await page.keyboard.press('Control+Shift+Enter')
    await state('sending')
    await page.locator('.unsent').focus()
    await page.keyboard.press('Enter')
    const dialog = page.locator('dialog.unsent-list')
    await dialog.getByRole('button', { name: 'Send again' }).focus()
    await page.keyboard.press('Enter')
    await dialog.locator(':focus').waitFor()
    await context.setOffline(false)
    await dialog.getByText('All edits are saved.').waitFor()
    assert.equal(await dialog.locator(':focus').textContent(), 'Close')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await targetOf(7), 'Sieben')
  })

  test('the list of shortcuts starts at the top', async () => {
    await page.keyboard.press('Control+/')
    const dialog = page.locator('dialog[open]')
    await dialog.waitFor()
    assert.equal(await dialog.evaluate(box => (box as unknown as { scrollTop: number }).scrollTop), 0)
    await page.keyboard.press('Escape')
  })
})
