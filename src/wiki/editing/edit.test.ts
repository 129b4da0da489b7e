import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { issueToken } from '#accounts/tokens.ts'
import { onEachEngine } from '#store/testing.ts'
import { checkCounters, mendCounters } from '../content/check-counters.ts'
import { checkOrder } from './check-order.ts'
import { type EditingWiki, type Editor, editingWiki } from './testing.ts'
import { recount } from './testing-recount.ts'

onEachEngine('action=edit', (open, engine) => {
  let site: EditingWiki
  let ann: Editor
  let boss: Editor
  before(async () => {
    site = await editingWiki(await open())
    ann = await site.person('Ann')
    boss = await site.person('Boss', 'sysop', 'interface-admin')
  })
  const latest = async (title: string) => {
    const rvprop = 'ids|comment|flags|content|size|user|tags|sha1|timestamp'
    const asked = { action: 'query', prop: 'revisions', titles: title, rvprop, rvslots: 'main' }
    return (await site.anonymous.ask(asked)).query.pages[0].revisions[0]
  }

  test('creates and changes a page, and ignores an edit that changes nothing', async () => {
    const begun = await ann.edit('Tea', 'Green\nBlack', { summary: 'two kinds' })
    assert.deepEqual([begun.new, begun.oldrevid, begun.title, begun.contentmodel], [true, 0, 'Tea', 'wikitext'])
    assert.equal(begun.newtimestamp, '2026-11-15T00:00:00Z')
    site.clock.advance(60)
    const changed = await ann.edit('tea', 'Green\nBlack\nWhite', { minor: 1 })
    assert.deepEqual([changed.new, changed.oldrevid], [undefined, begun.newrevid])
    const same = await ann.edit('Tea', 'Green\nBlack\nWhite  \n\n', { summary: 'nothing' })
    assert.deepEqual([same.nochange, same.newrevid], [true, undefined])
    const { revid, parentid, minor, user, size, comment } = await latest('Tea')
    assert.deepEqual(
      [revid, parentid, minor, user, size, comment],
      [changed.newrevid, begun.newrevid, true, 'Ann', 17, ''],
    )
  })

  test('records the edit in recent changes, the creation log, contributions and counters', async () => {
    const { query } = await ann.ask({
      action: 'query',
      list: 'recentchanges|logevents|usercontribs|users',
      ucuser: 'Ann',
      letype: 'create',
      rcprop: 'title|ids|sizes|flags',
      ususers: 'Ann',
      usprop: 'editcount',
      meta: 'siteinfo',
      siprop: 'statistics',
    })
    const [change, creation] = query.recentchanges
    assert.deepEqual([change.type, change.oldlen, change.newlen, change.minor], ['edit', 11, 17, true])
    assert.deepEqual([creation.type, creation.oldlen, creation.newlen], ['new', 0, 11])
    assert.deepEqual([query.logevents[0].title, query.logevents[0].action], ['Tea', 'create'])
    assert.equal(query.usercontribs.length, 2)
    assert.equal(query.users[0].editcount, 2)
    assert.deepEqual([query.statistics.edits, query.statistics.pages, query.statistics.articles], [2, 1, 0])
  })

  test('attributes edits by unregistered users to their address', async () => {
    await site.anonymous.edit('Water', 'Hot', { minor: 1, bot: 1 })
    const revision = await latest('Water')
    assert.deepEqual([revision.user, revision.anon, revision.minor], ['192.0.2.7', true, false])
    const range = await ann.ask({ action: 'query', list: 'usercontribs', ucuser: '192.0.2.7' })
    assert.equal(range.query.usercontribs[0].title, 'Water')
  })

  test('prepends, appends, and edits or adds sections', async () => {
    await ann.edit('Parts', 'Lead\n\n== A ==\na\n\n== B ==\nb')
    const change = async (params: Record<string, string>) => {
      const token = (await ann.ask({ action: 'query', meta: 'tokens' })).query.tokens.csrftoken
      const answer = await ann.post({ action: 'edit', title: 'Parts', token, ...params })
      assert.equal(answer.edit?.result, 'Success', JSON.stringify(answer))
      return site.textOf('Parts')
    }
    assert.equal(await change({ prependtext: '1', appendtext: '2' }), '1Lead\n\n== A ==\na\n\n== B ==\nb2')
    assert.equal(await change({ section: '1', text: '== A ==\nnew' }), '1Lead\n\n== A ==\nnew\n\n== B ==\nb2')
    assert.equal(await change({ section: '0', text: 'Lead' }), 'Lead\n\n== A ==\nnew\n\n== B ==\nb2')
    assert.equal(await change({ section: '2', appendtext: '\nend' }), 'Lead\n\n== A ==\nnew\n\n== B ==\nb2\nend')
    await change({ section: 'new', sectiontitle: 'C [[c|d]]', text: 'c' })
    const revision = await latest('Parts')
    assert.equal(revision.comment, '/* C d */ new section')
    assert.match(revision.slots.main.content, /b2\nend\n\n== C \[\[c\|d\]\] ==\n\nc$/)
    assert.equal(await ann.refusal({ title: 'Parts', section: '9', text: 'x' }), 'nosuchsection')
    assert.equal(await ann.refusal({ title: 'Parts', section: 'x', text: 'x' }), 'invalidsection')
    assert.equal(await ann.refusal({ title: 'Parts', section: 'new', text: ' ' }), 'missingcommenttext')
  })

  test('expands signatures and substitutions', async () => {
    await boss.edit('Template:Cup', 'a cup of {{{1}}}')
    await ann.edit('Signed', '{{subst:Cup|tea}} ~~~~~ [[Mars (planet)|]]')
    assert.match(
      (await site.textOf('Signed'))!,
      /^a cup of tea 00:01, 15 November 2026 \(UTC\) \[\[Mars \(planet\)\|Mars\]\]$/,
    )
  })

  test('adds automatic summaries and tags', async () => {
    const marks = async (text: string) => {
      await ann.edit('Marked', text)
      const { comment, tags } = await latest('Marked')
      return [comment, ...tags.toSorted()]
    }
    assert.deepEqual(await marks('word '.repeat(50)), [`Created page: ${'word '.repeat(50).trim()}`])
    assert.deepEqual(await marks('short'), ['Replaced content: short', 'mw-replace'])
    assert.deepEqual(await marks('#REDIRECT [[Tea]]'), ['Redirected page to [[Tea]]', 'mw-new-redirect'])
    assert.deepEqual(await marks('#REDIRECT [[Tea#A]]'), [
      'Changed redirect target from [[Tea]] to [[Tea#A]]',
      'mw-changed-redirect-target',
    ])
    assert.deepEqual(await marks('short'), ['Removed redirect to [[Tea#A]]', 'mw-manual-revert', 'mw-removed-redirect'])
    assert.deepEqual(await marks(''), ['Blanked the page', 'mw-blank'])
  })

  test('updates links, categories, redirects and page properties', async () => {
    const facts = async () => {
      const prop = 'links|categories|templates|extlinks|langlinks|pageprops|images'
      const found = await ann.ask({ action: 'query', titles: 'Linked', prop, pllimit: 'max' })
      const { links, categories, templates, extlinks, pageprops } = found.query.pages[0]
      const titles = (list: { title: string }[] | undefined) => list?.map(each => each.title)
      return [titles(links), titles(categories), titles(templates), extlinks?.[0].url, pageprops]
    }
    await ann.edit(
      'Linked',
      '[[Tea]] [[Nowhere]] {{Cup|[[Water]]}} [[Category:Drinks|Li]] https://example.org/ {{DEFAULTSORT:x}}',
    )
    assert.deepEqual(await facts(), [
      ['Nowhere', 'Tea', 'Water'],
      ['Category:Drinks'],
      ['Template:Cup'],
      'https://example.org/',
      { defaultsort: 'x' },
    ])
    const props = async (ppprop: string) =>
      (await ann.ask({ action: 'query', titles: 'Linked', prop: 'pageprops', ppprop })).query.pages[0].pageprops
    assert.deepEqual([await props(''), await props('bogus')], [{ defaultsort: 'x' }, undefined])
    await ann.edit('Linked', '[[Tea]] [[Category:Cups]]')
    assert.deepEqual(await facts(), [['Tea'], ['Category:Cups'], undefined, undefined, undefined])
    const { query } = await ann.ask({ action: 'query', prop: 'categoryinfo', titles: 'Category:Drinks|Category:Cups' })
    const [cups, drinks] = query.pages
    assert.deepEqual([cups.categoryinfo.pages, drinks.categoryinfo], [1, undefined])
    assert.deepEqual(await recount(site.wiki, site.wiki.clock.now() / 1000), [])
  })

  test('never dates a revision before its parent when the clock is set back', async () => {
    await ann.edit('Hours', 'late')
    site.clock.advance(-3600)
    const set = await ann.edit('Hours', 'later')
    site.clock.advance(3600)
    const asked = { action: 'query', prop: 'revisions', titles: 'Hours', rvprop: 'ids|timestamp', rvlimit: '2' }
    const [newest, first] = (await site.anonymous.ask(asked)).query.pages[0].revisions
    assert.deepEqual([newest.revid, newest.parentid], [set.newrevid, first.revid])
    assert.deepEqual([newest.timestamp, set.newtimestamp], [first.timestamp, first.timestamp])
  })

  test('finds, reports and fixes wrong counters', async () => {
    const { wiki } = site
    const now = wiki.clock.now() / 1000
    const mend = () => wiki.store.transaction(tx => mendCounters(tx, wiki.site, now))
    await mend()
    const whole = await checkCounters(wiki.db, wiki.site, now)
    assert.deepEqual([whole.faults, whole.notes], [[], []])
    assert.ok(
      whole.compared.some(text => /^categories: [1-9]/.test(text)),
      whole.compared.join(),
    )
    await wiki.store.transaction(async tx => {
      await tx.updateTable('site_stats').set({ pages: 7, edits: 1, users: 90, images: 3, active_users: 80 }).execute()
      await tx.updateTable('category').set({ pages: 99 }).where('title', '=', 'Cups').execute()
      await tx.updateTable('page').set({ length: 1 }).where('title', '=', 'Tea').execute()
      await tx.updateTable('account').set({ edit_count: 5000 }).where('name', '=', 'Boss').execute()
    })
    const { faults, notes } = await checkCounters(wiki.db, wiki.site, now)
    assert.equal(faults.length, 5, faults.join('\n'))
    assert.match(
      faults.join('\n'),
      /site has pages 7, .*, users 90, images 3, counted .*, users 2, images 0\n.*edits 1, counted .*\n.*category Cups has 99.*counted 1 .*\n.*has 1, counted 17\n.*Boss has 5000/,
    )
    // The number of active users changes from day to day, so a difference is only a note.
    assert.deepEqual(notes, ['counts of active users: the site has active_users 80, counted active_users 2'])
    await mend()
    assert.deepEqual(await recount(wiki, now), [])
    const later = await checkCounters(wiki.db, wiki.site, now + 31 * 86_400)
    assert.deepEqual(
      [later.faults, later.notes],
      [[], ['counts of active users: the site has active_users 2, counted active_users 0']],
    )
  })

  test('finds edits whose IDs are not in revision order', async () => {
    const { wiki } = site
    const [first, second] = [await ann.edit('Turned around', 'one'), await ann.edit('Turned around', 'two')]
    const page = first.pageid
    assert.deepEqual((await checkOrder(wiki.db)).faults, [])
    /** Swaps the IDs of the two entries; swapping twice restores them. */
    const exchange = (table: 'change_log' | 'recent_change', id: 'seq' | 'id') =>
      wiki.store.transaction(async tx => {
        const key = sql.ref(id)
        const { rows } = await sql<{ n: number }>`select ${key} as n from ${sql.table(table)}
          order by ${key} desc limit 2`.execute(tx)
        const [high, low] = rows.map(row => row.n) as [number, number]
        for (const [from, to] of [
          [high, -1],
          [low, high],
          [-1, low],
        ])
          await sql`update ${sql.table(table)} set ${key} = ${to} where ${key} = ${from}`.execute(tx)
      })
    await exchange('change_log', 'seq')
    await exchange('recent_change', 'id')
    const { compared, faults } = await checkOrder(wiki.db)
    const wrong = `is revision ${first.newrevid} of page ${page}, but comes after revision ${second.newrevid}`
    assert.deepEqual(
      faults.map(fault => fault.replace(/ID \d+/, 'ID N')),
      [`change log: ID N ${wrong}`, `recent changes: ID N ${wrong}`],
    )
    assert.match(compared.join(), /^change log: \d+,recent changes: \d+$/)
    await exchange('change_log', 'seq')
    await exchange('recent_change', 'id')
    assert.deepEqual((await checkOrder(wiki.db)).faults, [])
  })

  test('refreshes pages that use a template in a job', async () => {
    await boss.edit('Template:Box', '[[Inside]]')
    await ann.edit('User of the box', '{{Box}} [[To come]]')
    site.clock.advance(60)
    await boss.edit('Template:Box', '[[Elsewhere]] [[Category:Boxed]]')
    await boss.edit('To come', 'here')
    assert.ok((await site.runJobs()) > 0)
    const { query } = await ann.ask({ action: 'query', titles: 'User of the box', prop: 'links|categories|info' })
    assert.deepEqual(
      query.pages[0].links.map((link: { title: string }) => link.title),
      ['Elsewhere', 'To come'],
    )
    assert.equal(query.pages[0].categories[0].title, 'Category:Boxed')
    assert.equal(query.pages[0].touched, '2026-11-15T00:02:00Z')
    assert.deepEqual(await recount(site.wiki, site.wiki.clock.now() / 1000), [])
  })

  test('refreshes a few small pages immediately and larger ones in a job', async () => {
    const users = ['A', 'B', 'C', 'D', 'E'].map(name => `Shelf ${name}`)
    for (const title of users) await ann.edit(title, '{{Shelf}}')
    const linking = async (title: string) =>
      (await ann.ask({ action: 'query', list: 'backlinks', bltitle: title, bllimit: 'max' })).query.backlinks.length
    await boss.edit('Template:Shelf', '<includeonly>[[One book]]</includeonly>')
    assert.equal(await linking('One book'), users.length)
    const books = Array.from({ length: 2000 }, (_, number) => `[[Book ${number}]]`).join('\n')
    await boss.edit('Template:Shelf', `<includeonly>${books}</includeonly>`)
    const atOnce = await linking('Book 7')
    assert.ok(atOnce > 0 && atOnce < users.length, `${atOnce} at once`)
    await site.runJobs()
    assert.equal(await linking('Book 7'), users.length)
  })

  test('stores texts of any length', async () => {
    const long = hash('sha256', 'x', 'hex').repeat(200)
    const texts = [
      `https://example.org/${long} https://${long}.org/ https://example.org/short`,
      `{{DEFAULTSORT:${long}}} [[Category:${long}]] [[Category:Long|${long}]] [[${long}]] [[File:${long}.png]]`,
      `#REDIRECT [[Tea#${long}]]`,
      `${long} a\ud800b\u0000c`,
    ]
    for (const text of texts) assert.equal((await ann.edit('Long', text, { summary: long })).result, 'Success')
    await ann.edit('Long', texts[0]!)
    const { query } = await ann.ask({ action: 'query', titles: 'Long', prop: 'extlinks' })
    // PostgreSQL cannot index longer ones.
    const kept = engine === 'postgres' ? [] : [`https://example.org/${long}`, `https://${long}.org/`]
    const urls = query.pages[0].extlinks.map(({ url }: { url: string }) => url)
    assert.deepEqual(urls.sort(), [...kept, 'https://example.org/short'].sort())
  })

  test('makes an edit searchable immediately', async () => {
    await ann.edit('Searched', 'xylophone')
    const found = await ann.ask({ action: 'query', list: 'search', srsearch: 'xylophone', srwhat: 'text' })
    assert.equal(found.query.search[0].title, 'Searched')
    await ann.edit('Searched', 'trumpet')
    const again = await ann.ask({ action: 'query', list: 'search', srsearch: 'xylophone', srwhat: 'text' })
    assert.equal(again.query.search.length, 0)
  })

  test('undoes a revision', async () => {
    const revisions: number[] = []
    for (const text of ['a\nb\nc\nd\ne', 'a\nB\nc\nd\ne', 'a\nB\nc\nD\ne']) {
      revisions.push((await ann.edit('Undone', text)).newrevid)
    }
    await boss.edit('Undone', 'ignored', { undo: revisions[1]! })
    const revision = await latest('Undone')
    assert.equal(revision.slots.main.content, 'a\nb\nc\nD\ne')
    assert.equal(revision.comment, `Undid revision ${revisions[1]} by [[Special:Contributions/Ann|Ann]]`)
    assert.deepEqual(revision.tags, ['mw-undo'])
    const undone = await ann.ask({ action: 'query', prop: 'revisions', revids: revisions[1]!, rvprop: 'tags' })
    assert.deepEqual(undone.query.pages[0].revisions[0].tags, ['mw-reverted'])
    await ann.edit('Undone', 'quite\nanother')
    assert.equal(await ann.refusal({ title: 'Undone', undo: revisions[2]! }), 'undofailure')
    assert.equal(await ann.refusal({ title: 'Undone', undo: 999999 }), 'nosuchrevid')
    assert.equal(await ann.refusal({ title: 'Undone', undo: revisions[0]! }), 'nosuchrevid')
    assert.equal(await ann.refusal({ title: 'Tea', undo: revisions[1]! }), 'revwrongpage')
  })

  test('merges concurrent edits or reports a conflict', async () => {
    const base = (await ann.edit('Shared', '1\n2\n3\n4\n5')).newrevid
    const basetimestamp = (await latest('Shared')).timestamp
    site.clock.advance(5)
    await boss.edit('Shared', '1\ntwo\n3\n4\n5')
    await ann.edit('Shared', '1\n2\n3\n4\nfive', { baserevid: base })
    assert.equal(await site.textOf('Shared'), '1\ntwo\n3\n4\nfive')
    const conflict = { title: 'Shared', text: '1\nzwei\n3\n4\n5' }
    assert.equal(await ann.refusal({ ...conflict, baserevid: base }), 'editconflict')
    assert.equal(await ann.refusal({ ...conflict, basetimestamp }), 'editconflict')
    assert.equal(await ann.refusal({ ...conflict, baserevid: 1 }), 'editconflict')
    await ann.edit('Shared', '', { baserevid: base, section: 'new', sectiontitle: 'More', text: 'x' })
    await ann.edit('Shared', '1\nzwei', { basetimestamp: (await latest('Shared')).timestamp })
    assert.equal(await site.textOf('Shared'), '1\nzwei')
  })

  test('a section number means the section of the base, also when sections were added above it', async () => {
    const { newrevid } = await ann.edit('Growing', 'Lead\n\n== A ==\na\n\n== B ==\nb')
    await boss.edit('Growing', 'Lead\n\n== New ==\nn\n\n== A ==\na\n\n== B ==\nb')
    await ann.edit('Growing', '== B ==\nbetter', { section: '2', baserevid: newrevid })
    assert.equal(await site.textOf('Growing'), 'Lead\n\n== New ==\nn\n\n== A ==\na\n\n== B ==\nbetter')
    const unknown = { title: 'Growing', section: '2', text: '== A ==\nx', baserevid: 1 }
    assert.equal(await ann.refusal(unknown), 'editconflict')
  })

  test('a display title appears in the page information', async () => {
    await ann.edit('Shown title', "{{DISPLAYTITLE:''Shown'' title}}")
    await ann.edit('Plain title', 'x')
    const asked = { action: 'query', titles: 'Shown title|Plain title', prop: 'info', inprop: 'displaytitle' }
    const found: { title: string; displaytitle: string }[] = (await ann.ask(asked)).query.pages
    assert.deepEqual(Object.fromEntries(found.map(({ title, displaytitle }) => [title, displaytitle])), {
      'Shown title': '<i>Shown</i> title',
      'Plain title': 'Plain title',
    })
  })

  test('ignores trailing blank lines', async () => {
    const { newrevid } = await ann.edit('Ends', 'one\n\ntwo\n\nthree\n')
    await boss.edit('Ends', 'one\n\ntwo\n\nTHREE\n')
    await ann.edit('Ends', 'ONE\n\ntwo\n\nthree\n', { baserevid: newrevid })
    assert.equal(await site.textOf('Ends'), 'ONE\n\ntwo\n\nTHREE')
  })

  test('logs a content model change and shows it in recent changes', async () => {
    await boss.edit('Model', 'abc')
    await boss.edit('Model', 'abcd', { contentmodel: 'text', summary: 'plain' })
    await boss.edit('Model from the start', '{}', { contentmodel: 'json' })
    const { query } = await boss.ask({ action: 'query', list: 'logevents', letype: 'contentmodel' })
    const told = query.logevents.map((one: Record<string, unknown>) => [one.title, one.action, one.params, one.comment])
    assert.deepEqual(told, [
      ['Model from the start', 'new', { oldmodel: false, newmodel: 'json' }, ''],
      ['Model', 'change', { oldmodel: 'wikitext', newmodel: 'text' }, 'plain'],
    ])
    const rctype = { action: 'query', list: 'recentchanges', rctype: 'log', rcprop: 'title|loginfo' }
    const { recentchanges } = (await boss.ask(rctype)).query
    assert.deepEqual(
      recentchanges.map((one: Record<string, unknown>) => [one.title, one.logtype, one.logaction]),
      [
        ['Model from the start', 'contentmodel', 'new'],
        ['Model', 'contentmodel', 'change'],
      ],
    )
  })

  test('appends to the default text of an unmodified interface message', async () => {
    await boss.edit('Other', 'x')
    const add = (title: string, more: Record<string, string>) =>
      boss.post({ action: 'edit', title, token: issueToken(boss.caller, 'csrf', site.clock), ...more })
    await add('MediaWiki:Parentheses', { appendtext: '!' })
    await add('MediaWiki:January/de', { prependtext: '1. ' })
    assert.equal(await site.textOf('MediaWiki:Parentheses'), '($1)!')
    assert.equal(await site.textOf('MediaWiki:January/de'), '1. Januar')
  })

  test('validates JSON pages and changes content models', async () => {
    await ann.edit('User:Ann/data.json', '{"b":1,"a":[]}')
    assert.equal(await site.textOf('User:Ann/data.json'), '{\n\t"b": 1,\n\t"a": []\n}')
    assert.equal(await ann.refusal({ title: 'User:Ann/data.json', text: '{' }), 'invalid-json-data')
    await ann.edit('Kind', '{}', { contentmodel: 'json' })
    assert.equal((await ann.edit('Kind', 'words', { contentmodel: 'wikitext' })).contentmodel, 'wikitext')
    assert.deepEqual((await latest('Kind')).tags, ['mw-contentmodelchange'])
    assert.equal(
      await site.anonymous.refusal({ title: 'Kind 2', text: 'x', contentmodel: 'text' }),
      'cantchangecontentmodel',
    )
    assert.equal(await ann.refusal({ title: 'Kind', text: 'x', contentformat: 'text/css' }), 'badformat')
    assert.equal(await ann.refusal({ title: 'User:Ann/x.css', text: 'x', section: 'new' }), 'sectionsnotsupported')
  })

  test('updates watchlists, new-message flags and watchers', async () => {
    await ann.edit('Talk:Watched', 'x', { watchlist: 'watch' })
    assert.equal((await ann.edit('Talk:Watched', 'y', { watchlist: 'nochange' })).watched, true)
    await boss.edit('Talk:Watched', 'z', { watchlist: 'unwatch' })
    const own = (await ann.ask({ action: 'query', list: 'watchlistraw', wrlimit: 'max', wrprop: 'changed' }))
      .watchlistraw
    const entry = own.find((each: { title: string }) => each.title === 'Talk:Watched')
    assert.ok(entry.changed)
    assert.ok(own.some((each: { title: string }) => each.title === 'Watched'))
    await boss.edit('User talk:Ann', 'Hello')
    const { userinfo } = (await ann.ask({ action: 'query', meta: 'userinfo', uiprop: 'hasmsg' })).query
    assert.equal(userinfo.messages, true)
  })

  test('follows redirects when appending', async () => {
    await ann.edit('Way', '#REDIRECT [[Tea]]')
    const token = (await ann.ask({ action: 'query', meta: 'tokens' })).query.tokens.csrftoken
    const added = await ann.post({ action: 'edit', title: 'Way', appendtext: '!', redirect: 1, token })
    assert.deepEqual(added.redirects, { from: 'Way', to: 'Tea' })
    assert.equal(added.edit.title, 'Tea')
    assert.equal(await ann.refusal({ title: 'Way', text: 'x', redirect: 1 }), 'redirect-appendonly')
    assert.equal(await ann.refusal({ title: 'No redirect', text: 'x', redirect: 1 }), 'redirect-appendonly')
  })

  test('never reuses the IDs of deleted revisions and pages', async () => {
    const { revid } = await latest('Tea')
    await site.wiki.store.transaction(async tx => {
      const values = { ns: 0, title: 'Gone', summary_id: 1, actor_id: 1, timestamp: 1, rev_id: revid + 5000 }
      await tx
        .insertInto('archive')
        .values({ ...values, length: 1, page_id: 7000, parent_id: 0 })
        .execute()
      const entry = { type: 'delete', action: 'delete', timestamp: 1, actor_id: 1, ns: 0, title: 'Gone' }
      await tx
        .insertInto('log')
        .values({ ...entry, page_id: 7000, summary_id: 1 })
        .execute()
    })
    const first = await ann.edit('After', 'x')
    const second = await ann.edit('After', 'y')
    assert.deepEqual([first.newrevid, second.newrevid, first.pageid], [revid + 5001, revid + 5002, 7001])
  })
})
