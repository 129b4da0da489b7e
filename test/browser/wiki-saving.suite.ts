// Saving wiki pages: never as another user, never overwriting unseen, never lost or saved twice.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { startServer } from '#cli/testing.ts'
import { temporaryFolder } from '#store/testing.ts'
import { freePort } from '../free-port.ts'
import { NO_BROWSER } from './browser.ts'
import { CHROMIUM, FLAGS } from './chromium.ts'

type Server = Awaited<ReturnType<typeof startServer>>

describe('saving wiki pages', { skip: NO_BROWSER }, () => {
  const data = temporaryFolder()
  let port: number
  let server: Server
  let password: string
  let key: string
  let context: BrowserContext
  let page: Page
  let dialogs: string[]

  const start = () => startServer(['--data', data, '--sample', '--workers', '1', '--port', String(port)])
  before(async () => {
    port = await freePort()
    server = await start()
    const said = (name: string): string => new RegExp(`${name} +(\\w+)`).exec(server.output.out)![1]!
    password = said('Password')
    key = said('API key')
    const browser = await chromium.launch({ executablePath: CHROMIUM!, args: [...FLAGS] })
    context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    page = await open()
    await logIn(page)
  })

  after(async () => context?.browser()?.close())

  const open = async (): Promise<Page> => {
    const opened = await context.newPage()
    dialogs = []
    opened.on('dialog', dialog => {
      dialogs.push(dialog.type())
      void dialog.accept()
    })
    return opened
  }
  const logIn = async (tab: Page, name = 'Admin', secret = password): Promise<void> => {
    await tab.goto(`${server.url}/accounts/login/`)
    await tab.getByLabel('Username').fill(name)
    await tab.getByLabel('Password').fill(secret)
    await tab.keyboard.press('Enter')
    await tab.waitForURL(url => !url.pathname.startsWith('/accounts/login'))
  }
  const ask = async (params: Record<string, string>) => {
    const body = new URLSearchParams({ format: 'json', formatversion: '2', ...params })
    const headers = { authorization: `Token ${key}` }
    return (await fetch(`${server.url}/api.php`, { method: 'POST', headers, body })).json() as Promise<{
      query: {
        tokens: { csrftoken: string; createaccounttoken?: string }
        pages: { revisions?: { user: string; comment: string }[] }[]
      }
      edit?: object
      createaccount?: { status: string }
    }>
  }
  const write = async (title: string, text: string): Promise<void> => {
    const { query } = await ask({ action: 'query', meta: 'tokens' })
    const said = await ask({ action: 'edit', title, text, token: query.tokens.csrftoken })
    assert.ok(said.edit, JSON.stringify(said))
  }
  const textOf = async (title: string): Promise<string> =>
    (await fetch(`${server.url}/index.php?title=${encodeURIComponent(title)}&action=raw`)).text()
  const historyOf = async (titles: string) => {
    const { query } = await ask({ action: 'query', prop: 'revisions', titles, rvprop: 'user|comment', rvlimit: '50' })
    return query.pages[0]!.revisions ?? []
  }
  const edit = async (tab: Page, title: string): Promise<void> => {
    await tab.goto(`${server.url}/index.php?title=${title}&action=edit`)
    await tab.locator('.we-code .cm-content').waitFor()
  }
  const type = async (tab: Page, text: string): Promise<void> => {
    await tab.locator('.we-code .cm-content').click()
    await tab.keyboard.press('Control+End')
    await tab.keyboard.type(text)
  }
  const shown = async (tab: Page): Promise<string> =>
    (await tab.locator('.we-code .cm-line').allInnerTexts()).join('\n').trim()
  const state = (tab: Page, name: string) => tab.locator(`[data-save-state="${name}"]`).waitFor()
  const saved = (tab: Page, title: string) => tab.waitForURL(url => url.pathname === `/wiki/${title}`)

  test('confirms the save and offers undo', async () => {
    await write('Plate', 'round')
    await edit(page, 'Plate')
    await type(page, ' and flat')
    await state(page, 'typed')
    await page.keyboard.press('Control+s')
    await saved(page, 'Plate')
    const note = page.locator('.just-saved')
    assert.match(await note.innerText(), /Saved\. Undo/)
    await note.getByRole('link', { name: 'Undo' }).click()
    await page.locator('.we-code .cm-content').waitFor()
    assert.equal(await shown(page), 'round')
    await page.keyboard.press('Control+s')
    await saved(page, 'Plate')
    assert.equal(await textOf('Plate'), 'round')
    await page.reload()
    assert.equal(await page.locator('.just-saved').count(), 0)
  })

  test('does not save as an IP address after the session ends, but after login', async () => {
    await write('Fork', 'three tines')
    await edit(page, 'Fork')
    await type(page, ', now four')
    await context.clearCookies()
    await page.keyboard.press('Control+s')
    await state(page, 'login')
    assert.match(await page.locator('.we-identity').innerText(), /no longer logged in as Admin/)
    assert.equal(await shown(page), 'three tines, now four')
    assert.equal(await textOf('Fork'), 'three tines')
    await page.locator('.we-identity').getByRole('button', { name: 'Continue without an account' }).waitFor()
    const second = await open()
    await logIn(second)
    await second.close()
    // Another page of the same user sends it without a click.
    await saved(page, 'Fork')
    assert.equal(await textOf('Fork'), 'three tines, now four')
    assert.deepEqual(
      (await historyOf('Fork')).map(({ user }) => user),
      ['Admin', 'Admin'],
    )
  })

  test('notices are announced, cover no buttons and are reachable by Tab', async () => {
    await write('Whisk', 'steel')
    await page.setViewportSize({ width: 390, height: 800 })
    await edit(page, 'Whisk')
    assert.equal(await page.locator('.we-notes[role=status]').innerText(), '')
    await type(page, ' wire')
    await state(page, 'typed')
    await page.locator('button.unsent').waitFor()
    const covered = `[...document.querySelectorAll('.we-foot .button')].filter(button => {
      const { left, right, top, bottom } = button.getBoundingClientRect()
      return [left + 4, right - 4].some(x => !button.contains(document.elementFromPoint(x, (top + bottom) / 2)))
    }).length`
    assert.equal(await page.evaluate(covered), 0)
    await page.route('**/api.php', route => route.abort())
    await page.keyboard.press('Control+s')
    await page.locator('.we-notes .we-waiting').waitFor()
    // Nothing is being sent, so no status is shown.
    assert.equal(await page.locator('#wpSave').innerText(), 'Save changes')
    await page.locator('.we-code .cm-content').focus()
    await page.keyboard.press('Shift+Tab')
    assert.equal(await page.evaluate(`document.activeElement.closest('[role=toolbar]') !== null`), true)
    await page.keyboard.press('ArrowRight')
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'IItalic')
    await page.keyboard.press('Shift+Tab')
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Stop and keep editing')
    await page.unroute('**/api.php')
    // Saving again retries immediately.
    await page.keyboard.press('Control+s')
    await saved(page, 'Whisk')
    assert.equal(await textOf('Whisk'), 'steel wire')
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  test('offers to merge a draft of an older revision, with a single notice', async () => {
    await write('Sieve', 'fine')
    await edit(page, 'Sieve')
    await type(page, ' mesh')
    await page.locator('.we-kept', { hasText: 'Draft saved' }).waitFor()
    await write('Sieve', 'coarse')
    await edit(page, 'Sieve')
    await page.locator('.we-outdated').waitFor()
    assert.equal(await page.locator('.we-restored').count(), 0)
    await page.getByRole('button', { name: 'Compare and merge' }).click()
    await page.locator('.cm-merge-b').waitFor()
    assert.equal(await page.locator('.we-notes').innerText(), '')
    await page.locator('.cm-merge-b .cm-content').focus()
    await page.keyboard.press('Control+s')
    await saved(page, 'Sieve')
    assert.equal(await textOf('Sieve'), 'fine mesh')
  })

  test('another user in a second tab does not save it without consent', async () => {
    await write('Spoon', 'deep')
    await edit(page, 'Spoon')
    await type(page, ' enough')
    await context.clearCookies()
    const { query } = await ask({ action: 'query', meta: 'tokens', type: 'createaccount' })
    const secret = 'a-long-password-7'
    const { createaccount } = await ask({
      action: 'createaccount',
      username: 'Other',
      password: secret,
      retype: secret,
      createreturnurl: server.url,
      createtoken: query.tokens.createaccounttoken!,
    })
    assert.equal(createaccount?.status, 'PASS')
    const second = await open()
    await logIn(second, 'Other', secret)
    await second.close()
    await page.keyboard.press('Control+s')
    await state(page, 'login')
    assert.equal(await textOf('Spoon'), 'deep')
    assert.equal(await shown(page), 'deep enough')
    await page.getByRole('button', { name: 'Continue as Other' }).click()
    await page.locator('.we-restored').waitFor()
    assert.equal(await shown(page), 'deep enough')
    await page.keyboard.press('Control+s')
    await saved(page, 'Spoon')
    assert.equal((await historyOf('Spoon'))[0]!.user, 'Other')
    await context.clearCookies()
    await logIn(page)
  })

  test('Back after saving shows the current text, and a second edit keeps the first one', async () => {
    await write('Knife', 'sharp')
    await page.goto(`${server.url}/wiki/Knife`)
    await edit(page, 'Knife')
    await type(page, ' and long')
    await page.keyboard.press('Control+s')
    await saved(page, 'Knife')
    await page.goBack()
    await page.locator('.we-code .cm-line', { hasText: 'sharp and long' }).waitFor()
    await type(page, ' and old')
    await page.keyboard.press('Control+s')
    await saved(page, 'Knife')
    assert.equal(await textOf('Knife'), 'sharp and long and old')
  })

  test('two tabs of one user do not overwrite each other', async () => {
    await write('Pan', 'one')
    await edit(page, 'Pan')
    const second = await open()
    await edit(second, 'Pan')
    await type(second, ' second')
    await second.keyboard.press('Control+s')
    await saved(second, 'Pan')
    await second.close()
    await type(page, ' first')
    await page.keyboard.press('Control+s')
    await state(page, 'conflict')
    assert.equal(await textOf('Pan'), 'one second')
    assert.match(await page.locator('.cm-merge-b').innerText(), /one first/)
    await page.locator('.cm-merge-b .cm-content').focus()
    await page.keyboard.press('Control+s')
    await saved(page, 'Pan')
    assert.equal(await textOf('Pan'), 'one first')
  })

  test('an offline edit survives a reload and arrives once', async () => {
    await write('Pot', 'clay')
    await edit(page, 'Pot')
    await type(page, ' baked')
    await page.route('**/api.php', route => route.abort())
    await page.keyboard.press('Control+s')
    await page.locator('.we-waiting').waitFor()
    await state(page, 'sending')
    dialogs = []
    await page.reload()
    assert.deepEqual(dialogs, ['beforeunload'])
    await page.locator('.we-code .cm-line', { hasText: 'clay baked' }).waitFor()
    await state(page, 'sending')
    await page.unroute('**/api.php')
    await saved(page, 'Pot')
    assert.equal(await textOf('Pot'), 'clay baked')
    assert.equal((await historyOf('Pot')).length, 2)
  })

  test('a lost response does not save the edit twice', async () => {
    await write('Lid', 'tin')
    await edit(page, 'Lid')
    await type(page, ' round')
    let lost = 0
    await page.route('**/api.php', async route => {
      if (!route.request().postData()?.includes('action=edit') || lost > 0) return route.fallback()
      lost++
      await route.fetch()
      await route.abort()
    })
    await page.keyboard.press('Control+s')
    await saved(page, 'Lid')
    assert.equal(lost, 1)
    await page.unroute('**/api.php')
    assert.equal(await textOf('Lid'), 'tin round')
    assert.equal((await historyOf('Lid')).length, 2)
  })

  test('an edit survives a restart of the server', async () => {
    await write('Jar', 'glass')
    await edit(page, 'Jar')
    await type(page, ' green')
    server.child.kill('SIGKILL')
    await server.ended
    await page.keyboard.press('Control+s')
    await page.locator('.we-waiting').waitFor()
    server = await start()
    await saved(page, 'Jar')
    assert.equal(await textOf('Jar'), 'glass green')
    assert.equal((await historyOf('Jar')).length, 2)
  })

  test('warns before leaving with unsaved text, but not after saving', async () => {
    await edit(page, 'Jar')
    await type(page, ' tall')
    await state(page, 'typed')
    dialogs = []
    await page.goto(`${server.url}/wiki/Pot`)
    assert.deepEqual(dialogs, ['beforeunload'])
    await edit(page, 'Jar')
    await page.locator('.we-restored').waitFor()
    dialogs = []
    await page.keyboard.press('Control+s')
    await saved(page, 'Jar')
    assert.deepEqual(dialogs, [])
    assert.equal(await textOf('Jar'), 'glass green tall')
  })

  test('without JavaScript, Back and save shows a conflict with the own edit', async () => {
    await write('Cork', 'dry')
    const plain = await context.browser()!.newContext({ javaScriptEnabled: false })
    const other = await plain.newPage()
    await logIn(other)
    await other.goto(`${server.url}/index.php?title=Cork&action=edit`)
    await other.locator('#wpTextbox1').fill('dry and light')
    await other.locator('#wpSave').click()
    await saved(other, 'Cork')
    await other.goBack()
    await other.locator('#wpTextbox1').fill('dry and dark')
    await other.locator('#wpSave').click()
    await other.locator('#mw-conflict').waitFor()
    assert.equal(await textOf('Cork'), 'dry and light')
    await plain.close()
  })
})
