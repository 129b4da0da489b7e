import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { issueToken } from '#accounts/tokens.ts'
import { onEachEngine } from '#store/testing.ts'
import { type EditingWiki, type Editor, editingWiki } from '../editing/testing.ts'
import { recount } from '../editing/testing-recount.ts'
import { actionApi } from './index.ts'

interface Sent {
  readonly text: string
  readonly at?: string
  readonly by?: string
}

const revision = ({ text, at = '2010-01-01T00:00:00Z', by = '<username>Ann</username>' }: Sent): string =>
  `<revision><timestamp>${at}</timestamp><contributor>${by}</contributor><comment>there</comment><text>${text}</text></revision>`

const page = (title: string, ns: number, ...sent: readonly Sent[]): string =>
  `<page><title>${title}</title><ns>${ns}</ns>${sent.map(revision).join('')}</page>`

const NAMESPACES =
  '<siteinfo><namespaces><namespace key="0"/><namespace key="10">Vorlage</namespace><namespace key="110">Buch</namespace></namespaces></siteinfo>'
const exported = (...pages: readonly string[]): string => `<mediawiki>${NAMESPACES}${pages.join('')}</mediawiki>`

onEachEngine('action=import', open => {
  let site: EditingWiki
  let ann: Editor
  let boss: Editor
  before(async () => {
    site = await editingWiki(await open())
    ann = await site.person('Ann')
    boss = await site.person('Boss', 'sysop')
  })
  const send = async (who: Editor, text: string, more: Record<string, string> = {}) => {
    const token = issueToken(who.caller, 'csrf', site.clock)
    const given = { action: 'import', format: 'json', formatversion: '2', interwikiprefix: 'w', token, ...more }
    const files = new Map([['xml', { filename: 'x.xml', data: Buffer.from(text) }]])
    const request = { method: 'POST', params: new Map(Object.entries(given)), inUrl: new Set<string>(), files } as const
    const { body } = await actionApi(site.wiki, { ...request, ip: who.caller.ip, header: () => undefined }, who.caller)
    return JSON.parse(String(body))
  }
  const historyOf = async (title: string) => {
    const request = { action: 'query', prop: 'revisions', titles: title, rvprop: 'user|comment|content', rvlimit: 20 }
    const { query } = await ann.ask({ ...request, rvslots: 'main' })
    return query.pages[0].revisions.map((row: { user: string; slots: { main: { content: string } } }) => [
      row.user,
      row.slots.main.content,
    ])
  }
  const clean = async () => {
    await site.runJobs()
    assert.deepEqual(await recount(site.wiki, site.clock.now() / 1000), [])
  }

  test('recognises redirects', async () => {
    const pages = [page('Way', 0, { text: '#REDIRECT [[Goal]]' }), page('Goal', 0, { text: 'Here.' })]
    await send(boss, exported(...pages))
    const { query } = await ann.ask({ action: 'query', titles: 'Way|Goal', prop: 'info' })
    const found = query.pages.map(({ title, redirect }: { title: string; redirect?: boolean }) => [title, redirect])
    assert.deepEqual(
      new Map(found),
      new Map([
        ['Way', true],
        ['Goal', undefined],
      ]),
    )
    assert.equal((await ann.ask({ action: 'query', titles: 'Way', redirects: 1 })).query.pages[0].title, 'Goal')
    await clean()
  })

  test('imports a page with its history and adds a revision about the import', async () => {
    const sent = [
      { text: 'old [[road]]' },
      { text: 'new [[road]]', at: '2011-01-01T00:00:00Z', by: '<ip>192.0.2.1</ip>' },
    ]
    const answer = await send(boss, exported(page('Far town', 0, ...sent)), { summary: 'from afar' })
    assert.deepEqual(answer.import, [{ ns: 0, title: 'Far town', revisions: 2 }])
    assert.deepEqual(await historyOf('Far town'), [
      ['Boss', 'new [[road]]'],
      ['192.0.2.1', 'new [[road]]'],
      ['w>Ann', 'old [[road]]'],
    ])
    const { query } = await ann.ask({ action: 'query', list: 'backlinks', bltitle: 'Road' })
    assert.equal(query.backlinks.length, 1)
    await clean()
  })

  test('older revisions go below the current ones, assigned to local users on request', async () => {
    await ann.edit('Near town', 'here')
    await send(boss, exported(page('Near town', 0, { text: 'before' })), { assignknownusers: '1' })
    assert.deepEqual(await historyOf('Near town'), [
      ['Boss', 'here'],
      ['Ann', 'here'],
      ['Ann', 'before'],
    ])
    await clean()
  })

  test('maps titles to this wiki or to the requested place', async () => {
    const pages = [
      page('Vorlage:Box', 10, { text: 'a' }),
      page('Buch:One', 110, { text: 'b' }),
      page('[x', 0, { text: 'c' }),
    ]
    const titles = async (more = {}) =>
      (await send(boss, exported(...pages), more)).import.map((row: { title: string }) => row.title)
    assert.deepEqual(await titles(), ['Template:Box', 'Buch:One'])
    assert.deepEqual(await titles({ namespace: '12' }), ['Help:Box', 'Help:One'])
    assert.deepEqual(await titles({ rootpage: 'User:Boss/in' }), ['User:Boss/in/Vorlage:Box', 'User:Boss/in/Buch:One'])
    await clean()
  })

  test('rejects unreadable files without storing anything', async () => {
    const codeOf = async (text: string, who = boss) => (await send(who, text)).error?.code
    assert.deepEqual(
      [
        await codeOf('no xml'),
        await codeOf('<other/>'),
        await codeOf(exported(page('Half', 0, { text: 'x' })).slice(0, -20)),
        await codeOf(exported(page('Whole', 0, { text: 'x' })), ann),
      ],
      ['import-unknownerror', 'import-unknownerror', 'import-unknownerror', 'cantimport-upload'],
    )
    assert.deepEqual([await site.textOf('Half'), await site.textOf('Whole')], [undefined, undefined])
  })
})
