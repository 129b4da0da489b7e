// Rules of Chinese and Gan as in MediaWiki 1.39, with tables of a few words.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writePairs } from '#wiki/site/variants/chinese.ts'
import { Variants } from '#wiki/site/variants/variants.ts'
import { renderPage } from '../html/render.ts'
import { ltgSite, testHost } from '../testing/test-host.ts'

const table = (pairs: Record<string, string>): string => writePairs(new Map(Object.entries(pairs)))

const variants = new Variants({
  version: 'test',
  tables: {
    zh2Hant: table({ 书: '書', 龙: '龍' }),
    zh2Hans: table({ 書: '书', 龍: '龙' }),
    zh2TW: table({ 鼠标: '滑鼠' }),
    zh2HK: table({}),
    zh2CN: table({ 滑鼠: '鼠标' }),
  },
  lists: {},
})

const hostIn = (language: string) =>
  testHost({ site: { ...ltgSite(), language, variants }, pages: { '0:龍書': 'x' }, messages: {} })
const hosts = { zh: hostIn('zh'), gan: hostIn('gan') }

const render = (language: 'zh' | 'gan', variant: string | null, text: string) =>
  renderPage(hosts[language], { ns: 0, dbkey: '龙' }, text, { wrapper: '', variant, editSections: false })
const html = (variant: string, text: string, language: 'zh' | 'gan' = 'zh') =>
  render(language, variant, text)
    .html.trim()
    .replace(/^<p>|\n<\/p>$/g, '')

test('shows the text of the variant or of the nearest one', () => {
  const all = '-{zh-cn:甲; zh-tw:乙; zh-hk:丙}-'
  const shown: Record<string, string> = {
    'zh-cn': '甲',
    'zh-hans': '甲',
    'zh-my': '甲',
    'zh-tw': '乙',
    'zh-hant': '乙',
  }
  for (const [variant, text] of Object.entries(shown)) assert.equal(html(variant, all), text, variant)
  assert.equal(html('zh-mo', all), '丙')
  assert.equal(html('zh', all), '甲')
  assert.equal(
    html('zh-tw', '-{zh-sg:甲}-'),
    '<span class="error">Error detected in manual language conversion rule</span>',
  )
  assert.equal(html('zh', '-{x=>zh-sg:甲}-'), '甲')
  assert.equal(html('gan', '-{gan-hant:甲}-', 'gan'), '甲')
})

test('adds pairs to variants, but not to the language and its scripts', () => {
  const rule = '-{H|zh-cn:甲; zh-tw:乙}-'
  assert.equal(html('zh-tw', `${rule}甲乙`), '乙乙')
  assert.equal(html('zh-hk', `${rule}甲乙`), '乙乙')
  assert.equal(html('zh-sg', `${rule}甲乙`), '甲甲')
  for (const variant of ['zh', 'zh-hans', 'zh-hant']) assert.equal(html(variant, `${rule}甲乙`), '甲乙', variant)
  assert.equal(html('zh-hant', '-{H|甲=>zh-hant:乙}-甲'), '乙')
  assert.equal(html('zh', '-{H|甲=>zh:乙}-甲'), '甲')
})

test('removes pairs of the tables', () => {
  assert.equal(html('zh-tw', '书 -{-|zh-cn:书;zh-tw:書}-书'), '書 书')
})

test('names variants and describes rules as MediaWiki does', () => {
  assert.equal(html('zh-tw', '-{N|zh-cn}- -{N|zh}- -{N|ru}-'), '大陆 原文 русский')
  assert.equal(html('zh-tw', '-{D|zh-cn:甲; 乙=>zh-tw:丙}-'), '大陆：甲；乙⇒臺灣：丙；')
  assert.equal(html('gan-hans', '-{D|gan-hans:甲; gan-hant:乙}-', 'gan'), '简体: 甲; 繁體: 乙; ')
})

test('converts titles with the rules of the page, or shows that of a rule', () => {
  assert.deepEqual(render('zh', 'zh-tw', 'x').rendering.variantTitle(), { html: '龍', isWhole: false })
  assert.equal(render('zh', 'zh-tw', '-{H|zh-cn:龙;zh-tw:虎}-').rendering.variantTitle()?.html, '虎')
  assert.deepEqual(render('zh', 'zh-hk', '-{T|zh-tw:書;zh-cn:书}-').rendering.variantTitle(), {
    html: '書',
    isWhole: true,
  })
})

test('links to a page whose title is in the other script', () => {
  assert.match(render('zh', null, '[[龙书]]').html, /<a href="[^"]*" title="龍書">龙书<\/a>/)
})

test('converts with <langconvert> on a wiki in another language', () => {
  const host = testHost({ site: { ...ltgSite(), variants }, messages: {} })
  const shown = renderPage(
    host,
    { ns: 0, dbkey: 'A' },
    '<langconvert from="zh-hans" to="zh-hant-tw">书鼠标</langconvert>',
    {
      wrapper: '',
    },
  )
  assert.equal(shown.html.trim(), '<p>書滑鼠\n</p>')
})
