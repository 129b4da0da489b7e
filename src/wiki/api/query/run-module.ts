import { breathe } from '#store/turn.ts'
import { fail } from '../../messages/message.ts'
import type { Args, Params } from '../params/kinds.ts'
import { emptyAsList, list, type Row } from '../result/shape.ts'
import { type Found, findRows } from './find-rows.ts'
import type { Listing, ListModule, MetaModule, PageRef, PropModule, QueryModule } from './query-module.ts'
import { isImplemented } from './query-module.ts'
import type { QueryRun } from './query-run.ts'

type AnyArgs = Args<Params>

/** Runs one module and adds its results to the response. */
export function runModule(q: QueryRun, module: QueryModule, args: AnyArgs): Promise<void> {
  rejectUnimplemented(module)
  q.run.addModule(module, args)
  if (module.group === 'list') return runList(q, module, args)
  return module.group === 'prop' ? runProp(q, module, args) : runMeta(q, module, args)
}

function rejectUnimplemented(module: QueryModule): void {
  if (!isImplemented(module)) fail('apierror-moduledisabled', [module.name])
}

async function runList(q: QueryRun, module: ListModule | MetaModule, args: AnyArgs): Promise<void> {
  const pending = module.listing!(q, args)
  // Awaiting a value that is already there would cost a tick; the same below.
  const listing = pending instanceof Promise ? await pending : pending
  const items: unknown[] = []
  if (listing) {
    const found = await findRows(q, listing, args)
    const itemOf = listing.items ? await listing.items(found.rows, found.within) : listing.item!
    const add = listing.group ? addGrouped(items, listing.group) : (item: unknown) => items.push(item)
    const take = (row: never): boolean => {
      const item = itemOf(row)
      if (item === null) return true
      if (item === undefined) return false
      if (!q.run.budget.take(item, items.length === 0)) return false
      add(emptyAsList(item), row)
      return true
    }
    if (listing.inTurns) await eachRowInTurns(q, found, take)
    else eachRow(q, found, take)
  }
  const place = 'besideQuery' in module ? q.run.result : q.answer()
  Object.assign(place, listing?.beside?.())
  const shown = list(module.tag!, items)
  place[module.name] = listing?.frame?.(shown) ?? shown
}

/** Groups items in order of their first appearance. */
function addGrouped(items: unknown[], group: NonNullable<Listing<never>['group']>) {
  const lists = new Map<string | number, unknown[]>()
  return (item: unknown, row: never): void => {
    const key = group.key(row)
    const existing = lists.get(key)
    if (existing) {
      existing.push(item)
      return
    }
    const own = list(group.tag, [item])
    lists.set(key, own)
    items.push(group.entry(row, own))
  }
}

const isIdle = (q: QueryRun, module: QueryModule): boolean =>
  module.group === 'prop' && module.needsPages === true && q.pages.good.size === 0

async function runProp(q: QueryRun, module: PropModule, args: AnyArgs): Promise<void> {
  if (isIdle(q, module)) return
  if (module.besidePages) {
    const results = await module.besidePages(q, args)
    if (results) Object.assign(q.answer(), results)
    return
  }
  const pending = module.pageListing!(q, args)
  const listing = pending instanceof Promise ? await pending : pending
  if (!listing) return
  const found = await findRows(q, listing, args)
  const itemOf = listing.items ? await listing.items(found.rows, found.within) : listing.item!
  const { addsFields } = listing
  eachRow(q, found, row => {
    const item = itemOf(row)
    if (item === null || item === undefined) return item === null
    return addsFields === true || addsFields?.(row)
      ? q.addToPage(listing.pageId(row), item as Row)
      : q.addItemToPage(listing.pageId(row), item)
  })
}

async function runMeta(q: QueryRun, module: MetaModule, args: AnyArgs): Promise<void> {
  if (module.listing) return runList(q, module, args)
  const answer = await module.answer!(q, args)
  if (answer !== undefined) q.answer()[module.name] = answer
}

/** Outputs rows until the size limit is reached; the first remaining row becomes the continue value. */
function eachRow(q: QueryRun, { rows, extra, cursor, continueParam }: Found, take: (row: never) => boolean): void {
  for (const row of rows) {
    if (take(row)) continue
    q.continueWith(cursor(row), continueParam)
    return
  }
  if (extra !== undefined) q.continueWith(extra, continueParam)
}

async function eachRowInTurns(q: QueryRun, found: Found, take: (row: never) => boolean): Promise<void> {
  for (const row of found.rows) {
    await breathe(q.run.signal)
    if (take(row)) continue
    q.continueWith(found.cursor(row), found.continueParam)
    return
  }
  if (found.extra !== undefined) q.continueWith(found.extra, found.continueParam)
}

export interface Generated {
  readonly pages: readonly { readonly ref: PageRef; readonly data: Row | undefined }[]
  readonly inOrder?: true
}

/** Generator mode: the pages a module found, in its order, with their data. */
export async function runGenerator(q: QueryRun, module: QueryModule, args: AnyArgs): Promise<Generated> {
  rejectUnimplemented(module)
  q.run.addModule(module, args)
  if (isIdle(q, module)) return { pages: [] }
  if (!module.generator) fail('apierror-badgenerator-notgenerator', [module.name])
  const listing = await listingOf(q, module, args)
  if (!listing) return { pages: [] }
  const found = await findRows(q, listing, args)
  if (listing.frame) q.answer()[module.name] = listing.frame(null)
  if (listing.beside) Object.assign(q.answer(), listing.beside())
  const pages: { ref: PageRef; data: Row | undefined }[] = []
  const [first] = found.rows
  if (listing.growsAtStart && first !== undefined) q.keepGeneratorAt(found.cursor(first), found.continueParam)
  eachRow(q, found, row => {
    const ref = listing.page!(row)
    if (ref) pages.push({ ref, data: listing.pageData?.(row, pages.length) })
    return true
  })
  if (found.isComplete) for (const row of found.within) pages.push({ ref: listing.inner!.page(row), data: undefined })
  return { pages, ...(listing.keepsOrder && { inOrder: true }) }
}

const listingOf = (q: QueryRun, module: QueryModule, args: AnyArgs) =>
  module.group === 'list'
    ? module.listing?.(q, args)
    : module.group === 'prop'
      ? module.pageListing?.(q, args)
      : undefined
