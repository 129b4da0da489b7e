// Passkeys with Chromium's virtual authenticator, and single sign-on with a real OpenID provider. They need a server of
// their own: browsers offer passkeys on localhost, not on 127.0.0.1, and the provider must know the address beforehand.
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { before, describe, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import type { CDPSession, Page } from 'playwright-core'
import { startServer } from '#cli/testing.ts'
import { type Corp, providerAt, startCorp } from '#pages/account/testing-openid.ts'
import { temporaryFolder } from '#store/testing.ts'
import { complaints, NO_BROWSER, openVisitor } from './browser.ts'
import { lookAt } from './look.ts'

const CLAIMS = { name: 'Cora Corp', preferred_username: 'cora', email: 'cora@example.org', email_verified: true }

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>(resolve => probe.listen(0, 'localhost', resolve))
  const { port } = probe.address() as { port: number }
  await new Promise(resolve => probe.close(resolve))
  return port
}

describe('signing in with a browser', { skip: NO_BROWSER }, () => {
  let url: string
  let admin: string
  let corp: Corp

  before(async () => {
    const port = await freePort()
    url = `http://localhost:${port}`
    corp = await startCorp({ cora: CLAIMS, dan: { name: 'Dan' } }, ['corp'], url)
    const providers = JSON.stringify({ corp: { ...providerAt(corp.issuer), singleLogout: true } })
    const settings = ['--sample', '--workers', '1', '--port', String(port), '--host', 'localhost', '--site-url', url]
    const server = await startServer(['--data', temporaryFolder(), ...settings], {
      env: { PARLANCE_OPENID_PROVIDERS: providers },
    })
    admin = /Password +(\w+)/.exec(server.output.out)![1]!
  })

  const open = async (page: Page, path: string): Promise<void> => {
    assert.equal((await page.goto(url + path))?.status(), 200, path)
  }
  const press = (page: Page, name: string | RegExp) =>
    page
      .locator('main')
      .getByRole('button', { name, exact: typeof name === 'string' })
      .click()
  const text = (page: Page) => page.locator('main').innerText()
  const logOut = async (page: Page): Promise<void> => {
    await page.context().clearCookies()
    await open(page, '/accounts/login/')
  }
  const withPassword = async (page: Page): Promise<void> => {
    await logOut(page)
    await page.fill('#username', 'Admin')
    await page.fill('#password', admin)
    await page.press('#password', 'Enter')
    await page.waitForLoadState()
  }
  const readerOf = (page: Page) =>
    page.evaluate<string | null>(`JSON.parse(document.getElementById('reader').textContent).name`)
  const isLoggedIn = async (page: Page, name: string): Promise<void> => {
    await page.waitForURL(address => !address.pathname.startsWith('/accounts/login'))
    assert.equal(await readerOf(page), name)
  }

  describe('passkeys', () => {
    let page: Page
    let wrong: string[]
    let device: CDPSession
    let authenticator: string
    let codes: string[]

    const plugIn = async (isVerified = true): Promise<void> => {
      const options = {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: isVerified,
        automaticPresenceSimulation: true,
      } as const
      ;({ authenticatorId: authenticator } = await device.send('WebAuthn.addVirtualAuthenticator', { options }))
    }

    before(async () => {
      page = await openVisitor()
      wrong = complaints(page)
      device = await page.context().newCDPSession(page)
      await device.send('WebAuthn.enable')
      await plugIn()
    })

    test('adds and renames a passkey with the keyboard', async () => {
      await withPassword(page)
      await open(page, '/account/security/')
      await lookAt(page)
      await page.getByRole('link', { name: 'Add passkey' }).click()
      await lookAt(page)
      await page.focus('#name')
      await page.keyboard.press('Control+A')
      await page.keyboard.type('My phone')
      await page.keyboard.press('Enter')
      await page.locator('.shown-once').waitFor()
      codes = await page.locator('.recovery-codes code').allInnerTexts()
      assert.equal(codes.length, 10)
      await open(page, '/account/security/passkeys/')
      assert.match(await text(page), /My phone\s+Replaces the password/)
      await lookAt(page)
      await page.getByText('Rename').first().click()
      await page.locator('details input[name="name"]').fill('Work phone')
      await press(page, 'Save')
      assert.match(await text(page), /Work phone/)
      assert.deepEqual(wrong, [])
    })

    test('logs in without user name and password', async () => {
      await logOut(page)
      await lookAt(page)
      await press(page, 'Log in with a passkey')
      await isLoggedIn(page, 'Admin')
      assert.deepEqual(wrong, [])
    })

    test('is the second factor after the password', async () => {
      await withPassword(page)
      assert.match(await text(page), /Use your passkey or enter a code/)
      await lookAt(page)
      await press(page, 'Use a passkey or security key')
      await isLoggedIn(page, 'Admin')
    })

    test('an authenticator that does not verify its user does not replace the password', async () => {
      await device.send('WebAuthn.setUserVerified', { authenticatorId: authenticator, isUserVerified: false })
      await logOut(page)
      await press(page, 'Log in with a passkey')
      await page.locator('main [role="alert"]:visible').waitFor()
      assert.match(await text(page), /Nothing was confirmed/)
      await device.send('WebAuthn.setUserVerified', { authenticatorId: authenticator, isUserVerified: true })
    })

    test('a recovery code replaces the lost key, and the key is removed', async () => {
      await device.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: authenticator })
      await plugIn()
      await withPassword(page)
      await page.fill('#code', codes[0]!)
      await press(page, 'Log in')
      await isLoggedIn(page, 'Admin')
      await open(page, '/account/security/passkeys/')
      await press(page, /^Remove/)
      assert.match(await text(page), /Passkey removed/)
      await withPassword(page)
      await isLoggedIn(page, 'Admin')
    })
  })

  describe('single sign-on', () => {
    let page: Page

    before(async () => {
      page = await openVisitor()
    })

    const withCorp = async (): Promise<void> => {
      await logOut(page)
      await page.getByRole('link', { name: 'Log in with Example Corp' }).click()
      await page.waitForURL(address => address.href.startsWith(url))
    }

    test('the first login creates an account', async () => {
      await withCorp()
      assert.match(await text(page), /Welcome!/)
      assert.equal(await readerOf(page), 'Cora')
      await lookAt(page)
    })

    test('the next login finds it again', async () => {
      await withCorp()
      await isLoggedIn(page, 'Cora')
      await open(page, '/account/security/')
      assert.match(await text(page), /Example Corp[\s\S]*Your only way to log in/)
    })

    test('a second factor follows the provider, and a recovery code replaces a lost one', async () => {
      await open(page, '/account/security/two-factor/')
      await press(page, 'Set up authenticator app')
      const secret = (await page.locator('.setup-secret').innerText()).replaceAll(' ', '')
      const app = new TOTP({ secret: Secret.fromBase32(secret) })
      await page.fill('#code', app.generate())
      await press(page, 'Turn on')
      const [code] = await page.locator('.recovery-codes code').allInnerTexts()
      await withCorp()
      assert.match(page.url(), /\/accounts\/login\/code\//)
      await page.fill('#code', '000000')
      await press(page, 'Log in')
      assert.match(await text(page), /The code is wrong/)
      await page.fill('#code', code!)
      await press(page, 'Log in')
      await isLoggedIn(page, 'Cora')
    })

    test('links the login to an existing account, and logs in with it', async () => {
      corp.user = 'dan'
      await withPassword(page)
      await isLoggedIn(page, 'Admin')
      await open(page, '/account/security/')
      await press(page, 'Link Example Corp')
      await page.waitForURL(`${url}/account/security/?done=linked`)
      assert.match(await text(page), /Login linked/)
      await withCorp()
      await isLoggedIn(page, 'Admin')
    })

    test('logs out here and at the provider', async () => {
      await page.locator('header.top summary').filter({ hasText: 'Your account' }).click()
      await page.getByRole('button', { name: 'Log out' }).click()
      await page.waitForURL(address => address.href.startsWith(corp.issuer))
      await page.getByRole('button').first().click()
      await page.waitForURL(`${url}/`)
      assert.equal(await readerOf(page), null)
    })

    test('says plainly when the user cancels, and when the provider is down', async () => {
      corp.user = null
      await page.context().clearCookies()
      await withCorp()
      assert.match(await text(page), /didn’t log you in, or you cancelled/)
      await lookAt(page)
      await corp.close()
      await page.goto(`${url}/accounts/login/`)
      await page.getByRole('link', { name: 'Log in with Example Corp' }).click()
      assert.match(await text(page), /Example Corp can’t be reached at the moment/)
      await page.getByRole('link', { name: 'All ways to log in' }).click()
      await page.fill('#username', 'Admin')
      await page.fill('#password', admin)
      await page.press('#password', 'Enter')
      await isLoggedIn(page, 'Admin')
    })
  })
})
