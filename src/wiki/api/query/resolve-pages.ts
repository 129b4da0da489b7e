import { padded } from '#store/keyset.ts'
import { type PageName, type PageRow, pagesById, pagesByName, redirectsFrom } from '../../content/pages.ts'
import { NS } from '../../site/namespaces.ts'
import { fullText } from '../../site/title-format.ts'
import { parseTitle, type Title } from '../../site/titles.ts'
import { formEncode, interwikiUrl } from '../../site/urls.ts'
import type { ActionRun } from '../action-run.ts'
import { splitMany } from '../params/parse.ts'
import { normalizeText } from '../request.ts'
import { convertsTitles, convertTitles, type GivenName } from './convert-titles.ts'
import type { PageSet } from './page-set.ts'
import type { Generated } from './run-module.ts'

/** Options for resolving pages, from the parameters of `action=query`. */
interface Resolution {
  readonly redirects: boolean
  readonly iwurl: boolean
  /** Whether to look for missing titles in another script. */
  readonly converttitles: boolean
  /** Namespace of titles without one. */
  readonly defaultNs?: number | undefined
}

/** Fills a page set from titles, ids, revisions or a generator. */
export class PageResolver {
  readonly #run: ActionRun
  readonly #set: PageSet
  readonly #options: Resolution

  constructor(run: ActionRun, set: PageSet, options: Resolution) {
    this.#run = run
    this.#set = set
    this.#options = options
  }

  async titles(titles: readonly string[]): Promise<void> {
    if (this.#options.converttitles) await this.#run.wiki.variants.catchUp()
    // Invalid titles get their made-up keys first.
    const read = titles.map(text => this.#titleOf(text))
    const converts = this.#options.converttitles && convertsTitles(this.#run.wiki.site)
    const names: PageName[] = []
    const local: GivenName[] = []
    for (const [i, text] of titles.entries()) {
      const title = read[i]
      const name = title && this.#place(text, title)
      if (!name) continue
      names.push(name)
      if (converts) local.push({ ...name, text })
    }
    return this.#addNames(converts ? await this.#inKnownScript(local) : names)
  }

  async #inKnownScript(names: readonly GivenName[]): Promise<readonly PageName[]> {
    const { db, wiki } = this.#run
    const conversion = await convertTitles(db, wiki.site, names)
    for (const { from, to } of conversion.converted) {
      const row = { from: this.#run.titleText(from.ns, from.title), to: this.#run.titleText(to.ns, to.title) }
      if (!this.#set.converted.some(other => other.from === row.from)) this.#set.converted.push(row)
    }
    return conversion.names
  }

  /** Reports titles that Unicode normalization changed, even with a generator. */
  respelled(raw: string): void {
    const normal = normalizeText(raw)
    const sent = splitMany(raw)
    const changed = new Map<string, string>()
    for (const [index, text] of splitMany(normal).entries()) {
      const from = sent[index] ?? text
      if (from !== text) changed.set(from, text)
    }
    for (const [from, to] of changed) {
      this.#set.normalized.push({ fromencoded: true, from: formEncode(from).replaceAll('+', '%20'), to })
    }
  }

  async ids(ids: readonly number[]): Promise<void> {
    const wanted = ids.filter(id => id > 0)
    const pages = (await pagesById(this.#run.db, wanted)).sort((a, b) => a.id - b.id)
    const existing = new Set(pages.map(page => page.id))
    this.#set.missingIds.push(...ids.filter(id => !existing.has(id)))
    await this.#addPages(pages)
  }

  /** Requested revisions stay with their own pages, even if redirects are followed. */
  async revisions(ids: readonly number[], found = false): Promise<void> {
    const { db, caller } = this.#run
    const wanted = ids.filter(id => id > 0)
    const live =
      wanted.length === 0
        ? []
        : await db.selectFrom('revision').where('id', 'in', padded(wanted)).select(['id', 'page_id']).execute()
    const pages = await pagesById(db, [...new Set(live.map(row => row.page_id))])
    const exists = new Set(pages.map(page => page.id))
    for (const row of live) if (exists.has(row.page_id)) this.#set.revisions.set(row.id, row.page_id)
    if (found) await this.#addPages(pages)
    else for (const page of pages) this.#set.addGood(page)
    const rest = ids.filter(id => !this.#set.revisions.has(id))
    if (rest.length > 0 && caller.can('deletedhistory')) await this.#deletedRevisions(rest)
    this.#set.missingRevisions.push(...rest.filter(id => !this.#set.deletedRevisions.has(id)))
  }

  async refs({ pages: found, inOrder }: Generated): Promise<void> {
    const named = found.flatMap(({ ref }) => ('ns' in ref ? [ref] : []))
    const ids = found.flatMap(({ ref }) => ('id' in ref ? [ref.id] : []))
    const revisions = found.flatMap(({ ref }) => ('revision' in ref ? [ref.revision] : []))
    if (ids.length > 0) {
      const pages = new Map((await pagesById(this.#run.db, ids)).map(page => [page.id, page]))
      const unique = [...new Set(ids)]
      this.#set.missingIds.push(...unique.filter(id => !pages.has(id)))
      const order = inOrder ? unique : unique.sort((a, b) => a - b)
      await this.#addPages(order.flatMap(id => pages.get(id) ?? []))
    }
    if (named.length > 0) {
      const given = named.map(({ ns, title }) => ({ ns, title, text: this.#run.titleText(ns, title) }))
      await this.#addNames(await this.#inKnownScript(given))
    }
    if (revisions.length > 0) await this.revisions(revisions, true)
    for (const { ref, data } of found) {
      const key = 'id' in ref ? ref.id : 'ns' in ref ? this.#set.entry(ref.ns, ref.title)?.key : undefined
      if (data && key !== undefined) this.#set.addData(key, data)
    }
  }

  #titleOf(text: string): Title | null {
    const title = parseTitle(this.#run.wiki.site, text, this.#options.defaultNs)
    if (!('invalid' in title)) return title
    const reason = { code: title.invalid, key: title.invalid, params: title.params }
    this.#set.invalid.push({ key: this.#set.inventKey(), title: text, reason })
    return null
  }

  /** The local page for a title; null for special pages and interwiki titles. */
  #place(text: string, title: Title): PageName | null {
    const { site } = this.#run.wiki
    if (title.interwiki !== '') {
      const full = fullText(site, { ...title, fragment: '' })
      this.#addNormalized(text, full)
      if (!this.#set.interwiki.some(row => row.title === full)) {
        const url = this.#options.iwurl ? { url: interwikiUrl(site, title) } : {}
        this.#set.interwiki.push({ title: full, iw: title.interwiki, ...url })
      }
      return null
    }
    const dbkey = title.ns === NS.special ? site.specialPages.localise(title.dbkey) : title.dbkey
    const shown = this.#run.titleText(title.ns, dbkey)
    this.#addNormalized(text, shown)
    if (title.ns < 0) {
      this.#set.addSpecial(title.ns, dbkey)
      return null
    }
    // "#section" is a valid title but does not name a page.
    return title.dbkey === '' ? null : { ns: title.ns, title: title.dbkey }
  }

  #addNormalized(from: string, to: string): void {
    if (to !== from) this.#set.normalized.push({ fromencoded: false, from, to })
  }

  async #addNames(names: readonly PageName[]): Promise<void> {
    const wanted = this.#set.size === 0 ? names : names.filter(name => !this.#set.entry(name.ns, name.title))
    // Special pages need no query, so they get their made-up keys before missing ones.
    const { specialPages } = this.#run.wiki.site
    for (const { ns, title } of wanted) {
      if (ns < 0) this.#set.addSpecial(ns, ns === NS.special ? specialPages.localise(title) : title)
    }
    const pages = await pagesByName(this.#run.db, wanted)
    this.#addFound(pages)
    if (pages.length < wanted.length) this.#addMissing(wanted, pages)
    if (this.#options.redirects) await this.#followFrom(pages)
  }

  #addMissing(wanted: readonly PageName[], pages: readonly PageRow[]): void {
    const existing = new Set(pages.map(page => `${page.ns}:${page.title}`))
    for (const { ns, title } of inNamespaceOrder(wanted))
      if (ns >= 0 && !existing.has(`${ns}:${title}`)) this.#set.addMissing(ns, title)
  }

  async #addPages(pages: readonly PageRow[]): Promise<void> {
    this.#addFound(pages)
    if (this.#options.redirects) await this.#followFrom(pages)
  }

  #addFound(pages: readonly PageRow[]): void {
    for (const page of pages) if (!(this.#options.redirects && page.is_redirect)) this.#set.addGood(page)
  }

  #followFrom(pages: readonly PageRow[]): Promise<void> {
    return this.#follow(pages.filter(page => page.is_redirect))
  }

  /** Follows redirects until nothing new turns up; a loop ends without a page. */
  async #follow(redirects: readonly PageRow[]): Promise<void> {
    const fresh = redirects.filter(page => !this.#followed.has(page.id)).sort((a, b) => a.id - b.id)
    if (fresh.length === 0) return
    for (const page of fresh) this.#followed.add(page.id)
    const targets = new Map(
      (
        await redirectsFrom(
          this.#run.db,
          fresh.map(page => page.id),
        )
      ).map(row => [row.from_id, row]),
    )
    const next: PageName[] = []
    for (const page of fresh) {
      const target = targets.get(page.id)
      if (!target) {
        this.#set.addGood(page)
        continue
      }
      const from = this.#run.titleText(page.ns, page.title)
      const interwiki = target.interwiki || null
      const name = this.#run.titleText(target.ns, target.title)
      const to = interwiki ? `${interwiki}:${name}` : name
      this.#set.redirects.push({
        from,
        to,
        ...(target.fragment ? { tofragment: target.fragment.replaceAll('_', ' ') } : {}),
        ...(interwiki ? { tointerwiki: interwiki } : {}),
      })
      const elsewhere = interwiki && this.#titleOf(to)
      if (elsewhere) this.#place(to, elsewhere)
      else if (!interwiki) next.push({ ns: target.ns, title: target.title })
    }
    await this.#addNames(next)
  }

  readonly #followed = new Set<number>()

  async #deletedRevisions(ids: readonly number[]): Promise<void> {
    const rows = await this.#run.db
      .selectFrom('archive')
      .where('rev_id', 'in', padded(ids))
      .select(['rev_id', 'ns', 'title'])
      .orderBy('rev_id')
      .execute()
    await this.#addNames(rows.map(row => ({ ns: row.ns, title: row.title })))
    for (const row of rows) {
      const entry = this.#set.entry(row.ns, row.title)
      if (entry) this.#set.deletedRevisions.set(row.rev_id, entry.key)
    }
  }
}

/** Made-up keys are assigned by namespace, in order of first appearance. */
function inNamespaceOrder(names: readonly PageName[]): PageName[] {
  return [...Map.groupBy(names, name => name.ns).values()].flat()
}
