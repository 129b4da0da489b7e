import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type TestWiki, testWiki } from '../testing.ts'

let wiki: TestWiki
before(async () => {
  wiki = await testWiki({ ru: { 'apihelp-query+allpages-summary': 'Выдумка & <b>жирно</b><script>' } })
})

const page = async (params: Record<string, string>) => {
  const { headers, body } = await wiki.ask({ action: 'help', ...params })
  assert.equal(headers['content-type'], 'text/html; charset=utf-8')
  return body
}

test('a request without an action gets the help of the main module', async () => {
  const { headers, body } = await wiki.ask({})
  assert.equal(headers['content-type'], 'text/html; charset=utf-8')
  assert.match(body, /<a href="\?action=help&amp;modules=query">query<\/a>/)
})

test('a module is shown with its parameters, their types, limits and defaults', async () => {
  const body = await page({ modules: 'query+allpages', uselang: 'en' })
  assert.match(body, /list=allpages/)
  assert.match(body, /List all pages of a namespace by title\./)
  assert.match(body, /<dt id="query\+allpages:limit">aplimit<\/dt>/)
  assert.match(body, /From 1 to 500 \(5000 with higher limits\)\./)
  assert.match(body, /Default: <code>ascending<\/code>/)
  assert.match(body, /Can be used as a generator\./)
})

test('shows descriptions in the language of the reader and strips foreign tags', async () => {
  const body = await page({ modules: 'query+allpages' })
  assert.match(body, /<main id="content" lang="ru" dir="ltr">/)
  assert.match(body, /Выдумка &amp; <b>жирно<\/b>&lt;script&gt;/)
})

test('includes submodules one level or all levels deep', async () => {
  assert.ok(!(await page({ modules: 'main' })).includes('id="query"'))
  const near = await page({ modules: 'main', submodules: '1' })
  assert.ok(near.includes('id="query"') && !near.includes('id="query+tags"'))
  assert.ok((await page({ modules: 'main', recursivesubmodules: '1' })).includes('id="query+tags"'))
})

test('links each section from the table of contents', async () => {
  const body = await page({ modules: 'query', submodules: '1', toc: '1' })
  const targets = [...body.matchAll(/<a href="#([^"]+)">/g)].map(match => match[1])
  assert.equal(targets.length, 63)
  for (const target of targets) assert.ok(body.includes(`<section id="${target}">`), target)
})

test('can wrap the page in an ordinary response', async () => {
  const { json } = await wiki.ask({ action: 'help', modules: 'json', wrap: '1' })
  assert.equal(json.help.mime, 'text/html')
  assert.match(json.help.help, /^<!doctype html>/)
})

test('a module that does not exist is an error', async () => {
  const { json, headers } = await wiki.ask({ action: 'help', modules: 'query+nosuch', formatversion: '2' })
  assert.equal(json.error.code, 'badmodule')
  assert.equal(json.error.info, 'The module "query" does not have a submodule "nosuch".')
  assert.equal(headers['mediawiki-api-error'], 'badmodule')
})
