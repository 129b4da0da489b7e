import { fail } from '../../messages/message.ts'
import type { Listing, ListModule, MetaModule, PageListing, PageRef, PropModule, QueryModule } from '../module.ts'
import { isImplemented } from '../module.ts'
import type { Args, Params } from '../params/kinds.ts'
import { emptyAsList, list, type Row } from '../result/shape.ts'
import type { QueryRun } from './query-run.ts'

type AnyArgs = Args<Params>

/** Runs one module and puts what it found into the answer. */
export function runModule(q: QueryRun, args: AnyArgs): Promise<void> {
  const { module } = q
  refuseUnwritten(module)
  q.run.takesPart(module, args)
  if (module.group === 'list') return runList(q, module, args)
  return module.group === 'prop' ? runProp(q, module, args) : runMeta(q, module, args)
}

function refuseUnwritten(module: QueryModule): void {
  if (!isImplemented(module)) fail('apierror-moduledisabled', [module.name])
}

async function runList(q: QueryRun, module: ListModule, args: AnyArgs): Promise<void> {
  const listing = await module.listing!(q, args)
  const items: unknown[] = []
  const add = listing.group ? addGrouped(items, listing.group) : (item: unknown) => items.push(item)
  eachRow(q, listing, args, row => {
    const item = listing.item(row)
    if (item === null) return true
    if (!q.run.budget.take(item, items.length === 0)) return false
    add(emptyAsList(item), row)
    return true
  })
  // list=watchlistraw answers beside `query`, and always has.
  const place = module.name === 'watchlistraw' ? q.run.result : q.answer()
  Object.assign(place, listing.beside)
  const shown = list(module.tag, items)
  place[module.name] = listing.frame?.(shown) ?? shown
}

/** Entries stand in the order in which their first items appear. */
function addGrouped(items: unknown[], group: NonNullable<Listing<never>['group']>) {
  const lists = new Map<string | number, unknown[]>()
  return (item: unknown, row: never): void => {
    const key = group.key(row)
    const known = lists.get(key)
    if (known) {
      known.push(item)
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
  if (module.run) return module.run(q, args)
  const listing = await module.pageListing!(q, args)
  eachRow(q, listing, args, row => {
    const item = listing.item(row)
    return item === null || q.addItemToPage(listing.pageId(row), item)
  })
}

async function runMeta(q: QueryRun, module: MetaModule, args: AnyArgs): Promise<void> {
  const answer = await module.answer!(q, args)
  if (answer !== undefined) q.answer()[module.name] = answer
}

/** Hands out rows until the limit or the size budget is reached; the first row not handed out becomes the continue value. */
function eachRow(q: QueryRun, listing: Listing<never>, args: AnyArgs, take: (row: never) => boolean): void {
  const limit = listing.limit ?? (args.limit as number | undefined) ?? Number.POSITIVE_INFINITY
  for (const [index, row] of listing.rows.entries()) {
    if (index >= limit || !take(row)) {
      q.continueWith(listing.continueAt ?? listing.next(row), listing.continueParam)
      return
    }
  }
  if (listing.continueAt !== undefined) q.continueWith(listing.continueAt, listing.continueParam)
}

export interface Generated {
  readonly pages: readonly { readonly ref: PageRef; readonly data: Row | undefined }[]
  readonly inOrder?: true
}

/** In generator mode: the pages a module found, in its order, with what it says of each. */
export async function runGenerator(q: QueryRun, args: AnyArgs): Promise<Generated> {
  const { module } = q
  refuseUnwritten(module)
  q.run.takesPart(module, args)
  if (isIdle(q, module)) return { pages: [] }
  const listing = await listingOf(q, module, args)
  if (listing.frame) q.answer()[module.name] = listing.frame(null)
  if (listing.beside) Object.assign(q.answer(), listing.beside)
  const found: { ref: PageRef; data: Row | undefined }[] = []
  const [first] = listing.rows
  if (listing.growsAtStart && first !== undefined) q.keepGeneratorAt(listing.next(first), listing.continueParam)
  eachRow(q, listing, args, row => {
    const ref = listing.page!(row)
    if (ref) found.push({ ref, data: listing.pageData?.(row, found.length) })
    return true
  })
  return { pages: found, ...(listing.keepsOrder && { inOrder: true }) }
}

async function listingOf(
  q: QueryRun,
  module: QueryModule,
  args: AnyArgs,
): Promise<Listing<never> | PageListing<never>> {
  const listing =
    module.group === 'list'
      ? await module.listing?.(q, args)
      : module.group === 'prop'
        ? await module.pageListing?.(q, args)
        : undefined
  if (!listing?.page) fail('apierror-badgenerator-notgenerator', [module.name])
  return listing
}
