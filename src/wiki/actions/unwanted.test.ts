import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import sharp from 'sharp'
import { issueToken } from '#accounts/tokens.ts'
import { onEachEngine, temporaryFolder } from '#store/testing.ts'
import { type EditingWiki, type Editor, editingWiki } from '../editing/testing.ts'

onEachEngine('spam and title blacklists', open => {
  let site: EditingWiki
  let ann: Editor
  let boss: Editor
  before(async () => {
    site = await editingWiki(await open(), { data: temporaryFolder() })
    ann = await site.person('Ann')
    boss = await site.person('Boss', 'sysop', 'interface-admin')
  })
  const list = (name: string, text: string) => boss.edit(`MediaWiki:${name}`, text)

  test('rejects a new blacklisted link unless it is whitelisted or was there before', async () => {
    await ann.edit('Old', 'http://evil.example/1')
    await list('Spam-blacklist', '# bad ones\nevil\\.example # worst\nsp[a4]m\\.test')
    await list('Spam-whitelist', 'good\\.evil\\.example')
    const ask = async (url: string) => (await ann.ask({ action: 'spamblacklist', url })).spamblacklist
    assert.deepEqual(await ask('http://www.evil.example/|http://fine.example'), {
      result: 'blacklisted',
      matches: ['evil.example'],
    })
    assert.deepEqual(await ask('http://good.evil.example/'), { result: 'ok' })
    assert.equal(await ann.refusal({ title: 'New', text: 'see [https://sp4m.test/ this]' }), 'spamblacklist')
    assert.equal(await ann.refusal({ title: 'New', text: 'x', summary: 'http://evil.example/x' }), 'spamblacklist')
    await ann.edit('New', 'http://good.evil.example/')
    await ann.edit('Old', 'http://evil.example/1 stays')
  })

  test('saves a list only if every line is a regular expression with linear run time', async () => {
    for (const line of ['broken(', 'ends with \\', '(?=ahead)x', '(a?){1000}(a?){1000}'])
      assert.equal(await boss.refusal({ title: 'MediaWiki:Spam-blacklist', text: line }), 'hookaborted', line)
    assert.equal(await boss.refusal({ title: 'MediaWiki:Titleblacklist', text: 'a(' }), 'hookaborted')
  })

  test('rejects creating or moving to blacklisted titles without the override right', async () => {
    await list('Titleblacklist', 'Bad.*\nStay.* <moveonly>\nFrozen <noedit>\nExact <casesensitive>')
    await list('Titlewhitelist', 'Bad but fine')
    const ask = async (title: string, action: string, who = ann) =>
      (await who.ask({ action: 'titleblacklist', tbtitle: title, tbaction: action })).titleblacklist.result
    assert.deepEqual(
      [
        await ask('Bad one', 'create'),
        await ask('bad ONE', 'create'),
        await ask('Bad one', 'edit'),
        await ask('Bad but fine', 'create'),
        await ask('Stay', 'create'),
        await ask('Stay', 'move'),
        await ask('EXACT', 'create'),
        await ask('Bad one', 'create', boss),
      ],
      ['blacklisted', 'blacklisted', 'ok', 'ok', 'ok', 'blacklisted', 'ok', 'ok'],
    )
    assert.equal(await ann.refusal({ title: 'Bad page', text: 'x' }), 'titleblacklist-forbidden')
    await boss.edit('Bad page', 'x')
    await ann.edit('Bad page', 'y')
    await ann.edit('Good page', 'x')
    const move = (to: string) =>
      ann.post({ action: 'move', from: 'Good page', to, token: issueToken(ann.caller, 'csrf', site.clock) })
    assert.equal((await move('Bad place')).error.code, 'titleblacklist-forbidden-edit')
    assert.equal((await move('Stay away')).error.code, 'titleblacklist-forbidden-move')
  })

  test('also applies to files and accounts', async () => {
    await list('Titleblacklist', 'File:Bad.*\nUser:Evil.* <newaccountonly>')
    await list('Titlewhitelist', '')
    const upload = async (who: Editor, filename: string) =>
      who.post(
        { action: 'upload', filename, ignorewarnings: 1, token: issueToken(who.caller, 'csrf', site.clock) },
        { file: await picture() },
      )
    const refused = (await upload(ann, 'Bad one.png')).error
    assert.deepEqual([refused.code, refused.invalidparameter], ['titleblacklist-forbidden-edit', 'filename'])
    assert.equal((await upload(boss, 'Bad one.png')).upload.result, 'Success')
    assert.equal((await upload(ann, 'Good one.png')).upload.result, 'Success')
    const create = async (username: string) => {
      const password = 'a-good-password-7'
      return (
        await boss.post({
          action: 'createaccount',
          createreturnurl: 'http://127.0.0.1/',
          username,
          password,
          retype: password,
          createtoken: issueToken(boss.caller, 'createaccount', site.clock),
        })
      ).createaccount
    }
    const asked = async (who: Editor, name: string) =>
      (await who.ask({ action: 'titleblacklist', tbtitle: `User:${name}`, tbaction: 'new-account' })).titleblacklist
        .result
    assert.deepEqual([await asked(ann, 'Evil twin'), await asked(ann, 'Nice twin')], ['blacklisted', 'ok'])
    assert.equal((await create('Evil twin')).status, 'FAIL')
    assert.equal((await create('Nice twin')).status, 'PASS')
  })
})

const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 3, height: 3, channels: 3, background: '#369' } })
    .png()
    .toBuffer()
