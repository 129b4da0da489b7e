// Validates real responses against the declared result types, ours and, if available, MediaWiki's.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { actions } from '../../../src/wiki/actions/index.ts'
import { ModuleTree } from '../../../src/wiki/api/module-tree.ts'
import { ENVELOPE, PAGE, PAGE_SET } from '../../../src/wiki/api/result/envelope.ts'
import type { Members } from '../../../src/wiki/api/result/kinds.ts'
import { mismatches } from '../../../src/wiki/api/result/mismatches.ts'
import { queryModules, queryModulesOf } from '../../../src/wiki/query/registry.ts'
import { type JsonObject, Wiki } from '../src/index.ts'
import { MEDIAWIKI, MEDIAWIKI_ADMIN, NO_MEDIAWIKI, startSite } from './server.ts'

/** A new wiki has all extensions. */
const tree = new ModuleTree(actions, queryModules, {
  watchlistExpiry: 'off',
  Echo: 'on',
  PageImages: 'on',
  Scribunto: 'on',
  TemplateData: 'on',
  TemplateStyles: 'on',
  TextExtracts: 'on',
  Thanks: 'on',
})

/** Required parameters, and values that cannot be combined. */
const NEEDS: Readonly<Record<string, Record<string, string>>> = {
  backlinks: { bltitle: 'Shape A', blredirect: '1' },
  categorymembers: { cmtitle: 'Category:Shape' },
  embeddedin: { eititle: 'Template:Shape' },
  imageusage: { iutitle: 'File:Shape.png' },
  iwbacklinks: { iwblprefix: 'wikipedia' },
  langbacklinks: { lbllang: 'de' },
  pageswithprop: { pwppropname: 'displaytitle' },
  prefixsearch: { pssearch: 'Sh' },
  querypage: { qppage: 'Uncategorizedpages' },
  search: { srsearch: 'Shape' },
  usercontribs: { ucuserprefix: '' },
  users: { ususers: 'Nobody at all|127.0.0.1' },
  revisions: { rvslots: '*' },
}

/** Modules that need more than one request to return anything, or parameters that exclude each other. */
const UNTRIED = new Set(['deletedrevs', 'stashimageinfo', 'mystashedfiles', 'authmanagerinfo'])

/** All values of `prop` together cover the most. */
function params(module: string): Record<string, string> {
  const { prefix, params: declared } = tree.find(`query+${module}`).module
  const { prop } = declared
  const all = Array.isArray(prop?.type) ? prop.type.filter(each => !prop.options.deprecatedvalues?.includes(each)) : []
  return {
    ...(all.length > 0 && { [`${prefix}prop`]: all.join('|') }),
    ...('limit' in declared && module !== 'revisions' && { [`${prefix}limit`]: '20' }),
    ...NEEDS[module],
  }
}

function fits(members: Members, value: unknown, what: string): void {
  assert.deepEqual(mismatches({ ...ENVELOPE, ...members }, value, what), [])
}

function describesAnswers(start: () => Promise<{ api: string; name: string; password: string }>): void {
  let wiki: Wiki
  let name: string
  before(async () => {
    const server = await start()
    name = server.name
    wiki = new Wiki({ url: server.api })
    await wiki.login(name, server.password)
    for (const title of ['Template:Shape', 'Shape A', 'Shape B'])
      await wiki.action('edit', {
        title,
        text: '{{Shape}}[[Shape A]] [[Category:Shape]] https://example.org',
        summary: 'made',
      })
    await wiki.action('edit', { title: 'Shape redirect', text: '#REDIRECT [[Shape A]]' })
    await wiki.action('watch', { titles: ['Shape A'] })
  })

  for (const { name: module, result } of queryModulesOf('list').filter(({ name }) => !UNTRIED.has(name)))
    test(`list=${module}`, async () => {
      const own =
        module === 'usercontribs' ? { ...params(module), ucuser: name, ucuserprefix: undefined } : params(module)
      const answer = await wiki.request({ action: 'query', list: module, ...own })
      const { [module]: items = answer[module], ...others } = (answer.query ?? {}) as JsonObject
      fits(result, { [module]: items, ...others }, module)
    })

  for (const { name: module, result } of queryModulesOf('prop').filter(({ name }) => !UNTRIED.has(name)))
    test(`prop=${module}`, async () => {
      const titles = 'Shape A|Shape B|Category:Shape|Shape that nobody wrote|<'
      const answer = await wiki.request({ action: 'query', prop: module, titles, ...params(module) })
      fits({ ...PAGE_SET, pages: [{ ...PAGE, ...result }] }, answer.query, module)
    })

  for (const { name: module, result } of queryModulesOf('meta').filter(({ name }) => !UNTRIED.has(name)))
    test(`meta=${module}`, async () => {
      const own =
        module === 'tokens' ? { type: 'csrf|watch|patrol|rollback|userrights|login|createaccount' } : params(module)
      fits(result, (await wiki.request({ action: 'query', meta: module, ...own })).query, module)
    })

  test('actions', async () => {
    const both: Record<string, Members> = Object.fromEntries(actions.map(({ name, result }) => [name, result]))
    const edited = await wiki.action('edit', { title: 'Shape C', text: 'Boats.' })
    fits(both.edit!, edited, 'edit')
    fits(both.edit!, await wiki.action('edit', { title: 'Shape C', text: 'Boats.' }), 'edit of nothing')
    fits(both.parse!, await wiki.action('parse', { page: 'Shape A' }), 'parse')
    fits(
      both.expandtemplates!,
      await wiki.action('expandtemplates', { text: '{{Shape}}', prop: ['wikitext'] }),
      'expandtemplates',
    )
    fits(both.compare!, await wiki.action('compare', { fromtitle: 'Shape A', totitle: 'Shape C' }), 'compare')
    fits(both.purge!, await wiki.action('purge', { titles: ['Shape A'] }), 'purge')
    fits(both.watch!, await wiki.action('watch', { titles: ['Shape B'] }), 'watch')
    fits(
      both.protect!,
      await wiki.action('protect', { title: 'Shape C', protections: ['edit=sysop'], expiry: ['infinite'] }),
      'protect',
    )
    fits(both.move!, await wiki.action('move', { from: 'Shape C', to: 'Shape M', noredirect: true }), 'move')
    fits(both.delete!, await wiki.action('delete', { title: 'Shape M', reason: 'No longer needed' }), 'delete')
    fits(both.undelete!, await wiki.action('undelete', { title: 'Shape M' }), 'undelete')
    await wiki.action('delete', { title: 'Shape M' })
  })
}

describe('declared results and our wiki', () => describesAnswers(startSite))

describe('declared results and MediaWiki', { skip: NO_MEDIAWIKI }, () =>
  describesAnswers(async () => ({ api: MEDIAWIKI!, ...MEDIAWIKI_ADMIN })),
)
