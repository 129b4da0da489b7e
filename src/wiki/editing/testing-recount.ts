// For tests: recounts and reparses everything that is maintained on write, as `parlance db check` does.
import { checkCounters } from '../content/check-counters.ts'
import { collationOf, memberKey } from '../content/collation.ts'
import { TextWork } from '../content/text-work/text-work.ts'
import { NS } from '../site/namespaces.ts'
import type { Wiki } from '../wiki.ts'
import { checkOrder } from './check-order.ts'
import { readPageState } from './page-state.ts'

/** Differences between the tables and the page texts; empty when all is well. */
export async function recount(wiki: Wiki, now: number): Promise<string[]> {
  const { faults } = await checkCounters(wiki.db, wiki.site, now)
  return [...faults, ...(await checkOrder(wiki.db)).faults, ...(await wrongLinks(wiki, now))]
}

async function wrongLinks(wiki: Wiki, now: number): Promise<string[]> {
  const { db, site } = wiki
  const faults: string[] = []
  for (const { id, ns, title, is_redirect } of await db.selectFrom('page').selectAll().execute()) {
    const { text, model } = await readPageState(wiki, { ns, title })
    const harvest = await new TextWork(wiki, now).run('harvest', {
      page: { ns, dbkey: title },
      text: text ?? '',
      model,
    })
    const collation = collationOf(site)
    const expected = [
      ...harvest.links.map(link => `page_link ${link.ns}:${link.dbkey}`),
      ...harvest.templates.map(link => `template_link ${link.ns}:${link.dbkey}`),
      ...harvest.images.map(name => `image_link ${NS.file}:${name}`),
      ...harvest.categories.map(
        ({ dbkey, sortKeyPrefix }) =>
          `category ${dbkey} ${memberKey(collation, sortKeyPrefix, title.replaceAll('_', ' ')).toString('hex')}`,
      ),
      ...harvest.languageLinks.map(link => `language ${link.language}:${link.title}`),
      ...Object.entries(harvest.properties).map(([name, value]) => `property ${name}=${value}`),
      ...(harvest.redirect ? [`redirect ${harvest.redirect.ns}:${harvest.redirect.dbkey}`] : []),
    ]
    const found: string[] = is_redirect === 1 && !harvest.redirect ? ['marked as a redirect'] : []
    for (const table of ['page_link', 'template_link', 'image_link'] as const) {
      const rows = await db
        .selectFrom(table)
        .innerJoin('link_target', 'link_target.id', `${table}.target_id`)
        .where(`${table}.from_id`, '=', id)
        .select(['link_target.ns', 'link_target.title'])
        .execute()
      found.push(...rows.map(row => `${table} ${row.ns}:${row.title}`))
    }
    const categories = await db.selectFrom('category_link').where('page_id', '=', id).selectAll().execute()
    found.push(...categories.map(row => `category ${row.category} ${row.sortkey.toString('hex')}`))
    const languages = await db.selectFrom('language_link').where('from_id', '=', id).selectAll().execute()
    found.push(...languages.map(row => `language ${row.lang}:${row.title}`))
    const properties = await db.selectFrom('page_prop').where('page_id', '=', id).selectAll().execute()
    found.push(...properties.map(row => `property ${row.name}=${row.value}`))
    const redirects = await db.selectFrom('redirect').where('from_id', '=', id).selectAll().execute()
    found.push(...redirects.map(row => `redirect ${row.ns}:${row.title}`))
    faults.push(...differences(found, expected).map(fault => `${ns}:${title}: ${fault}`))
  }
  return faults
}

function differences(stored: readonly string[], right: readonly string[]): string[] {
  const [has, should] = [new Set(stored), new Set(right)]
  return [
    ...[...has.difference(should)].map(text => `should not be: ${text}`),
    ...[...should.difference(has)].map(text => `is missing: ${text}`),
  ]
}
