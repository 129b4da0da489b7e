import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { issueToken } from '#accounts/tokens.ts'
import { onEachEngine } from '#store/testing.ts'
import { type EditingWiki, type Editor, editingWiki } from '../editing/testing.ts'

const TALK = 'Talk:Lighthouse'

onEachEngine('conversations', open => {
  let site: EditingWiki
  let [ann, ben]: Editor[] = []
  before(async () => {
    site = await editingWiki(await open())
    ann = await site.person('Ann Lee')
    ben = await site.person('Ben')
  })
  after(() => site.wiki.services.threads.close())

  type Params = Readonly<Record<string, string | number>>
  const write = async (who: Editor, params: Params) => {
    const token = issueToken(who.caller, 'csrf', site.clock)
    return who.post({ action: 'discussiontoolsedit', page: TALK, token, ...params })
  }
  const topic = (who: Editor, sectiontitle: string, wikitext: string) =>
    write(who, { paction: 'addtopic', sectiontitle, wikitext })
  const reply = (who: Editor, commentid: string, wikitext: string) =>
    write(who, { paction: 'addcomment', commentid, wikitext })
  const idOf = (answer: { discussiontoolsedit: { commentid: string } }) => answer.discussiontoolsedit.commentid
  const signature = (name: string, time: string) =>
    `[[User:${name}|${name}]] ([[User talk:${name}|talk]]) ${time} (UTC)`
  const now = () => {
    const date = new Date(site.clock.now())
    const [day, time] = [date.toUTCString().slice(5, 16), date.toISOString().slice(11, 16)]
    const month = date.toLocaleString('en', { month: 'long', timeZone: 'UTC' })
    return `${time}, ${Number(day.slice(0, 2))} ${month} ${date.getUTCFullYear()}`
  }
  const minute = () => site.clock.advance(60_000)

  test('are signed wikitext with the usual summaries', async () => {
    const first = await topic(ann!, 'Which date?', 'The tower was lit in 1904.')
    assert.equal(first.discussiontoolsedit.result, 'success')
    const [one, id] = [now(), idOf(first)]
    assert.match(id, /^c-Ann_Lee-\d{12}00-Which_date\?$/)
    minute()
    const second = await reply(ben!, id, 'The register says 1906.')
    const two = now()
    minute()
    await reply(ann!, idOf(second), 'Built 1904, lit 1906.\n\nBoth are right.')
    const three = now()
    minute()
    await reply(site.anonymous, id, 'A photo would help.')
    const four = now()
    assert.equal(
      await site.textOf(TALK),
      `== Which date? ==

The tower was lit in 1904. ${signature('Ann Lee', one)}
:The register says 1906. ${signature('Ben', two)}
::Built 1904, lit 1906.
::Both are right. ${signature('Ann Lee', three)}
:A photo would help. [[Special:Contributions/192.0.2.7|192.0.2.7]] ${four} (UTC)`,
    )
    const { query } = await ann!.ask({
      action: 'query',
      prop: 'revisions',
      titles: TALK,
      rvlimit: 9,
      rvprop: 'comment',
    })
    assert.deepEqual(
      query.pages[0].revisions.map(({ comment }: { comment: string }) => comment),
      [
        '/* Which date? */ Reply',
        '/* Which date? */ Reply',
        '/* Which date? */ Reply',
        '/* Which date? */ new section',
      ],
    )
  })

  test('keep all replies that are sent at the same time', async () => {
    minute()
    const id = idOf(await topic(ann!, 'Crowd', 'Who comes?'))
    const people = await Promise.all(['P1', 'P2', 'P3', 'P4', 'P5', 'P6'].map(name => site.person(name)))
    const answers = await Promise.all(people.map((who, i) => reply(who, id, `I come, ${i}.`)))
    assert.deepEqual([...new Set(answers.map(answer => answer.discussiontoolsedit?.result))], ['success'])
    const lines = (await site.textOf(TALK))!.split('== Crowd ==')[1]!.trim().split('\n')
    assert.equal(lines.length, 7)
    assert.deepEqual(
      lines
        .slice(1)
        .map(line => line.slice(0, 10))
        .sort(),
      people.map((_, i) => `:I come, ${i}`),
    )
  })

  test('say which comment is missing', async () => {
    const code = async (params: Params) => (await write(ann!, params)).error.code
    assert.equal(
      await code({ paction: 'addcomment', commentid: 'c-No-20200101000000', wikitext: 'x' }),
      'discussiontools-commentid-notfound',
    )
    assert.equal(
      await code({ paction: 'addcomment', commentname: 'c-No-20200101000000', wikitext: 'x' }),
      'discussiontools-commentname-notfound',
    )
    assert.equal(await code({ paction: 'addcomment', wikitext: 'x' }), 'missingparam')
    assert.equal(await code({ paction: 'addtopic', wikitext: 'x' }), 'missingparam')
    assert.equal(await code({ paction: 'addtopic', sectiontitle: 'T', wikitext: ' ' }), 'missingparam')
    assert.equal(
      await code({ page: 'MediaWiki:Common.css', paction: 'addtopic', sectiontitle: 'T', wikitext: 'x' }),
      'sectionsnotsupported',
    )
  })

  test('are described as threads', async () => {
    const question = { action: 'discussiontoolspageinfo', page: TALK, prop: 'transcludedfrom|threaditemshtml' }
    const { threaditemshtml, transcludedfrom } = (await ben!.ask({ ...question, excludesignatures: 1 }))
      .discussiontoolspageinfo
    const [first] = threaditemshtml
    assert.deepEqual([first.type, first.level, first.headingLevel, first.html], ['heading', 0, 2, 'Which date?'])
    const [comment] = first.replies
    assert.deepEqual([comment.author, comment.level], ['Ann Lee', 1])
    assert.match(comment.html, /The tower was lit in 1904\./)
    assert.doesNotMatch(comment.html, /UTC/)
    assert.deepEqual(
      comment.replies.map((each: { author: string; replies: unknown[] }) => [each.author, each.replies.length]),
      [
        ['Ben', 1],
        ['192.0.2.7', 0],
      ],
    )
    assert.equal(transcludedfrom[comment.id], false)
  })

  test('are subscribed to by writing, unless the preference or the person says otherwise', async () => {
    const { threaditemshtml } = (
      await ben!.ask({ action: 'discussiontoolspageinfo', page: TALK, prop: 'threaditemshtml' })
    ).discussiontoolspageinfo
    const { name, replies } = threaditemshtml[0]
    const states = async (who: Editor) =>
      (await who.ask({ action: 'discussiontoolsgetsubscriptions', commentname: `${name}|h-Nobody-20200101000000` }))
        .subscriptions
    assert.deepEqual(await states(ben!), { [name]: 1, 'h-Nobody-20200101000000': null })
    const set = async (who: Editor, params: Params) =>
      who.post({
        action: 'discussiontoolssubscribe',
        page: TALK,
        commentname: name,
        token: issueToken(who.caller, 'csrf', site.clock),
        ...params,
      })
    assert.deepEqual((await set(ben!, {})).discussiontoolssubscribe, {
      page: TALK,
      commentname: name,
      subscribe: false,
    })
    await reply(ben!, replies[0].id, 'Still here.')
    assert.equal((await states(ben!))[name], 0)
    assert.equal((await set(ben!, { subscribe: 1 })).discussiontoolssubscribe.subscribe, true)
    assert.equal((await states(ben!))[name], 1)
    assert.equal(
      (await set(ben!, { commentname: 'h-Nobody-20200101000000', subscribe: 1 })).error.code,
      'discussiontools-commentname-notfound',
    )
    const quiet = await site.person('Quiet')
    const token = issueToken(quiet.caller, 'csrf', site.clock)
    await quiet.post({ action: 'options', optionname: 'discussiontools-autotopicsub', optionvalue: '0', token })
    await reply(quiet, replies[0].id, 'Hello.')
    assert.equal((await states(quiet))[name], null)
    assert.equal(
      (await site.anonymous.ask({ action: 'discussiontoolsgetsubscriptions', commentname: name })).error.code,
      'notloggedin',
    )
  })
})
