// Account life cycle and emails, with a real browser and email server.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startServer } from '#cli/testing.ts'
import { type TestMailServer, testMailServer } from '#events/mail/testing.ts'
import { temporaryFolder } from '#store/testing.ts'
import { complaints, NO_BROWSER, openPage } from './browser.ts'
import { lookAt } from './look.ts'

const PASSWORD = 'a long sentence'

describe('an account in a browser', { skip: NO_BROWSER }, () => {
  let url: string
  let admin: string
  let mail: TestMailServer
  let page: Page
  let wrong: string[]

  before(async () => {
    mail = await testMailServer()
    const settings = ['--sample', '--workers', '1', '--mail-url', mail.url, '--registration', 'open']
    const server = await startServer(['--data', temporaryFolder(), ...settings])
    url = server.url
    admin = /Password +(\w+)/.exec(server.output.out)![1]!
    page = await openPage()
    await page.context().clearCookies()
    wrong = complaints(page)
  })

  const open = async (path: string): Promise<void> => {
    const answer = await page.goto(url + path)
    assert.equal(answer?.status(), 200, path)
  }
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const fill = async (fields: Record<string, string>): Promise<void> => {
    for (const [id, value] of Object.entries(fields)) await page.fill(`#${id}`, value)
  }
  const text = () => page.locator('main').innerText()
  const logIn = async (username: string, password: string): Promise<void> => {
    await page.context().clearCookies()
    await open('/accounts/login/')
    await fill({ username, password })
    await page.press('#password', 'Enter')
    await page.waitForURL(`${url}/`)
  }

  /** Playwright's `waitForFunction` evaluates strings in the page, which its CSP forbids. */
  async function until(isSo: () => Promise<boolean>): Promise<void> {
    for (let i = 0; !(await isSo()); i++) {
      assert.ok(i < 200, 'it does not become so')
      await page.waitForTimeout(50)
    }
  }

  /** The link in the next email that has one. Others, such as that about a new device, may come with it. */
  async function linkByMail(): Promise<string> {
    for (let i = 0; i < 200; i++) {
      const [found] = mail.take().flatMap(({ text }) => /\/accounts\/\S+\?key=\w+/.exec(text) ?? [])
      if (found) return found
      await new Promise(resolve => setTimeout(resolve, 100))
    }
    throw new Error('No mail has come.')
  }

  test('registers and confirms the email address', async () => {
    await open('/accounts/login/')
    await lookAt(page)
    await page.locator('.door').getByRole('link', { name: 'Create account' }).click()
    await lookAt(page)
    await fill({
      username: 'Berta',
      email: 'berta@example.org',
      full_name: 'Berta B.',
      password: PASSWORD,
      password_again: 'other',
    })
    await page.locator('.door').getByRole('button').click()
    assert.match(await page.locator('#password_again-problem').innerText(), /don’t match/)
    assert.equal(await page.inputValue('#username'), 'Berta')
    wrong.length = 0
    await fill({ password: PASSWORD, password_again: PASSWORD })
    await page.locator('.door').getByRole('button').click()
    assert.match(await text(), /Welcome!/)
    await lookAt(page)
    await open('/account/')
    assert.match(await text(), /Not confirmed/)
    await lookAt(page)
    await open(await linkByMail())
    await lookAt(page)
    await press('Confirm email address')
    assert.match(await text(), /Email address confirmed/)
    assert.doesNotMatch(await text(), /Not confirmed/)
    assert.deepEqual(wrong, [])
  })

  test('chooses languages and a watched project by keyboard', async () => {
    await open('/account/languages/')
    await page.fill('#add_language', 'German')
    await page.press('#add_language', 'Enter')
    assert.ok(await page.getByRole('checkbox', { name: 'German' }).isChecked())
    await page.fill('#add_project', 'harbour-library')
    await page.press('#add_project', 'Enter')
    assert.match(await page.locator('main').innerText(), /Harbour/)
    await lookAt(page)
  })

  test('resets a password by email', async () => {
    await page.context().clearCookies()
    await open('/accounts/login/')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await lookAt(page)
    await fill({ who: 'berta@example.org' })
    await press('Send reset link')
    assert.match(await text(), /we’ve sent a link to it/)
    await open(await linkByMail())
    await lookAt(page)
    await fill({ password: `${PASSWORD}!`, password_again: `${PASSWORD}!` })
    await press('Set password')
    assert.match(await text(), /Password changed/)
    await lookAt(page)
    await logIn('Berta', `${PASSWORD}!`)
  })

  test('creates, uses and revokes an API key', async () => {
    await open('/account/keys/')
    await lookAt(page)
    await fill({ key_name: 'Script' })
    await press('Create key')
    const key = await page.locator('#api-keys .shown-once code').innerText()
    const use = () => fetch(`${url}/api/users/Berta/`, { headers: { authorization: `Token ${key}` } })
    assert.equal((await use()).status, 200)
    await open('/account/keys/')
    assert.ok(!(await page.content()).includes(key))
    await page.getByRole('button', { name: 'Revoke Script' }).click()
    assert.match(await text(), /Key revoked/)
    assert.equal((await use()).status, 401)
  })

  test('a bot password logs in on the wiki', async () => {
    await open('/account/keys/')
    await fill({ bot_name: 'tool' })
    await page.locator('#bot-passwords').getByRole('checkbox', { name: 'Edit existing pages' }).check()
    await press('Create bot password')
    const [name, password] = await page.locator('#bot-passwords .shown-once code').allInnerTexts()
    assert.equal(name, 'Berta@tool')
    const ask = async (body: Record<string, string>, cookie = '') => {
      const headers = { cookie }
      const form = new URLSearchParams({ format: 'json', formatversion: '2', ...body })
      const answer = await fetch(`${url}/api.php`, { method: 'POST', body: form, headers })
      return { json: (await answer.json()) as never, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? cookie }
    }
    const first = await ask({ action: 'query', meta: 'tokens', type: 'login' })
    const { tokens } = (first.json as { query: { tokens: { logintoken: string } } }).query
    const login = await ask(
      { action: 'login', lgname: name!, lgpassword: password!, lgtoken: tokens.logintoken },
      first.cookie,
    )
    assert.equal((login.json as { login: { result: string } }).login.result, 'Success')
    await open('/account/security/')
    assert.match(await text(), /Bot password “tool”/)
    await lookAt(page)
    await press('End all other sessions')
    // It stays in the history of logins.
    assert.doesNotMatch((await text()).split('Login history')[0]!, /“tool”/)
  })

  test('presets and cells change the notification settings and last week’s count', async () => {
    await open('/account/notifications/')
    await lookAt(page, { ready: each => each.waitForSelector('.mail-count .line') })
    const preset = (name: string) => page.locator('.preset', { hasText: name })
    const cell = (name: string) => page.getByRole('combobox', { name, exact: true })
    assert.equal(await preset('Mentions and replies').getAttribute('aria-pressed'), 'true')
    assert.equal(await cell('New strings to translate – Watched projects').inputValue(), '')
    await preset('My projects').click()
    await until(async () => (await cell('New strings to translate – Watched projects').inputValue()) === '2')
    await page.waitForSelector('.mail-count[aria-busy="false"]')
    assert.equal(await preset('My projects').getAttribute('aria-pressed'), 'true')
    await cell('A license is changed – All projects (default)').selectOption('3')
    await until(async () => (await page.locator('.preset[aria-pressed="true"]').count()) === 0)
    await page.reload()
    assert.equal(await cell('A license is changed – All projects (default)').inputValue(), '3', 'it is kept')
    assert.match(await page.locator('.mail-count').innerText(), /With these settings, you would have received/)
  })

  test('shows last week’s emails', async () => {
    await logIn('Admin', admin)
    await open('/account/notifications/')
    await page.getByRole('button', { name: 'Show emails' }).click()
    await page.locator('.mails li').first().waitFor()
    await lookAt(page, { ready: each => each.waitForSelector('.mail-count .line') })
    await logIn('Berta', `${PASSWORD}!`)
  })

  test('mutes a project, and adds, changes and removes an exception', async () => {
    await open('/account/notifications/')
    const exceptions = page.locator('#exceptions .exceptions > li')
    await page
      .getByRole('button', { name: /^Mute / })
      .first()
      .click()
    await page.waitForSelector('#exceptions .exceptions > li')
    assert.equal(await exceptions.count(), 1)
    assert.match(await exceptions.innerText(), /All notifications/)
    await page.getByRole('button', { name: /^Remove All notifications/ }).click()
    await until(async () => (await exceptions.count()) === 0)
    await page.fill('#place', 'no-such-project')
    await press('Add exception')
    await page.waitForSelector('#place-problem:not([hidden])')
    wrong.length = 0
    await page.fill('#place', 'harbour-library/application')
    await page.selectOption('#kind', 'NewCommentNotificaton')
    await page.selectOption('#frequency', '1')
    await press('Add exception')
    await page.waitForSelector('#exceptions .exceptions > li')
    await exceptions.locator('select').selectOption('4')
    await page.locator('.toast').waitFor()
    await page.reload()
    assert.equal(await exceptions.locator('select').inputValue(), '4')
    await lookAt(page, { ready: each => each.waitForSelector('.mail-count .line') })
    assert.deepEqual(wrong, [])
  })

  test('an administrator invites someone, who registers', async () => {
    await logIn('Admin', admin)
    await open('/accounts/invitations/')
    await lookAt(page)
    await fill({ email: 'carl@example.org' })
    await press('Send invitation')
    assert.match(await text(), /carl@example\.org/)
    const link = await linkByMail()
    await page.context().clearCookies()
    await open(link)
    await lookAt(page)
    await fill({ username: 'Carl', password: PASSWORD, password_again: PASSWORD })
    await page.locator('.door').getByRole('button').click()
    assert.match(await text(), /Welcome!/)
  })

  test('stores the appearance and deletes the account', async () => {
    await open('/account/appearance/')
    await lookAt(page)
    await page.selectOption('#theme', 'dark')
    await press('Save')
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark')
    await open('/wiki/Main_Page')
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark', 'also in the wiki')
    await open('/account/remove/')
    await lookAt(page)
    await fill({ username: 'Carl', current_password: PASSWORD })
    await press('Delete your account')
    assert.match(await text(), /Your account has been deleted/)
  })

  test('works without JavaScript', async () => {
    const context = await page.context().browser()?.newContext({ javaScriptEnabled: false })
    if (!context) return
    const plain = await context.newPage()
    await plain.goto(`${url}/accounts/login/`)
    await plain.fill('#username', 'Berta')
    await plain.fill('#password', `${PASSWORD}!`)
    await plain.press('#password', 'Enter')
    await plain.waitForURL(`${url}/`)
    await plain.goto(`${url}/account/notifications/`)
    await plain.locator('.preset', { hasText: 'None' }).click()
    await plain.locator('.preset[aria-pressed="true"]', { hasText: 'None' }).waitFor()
    await plain.selectOption('select[name="LockNotification.0"]', '2')
    await Promise.all([plain.waitForEvent('load'), plain.locator('button[value="matrix"]').click()])
    assert.equal(await plain.inputValue('select[name="LockNotification.0"]'), '2')
    await context.close()
  })
})
