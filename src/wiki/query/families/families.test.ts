// Shared behaviour of query module families: results, order and continuation.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { type EditingWiki, type Editor, editingWiki } from '../../editing/testing.ts'

type Params = Readonly<Record<string, string>>
// biome-ignore lint/suspicious/noExplicitAny: responses of many shapes
type Found = any

onEachEngine('query module families', openStore => {
  let site: EditingWiki
  let ann: Editor
  before(async () => {
    site = await editingWiki(await openStore())
    ann = await site.person('Ann')
    const [abe, bob] = [await site.person('Abe'), await site.person('Bob')]
    await ann.edit('Hub', 'The middle.')
    await ann.edit('Way', '#REDIRECT [[Hub]]')
    await abe.edit('Other way', '#REDIRECT [[Hub]]')
    for (const name of ['One', 'Two', 'Three']) await ann.edit(name, '[[Hub]] [[Way]] {{Box}} [[Category:Things|!]]')
    await abe.edit('Talk:One', '[[Hub]] [[Other way]] [[Talk:Nowhere]] [[Category:Things]]')
    await bob.edit('Four', '[[Way]] [[Other way]] https://example.com/a|b https://example.com/z [//example.org/ here]')
    await bob.edit('Category:Parts', '[[Category:Things]]')
    await ann.edit('One', '[[Hub]] [[Way]] {{Box}} [[Category:Things|!]] more')
    await site.runJobs()
  })

  const ask = (params: Params) => ann.ask({ action: 'query', ...params })

  /** Reads the whole list and compares it with the same list read in steps of one; returns the continue values too. */
  async function paged(params: Params, limit: string, pick: (answer: Found) => readonly unknown[]) {
    const whole = pick(await ask({ ...params, [limit]: 'max' }))
    const parts: unknown[] = []
    const places: string[] = []
    let more: Record<string, string> = {}
    do {
      const answer = await ask({ ...params, [limit]: '1', ...more })
      parts.push(...pick(answer))
      const { continue: _, ...rest } = answer.continue ?? { continue: '' }
      more = answer.continue ?? {}
      places.push(...Object.values(rest).map(String))
    } while (Object.keys(more).length > 0)
    // Missing pages precede the others within each response.
    const inOrder = params.prop ? (list: readonly unknown[]) => [...list].sort() : (list: readonly unknown[]) => list
    assert.deepEqual(inOrder(parts), inOrder(whole))
    return { whole, places }
  }
  const titles = (list: string) => (answer: Found) => answer.query[list].map((row: Found) => row.title)
  const onPages = (prop: string) => (answer: Found) =>
    answer.query.pages
      .filter((page: Found) => page[prop])
      .flatMap((page: Found) => page[prop].map((row: Found) => `${page.title}: ${row.title ?? row.url}`))
  const code = async (params: Params) => (await ask(params)).error?.code

  test('backlinks are sorted by page id, and with several namespaces by namespace first', async () => {
    const { whole, places } = await paged({ list: 'backlinks', bltitle: 'Hub' }, 'bllimit', titles('backlinks'))
    assert.deepEqual(whole, ['Way', 'Other way', 'One', 'Two', 'Three', 'Talk:One'])
    assert.match(places[0]!, /^0\|\d+$/)
    const both = { list: 'backlinks', bltitle: 'Hub', blnamespace: '0|1', bldir: 'descending' }
    assert.deepEqual((await paged(both, 'bllimit', titles('backlinks'))).whole[0], 'Talk:One')
    const redirects = { list: 'backlinks', bltitle: 'Hub', blfilterredir: 'redirects' }
    assert.deepEqual((await paged(redirects, 'bllimit', titles('backlinks'))).whole, ['Way', 'Other way'])
    assert.equal(await code({ list: 'backlinks', bltitle: 'Hub', blcontinue: '0|1|2|x|4|5' }), 'badcontinue')
  })

  test('links through redirects are included and continued while the outer list stays in place', async () => {
    const params = { list: 'backlinks', bltitle: 'Hub', blredirect: '1' }
    const [way, other] = (await ask({ ...params, bllimit: 'max' })).query.backlinks
    assert.deepEqual(titles('redirlinks')({ query: way }), ['One', 'Two', 'Three', 'Four'])
    assert.deepEqual(titles('redirlinks')({ query: other }), ['Talk:One', 'Four'])
    const first = await ask({ ...params, bllimit: '2' })
    assert.match(first.continue.blcontinue, /^0\|\d+\|0\|Other_way\|0\|\d+$|^0\|\d+\|0\|Way\|0\|\d+$/)
    const seen = new Map<string, Set<string>>()
    let more = {}
    do {
      const answer = await ask({ ...params, bllimit: '2', ...more })
      for (const row of answer.query.backlinks) {
        const through = seen.get(row.title) ?? new Set<string>()
        for (const link of row.redirlinks ?? []) through.add(link.title)
        seen.set(row.title, through)
      }
      more = answer.continue ?? {}
    } while (Object.keys(more).length > 0)
    assert.deepEqual([...seen.keys()], ['Way', 'Other way', 'One', 'Two', 'Three', 'Talk:One'])
    assert.deepEqual([...seen.get('Way')!].sort(), ['Four', 'One', 'Three', 'Two'])
    assert.deepEqual([...seen.get('Other way')!].sort(), ['Four', 'Talk:One'])
    const generated = await ask({ generator: 'backlinks', gbltitle: 'Hub', gblredirect: '1', gbllimit: 'max' })
    assert.equal(generated.query.pages.length, 7)
  })

  test('link targets, once each or once per link', async () => {
    const each = await paged({ list: 'alllinks', alprop: 'ids|title' }, 'allimit', titles('alllinks'))
    assert.deepEqual(new Set(each.whole), new Set(['Hub', 'Other way', 'Way']))
    assert.match(each.places[0]!, /^Hub\|\d+$/)
    const once = { list: 'alllinks', alunique: '1', aldir: 'descending' }
    const { whole, places } = await paged(once, 'allimit', titles('alllinks'))
    assert.deepEqual(
      [whole, places],
      [
        ['Way', 'Other way', 'Hub'],
        ['Other_way', 'Hub'],
      ],
    )
    const redirects = await paged({ list: 'allredirects', arunique: '1' }, 'arlimit', titles('allredirects'))
    assert.deepEqual(redirects.whole, ['Hub'])
    assert.equal(await code({ list: 'alllinks', alunique: '1', alprop: 'ids' }), 'invalidparammix')
  })

  test('incoming links of several pages; the continue value contains only parts that can differ', async () => {
    const several = { prop: 'linkshere', titles: 'Way|Hub|Talk:Nowhere' }
    const { places } = await paged(several, 'lhlimit', onPages('linkshere'))
    assert.match(places[0]!, /^0\|Hub\|\d+$/)
    const one = await paged({ prop: 'linkshere', titles: 'Way' }, 'lhlimit', onPages('linkshere'))
    assert.deepEqual(one.whole, ['Way: One', 'Way: Two', 'Way: Three', 'Way: Four'])
    assert.match(one.places[0]!, /^\d+$/)
    const redirects = await paged({ prop: 'redirects', titles: 'Hub' }, 'rdlimit', onPages('redirects'))
    assert.deepEqual(redirects.whole, ['Hub: Way', 'Hub: Other way'])
    assert.equal(await code({ prop: 'linkshere', titles: 'Hub', lhshow: 'redirect|!redirect' }), 'show')
    assert.equal(await code({ prop: 'linkshere', titles: 'Hub', lhcontinue: 'x' }), 'badcontinue')
    assert.equal(await code({ prop: 'linkshere', lhcontinue: 'x' }), undefined)
  })

  test('outgoing links of pages', async () => {
    const { whole, places } = await paged(
      { prop: 'links', titles: 'One|Four', plnamespace: '0' },
      'pllimit',
      onPages('links'),
    )
    assert.deepEqual(whole, ['One: Hub', 'One: Way', 'Four: Other way', 'Four: Way'])
    assert.match(places[0]!, /^\d+\|0\|Way$/)
    const named = { prop: 'links', titles: 'One|Four', pltitles: 'Way|Hub|Nowhere' }
    assert.deepEqual((await paged(named, 'pllimit', onPages('links'))).whole.length, 3)
    const talk = await ask({ prop: 'links', titles: 'Talk:One', plnamespace: '1' })
    assert.deepEqual(onPages('links')(talk), ['Talk:One: Talk:Nowhere'])
  })

  test('external links whose URL contains the continue separator', async () => {
    const { whole, places } = await paged({ prop: 'extlinks', titles: 'Four' }, 'ellimit', onPages('extlinks'))
    assert.equal(whole.length, 3)
    for (const place of places) assert.equal(place.split('|').length, 2)
    const url = (answer: Found) => answer.query.exturlusage.map((row: Found) => row.url)
    const used = await paged({ list: 'exturlusage', euquery: 'example.com', euprotocol: 'https' }, 'eulimit', url)
    assert.deepEqual(used.whole.length, 2)
  })

  test('interwiki links require a prefix with a title', async () => {
    assert.equal(await code({ list: 'langbacklinks', lbltitle: 'Un' }), 'nolang')
    assert.equal(await code({ list: 'iwbacklinks', iwbltitle: 'Un' }), 'invalidparammix')
    const { query } = await ask({ list: 'langbacklinks', lbllang: 'fr', lblprop: 'lllang|lltitle' })
    assert.ok(query.langbacklinks.every((row: Found) => row.lllang === 'fr'))
  })

  test('category members in the requested order of types, or by timestamp', async () => {
    const params = { list: 'categorymembers', cmtitle: 'Category:Things' }
    const { whole, places } = await paged(params, 'cmlimit', titles('categorymembers'))
    assert.deepEqual(whole, ['One', 'Three', 'Two', 'Talk:One', 'Category:Parts'])
    assert.match(places[0]!, /^page\|[0-9a-f]+\|\d+$/)
    assert.match(places.at(-1)!, /^subcat\|/)
    const reversed = await paged({ ...params, cmtype: 'subcat|page' }, 'cmlimit', titles('categorymembers'))
    assert.equal(reversed.whole[0], 'Category:Parts')
    const joined = await paged({ ...params, cmsort: 'timestamp', cmdir: 'older' }, 'cmlimit', titles('categorymembers'))
    assert.match(joined.places[0]!, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\|\d+$/)
    const late = await ask({ ...params, cmstartsortkeyprefix: 'O' })
    assert.deepEqual(titles('categorymembers')(late), ['Talk:One', 'Category:Parts'])
    assert.equal(await code({ ...params, cmstarthexsortkey: 'xyz' }), 'badvalue_cmstarthexsortkey')
    assert.equal(await code({ ...params, cmcontinue: 'page|xyz|1' }), 'badcontinue')
  })

  test('contributions of one user, several users, and users with a name prefix', async () => {
    const edits = (answer: Found) => answer.query.usercontribs.map((row: Found) => `${row.user}: ${row.title}`)
    const one = await paged({ list: 'usercontribs', ucuser: 'Bob' }, 'uclimit', edits)
    assert.deepEqual(one.whole, ['Bob: Category:Parts', 'Bob: Four'])
    assert.match(one.places[0]!, /^\d{14}\|\d+$/)
    const two = await paged({ list: 'usercontribs', ucuser: 'Bob|Abe', ucdir: 'newer' }, 'uclimit', edits)
    assert.deepEqual(two.whole.length, 4)
    assert.match(two.places[0]!, /^actor\|\d+\|\d{14}\|\d+$/)
    const prefixed = await paged({ list: 'usercontribs', ucuserprefix: 'A', ucdir: 'newer' }, 'uclimit', edits)
    assert.equal(prefixed.whole[0], 'Abe: Other way')
    assert.match(prefixed.places[0]!, /^name\|Abe\|\d{14}\|\d+$/)
    assert.equal(await code({ list: 'usercontribs', ucuserprefix: 'A', uccontinue: 'actor|1|2|3' }), 'badcontinue')
    assert.equal(await code({ list: 'usercontribs', ucuser: 'Nobody', uccontinue: 'x' }), undefined)
  })

  test('rejects contradictory filters', async () => {
    for (const params of [
      { list: 'recentchanges', rcshow: 'minor|!minor' },
      { list: 'usercontribs', ucuser: 'Ann', ucshow: 'top|!top' },
      { list: 'blocks', bkshow: 'ip|!ip' },
      { prop: 'categories', titles: 'One', clshow: 'hidden|!hidden' },
    ] as const)
      assert.equal(await code(params), 'show', JSON.stringify(params))
  })

  test('limits revisions with content further, with a warning', async () => {
    const history = { prop: 'revisions', titles: 'One', rvslots: 'main' }
    const answer = await ask({ ...history, rvprop: 'content', rvlimit: '500' })
    assert.match(answer.warnings.revisions.warnings, /rvlimit.*50/)
    assert.equal((await ask({ ...history, rvprop: 'ids', rvlimit: '500' })).warnings, undefined)
    const ids = (all: Found) => all.query.pages[0].revisions.map((row: Found) => row.revid)
    assert.equal((await paged({ ...history, rvprop: 'ids' }, 'rvlimit', ids)).whole.length, 2)
    assert.equal(await code({ ...history, titles: 'One|Two', rvlimit: '2' }), 'invalidparammix')
  })
})
