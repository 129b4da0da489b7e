import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { silent } from '#events/progress.ts'
import type { Store } from '#store/store.ts'
import { onEachEngine, temporaryFolder } from '#store/testing.ts'
import { loadSite } from '../open-wiki.ts'
import { type Missing, withoutCounterpart } from './counterparts.ts'
import { runImport, xmlExport } from './testing.ts'

const folder = temporaryFolder()

const missingIn = async (store: Store): Promise<string[]> =>
  (await withoutCounterpart(store, await loadSite(store.read, ''), { logTypes: ['', 'delete'] }, silent)).map(
    ({ kind, name, extension, count, what }: Missing) =>
      [kind, name, extension, count, what].filter(part => part !== undefined).join(' '),
  )

onEachEngine('unsupported features', open => {
  test('are found and counted in texts, pages, logs, preferences and the site file', async () => {
    const store = await open()
    const site = {
      general: { sitename: 'Test', lang: 'en' },
      extensions: [
        { type: 'parserhook', name: 'Cite' },
        { type: 'other', name: 'Newsletter' },
        { type: 'skin', name: 'Vector' },
      ],
      skins: [
        { code: 'vector', name: 'Vector' },
        { code: 'fallback', name: 'Fallback', unusable: true },
      ],
    }
    const pages = [
      {
        id: 1,
        title: 'Sums',
        texts: ['<rss>1+1</rss> <math>x</math> <ref>x</ref> {{#if: a | b}} {{#invoke:Sum|add}}'],
      },
      { id: 2, title: 'More', texts: ['<Math>2</Math> <!-- <score> --> <nowiki><poem></nowiki> {{#ask: [[Tea]] }}'] },
      {
        id: 3,
        title: 'Code',
        texts: ['{{#invoke:Sum|add}} <syntaxhighlight lang="lua">{{#ask: no}} <poem></syntaxhighlight>'],
      },
      {
        id: 4,
        ns: 8,
        title: 'MediaWiki:Gadgets-definition',
        texts: ['== a ==\n* popups[ResourceLoader]|popups.js\n* clock|clock.js\n* calm|calm.css'],
      },
      { id: 5, ns: 8, title: 'MediaWiki:Common.js', texts: ['alert(1)'] },
      { id: 6, ns: 828, title: 'Module:Sum', texts: ['return {}'] },
    ]
    const [dump, siteFile] = [path.join(folder, 'dump.xml'), path.join(folder, 'site.json')]
    const model = (title: string, name: string) => (xml: string) =>
      xml.replace(new RegExp(`(<title>${title}</title>[\\s\\S]*?<model>)wikitext`), `$1${name}`)
    await writeFile(
      dump,
      model('Module:Sum', 'Scribunto')(model('MediaWiki:Common.js', 'javascript')(xmlExport(pages))),
    )
    await writeFile(siteFile, JSON.stringify(site))
    await runImport(store, { files: [dump], site: siteFile })
    await store.transaction(async tx => {
      const actor = await tx.selectFrom('actor').select('id').executeTakeFirstOrThrow()
      const summary = await tx.selectFrom('summary').select('id').executeTakeFirstOrThrow()
      const entry = {
        action: 'x',
        timestamp: 1,
        actor_id: actor.id,
        ns: 0,
        title: 'A',
        page_id: null,
        summary_id: summary.id,
      }
      await tx
        .insertInto('log')
        .values([
          { ...entry, type: 'newsletter' },
          { ...entry, type: 'delete' },
        ])
        .execute()
      const account = await tx.selectFrom('account').select('id').executeTakeFirstOrThrow()
      await tx
        .insertInto('account_option')
        .values({ account_id: account.id, name: 'skin', value: 'monobook' })
        .execute()
    })
    assert.deepEqual(await missingIn(store), [
      'parser function #ask 1 pages',
      'tag rss RSS 1 pages',
      'extension Newsletter',
      'gadgets MediaWiki:Gadgets-definition 2 gadgets',
      'scripts of the site 1 pages',
      'skin Vector',
      'skin monobook 1 people',
      'log newsletter 1 entries',
    ])
  })

  test('are empty for a plain wiki', async () => {
    const store = await open()
    const dump = path.join(folder, 'plain.xml')
    await writeFile(dump, xmlExport([{ id: 1, title: 'Tea', texts: ['{{#if: a | b}} <ref>r</ref> [[Tea]]'] }]))
    const site = path.join(folder, 'plain.json')
    await writeFile(site, JSON.stringify({ general: { sitename: 'Test' }, skins: [], extensions: [] }))
    await runImport(store, { files: [dump], site })
    assert.deepEqual(await missingIn(store), [])
  })
})
