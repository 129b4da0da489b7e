// Modules of extensions: prop=pageimages, prop=extracts and action=templatedata.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { type EditingWiki, editingWiki } from '../../editing/testing.ts'

// biome-ignore lint/suspicious/noExplicitAny: responses of many shapes
type Found = any

const ARTICLE = `{| class="infobox"
| hidden
|}
'''Ants''' are [[insect]]s.<ref>Note</ref> They live in colonies. Dr. B. Ant found 3.5 of them.
[[File:Ant.png|thumb|An ant]]
== Life ==
Short & sweet.
=== More ===
* one
* two`

onEachEngine('modules of extensions', openStore => {
  let site: EditingWiki
  before(async () => {
    const store = await openStore()
    site = await editingWiki(store)
    const ann = await site.person('Ann')
    await ann.edit('Notes', 'So that Ann has done something.')
    await store.transaction(async tx => {
      const actor = await tx.selectFrom('actor').where('name', '=', 'Ann').select('id').executeTakeFirstOrThrow()
      const summary = await tx.selectFrom('summary').select('id').limit(1).executeTakeFirstOrThrow()
      const picture = {
        name: 'Ant.png',
        timestamp: 1,
        size: 10,
        width: 400,
        height: 200,
        metadata: Buffer.from(''),
        bits: 8,
        media_type: 'BITMAP',
        major_mime: 'image',
        minor_mime: 'png',
        summary_id: summary.id,
        actor_id: actor.id,
        sha1: '',
      }
      await tx.insertInto('file').values(picture).execute()
    })
    await ann.edit('Ant', ARTICLE)
    await ann.edit('Bee', "A bee.\n\nIt flies. It's small.")
    await ann.edit(
      'Template:Box',
      '<templatedata>{"description": {"en": "A box", "de": "Kasten"}, "params": {"1": {"label": "Text", "aliases": ["t"]}}}</templatedata>',
    )
    await ann.edit('Template:Plain', 'x')
  })
  after(() => site.wiki.services.threads.close())

  const ask = (params: Readonly<Record<string, string>>): Promise<Found> => site.anonymous.ask(params)
  const page = async (params: Readonly<Record<string, string>>) =>
    (await ask({ action: 'query', titles: 'Ant', ...params })).query.pages[0]

  test('page images', async () => {
    const found = await page({ prop: 'pageimages', piprop: 'thumbnail|name|original', pithumbsize: '100' })
    assert.equal(found.pageimage, 'Ant.png')
    assert.deepEqual([found.thumbnail.width, found.thumbnail.height], [100, 50])
    assert.match(found.thumbnail.source, /^http.*\/images\/thumb\/.*Ant\.png/)
    assert.deepEqual([found.original.width, found.original.height], [400, 200])
    assert.equal((await page({ prop: 'pageimages', titles: 'Bee' })).pageimage, undefined)
    assert.equal((await page({ prop: 'pageprops' })).pageprops.page_image_free, 'Ant.png')
    const limited = await ask({ action: 'query', titles: 'Ant|Bee', prop: 'pageimages', pilimit: '1' })
    assert.ok(limited.continue.picontinue)
  })

  test('extracts as text and HTML, whole or of the introduction', async () => {
    const intro = await page({ prop: 'extracts', exintro: '1', explaintext: '1' })
    assert.equal(intro.extract, 'Ants are insects. They live in colonies. Dr. B. Ant found 3.5 of them.')
    const whole = await page({ prop: 'extracts', explaintext: '1' })
    assert.match(whole.extract, /of them\.\n\n\n== Life ==\nShort & sweet\.\n\n\n=== More ===\none\ntwo$/)
    const html = await page({ prop: 'extracts' })
    assert.match(
      html.extract,
      /^<p><b>Ants<\/b> are insects\. .*<\/p>\s*<h2>Life<\/h2>\s*<p>Short &amp; sweet\.\s*<\/p>/s,
    )
    assert.match(
      (await page({ prop: 'extracts', explaintext: '1', exsectionformat: 'plain' })).extract,
      /\n\n\nLife\nShort/,
    )
  })

  test('extracts of some sentences or characters', async () => {
    assert.equal((await page({ prop: 'extracts', exsentences: '1', explaintext: '1' })).extract, 'Ants are insects.')
    assert.match(
      (await page({ prop: 'extracts', exsentences: '2' })).extract,
      /^<p><b>Ants<\/b> are insects\. They live in colonies\.<\/p>$/,
    )
    assert.equal((await page({ prop: 'extracts', exchars: '6', explaintext: '1' })).extract, 'Ants are...')
    const both = await ask({ action: 'query', titles: 'Ant', prop: 'extracts', exchars: '6', exsentences: '1' })
    assert.equal(both.error.code, 'invalidparammix')
    const some = await ask({ action: 'query', titles: 'Ant|Bee', prop: 'extracts', explaintext: '1' })
    assert.deepEqual(
      some.query.pages.map((each: Found) => each.extract !== undefined),
      [true, false],
    )
    const rest = await ask({ action: 'query', titles: 'Ant|Bee', prop: 'extracts', explaintext: '1', ...some.continue })
    assert.equal(rest.query.pages[1].extract, "A bee.\nIt flies. It's small.")
  })

  test('template data', async () => {
    const { pages } = await ask({ action: 'templatedata', titles: 'Template:Box|Template:Plain|Template:None' })
    const [box] = Object.values<Found>(pages)
    assert.equal(Object.keys(pages).length, 1)
    assert.equal(box.title, 'Template:Box')
    assert.deepEqual(box.description, { en: 'A box', de: 'Kasten' })
    assert.deepEqual(box.params['1'].aliases, ['t'])
    assert.deepEqual(box.paramOrder, ['1'])
    const german = await ask({ action: 'templatedata', titles: 'Template:Box', lang: 'de' })
    assert.equal(Object.values<Found>(german.pages)[0].description, 'Kasten')
    const all = await ask({ action: 'templatedata', titles: 'Template:Plain|Template:None', includeMissingTitles: '1' })
    assert.deepEqual(
      Object.values<Found>(all.pages)
        .map(each => [each.title, each.missing ?? false, each.notemplatedata ?? false])
        .sort(),
      [
        ['Template:None', true, false],
        ['Template:Plain', false, true],
      ],
    )
  })

  test('are listed only where the wiki has the extensions', async () => {
    const names = async (own: EditingWiki) => {
      const { paraminfo } = (await own.anonymous.ask({ action: 'paraminfo', modules: 'main|query' })) as Found
      const values = (name: string) =>
        paraminfo.modules.flatMap((module: Found) => module.parameters).find((each: Found) => each.name === name).type
      const all = [...values('action'), ...values('prop')]
      return ['templatedata', 'pageimages', 'extracts'].filter(name => all.includes(name))
    }
    assert.deepEqual(await names(site), ['templatedata', 'pageimages', 'extracts'])
    const other = await editingWiki(await openStore(), {
      extensions: ['-TemplateData', '-PageImages', '-TextExtracts'],
    })
    assert.deepEqual(await names(other), [])
    const without = (await other.anonymous.ask({ action: 'templatedata', titles: 'X' })) as Found
    assert.equal(without.error.code, 'badvalue')
  })
})
