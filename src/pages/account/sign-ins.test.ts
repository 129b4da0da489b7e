import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setOptions } from '#accounts/options.ts'
import { deleteOldData, ownRetention } from '#core/retention.ts'
import { onEachEngine } from '#store/testing.ts'
import { PASSWORD, type TestSite, testSite } from '../testing.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1'

onEachEngine('the login history', open => {
  let site: TestSite

  before(async () => {
    site = await testSite(await open(), { mailUrl: 'smtp://localhost', siteName: 'Harbour' })
    for (const name of ['Ann', 'Bob', 'Eve']) await site.person(name, { email: `${name.toLowerCase()}@example.org` })
  })

  /** Logs in with a device from an address. */
  async function logIn(name: string, device: string, address: string, password = PASSWORD): Promise<number> {
    const form = await site.app.inject({ url: '/accounts/login/', remoteAddress: address })
    const token = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(form.payload)![1]!
    const cookie = [form.headers['set-cookie'] ?? []]
      .flat()
      .map(each => each.split(';')[0])
      .join('; ')
    const payload = new URLSearchParams({ csrfmiddlewaretoken: token, username: name, password }).toString()
    const headers = { cookie, 'user-agent': device, 'content-type': 'application/x-www-form-urlencoded' }
    const options = { method: 'POST', url: '/accounts/login/', payload, headers, remoteAddress: address } as const
    return (await site.app.inject(options)).statusCode
  }

  const mails = async (address: string) => {
    await site.work()
    return (await site.mails()).filter(mail => mail.address === address)
  }

  test('shows logins and failed attempts with time, way, address and device', async () => {
    assert.equal(await logIn('Ann', PHONE, '192.0.2.7', 'wrong'), 403)
    assert.equal(await logIn('Ann', FIREFOX, '198.51.100.1'), 303)
    const ann = site.visitor()
    await ann.logIn('Ann')
    const { text } = await ann.get('/account/security/')
    const history = text.slice(text.indexOf('id="sign-ins"'))
    assert.match(history, /Firefox on Linux.*Password · <bdi>198\.51\.100\.1<\/bdi>/s)
    assert.match(history, /Safari on iPhone.*Failed.*wrong password · <bdi>192\.0\.2\.7<\/bdi>/s)
    const all = await ann.get('/account/security/sign-ins/')
    assert.equal(all.text.match(/<bdi>\d/g)!.length, 3)
  })

  test('others see nothing of it, and an unknown name leaves no trace', async () => {
    await logIn('Nobody', FIREFOX, '203.0.113.9')
    const eve = site.visitor()
    await eve.logIn('Eve')
    const { text } = await eve.get('/account/security/sign-ins/')
    assert.doesNotMatch(text, /198\.51\.100\.1|203\.0\.113\.9/)
  })

  test('a device is shown as text, whatever it calls itself', async () => {
    await logIn('Eve', '<script>alert(1)</script>', '203.0.113.10')
    const eve = site.visitor()
    await eve.logIn('Eve')
    assert.doesNotMatch((await eve.get('/account/security/sign-ins/')).text, /<script>alert/)
  })

  test('a new device is reported by email and in the inbox, a known one is not', async () => {
    await logIn('Bob', FIREFOX, '198.51.100.1')
    await logIn('Bob', FIREFOX, '198.51.7.200')
    assert.equal((await mails('bob@example.org')).length, 0, 'the first device, and the same network')
    await logIn('Bob', PHONE, '192.0.2.7')
    const [mail, ...others] = await mails('bob@example.org')
    assert.equal(others.length, 0)
    assert.equal(mail!.subject, 'New login to your account')
    assert.match(mail!.text, /Device: Safari · iPhone\nAddress: 192\.0\.2\.7\n/)
    assert.match(mail!.text, /\/account\/security\/sign-ins\//)
    await logIn('Bob', PHONE, '192.0.2.7')
    assert.equal((await mails('bob@example.org')).length, 1)
    const bob = site.visitor()
    await bob.logIn('Bob')
    const { text } = await bob.get('/inbox/')
    assert.match(text, /<a href="\/account\/security\/sign-ins\/">New device logged in to your account<\/a>/)
    assert.match(text, /Safari · iPhone · 192\.0\.2\.7/)
  })

  test('a wrong password from a new device is not reported as a login', async () => {
    const before = (await mails('bob@example.org')).length
    await logIn('Bob', 'curl/8.0', '203.0.113.77', 'wrong')
    assert.equal((await mails('bob@example.org')).length, before)
  })

  test('the email is in the language of the account', async () => {
    const { store, accounts } = site.services
    const eve = (await accounts.byName(store.read, 'Eve'))!
    await store.transaction(tx => setOptions(tx, eve.id, [['language', 'cs']]))
    await logIn('Eve', PHONE, '192.0.2.200')
    const [mail] = await mails('eve@example.org')
    assert.equal(mail!.subject, 'Nové přihlášení k vašemu účtu')
    assert.match(mail!.html, /lang="cs"/)
  })

  test('is deleted after the days of the setting', async () => {
    const { store } = site.services
    const count = async () => (await store.read.selectFrom('sign_in').select('id').execute()).length
    assert.ok((await count()) > 0)
    site.clock.advance(91 * 86_400)
    site.services.retention.push(...ownRetention(site.services))
    await deleteOldData(site.services)
    assert.equal(await count(), 0)
  })
})
