// Compares extracted rows with rows stored by MediaWiki, table by table.

import type { Harvest } from '../harvest/harvest.ts'
import type { DumpWiki } from './dump-wiki.ts'

export interface TableScore {
  ours: number
  theirs: number
  shared: number
  precision: number
  recall: number
  /** Samples of rows that only one side has, with their page. */
  extra: string[]
  missing: string[]
}

function rowsOfTable(rows: Iterable<readonly [number, string]>): Map<number, Set<string>> {
  const byPage = new Map<number, Set<string>>()
  for (const [page, key] of rows) {
    const known = byPage.get(page)
    if (known) known.add(key)
    else byPage.set(page, new Set([key]))
  }
  return byPage
}

export type Expected = Record<string, Map<number, Set<string>>>

/** MediaWiki's rows as page ID and text. */
export function expectedRows({ tables }: DumpWiki): Expected {
  const rows = (name: string) => tables.get(name)!
  const targets = new Map(rows('linktarget').map(row => [row.lt_id, `${row.lt_namespace}:${row.lt_title}`]))
  const number = (value: unknown) => Number(value)
  return {
    pagelinks: rowsOfTable(rows('pagelinks').map(r => [number(r.pl_from), `${r.pl_namespace}:${r.pl_title}`])),
    templatelinks: rowsOfTable(rows('templatelinks').map(r => [number(r.tl_from), targets.get(r.tl_target_id!)!])),
    imagelinks: rowsOfTable(rows('imagelinks').map(r => [number(r.il_from), String(r.il_to)])),
    externallinks: rowsOfTable(rows('externallinks').map(r => [number(r.el_from), String(r.el_to)])),
    iwlinks: rowsOfTable(rows('iwlinks').map(r => [number(r.iwl_from), `${r.iwl_prefix}:${r.iwl_title}`])),
    langlinks: rowsOfTable(rows('langlinks').map(r => [number(r.ll_from), `${r.ll_lang}:${r.ll_title}`])),
    categorylinks: rowsOfTable(
      rows('categorylinks').map(r => [number(r.cl_from), `${r.cl_to}|${r.cl_sortkey_prefix}`]),
    ),
    redirect: rowsOfTable(
      rows('redirect').map(r => [
        number(r.rd_from),
        `${r.rd_interwiki ?? ''}|${r.rd_namespace}:${r.rd_title}#${r.rd_fragment ?? ''}`,
      ]),
    ),
    page_props: rowsOfTable(rows('page_props').map(r => [number(r.pp_page), `${r.pp_propname}=${r.pp_value}`])),
  }
}

/** Our rows in the same format. */
export function harvestedRows(harvest: Harvest): Record<string, string[]> {
  const { redirect } = harvest
  return {
    pagelinks: harvest.links.map(({ ns, dbkey }) => `${ns}:${dbkey}`),
    templatelinks: harvest.templates.map(({ ns, dbkey }) => `${ns}:${dbkey}`),
    imagelinks: harvest.images,
    externallinks: harvest.externalLinks,
    iwlinks: harvest.interwikiLinks.map(({ prefix, dbkey }) => `${prefix}:${dbkey}`),
    langlinks: harvest.languageLinks.map(({ language, title }) => `${language}:${title}`),
    categorylinks: harvest.categories.map(({ dbkey, sortKeyPrefix }) => `${dbkey}|${sortKeyPrefix}`),
    redirect: redirect ? [`${redirect.interwiki}|${redirect.ns}:${redirect.dbkey}#${redirect.fragment}`] : [],
    page_props: Object.entries(harvest.properties).map(([name, value]) => `${name}=${value}`),
  }
}

export class Scores {
  readonly #expected: Expected
  readonly #counts = new Map<
    string,
    { ours: number; theirs: number; shared: number; extra: string[]; missing: string[] }
  >()
  readonly #examples: number

  constructor(expected: Expected, examples = 20) {
    this.#expected = expected
    this.#examples = examples
    for (const table of Object.keys(expected)) {
      this.#counts.set(table, { ours: 0, theirs: 0, shared: 0, extra: [], missing: [] })
    }
  }

  add(pageId: number, label: string, harvest: Harvest): void {
    for (const [table, keys] of Object.entries(harvestedRows(harvest))) {
      const ours = new Set(keys)
      const theirs = this.#expected[table]!.get(pageId) ?? new Set()
      const count = this.#counts.get(table)!
      count.ours += ours.size
      count.theirs += theirs.size
      for (const key of ours) {
        if (theirs.has(key)) count.shared++
        else if (count.extra.length < this.#examples) count.extra.push(`${label} → ${key}`)
      }
      for (const key of theirs) {
        if (!ours.has(key) && count.missing.length < this.#examples) count.missing.push(`${label} → ${key}`)
      }
    }
  }

  result(): Record<string, TableScore> {
    const scores: Record<string, TableScore> = {}
    for (const [table, count] of this.#counts) {
      const precision = count.ours === 0 ? 1 : count.shared / count.ours
      const recall = count.theirs === 0 ? 1 : count.shared / count.theirs
      scores[table] = { ...count, precision, recall }
    }
    return scores
  }
}
