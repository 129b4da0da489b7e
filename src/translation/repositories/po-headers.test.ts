// The header of a PO file names the last translator and revision date.
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { type TestApi, testApi } from '../api/testing.ts'
import { po, RepositorySite, temporaryFolder, Upstream } from './testing.ts'

const data = temporaryFolder()
after(() => rmSync(data, { recursive: true, force: true }))

let sites = 0

onEachEngine('PO headers in a repository', open => {
  let api: TestApi
  let site: RepositorySite
  let upstream: Upstream

  const header = (file: string): string[] =>
    file
      .split('\n\n')[0]!
      .split('\n')
      .flatMap(line => /^"(.*)\\n"$/.exec(line)?.[1] ?? [])
  const stamp = () => `PO-Revision-Date: ${new Date(api.clock.now()).toISOString().slice(0, 16).replace('T', ' ')}+0000`

  before(async () => {
    const rules = { repositoryProtocols: ['file'], repositoryNetwork: 'any' } as const
    api = await testApi(await open(), { data: path.join(data, String(++sites), 'site'), ...rules })
    site = await RepositorySite.open(api)
    upstream = new Upstream(path.join(data, `upstream-${sites}`))
    const dated = po('cs', { Apple: 'Jablko', Plum: '', Pear: '' }).replace(
      '"Language: cs',
      '"PO-Revision-Date: 2020-01-01 10:00+0200\\n"\n"Last-Translator: Jana <jana@example.org>\\n"\n"Language: cs',
    )
    upstream.publish('Begin', {
      'po/cs.po': dated,
      'po/de.po': po('de', { Apple: 'Apfel', Plum: '', Pear: '' }),
      'po/fr.po': po('fr', { Apple: '', Plum: '', Pear: '' }).replace(/^msgid ""[\s\S]*?\n\n/, ''),
    })
    await site.component(upstream.url)
  })

  test('name the author of each commit and keep their position', async () => {
    const anna = await api.user('Anna', { superuser: true })
    const { store } = api.services
    await store.transaction(tx =>
      tx
        .updateTable('account')
        .set({ real_name: 'Anna Ø', email: 'anna@example.org' })
        .where('id', '=', anna.account.id)
        .execute(),
    )
    await site.translate('cs', 'Plum', 'Švestka')
    await site.translate('cs', 'Pear', 'Hruška', anna.key)
    await site.translate('de', 'Plum', 'Pflaume')
    await site.operate('push')
    const expected = [stamp(), 'Last-Translator: Anna Ø <anna@example.org>']
    assert.deepEqual(header(upstream.file('po/cs.po')).slice(0, 2), expected)
    const boss = /Last-Translator: Boss <Boss@users\.noreply\.translate\.example\.org>/
    assert.match(upstream.file('po/de.po'), boss)
    const shown = upstream.git('-C', upstream.bare, 'log', '--format=', '-p', '--', 'po/cs.po')
    assert.match(shown, /\+"Last-Translator: Boss/)
  })

  test('stay unchanged without other changes or without a header', async () => {
    const before = upstream.file('po/cs.po')
    api.clock.advance(3600)
    await site.translate('cs', 'Plum', 'Jiná')
    await site.translate('cs', 'Plum', 'Švestka')
    await site.translate('fr', 'Plum', 'Prune')
    await site.operate('push')
    assert.equal(upstream.file('po/cs.po'), before)
    assert.match(upstream.file('po/fr.po'), /Prune/)
    assert.doesNotMatch(upstream.file('po/fr.po'), /Last-Translator/)
    await site.sound()
  })
})
