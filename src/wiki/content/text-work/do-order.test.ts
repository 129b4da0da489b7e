import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askWiki, testWiki } from '../../testing.ts'
import { renderPage } from '../../wikitext/html/render.ts'
import { AtOnce, doOrder, TextDesk } from './do-order.ts'

const NOW = 1_794_700_800
const order = (text: string) => ({ page: { ns: 0, dbkey: 'X' }, text, model: 'wikitext', language: 'ru' })

async function stepsFor(desk: TextDesk, text: string): Promise<number> {
  const pace = new AtOnce(1e9)
  await doOrder('render', desk, order(text), pace)
  return pace.used
}

test('renders HTML only once, however much of the wiki it needs', async () => {
  const { wiki } = await testWiki()
  const texts = {
    'links and headings': '== a ==\n* [[b]], [[c|d]]\n'.repeat(100),
    files: '[[File:a.png|thumb|[[b]]]]\n<gallery>\nFile:c.png|[[d]]\n</gallery>\n'.repeat(50),
    'links in footnotes': '<ref>[[a]]</ref><ref name=b>c</ref><ref name=b />\n'.repeat(50),
  }
  for (const [what, text] of Object.entries(texts)) {
    const desk = new TextDesk(wiki, NOW)
    const first = await stepsFor(desk, text)
    // Everything is cached now.
    const again = await stepsFor(desk, text)
    assert.ok(first < 1.25 * again, `${what}: ${first} steps, then ${again}`)
  }
})

test('prefetching does not change the HTML', async () => {
  const { wiki } = await testWiki()
  const text = '[[a]] [[File:b.png]] {{c}}\n== d ==\n== e ==\n== f ==\n== g ==\n<ref>[[h]]</ref>'
  const desk = new TextDesk(wiki, NOW)
  const { html } = await doOrder('render', desk, order(text), new AtOnce(1e9))
  assert.equal(renderPage(await desk.host, { ns: 0, dbkey: 'X' }, text).html, html)
})

test('applies the configured limit', async () => {
  const { wiki } = await testWiki()
  const text = '[[a]] '.repeat(5000)
  const answer = async (textSteps: number) => {
    const services = { ...wiki.services, config: { ...wiki.services.config, textSteps } }
    return (await askWiki({ ...wiki, services }, { action: 'parse', prop: 'text', text })).json
  }
  assert.equal((await answer(20_000)).error.code, 'texttoocostly')
  assert.match((await answer(1_000_000)).parse.text['*'], /title="A /)
  await wiki.services.threads.close()
})

test('gives up a short but slow text sooner than a long page', async () => {
  const { wiki } = await testWiki()
  const services = { ...wiki.services, config: { ...wiki.services.config, textSteps: 300_000 } }
  const code = async (text: string) =>
    (await askWiki({ ...wiki, services }, { action: 'parse', prop: 'text', text })).json.error?.code
  const slow = '{{a}}'.repeat(6000)
  assert.equal(await code(slow), 'texttoocostly')
  assert.equal(await code(`${slow}${'\nwords of a long page'.repeat(10_000)}`), undefined)
  await wiki.services.threads.close()
})
