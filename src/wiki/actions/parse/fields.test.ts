// Every field of action=parse in its wire format.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { temporaryStore } from '#store/testing.ts'
import { type EditingWiki, editingWiki } from '../../editing/testing.ts'

let site: EditingWiki
before(async () => {
  site = await editingWiki(await temporaryStore('sqlite'))
  const boss = await site.person('Boss', 'sysop')
  await boss.edit('Category:Hidden', '__HIDDENCAT__')
  await boss.edit('Category:Seen', 'a category')
  await boss.edit('Template:T', 't')
})

const TEXT =
  '[[arxiv:a b]] [[Image:No.png]] {{T}}{{Gone}} [[Category:Hidden]][[Category:Seen|k]][[Category:New]] ' +
  '<indicator name="i">x</indicator>[http://a.example/?b=1&c=2 d]'

type Answer = Record<string, never> & { warnings?: Record<string, { warnings: string }>; error?: { code: string } }
const ask = (params: Record<string, string | number>): Promise<Answer> =>
  site.anonymous.ask({ action: 'parse', disablelimitreport: 1, disableeditsection: 1, uselang: 'en', ...params })
// biome-ignore lint/suspicious/noExplicitAny: responses are compared as a whole
const field = async (prop: string, more: Record<string, string | number> = {}): Promise<any> =>
  ((await ask({ title: 'X', text: TEXT, prop, ...more })) as { parse?: Record<string, unknown> }).parse

test('categories as a list and as HTML with hidden ones separate', async () => {
  const { categories, categorieshtml } = await field('categories|categorieshtml')
  assert.deepEqual(
    categories.map(({ category, sortkey, hidden, missing }: Record<string, unknown>) => [
      category,
      sortkey,
      hidden ?? false,
      missing ?? false,
    ]),
    [
      ['Pages_with_broken_file_links', '', false, true],
      ['Hidden', '', true, false],
      ['Seen', 'k', false, false],
      ['New', '', false, true],
    ],
  )
  assert.match(categorieshtml, /^<div id="catlinks" class="catlinks" data-mw="interface"><div id="mw-normal-catlinks"/)
  assert.match(categorieshtml, /mw-hidden-cats-hidden">.*Hidden<\/a><\/li><\/ul><\/div><\/div>$/)
  const none = await field('categorieshtml', { text: 'x' })
  assert.equal(none.categorieshtml, '<div id="catlinks" class="catlinks catlinks-allhidden" data-mw="interface"></div>')
  const only = await field('categorieshtml', { text: '[[Category:Hidden]]', title: 'Category:X' })
  assert.match(only.categorieshtml, /catlinks-allhidden.*mw-hidden-cats-ns-shown/)
})

test('templates, files, external and interwiki links', async () => {
  const found = await field('templates|images|externallinks|iwlinks|langlinks')
  assert.deepEqual(found.templates.map(({ title, exists }: Record<string, unknown>) => [title, exists]).sort(), [
    ['Template:Gone', false],
    ['Template:T', true],
  ])
  assert.deepEqual(found.images, ['No.png'])
  assert.deepEqual(found.externallinks, ['http://a.example/?b=1&c=2'])
  assert.deepEqual(found.iwlinks, [{ prefix: 'arxiv', url: 'https://www.arxiv.org/abs/a_b', title: 'arxiv:a b' }])
  assert.deepEqual(found.langlinks, [])
})

test('the HTML head, without scripts', async () => {
  const { headhtml } = await field('headhtml', { title: 'Talk:A & B' })
  assert.match(headhtml, /^<!DOCTYPE html>\n<html class="client-nojs" lang="en" dir="ltr">/)
  assert.match(headhtml, /<title>Talk:A &amp; B — [^<]*<\/title>/)
  assert.match(headhtml, /<body class="mediawiki ltr ns-1">$/)
})

test('limit report data', async () => {
  const { limitreportdata, limitreporthtml } = await field('limitreportdata|limitreporthtml')
  assert.ok(limitreportdata.length > 3)
  for (const each of limitreportdata) assert.ok(each.name && each[0] <= each[1], JSON.stringify(each))
  assert.equal(limitreporthtml.match(/<tr>/g).length, limitreportdata.length)
})

test('indicators are wrapped only for a skin', async () => {
  const one = (value: unknown) => JSON.stringify(value)
  assert.match(one((await field('indicators|text')).indicators), /"i":"x"/)
  const skinned = (await field('indicators', { useskin: 'vector' })).indicators
  assert.match(one(skinned), /<div class=\\"mw-parser-output\\">x<\/div>/)
})

test('unsupported fields are empty and well-formed', async () => {
  const empty = await field(
    'modules|jsconfigvars|encodedjsconfigvars|headitems|subtitle|parsewarnings|parsewarningshtml',
  )
  const { title: _, pageid: __, ...rest } = empty
  assert.deepEqual(rest, {
    parsewarnings: [],
    parsewarningshtml: [],
    subtitle: '',
    headitems: [],
    modules: [],
    modulescripts: [],
    modulestyles: [],
    jsconfigvars: {},
    encodedjsconfigvars: '[]',
  })
})

test('the parse tree', async () => {
  assert.equal(
    (await field('parsetree', { text: 'a{{T|b}}' })).parsetree,
    '<root>a<template><title>T</title><part><name index="1"/><value>b</value></part></template></root>',
  )
})

test('a new section derives its summary from its title', async () => {
  const summary = async (more: Record<string, string>) =>
    (await field('', { text: 'x', section: 'new', ...more })).parsedsummary as string | undefined
  assert.match((await summary({ sectiontitle: 'Head' }))!, /Head/)
  assert.match((await summary({ summary: 'Head' }))!, /Head/)
  assert.equal(await summary({ sectiontitle: 'Head', summary: 'why' }), 'why')
  assert.equal(await summary({}), undefined)
})

test('texts without a page, and warnings about incompatible parameters', async () => {
  const warnings = async (params: Record<string, string | number>) =>
    (await ask({ prop: 'text', ...params })).warnings?.parse?.warnings ?? ''
  assert.match(await warnings({ title: 'X' }), /"title" used without "text"/)
  assert.match(await warnings({ text: 'x' }), /assuming wikitext/)
  assert.equal(await warnings({ text: 'x', contentmodel: 'wikitext' }), '')
  assert.equal((await ask({ text: 'x', revid: 99_999 })).error?.code, 'nosuchrevid')
  assert.equal((await ask({ text: 'x', title: '<bad>' })).error?.code, 'invalidtitle')
})
