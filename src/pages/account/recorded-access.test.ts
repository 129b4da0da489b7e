// What the audit log says about passkeys, linked logins and applications.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { AuditSealer } from '#core/audit/seal.ts'
import type { Store } from '#store/store.ts'
import { onEachEngine } from '#store/testing.ts'
import { askFor, CALLBACK, connect, newApp } from '../oauth/testing-oauth.ts'
import { type TestSite, testSite, type Visitor } from '../testing.ts'
import { addressIn, type Corp, providerAt, SITE, startCorp } from './testing-openid.ts'
import { type Options, SoftKey } from './testing-passkeys.ts'

const OWN = '/account/applications/own/'

onEachEngine('the audit log of access to accounts', open => {
  let store: Store
  let site: TestSite
  let corp: Corp
  let ann: Visitor
  let seen = 0

  before(async () => {
    store = await open()
    corp = await startCorp({ ann: { preferred_username: 'ann' }, new: { preferred_username: 'newcomer' } })
    site = await testSite(store, { siteUrl: SITE, openidProviders: { corp: providerAt(corp.issuer) } })
    await site.person('Boss', { superuser: true })
    await site.person('Ann', { email: 'ann@example.org' })
    ann = site.visitor()
    await ann.logIn('Ann')
    await recorded()
  })

  /** New entries: category, event, who, what about, and how a login happened. */
  async function recorded(): Promise<string[]> {
    await new AuditSealer(site.services).seal()
    const rows = await store.read.selectFrom('audit_entry').selectAll().where('seq', '>', seen).orderBy('seq').execute()
    seen = rows.at(-1)?.seq ?? seen
    return rows.map(({ category, event, actor, subject, data }) =>
      [category, event, actor || '-', subject, JSON.parse(data).way].filter(Boolean).join(' '),
    )
  }

  test('a linked login is added, used and removed', async () => {
    corp.user = 'ann'
    const away = await ann.send('/account/security/', { do: 'link', provider: 'corp' })
    await ann.get(await corp.visit(addressIn(away.text)))
    assert.deepEqual(await recorded(), ['sign-in identity-linked Ann Ann'])
    const visitor = site.visitor()
    const to = await visitor.get('/accounts/openid/corp/?next=/languages/')
    await visitor.get(await corp.visit(to.location!))
    assert.deepEqual(await recorded(), ['sign-in login Ann Ann provider:corp'])
    const identity = JSON.stringify([corp.issuer, 'ann'])
    await ann.send('/account/security/', { do: 'unlink', identity })
    assert.deepEqual(await recorded(), ['sign-in identity-unlinked Ann Ann'])
  })

  test('an account that a provider creates', async () => {
    corp.user = 'new'
    const visitor = site.visitor()
    const to = await visitor.get('/accounts/openid/corp/?next=/languages/')
    await visitor.get(await corp.visit(to.location!))
    const entries = await recorded()
    assert.ok(entries.includes('rights account-created Newcomer Newcomer'), entries.join())
    assert.ok(entries.includes('sign-in login Newcomer Newcomer provider:corp'), entries.join())
  })

  test('an application is registered, approved, allowed, revoked, reset and deleted', async () => {
    const app = await newApp(site, 'Boss', { name: 'Tool' })
    await connect(site, app, ann)
    const { text } = await ann.get('/account/applications/')
    const grant = /name="grant" value="(\d+)"/.exec(text)![1]!
    await ann.send('/account/applications/', { do: 'revoke', grant })
    await ann.get(askFor(app))
    const boss = site.visitor()
    await boss.logIn('Boss')
    await boss.send('/admin/applications/?state=approved', { form: 'disabled', client: app.client.id, reason: '' })
    await boss.send('/admin/applications/?state=disabled', { form: 'approved', client: app.client.id, reason: '' })
    await boss.send(OWN, { do: 'reset', client: app.client.id })
    await boss.send(OWN, { do: 'delete', client: app.client.id })
    assert.deepEqual(
      (await recorded()).filter(each => !each.includes(' login ')),
      [
        'settings application-registered Boss Tool',
        'sign-in application-allowed Ann Tool',
        'sign-in application-revoked Ann Tool',
        'settings application-disabled Boss Tool',
        'settings application-approved Boss Tool',
        'settings application-secret-reset Boss Tool',
        'settings application-deleted Boss Tool',
      ],
    )
    const rows = await store.read.selectFrom('audit_entry').select('data').where('subject', '=', 'Tool').execute()
    assert.deepEqual(JSON.parse(rows[1]!.data).scopes, app.client.scopes)
    assert.ok(!JSON.stringify(rows).includes(CALLBACK) && !JSON.stringify(rows).includes(app.secret!))
  })
})

onEachEngine('the audit log of passkeys', open => {
  test('a passkey is added, used, copied and removed', async () => {
    const store = await open()
    const site = await testSite(store, { siteUrl: 'https://wiki.example.org' })
    await site.person('Ann')
    const ann = site.visitor()
    await ann.logIn('Ann')
    const page = '/account/security/passkeys/'
    const challenge = async (visitor: Visitor, at: string, purpose: string): Promise<Options> =>
      JSON.parse((await visitor.send(at, { purpose }, '/accounts/passkey/')).text)
    const key = new SoftKey('https://wiki.example.org')
    const shown = await ann.send(page, {
      do: 'add',
      name: 'Laptop',
      credential: key.create(await challenge(ann, page, 'add')),
    })
    const code = /<li><code>([A-Z2-9-]{19})<\/code>/.exec(shown.text)![1]!
    const logIn = async (lies = {}) => {
      const visitor = site.visitor()
      const options = await challenge(visitor, '/accounts/login/', 'login')
      await visitor.send('/accounts/login/', { credential: key.get(options, lies) }, '/accounts/login/passkey/')
    }
    await logIn()
    await logIn({ counter: 1 })
    const visitor = site.visitor()
    await visitor.logIn('Ann')
    await visitor.send('/accounts/login/code/', { code })
    await ann.send(page, { do: 'remove', passkey: key.id })
    await new AuditSealer(site.services).seal()
    const rows = await store.read.selectFrom('audit_entry').selectAll().orderBy('seq').execute()
    const entries = rows.map(({ event, data }) => [event, JSON.parse(data).way].filter(Boolean).join(' '))
    for (const entry of ['passkey-added', 'login passkey', 'passkey-copied', 'recovery-code-used', 'passkey-removed'])
      assert.ok(entries.includes(entry), `${entry} is not among ${entries.join(', ')}`)
    assert.ok(!JSON.stringify(rows).includes(code))
  })
})
