import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { AuditSealer } from '#core/audit/seal.ts'
import type { Store } from '#store/store.ts'
import { onEachEngine } from '#store/testing.ts'
import { Asker } from '#translation/api/ask.ts'
import type { Method } from '#translation/api/resource.ts'
import { rest } from '#translation/api/resources/index.ts'
import { type TestSite, testSite, type Visitor } from '../testing.ts'

onEachEngine('the audit log of a site', open => {
  let store: Store
  let site: TestSite
  let boss: Visitor
  let seen = 0

  before(async () => {
    store = await open()
    site = await testSite(store)
    const account = await site.person('Boss', { email: 'boss@example.org', superuser: true })
    await store.transaction(async tx => {
      for (const group of ['sysop', 'bureaucrat', 'suppress'])
        await tx.insertInto('account_group').values({ account_id: account.id, group_name: group }).execute()
    })
    await site.person('Ann', { email: 'ann@example.org' })
    boss = site.visitor()
    await boss.logIn('Boss')
    await recorded()
  })

  /** New entries: category, event, who, what about. */
  async function recorded(): Promise<string[]> {
    await new AuditSealer(site.services).seal()
    const rows = await store.read.selectFrom('audit_entry').selectAll().where('seq', '>', seen).orderBy('seq').execute()
    seen = rows.at(-1)?.seq ?? seen
    return rows.map(({ category, event, actor, subject }) => `${category} ${event} ${actor || '-'} ${subject}`)
  }

  const ask = async (method: Method, path: string, body: Record<string, unknown> = {}) => {
    const asker = new Asker(rest, site.services)
    const { services } = site
    const account = (await services.accounts.byName(store.read, 'Boss'))!
    const caller = (await services.callers.actingFor(account.id))!
    const reply = await asker.ask(caller, method, path, { body })
    assert.ok(reply.ok, JSON.stringify(reply))
    // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape
    return reply.body as any
  }

  const wiki = async (params: Record<string, string>) => {
    const token = JSON.parse(
      (await boss.get('/api.php?action=query&meta=tokens&type=csrf|userrights&format=json')).text,
    )
    const { csrftoken, userrightstoken } = token.query.tokens
    const answer = await site.app.inject({
      method: 'POST',
      url: '/api.php',
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: boss.cookie() },
      payload: new URLSearchParams({
        format: 'json',
        formatversion: '2',
        token: params.action === 'userrights' ? userrightstoken : csrftoken,
        ...params,
      }).toString(),
    })
    assert.equal(answer.json().errors ?? answer.json().error, undefined, answer.body)
    return answer.json()
  }

  test('logins, also failed ones', async () => {
    const visitor = site.visitor()
    await visitor.logIn('Ann', 'wrong password')
    await visitor.logIn('Ann')
    assert.deepEqual(await recorded(), ['sign-in login-failed - Ann', 'sign-in login Ann Ann'])
  })

  test('keys and bot passwords', async () => {
    await boss.send('/account/keys/', { do: 'key', key_name: 'robot' })
    await boss.send('/account/keys/', { do: 'revoke', key_name: 'robot' })
    await boss.send('/account/keys/', { do: 'bot', bot_name: 'tool' })
    await boss.send('/account/keys/', { do: 'remove-bot', bot_name: 'tool' })
    assert.deepEqual(await recorded(), [
      'sign-in api-key-added Boss Boss',
      'sign-in api-key-revoked Boss Boss',
      'sign-in bot-password-added Boss Boss',
      'sign-in bot-password-deleted Boss Boss',
    ])
  })

  test('teams, roles and accounts', async () => {
    const team = await ask('POST', '/groups/', { name: 'Night shift', project_selection: 0, language_selection: 0 })
    const role = await ask('POST', '/roles/', { name: 'Reviewer', permissions: ['unit.review'] })
    await ask('PATCH', `/roles/${role.id}/`, { permissions: ['unit.edit'] })
    await ask('POST', `/groups/${team.id}/roles/`, { role_id: role.id })
    await ask('POST', '/users/Ann/groups/', { group_id: team.id })
    await ask('DELETE', '/users/Ann/groups/', { group_id: team.id })
    await ask('DELETE', `/groups/${team.id}/roles/${role.id}/`)
    await ask('PATCH', `/groups/${team.id}/`, { name: 'Checkers' })
    await ask('DELETE', `/groups/${team.id}/`)
    await ask('DELETE', `/roles/${role.id}/`)
    await ask('PATCH', '/users/Ann/', { is_superuser: true })
    await ask('PATCH', '/users/Ann/', { full_name: 'Ann Other' })
    assert.deepEqual(await recorded(), [
      'rights team-created Boss Night shift',
      'rights role-created Boss Reviewer',
      'rights role-changed Boss Reviewer',
      'rights team-changed Boss Night shift',
      'rights team-member-added Boss Ann',
      'rights team-member-removed Boss Ann',
      'rights team-changed Boss Night shift',
      'rights team-changed Boss Night shift',
      'rights team-deleted Boss Checkers',
      'rights role-deleted Boss Reviewer',
      'rights account-changed Boss Ann',
    ])
  })

  test('projects, components and strings', async () => {
    await ask('POST', '/projects/', { name: 'Site', slug: 'site', web: 'https://example.org/' })
    const component = { name: 'Main', slug: 'main', file_format: 'po', filemask: '*.po', vcs: 'local', repo: 'local:' }
    await ask('POST', '/projects/site/components/', { ...component, new_base: '', source_language: 'en' })
    await ask('PATCH', '/components/site/main/', { restricted: true })
    await ask('PATCH', '/projects/site/', { access_control: 100 })
    await ask('POST', '/components/site/main/translations/', { language_code: 'cs' })
    const unit = await ask('POST', '/translations/site/main/en/units/', { source: 'Hello' })
    await ask('DELETE', `/units/${unit.id}/`)
    assert.deepEqual(await recorded(), [
      'settings component-settings-changed Boss site/main',
      'settings project-settings-changed Boss site',
      'settings project-access-changed Boss site',
      'deletion strings-deleted Boss site/main',
    ])
    await ask('DELETE', '/components/site/main/')
    assert.deepEqual(await recorded(), ['deletion component-deleted Boss site'])
    // What was not sealed before the history of the project is gone has an entry, too.
    await ask('PATCH', '/projects/site/', { instructions: 'Be brief.' })
    await ask('DELETE', '/projects/site/')
    assert.deepEqual(await recorded(), [
      'settings project-settings-changed Boss ',
      'deletion private-project-removed Boss site',
    ])
  })

  test('groups, blocks, protection and deletions of the wiki', async () => {
    await wiki({ action: 'edit', title: 'Page', text: 'one' })
    const { edit } = await wiki({ action: 'edit', title: 'Page', text: 'two' })
    await wiki({ action: 'protect', title: 'Page', protections: 'edit=sysop' })
    await wiki({ action: 'revisiondelete', type: 'revision', ids: String(edit.oldrevid), hide: 'content' })
    await wiki({ action: 'delete', title: 'Page' })
    await wiki({ action: 'undelete', title: 'Page' })
    await wiki({ action: 'userrights', user: 'Ann', add: 'sysop' })
    await wiki({ action: 'block', user: 'Ann' })
    await wiki({ action: 'unblock', user: 'Ann' })
    assert.deepEqual(await recorded(), [
      'rights protection-changed Boss Page',
      'deletion revisions-hidden Boss Page',
      'deletion page-deleted Boss Page',
      'deletion page-restored Boss Page',
      'rights groups-changed Boss Ann',
      'rights blocked Boss Ann',
      'rights unblocked Boss Ann',
    ])
  })

  test('closed accounts', async () => {
    await site.person('Leaver')
    await ask('DELETE', '/users/Leaver/')
    assert.deepEqual(await recorded(), ['rights account-created Leaver Leaver', 'deletion account-closed Boss Leaver'])
  })

  test('only superusers can read and export it', async () => {
    await site.person('Manager')
    const manager = site.visitor()
    await manager.logIn('Manager')
    for (const address of ['/admin/audit/', '/admin/audit/export', '/admin/audit/export?format=csv']) {
      assert.equal((await site.visitor().get(address)).status, 303, address)
      assert.equal((await manager.get(address)).status, 403, address)
      assert.equal((await boss.get(address)).status, 200, address)
    }
  })

  test('the page filters by person, kind and time, in pages', async () => {
    const shown = async (query: string) => (await boss.get(`/admin/audit/?${query}`)).text
    const all = await shown('')
    assert.match(all, /No entry was changed or removed/)
    assert.match(all, /account-closed/)
    assert.match(await shown('user=Leaver'), /account-closed/)
    assert.doesNotMatch(await shown('user=Leaver'), /page-deleted/)
    assert.doesNotMatch(await shown('category=sign-in'), /<code>page-deleted/)
    assert.match(await shown('event=page-deleted'), /<code>page-deleted/)
    assert.match(await shown('since=2030-01-01'), /No matching changes/)
    assert.match(await shown('since=2026-11-15&until=2026-11-15'), /<code>page-deleted/)
    assert.match(await shown('below=3'), /account-created/)
    assert.equal((await boss.get('/admin/audit/?below=x&category=%00&user=%00&since=9999-99-99&until=x')).status, 200)
  })

  test('exports have the same filters', async () => {
    const lines = (await boss.get('/admin/audit/export?event=page-deleted')).text.trim().split('\n')
    assert.deepEqual(
      lines.map(line => JSON.parse(line).subject),
      ['Page'],
    )
    const csv = await boss.get('/admin/audit/export?format=csv&event=page-deleted')
    assert.match(String(csv.headers['content-type']), /^text\/csv/)
    assert.match(csv.text, /^seq,at,sealed_at,category,event,.*\s+\d+,2026-11-15T\S+,deletion,page-deleted,/)
  })

  test('the page says which entry was altered', async () => {
    const set = { subject: 'Another user' }
    await store.transaction(tx => tx.updateTable('audit_entry').set(set).where('seq', '=', 2).execute())
    assert.match((await boss.get('/admin/audit/')).text, /Entry 2 was changed or removed/)
  })
})
