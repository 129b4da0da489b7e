// Validates real responses against the declared result types, ours and, if available, MediaWiki's.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { actions } from '../../../src/wiki/actions/index.ts'
import { ModuleTree } from '../../../src/wiki/api/module-tree.ts'
import { queryModules } from '../../../src/wiki/query/registry.ts'
import { ACTION_SHAPES, META_SHAPES } from '../generate/action-shapes.ts'
import { LIST_SHAPES, PAGE_SHAPE, PROP_SHAPES } from '../generate/query-shapes.ts'
import { type Members, schemaOfMembers } from '../generate/shape-schema.ts'
import { type JsonObject, Wiki } from '../src/index.ts'
import { MEDIAWIKI, MEDIAWIKI_ADMIN, NO_MEDIAWIKI, startSite } from './server.ts'

const tree = new ModuleTree(actions, queryModules)
const ajv = new Ajv2020({ strict: false, allErrors: true })

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
  search: { srsearch: 'Shape' },
  usercontribs: { ucuserprefix: '' },
  users: { ususers: 'Nobody at all|127.0.0.1' },
  revisions: { rvslots: '*' },
}

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

/** The schema without additional members. */
function closed(members: Members): object {
  const close = (schema: unknown): unknown => {
    if (typeof schema !== 'object' || schema === null) return schema
    if (Array.isArray(schema)) return schema.map(close)
    const inner = Object.fromEntries(Object.entries(schema).map(([name, each]) => [name, close(each)]))
    const isOpen = inner.type !== 'object' || inner.properties === undefined || 'additionalProperties' in inner
    return isOpen ? inner : { ...inner, additionalProperties: false }
  }
  return close(schemaOfMembers(members)) as object
}

function fits(members: Members, value: unknown, what: string): void {
  const validate = ajv.compile(closed(members))
  assert.ok(
    validate(value),
    `${what}: ${JSON.stringify(validate.errors?.map(({ message, params, instancePath }) => [instancePath, message, params]))} ${JSON.stringify(value).slice(0, 500)}`,
  )
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

  for (const [module, shape] of Object.entries<Members>(LIST_SHAPES))
    test(`list=${module}`, async () => {
      const own =
        module === 'usercontribs' ? { ...params(module), ucuser: name, ucuserprefix: undefined } : params(module)
      const answer = await wiki.request({ action: 'query', list: module, ...own })
      const { [module]: found = answer[module] } = (answer.query ?? {}) as JsonObject
      for (const item of found as unknown[]) fits(shape, item, module)
    })

  for (const [module, shape] of Object.entries<Members>(PROP_SHAPES))
    test(`prop=${module}`, async () => {
      const titles = 'Shape A|Shape B|Category:Shape|Shape that nobody wrote|<'
      const answer = await wiki.request({ action: 'query', prop: module, titles, ...params(module) })
      for (const page of (answer.query as { pages: unknown[] }).pages) fits({ ...PAGE_SHAPE, ...shape }, page, module)
    })

  for (const [module, shape] of Object.entries<Members>(META_SHAPES))
    test(`meta=${module}`, async () => {
      const own =
        module === 'tokens' ? { type: 'csrf|watch|patrol|rollback|userrights|login|createaccount' } : params(module)
      fits(shape, (await wiki.request({ action: 'query', meta: module, ...own })).query, module)
    })

  test('actions', async () => {
    const both = ACTION_SHAPES as Readonly<Record<string, Members>>
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
