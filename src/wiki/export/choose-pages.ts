import { portions } from '#store/keyset.ts'
import { statement } from '#store/statement.ts'
import type { Reader } from '#store/store.ts'
import { type PageName, type PageRow, pagesByName } from '../content/pages.ts'
import { NS } from '../site/namespaces.ts'
import type { Site } from '../site/site.ts'
import { titleInNamespace, titleOrNull } from '../site/titles.ts'
import { changedSince } from './changed-since.ts'
import { ExportError } from './export-file.ts'

/** Selects the pages to export; everything when empty. */
export interface Choice {
  /** By number or name. */
  readonly namespaces?: readonly string[]
  /** Titles. */
  readonly pages?: readonly string[]
  /** Categories whose members to export, with or without the namespace prefix. */
  readonly categories?: readonly string[]
  /** Whether to include members of subcategories, recursively. */
  readonly subcategories?: boolean | undefined
  /** Whether to include all templates used by the selected pages. */
  readonly templates?: boolean | undefined
  /** Only what changed since then, in seconds since 1970. */
  readonly since?: number | undefined
}

/** A resolved selection. */
export interface ChosenPages {
  readonly namespaces: readonly number[] | undefined
  /** Undefined to export every page of the namespaces. */
  readonly ids: ReadonlySet<number> | undefined
  /** Pages of which older revisions may be new too. */
  readonly whole?: ReadonlySet<number>
}

export async function choosePages(db: Reader, site: Site, choice: Choice): Promise<ChosenPages> {
  const chosen = await chooseByName(db, site, choice)
  if (choice.since === undefined) return chosen
  const { ids, whole } = await changedSince(db, choice.since)
  return { ...chosen, ids: chosen.ids === undefined ? ids : ids.intersection(chosen.ids), whole }
}

async function chooseByName(db: Reader, site: Site, choice: Choice): Promise<ChosenPages> {
  const namespaces = choice.namespaces?.map(name => namespaceId(site, name))
  if (!choice.pages && !choice.categories) {
    if (choice.templates) throw new ExportError('Templates can only be added to selected pages or categories.')
    return { namespaces, ids: undefined }
  }
  const ids = new Set<number>()
  await addNamed(db, site, choice.pages ?? [], ids)
  await addMembers(db, await allCategories(db, site, choice), ids)
  if (choice.templates) await addTemplates(db, ids)
  return { namespaces, ids }
}

function namespaceId(site: Site, name: string): number {
  const id = /^-?\d+$/.test(name) ? Number(name) : site.namespaces.idOf(name)
  if (id !== undefined && id >= 0 && site.namespaces.has(id)) return id
  throw new ExportError(`This wiki has no namespace "${name}" that can contain pages.`)
}

async function addNamed(db: Reader, site: Site, titles: readonly string[], ids: Set<number>): Promise<void> {
  const names = new Map<string, PageName>()
  for (const text of titles) {
    const title = titleOrNull(site, text)
    if (title === null || title.interwiki !== '') throw new ExportError(`"${text}" is not a valid title.`)
    names.set(text, { ns: title.ns, title: title.dbkey })
  }
  const found = new Set<string>()
  for (const { id, ns, title } of await pagesByName(db, names.values())) {
    found.add(`${ns}:${title}`)
    ids.add(id)
  }
  for (const [text, { ns, title }] of names)
    if (!found.has(`${ns}:${title}`)) throw new ExportError(`The page "${text}" does not exist.`)
}

const MEMBERS = statement(db =>
  db
    .selectFrom('category_link')
    .innerJoin('page', 'page.id', 'category_link.page_id')
    .select(['page.id', 'page.title']),
)

async function allCategories(db: Reader, site: Site, choice: Choice): Promise<Set<string>> {
  const categories = new Set<string>()
  for (const text of choice.categories ?? []) {
    const title = titleOrNull(site, text)
    const own = title?.ns === NS.category ? title : titleInNamespace(site, NS.category, text)
    if (own === null || own.dbkey === '') throw new ExportError(`"${text}" is not a valid category name.`)
    categories.add(own.dbkey)
  }
  if (!choice.subcategories) return categories
  // Iterating a set includes elements added on the way, so newly found categories are visited too.
  for (const category of categories) {
    const below = await MEMBERS.where('category_link.category', '=', category)
      .where('page.ns', '=', NS.category)
      .all(db)
    for (const { title } of below) categories.add(title)
  }
  return categories
}

async function addMembers(db: Reader, categories: ReadonlySet<string>, ids: Set<number>): Promise<void> {
  for (const part of portions([...categories], 100)) {
    for (const { id } of await MEMBERS.where('category_link.category', 'in', part).all(db)) ids.add(id)
  }
  const names = [...categories].map(title => ({ ns: NS.category, title }))
  // Includes the category's own page, if there is one.
  for (const { id } of await pagesByName(db, names)) ids.add(id)
}

const TEMPLATES = statement(db =>
  db
    .selectFrom('template_link')
    .innerJoin('link_target', 'link_target.id', 'template_link.target_id')
    .innerJoin('page', join =>
      join.onRef('page.ns', '=', 'link_target.ns').onRef('page.title', '=', 'link_target.title'),
    )
    .select('page.id'),
)

/** Adds templates used directly or indirectly; both are stored with the page. */
export async function addTemplates(db: Reader, ids: Set<number>): Promise<void> {
  for (const part of portions([...ids], 500)) {
    for (const { id } of await TEMPLATES.where('template_link.from_id', 'in', part).all(db)) ids.add(id)
  }
}

const PAGES = statement(db => db.selectFrom('page').selectAll())
const BY_ID = [{ column: 'page.id', direction: 'asc' }] as const

/** Selected pages in an ID range, sorted by ID. */
export async function* eachPage(
  db: Reader,
  { namespaces, ids }: ChosenPages,
  { after, upTo }: { readonly after: number; readonly upTo: number },
  size: number,
): AsyncGenerator<readonly PageRow[]> {
  if (ids !== undefined) {
    const wanted = [...ids].filter(id => id > after && id <= upTo).sort((a, b) => a - b)
    for (const part of portions(wanted, size)) {
      const rows = await PAGES.where('page.id', 'in', part).all(db, { order: BY_ID, limit: size })
      const kept = rows.filter(({ ns }) => namespaces === undefined || namespaces.includes(ns))
      if (kept.length > 0) yield kept
    }
    return
  }
  for (let last = after; ; ) {
    const rows = await PAGES.where('page.id', '>', last)
      .where('page.id', '<=', upTo)
      .where('page.ns', 'in', namespaces)
      .all(db, { order: BY_ID, limit: size })
    if (rows.length === 0) return
    yield rows
    last = rows.at(-1)!.id
  }
}
