import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { issueToken, type TokenType } from '#accounts/tokens.ts'
import { onEachEngine, temporaryStore } from '#store/testing.ts'
import { type EditingWiki, type Editor, editingWiki, editor } from '../editing/testing.ts'

onEachEngine('accounts, passwords, preferences and email', open => {
  let site: EditingWiki
  before(async () => {
    site = await editingWiki(await open(), { registration: 'open', mailUrl: 'smtp://127.0.0.1:9' })
  })
  type Params = Record<string, string | number>
  const send = (who: Editor, params: Params, type: TokenType = 'csrf', name = 'token') =>
    who.post({ [name]: issueToken(who.caller, type, site.clock), ...params })
  const codeOf = async (answer: Promise<{ error?: { code: string } }>) => (await answer).error?.code
  const visitor = async (): Promise<Editor> =>
    editor(site.wiki, await site.services.callers.withSession(site.anonymous.caller))
  const GOOD = 'quite a good one'
  const create = async (who: Editor, username: string, more: Params = {}) => {
    const form = { username, password: GOOD, retype: GOOD, createreturnurl: 'http://127.0.0.1/' }
    const params = { action: 'createaccount', ...form, ...more }
    return (await send(who, params, 'createaccount', 'createtoken')).createaccount
  }
  const logIn = async (username: string, password: string) => {
    const form = { action: 'clientlogin', username, password, loginreturnurl: 'http://127.0.0.1/' }
    return (await send(await visitor(), form, 'login', 'logintoken')).clientlogin.status
  }
  const mails = async () => {
    await site.runJobs()
    return site.wiki.db.selectFrom('mail').select(['address', 'message']).orderBy('id').execute()
  }

  test('a new account works on both halves and is logged with its creator', async () => {
    assert.deepEqual(await create(await visitor(), 'new_comer'), { status: 'PASS', username: 'New comer' })
    assert.equal(await logIn('New comer', GOOD), 'PASS')
    const boss = await site.person('Boss', 'sysop')
    await create(boss, 'Protégé', { reason: 'a friend' })
    const { query } = await boss.ask({
      action: 'query',
      list: 'logevents',
      letype: 'newusers',
      leprop: 'type|user|title|comment',
    })
    assert.deepEqual(
      query.logevents.map((entry: { action: string; user: string; comment: string }) => [
        ...[entry.action, entry.user, entry.comment],
      ]),
      [
        ['create2', 'Boss', 'a friend'],
        ['create', 'New comer', ''],
      ],
    )
  })

  test('renders a refusal as HTML with paragraphs, lists and links on request', async () => {
    const boss = await site.person('Guard', 'sysop')
    const vandal = await site.person('Vandal')
    await send(boss, { action: 'block', user: 'Vandal', nocreate: 1, reason: 'mud' })
    const { message } = await create(vandal, 'Sock', { createmessageformat: 'html' })
    assert.match(message, /^<p><strong>[^\n]+<\/strong>\n<\/p><p>/)
    assert.match(message, /<ul><li>[^\n]+<\/li>\n<li>/)
    assert.match(message, /<a href="[^"]*User:Guard[^"]*"[^>]*>/)
    const short = await create(await visitor(), 'Html', { retype: 'other', createmessageformat: 'html' })
    assert.equal(short.message.includes('<p>'), false)
  })

  test('describes the fields of a new account one by one, or merged', async () => {
    const boss = await site.person('Clerk', 'sysop')
    const info = { action: 'query', meta: 'authmanagerinfo', amirequestsfor: 'create', amimessageformat: 'none' }
    type Fields = Record<string, { optional: boolean }>
    const { requests } = (await boss.ask(info)).query.authmanagerinfo
    const single: Fields = Object.assign({}, ...requests.map(({ fields }: { fields: Fields }) => fields))
    type Request = { id: string; provider?: string }
    const named: Request[] = (await boss.ask({ ...info, amimessageformat: 'wikitext' })).query.authmanagerinfo.requests
    assert.deepEqual(
      requests.flatMap(({ provider }: Request) => provider ?? []),
      [],
      'no texts were requested',
    )
    assert.ok(named.every(({ provider }) => typeof provider === 'string' && provider !== ''))
    const merged: Fields = (await boss.ask({ ...info, amimergerequestfields: 1 })).query.authmanagerinfo.fields
    const optional = (fields: Fields) => Object.keys(fields).filter(name => fields[name]!.optional)
    assert.deepEqual([optional(single).includes('reason'), optional(merged).includes('reason')], [false, true])
    assert.deepEqual([single.username!.optional, merged.username!.optional], [false, false])
  })

  test('rejects taken and reserved names, mismatched and weak passwords', async () => {
    const who = await visitor()
    const reason = async (name: string, more: Params = {}) => (await create(who, name, more)).messagecode
    assert.equal(await reason('New comer'), 'userexists')
    assert.equal(await reason('Maintenance script'), 'invaliduser')
    assert.equal(await reason('A[b'), 'invaliduser')
    assert.equal(await reason('Sam', { retype: 'another' }), 'badretype')
    assert.equal(await reason('Sam', { password: 'sam', retype: 'sam' }), '___1____2')
    assert.equal(await reason('Sam', { password: 'letmein', retype: 'letmein' }), 'passwordincommonlist')
    assert.equal(await reason('Sam', { email: 'nowhere', realname: '' }), 'invalidemailaddress')
    assert.equal(await reason('Sam', { createcontinue: 1 }), 'authmanager-create-not-in-progress')
  })

  test('explains why a caller may not create accounts', async () => {
    const boss = await site.person('Chief', 'sysop')
    await send(boss, { action: 'block', user: site.anonymous.caller.name, nocreate: 1, reason: 'spam' })
    const refused = await create(await visitor(), 'Spammer')
    assert.equal(refused.messagecode, 'blocked')
    assert.match(refused.message, /The block was made by \[\[User:Chief\|/)
    assert.equal(
      await codeOf(send(await visitor(), { action: 'resetpassword', user: 'Chief' })),
      'blocked-mailpassword',
    )
    await send(boss, { action: 'unblock', user: site.anonymous.caller.name })
  })

  test('a new password ends other sessions and replaces the old one', async () => {
    const ann = await site.person('Ann')
    const elsewhere = await site.services.callers.logIn(site.anonymous.caller, ann.caller.account!)
    const change = (password: string, retype = password) =>
      send(
        ann,
        {
          action: 'changeauthenticationdata',
          changeauthrequest: 'MediaWiki\\Auth\\PasswordAuthenticationRequest',
          password,
          retype,
        },
        'csrf',
        'changeauthtoken',
      )
    assert.equal(await codeOf(change('one', 'two')), 'badretype')
    assert.equal(await codeOf(change('Ann')), 'password-substring-username-match')
    assert.equal((await change('a new one at last')).changeauthenticationdata.status, 'success')
    assert.equal(await logIn('Ann', 'a new one at last'), 'PASS')
    const sessions = await site.wiki.db.selectFrom('session').select('id_hash').execute()
    const held = new Set(sessions.map(({ id_hash }) => id_hash))
    assert.deepEqual([held.has(ann.caller.session!.idHash), held.has(elsewhere.session!.idHash)], [true, false])
  })

  test('stores known preferences, except for default values', async () => {
    const pat = await site.person('Pat')
    const set = (params: Params) => send(pat, { action: 'options', ...params })
    const own = async () => {
      const { id } = pat.caller.account!
      const rows = await site.wiki.db.selectFrom('account_option').selectAll().where('account_id', '=', id).execute()
      return Object.fromEntries(rows.map(({ name, value }) => [name, value]).sort())
    }
    const { warnings } = await set({ change: 'gender=female|rclimit=0|nonsense=1|userjs-x=1|diffonly=0|skin=bogus' })
    assert.match(warnings.options.warnings, /"rclimit": The value you specified is below the minimum of 1/)
    assert.match(warnings.options.warnings, /"nonsense": not a valid preference/)
    assert.deepEqual(await own(), { gender: 'female', 'userjs-x': '1' })
    const words = { action: 'parse', contentmodel: 'wikitext', prop: 'text', text: '{{GENDER:Pat|he|she|they}}' }
    assert.match((await pat.ask(words)).parse.text, /she/)
    await set({ optionname: 'timecorrection', optionvalue: '05:30' })
    assert.equal((await own()).timecorrection, 'Offset|330')
    await set({ reset: 1, resetkinds: 'registered' })
    assert.deepEqual(await own(), { 'userjs-x': '1' })
    await set({ reset: 1 })
    assert.deepEqual(await own(), {})
    const signature = (length: number) => set({ optionname: 'nickname', optionvalue: 'x'.repeat(length) })
    assert.match((await signature(256)).warnings.options.warnings, /nickname/)
    assert.equal((await signature(255)).warnings, undefined)
    await set({ change: 'gender=male|rclimit=20' })
    assert.equal((await set({ change: 'gender|nickname' })).warnings, undefined)
    assert.deepEqual(await own(), { rclimit: '20' })
    assert.match((await set({ change: 'realname' })).warnings.options.warnings, /"realname": cannot be set/)
    await set({ change: 'rclimit' })
    assert.deepEqual(await own(), {})
    assert.equal(await codeOf(set({})), 'nochanges')
    assert.equal(await codeOf(set({ optionvalue: 'x' })), 'nooptionname')
    await set({ change: 'fancysig=1|nickname=<b>Pat' })
    assert.deepEqual(await own(), { fancysig: '1' })
  })

  test('writes dates in the order the user prefers, if the language offers it', async () => {
    const [reader, boss] = [await site.person('Dora'), await site.person('Warden', 'sysop')]
    const set = async (date: string, uselang: string) =>
      'warnings' in (await send(reader, { action: 'options', change: `date=${date}`, uselang }))
    assert.deepEqual([await set('mdy', 'de'), await set('dmyt', 'en'), await set('mdy', 'en')], [true, true, false])
    await send(boss, { action: 'block', user: 'Dora', reason: 'mud' })
    const written = async (uselang: string) => {
      const { query } = await reader.ask({ action: 'query', meta: 'userinfo', uiprop: 'blockinfo', uselang })
      return query.userinfo.blockedtimestampformatted
    }
    for (const language of ['en', 'de', 'ja']) assert.match(await written(language), /^\d\d:\d\d, \S+ \d+, \d{4}$/)
    await set('ISO 8601', 'en')
    assert.match(await written('de'), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
  })

  test('sends email to users who accept it, with a copy on request', async () => {
    const address = async (name: string) => {
      const person = await site.person(name)
      const email = `${name.toLowerCase()}@example.org`
      const confirmed = { email, emailConfirmedAt: 1 }
      await site.services.store.transaction(tx =>
        site.services.accounts.update(tx, person.caller.account!.id, confirmed),
      )
      const account = await site.services.accounts.byName(site.wiki.db, name)
      return editor(site.wiki, { ...person.caller, account })
    }
    const [from, to] = [await address('Writer'), await address('Reader')]
    const write = (who: Editor, target: string, more: Params = {}) =>
      send(who, { action: 'emailuser', target, subject: 'Hello', text: 'How are you?', ...more })
    const before = (await mails()).length
    assert.equal((await write(from, 'reader', { ccme: 1 })).emailuser.result, 'Success')
    const sent = (await mails()).slice(before)
    assert.deepEqual(
      sent.map(mail => mail.address),
      ['reader@example.org', 'writer@example.org'],
    )
    assert.equal(JSON.parse(sent[0]!.message).headers['Reply-To'], 'writer@example.org')
    assert.equal(await codeOf(write(from, 'Ann')), 'noemail')
    assert.equal(await codeOf(write(from, 'Nobody')), 'notarget')
    assert.equal(await codeOf(write(await site.person('Poor'), 'Reader')), 'cantsend')
    await send(to, { action: 'options', change: 'disablemail=1' })
    assert.equal(await codeOf(write(from, 'Reader')), 'nowikiemail')
    const chief = await site.person('Postmaster', 'sysop')
    await send(chief, { action: 'block', user: 'Writer', noemail: 1 })
    assert.equal(await codeOf(write(from, 'Writer')), 'blockedemailuser')
  })
})

test('limits the rate of edits, except for exempt users', async () => {
  const site = await editingWiki(await temporaryStore('sqlite'), { wikiRateLimits: 'mediawiki' })
  for (let n = 0; n < 8; n++) await site.anonymous.edit('Fast', `${n}`)
  assert.equal(await site.anonymous.refusal({ title: 'Fast', text: 'x' }), 'ratelimited')
  const boss = await site.person('Boss', 'sysop')
  await boss.edit('Fast', 'by somebody who may')
  site.clock.advance(61)
  await site.anonymous.edit('Fast', 'later')
  const { query } = await site.anonymous.ask({ action: 'query', meta: 'userinfo', uiprop: 'ratelimits' })
  assert.deepEqual(query.userinfo.ratelimits.edit, { ip: { hits: 8, seconds: 60 } })
})
