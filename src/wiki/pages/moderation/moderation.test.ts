import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { regenerateApiKey } from '#accounts/api-keys.ts'
import { joinGroup } from '#accounts/memberships.ts'
import type { Services } from '#core/services.ts'
import { testServices } from '#core/testing.ts'
import { temporaryFolder, temporaryStore } from '#store/testing.ts'
import { wikiPart } from '../../part.ts'
import { QUERY_PAGES } from '../../query/families/query-pages.ts'

suite('moderation pages', () => {
  let app: FastifyInstance
  let services: Services
  let key: string

  before(async () => {
    const store = await temporaryStore('sqlite')
    services = await testServices(store, undefined, { data: temporaryFolder(), siteUrl: 'http://127.0.0.1' })
    const { id } = await services.accounts.register({ name: 'Keeper' })
    await services.accounts.register({ name: 'Visitor' })
    key = await store.transaction(async tx => {
      for (const group of ['sysop', 'bureaucrat', 'suppress', 'interface-admin']) await joinGroup(tx, id, group)
      return regenerateApiKey(tx, id, services.clock)
    })
    app = Fastify()
    await app.register(async scope => wikiPart.routes!(scope, services))
  })

  const headers = () => ({ authorization: `Token ${key}` })
  const open = (url: string) => app.inject({ url, headers: headers() })
  const post = (url: string, fields: Record<string, string> | [string, string][]) =>
    app.inject({
      method: 'POST',
      url,
      headers: { ...headers(), 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })
  const api = async (params: Record<string, string>) => {
    const query = (all: Record<string, string>) => new URLSearchParams({ format: 'json', formatversion: '2', ...all })
    return (await open(`/api.php?${query(params)}`)).json()
  }
  const edit = async (title: string, text: string) => {
    const { csrftoken } = (await api({ action: 'query', meta: 'tokens' })).query.tokens
    const sent = await post('/api.php', { action: 'edit', title, text, token: csrftoken, format: 'json' })
    return sent.json().edit.newrevid as number
  }
  const page = async (titles: string, more: Record<string, string> = {}) =>
    (await api({ action: 'query', titles, ...more })).query.pages[0]

  test('deletes a page with a listed and a custom reason, shows it and restores it', async () => {
    await edit('Kettle', 'It boils.')
    const form = await open('/index.php?title=Kettle&action=delete')
    assert.match(form.body, /<option value="Spam">Spam<\/option>/)
    const done = await post('/index.php?title=Kettle&action=delete', {
      wpDeleteReasonList: 'Spam',
      wpReason: 'and dull',
    })
    assert.match(done.body, /has been deleted/)
    assert.equal((await page('Kettle')).missing, true)
    const [entry] = (await api({ action: 'query', list: 'logevents', letype: 'delete', letitle: 'Kettle' })).query
      .logevents
    assert.equal(entry.comment, 'Spam: and dull')
    const archive = await open('/wiki/Special:Undelete/Kettle')
    const stamp = /name="ts" value="([^"]+)"/.exec(archive.body)![1]!
    const old = await open(`/wiki/Special:Undelete/Kettle?timestamp=${stamp}`)
    assert.match(old.body, /It boils\./)
    assert.match((await open('/wiki/Special:Undelete?prefix=Ket')).body, /Special:Undelete\/Kettle/)
    const back = await post('/wiki/Special:Undelete/Kettle', { ts: stamp, wpComment: 'needed' })
    assert.match(back.body, /One revision restored/)
    assert.equal((await page('Kettle')).missing, undefined)
    const wrong = await open('/index.php?title=Nothing_at_all&action=delete')
    assert.equal(wrong.statusCode, 404)
  })

  test('protects a page with an expiry, and a missing title from creation', async () => {
    await edit('Door', 'Closed.')
    const fields = {
      'mwProtect-level-edit': 'sysop',
      'mwProtect-level-move': 'sysop',
      wpExpirySelection: '1 week',
      'mwProtect-reason': 'fragile',
    }
    const sent = await post('/index.php?title=Door&action=protect', fields)
    assert.equal(sent.statusCode, 303)
    const { protection } = await page('Door', { prop: 'info', inprop: 'protection' })
    assert.deepEqual(
      protection.map(({ type, level }: { type: string; level: string }) => [type, level]),
      [
        ['edit', 'sysop'],
        ['move', 'sysop'],
      ],
    )
    assert.notEqual(protection[0].expiry, 'infinity')
    assert.match((await open('/index.php?title=Door&action=unprotect')).body, /<option value="sysop" selected>/)
    const standing = async (title: string) =>
      /<li>Edit: .*?<\/li>/s.exec((await open(`/index.php?title=${title}&action=protect`)).body)![0]
    assert.match(await standing('Door'), /<time /)
    await edit('Wall', 'Solid.')
    await post('/index.php?title=Wall&action=protect', { 'mwProtect-level-edit': 'sysop' })
    assert.doesNotMatch(await standing('Wall'), /<time /)
    await post('/index.php?title=Never&action=protect', { 'mwProtect-level-create': 'sysop' })
    assert.match((await open('/wiki/Special:ProtectedTitles')).body, />Never</)
    assert.match((await open('/wiki/Special:ProtectedPages')).body, />Door</)
    const bad = await post('/index.php?title=Door&action=protect', {
      ...fields,
      wpExpirySelection: 'other',
      wpExpiryOther: 'some day',
    })
    assert.equal(bad.statusCode, 400)
    assert.match(bad.body, /data-code="invalidexpiry"/)
    assert.match(bad.body, /value="some day"/)
  })

  test('only forms that send files are multipart', async () => {
    const isMultipart = async (url: string) => /<form[^>]* enctype="multipart/.test((await open(url)).body)
    assert.equal(await isMultipart('/wiki/Special:Import'), true)
    assert.equal(await isMultipart('/index.php?title=Door&action=protect'), false)
  })

  test('sets, changes, lists and removes a partial block', async () => {
    const place = '/wiki/Special:Block/Visitor'
    const partly = [
      ['wpTarget', 'Visitor'],
      ['wpEditingRestriction', 'partial'],
      ['wpPageRestrictions', 'Door\n'],
      ['wpNamespaceRestrictions', '4'],
      ['wpExpirySelection', '1 week'],
      ['wpReason', 'Spam'],
      ['wpReason-other', 'again'],
    ] as [string, string][]
    assert.match((await post(place, partly)).body, /has been blocked/)
    const list = await open('/wiki/Special:BlockList')
    assert.match(list.body, /editing of, Door/)
    assert.match(list.body, /Spam: again/)
    const again = await open(place)
    assert.match(again.body, /is already blocked/)
    const boxes = [...again.body.matchAll(/name="wpNamespaceRestrictions" value="(\d+)"( checked)?>/g)]
    assert.deepEqual(
      boxes.filter(([, , checked]) => checked).map(([, id]) => id),
      ['4'],
    )
    assert.ok(boxes.length > 10)
    assert.match(again.body, /log-excerpt[\s\S]*href="\/wiki\/Door"[^>]*>Door</, 'the log names the pages')
    const whole = await post(place, {
      wpTarget: 'Visitor',
      wpEditingRestriction: 'sitewide',
      wpExpirySelection: 'infinite',
      wpChange: '1',
    })
    assert.match(whole.body, /has been blocked/)
    const [row] = (
      await api({ action: 'query', list: 'blocks', bkusers: 'Visitor', bkprop: 'expiry|restrictions|flags' })
    ).query.blocks
    assert.deepEqual([row.expiry, row.partial], ['infinity', false])
    const gone = await post('/wiki/Special:Unblock/Visitor', { wpTarget: 'Visitor', wpReason: 'fine now' })
    assert.match(gone.body, /has been unblocked/)
    const nobody = await post('/wiki/Special:Unblock', { wpTarget: 'Visitor' })
    assert.equal(nobody.statusCode, 400)
  })

  test('adds temporary groups and removes them', async () => {
    const place = '/wiki/Special:UserRights/Visitor'
    assert.match((await open(place)).body, /name="wpGroup" value="bot"/)
    const given = await post(place, [
      ['wpGroup', 'bot'],
      ['wpExpiry-bot', '1 month'],
      ['wpReason', 'a trial'],
    ])
    assert.equal(given.statusCode, 303)
    const groups = async () =>
      (await api({ action: 'query', list: 'users', ususers: 'Visitor', usprop: 'groupmemberships' })).query.users[0]
        .groupmemberships
    assert.equal((await groups())[0].group, 'bot')
    assert.notEqual((await groups())[0].expiry, 'infinity')
    const form = (await open(place)).body
    const [, expiry] = /name="wpExpiryBefore-bot" value="([^"]+)"/.exec(form)!
    const kept = { wpBefore: 'bot', wpGroup: 'bot', 'wpExpiryBefore-bot': expiry! }
    const changes = async () =>
      (await api({ action: 'query', list: 'logevents', letype: 'rights', letitle: 'User:Visitor' })).query.logevents
        .length
    await post(place, { ...kept, 'wpExpiry-bot': expiry!, wpReason: 'nothing new' })
    assert.deepEqual([(await groups())[0].expiry, await changes()], [expiry, 1])
    await post(place, { ...kept, 'wpExpiry-bot': '', wpReason: 'for good' })
    assert.deepEqual([(await groups())[0].expiry, await changes()], ['infinity', 2])
    await post(place, { wpBefore: 'bot', wpReason: 'over' })
    assert.deepEqual(await groups(), [])
    assert.equal((await open('/wiki/Special:UserRights/Nobody_here')).statusCode, 404)
  })

  test('rolls back edits and hides revisions', async () => {
    const first = await edit('Diary', 'One.')
    const last = await edit('Diary', 'Two.')
    const place = `/wiki/Special:RevisionDelete?type=revision&target=Diary&ids=${first}`
    assert.match((await open(place)).body, /Revision text/)
    const hidden = await post(place, { 'wpHide-content': 'hide', 'wpHide-comment': 'nochange', wpReason: 'private' })
    assert.match(hidden.body, /Revision visibility updated/)
    const { revisions } = await page('Diary', {
      prop: 'revisions',
      rvprop: 'ids|content',
      rvslots: 'main',
      rvlimit: '5',
    })
    assert.equal(revisions[1].slots.main.texthidden, true)
    const tried = await post('/index.php?title=Diary&action=rollback', { from: 'Keeper' })
    assert.equal(tried.statusCode, 400)
    assert.match(tried.body, /data-code="onlyauthor"/)
    assert.equal((await page('Diary', { prop: 'info' })).lastrevid, last)
  })

  test('creates a tag, applies it to a revision and deactivates it', async () => {
    const id = await edit('Diary', 'Three.')
    assert.equal(
      (await post('/wiki/Special:Tags', { operation: 'create', tag: 'careful', reason: '' })).statusCode,
      303,
    )
    assert.match(
      (await post('/wiki/Special:EditTags', { ids: String(id), wpTagsToAdd: 'careful' })).body,
      /tags have been updated/,
    )
    const { revisions } = await page('Diary', { prop: 'revisions', rvprop: 'tags' })
    assert.deepEqual(revisions[0].tags, ['careful'])
    await post('/wiki/Special:Tags', { operation: 'deactivate', tag: 'careful' })
    const list = await open('/wiki/Special:Tags')
    assert.match(list.body, /<code>careful<\/code>/)
    const twice = await post('/wiki/Special:Tags', { operation: 'create', tag: 'a|b' })
    assert.equal(twice.statusCode, 400)
  })

  test('related changes include log entries for pages, files and templates', async () => {
    await edit('Lamp', 'Bright.')
    await edit('Template:Shade', 'round')
    await edit('Hall', '[[Lamp]] {{Shade}} [[Rug]]')
    await post('/index.php?title=Lamp&action=delete', { wpReason: 'broken glass' })
    await edit('Rug', 'Red.')
    await post('/index.php?title=Rug&action=protect', { 'mwProtect-level-edit': 'sysop', wpReason: 'worn' })
    const { body } = await open('/wiki/Special:RecentChangesLinked/Hall')
    const rows = body.split('<li').filter(row => row.includes('data-change='))
    const logged = rows.filter(row => row.includes('data-change="l'))
    assert.equal(logged.filter(row => row.includes('broken glass')).length, 1)
    assert.equal(rows.filter(row => /data-change="r.*Template:Shade/s.test(row)).length, 1)
    const elsewhere = await open('/wiki/Special:RecentChangesLinked/Hall?namespace=10')
    assert.doesNotMatch(elsewhere.body, /broken glass/)
    assert.match(elsewhere.body, /Template:Shade/)
    const back = await open('/wiki/Special:RecentChangesLinked/Template:Shade?showlinkedto=1')
    assert.match(back.body, /data-change="r.*Hall/s)
  })

  test('imports what was exported', async () => {
    await edit('Spoon', 'Wooden.')
    await edit('Spoon', 'Silver. {{Polish}}')
    const file = await post('/wiki/Special:Export', { pages: 'Spoon\nDoor', curonly: '1', wpDownload: '1' })
    assert.match(String(file.headers['content-type']), /application\/xml/)
    assert.match(String(file.headers['content-disposition']), /^attachment; filename="\w+-\d{14}\.xml"$/)
    assert.match(file.body, /<title>Spoon<\/title>[\s\S]*Silver\./)
    assert.doesNotMatch(file.body, /Wooden/)
    const boundary = 'between'
    const xml = file.body.replaceAll('Spoon', 'Ladle')
    const part = (name: string, value: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    const body = `${part('interwikiprefix', 'old')}--${boundary}\r\nContent-Disposition: form-data; name="xmlimport"; filename="a.xml"\r\nContent-Type: text/xml\r\n\r\n${xml}\r\n--${boundary}--\r\n`
    const type = { ...headers(), 'content-type': `multipart/form-data; boundary=${boundary}` }
    const done = await app.inject({ method: 'POST', url: '/wiki/Special:Import', headers: type, body })
    assert.match(done.body, /Import finished/)
    assert.equal((await page('Ladle')).missing, undefined)
  })

  test('exports histories and templates on request, and adds pages by category and namespace', async () => {
    await edit('Fork', 'Iron.')
    await edit('Template:Prong', 'sharp')
    await edit('Fork', 'Steel, {{prong}}. [[Category:Cutlery]]')
    const whole = await post('/wiki/Special:Export', { pages: 'Fork', templates: '1' })
    for (const text of ['Iron.', 'Steel', '<title>Template:Prong</title>']) assert.ok(whole.body.includes(text), text)
    assert.match(String(whole.headers['content-disposition']), /^inline/)
    assert.ok(whole.body.endsWith('</mediawiki>\n'))
    assert.doesNotMatch((await open('/wiki/Special:Export/Fork')).body, /Iron/)
    assert.match((await open('/wiki/Special:Export/Fork?history=1')).body, /Iron/)
    const added = await post('/wiki/Special:Export', { pages: 'Door', addcat: '1', catname: 'Cutlery' })
    assert.match(added.body, /<textarea[^>]*>\nDoor\nFork<\/textarea>/)
    const templates = await post('/wiki/Special:Export', { pages: '', addns: '1', nsindex: '10' })
    assert.match(templates.body, /Template:Prong/)
    const nothing = await post('/wiki/Special:Export', { pages: ' ' })
    assert.equal(nothing.statusCode, 400)
    assert.match(nothing.body, /Enter at least one page title/)
  })

  test('forms show the latest log entries, and related changes show all of them', async () => {
    await edit('Tray', 'Round, with a [[Rim]].')
    await edit('Rim', 'Golden.')
    await edit('Rim', 'Golden and thin.')
    const related = await open('/wiki/Special:RecentChangesLinked/Tray')
    assert.equal(related.body.match(/data-change="r\d+"/g)?.length, 2)
    await post('/index.php?title=Rim&action=protect', {
      'mwProtect-level-edit': 'sysop',
      mwProtectExpiryList: 'infinite',
    })
    await post('/wiki/Special:MovePage/Rim', { wpNewTitle: 'Edge', wpReason: 'A better word' })
    await post('/index.php?title=Edge&action=delete', { wpReason: 'Broken off' })
    await post('/wiki/Special:Block/192.0.2.99', {
      wpTarget: '192.0.2.99',
      wpExpiry: '1 day',
      'wpReason-other': 'Noise',
    })
    const excerpts = [
      ['/index.php?title=Rim&action=protect', /log-excerpt[\s\S]*Protection log[\s\S]*Keeper/],
      ['/wiki/Special:MovePage/Rim', /log-excerpt[\s\S]*Move log[\s\S]*A better word/],
      ['/index.php?title=Edge&action=delete', /log-excerpt[\s\S]*Deletion log[\s\S]*Broken off/],
      ['/wiki/Special:Block/192.0.2.99', /log-excerpt[\s\S]*Block log[\s\S]*Keeper/],
    ] as const
    for (const [url, said] of excerpts) assert.match((await open(url)).body, said, url)
    assert.doesNotMatch((await open('/index.php?title=Tray&action=delete')).body, /log-excerpt/)
  })

  test('merges histories', async () => {
    await edit('Old name', 'Then.')
    await edit('New name', 'Now.')
    const form = await open('/wiki/Special:MergeHistory?target=Old_name&dest=New_name')
    assert.match(form.body, /name="mergepoint"/)
    assert.equal((await open('/wiki/Special:MergeHistory?target=Nothing&dest=New_name')).statusCode, 404)
  })

  test('every maintenance list is available, empty or not', async () => {
    for (const name of QUERY_PAGES) {
      const { statusCode, body } = await open(`/wiki/Special:${name}`)
      assert.equal(statusCode, 200, name)
      assert.doesNotMatch(body, /⧼/, name)
    }
    assert.match((await open('/wiki/Special:WantedTemplates')).body, /Template:Polish/)
  })

  test('small tools find pages and redirect to them', async () => {
    const id = await edit('Shelf', 'See https://example.org/books and {{PAGENAME}}.')
    assert.match((await open('/wiki/Special:LinkSearch?target=*.example.org')).body, /href="\/wiki\/Shelf"/)
    assert.equal((await open(`/wiki/Special:Redirect/revision/${id}`)).headers.location, `/index.php?oldid=${id}`)
    assert.equal((await open('/wiki/Special:Redirect/user/999999')).statusCode, 404)
    const expanded = await post('/wiki/Special:ExpandTemplates', {
      wpInput: '{{PAGENAME}} {{uc:x}}',
      wpContextTitle: 'Shelf',
    })
    assert.match(expanded.body, /Shelf X<\/textarea>/)
    assert.match((await open('/wiki/Special:BookSources/9780306406158')).body, /ISBN is not valid/)
    assert.match((await open('/wiki/Special:AllMessages?prefix=block')).body, /MediaWiki:Blockedtext|MediaWiki:Block/)
  })

  test('forms of visitors and of other sites change nothing', async () => {
    for (const url of [
      '/wiki/Special:Block',
      '/wiki/Special:Undelete',
      '/index.php?title=Door&action=delete',
      '/wiki/Special:Import',
    ]) {
      assert.equal((await app.inject({ url })).statusCode, 403, url)
      const sent = await app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'wpTarget=Visitor',
      })
      assert.equal(sent.statusCode, 403, url)
    }
  })
})
