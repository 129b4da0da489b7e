import { NS } from '../../site/namespaces.ts'
import type { ActionRun } from '../action-run.ts'
import { list, OrderedEntries, type Row } from '../result/shape.ts'
import type { PageSet } from './page-set.ts'

/** Whether the request includes anything that is not an existing page. */
export const hasOthers = ({ missing, missingIds, invalid, special }: PageSet): boolean =>
  missing.length + missingIds.length + invalid.length + special.length > 0

/** Outputs everything that is not an existing page; precedes the pages. */
export async function outputOthers(run: ActionRun, pages: PageSet): Promise<void> {
  for (const { key, ns, title } of pages.missing) {
    const isDefault = await isKnown(run, ns, title)
    pages.setOutput(key, {
      ...run.pageName(ns, title),
      missing: true,
      ...(isDefault && { known: true }),
      ...pages.data(key),
    })
  }
  if (pages.invalid.length > 0) await run.wiki.messages.catchUp()
  for (const { key, title, reason } of pages.invalid) {
    pages.setOutput(key, { title, invalidreason: run.formatter.reason(reason), invalid: true })
  }
  for (const pageid of pages.missingIds) pages.setOutput(pageid, { pageid, missing: true })
  for (const { key, ns, title } of pages.special) {
    const missing = ns === NS.special ? !isSpecialPage(run, title) : !(await isFile(run, title))
    pages.setOutput(key, {
      ...run.pageName(ns, title),
      special: true,
      ...(missing && { missing: true }),
      ...pages.data(key),
    })
  }
}

/** Outputs the resolved page set before the modules add to it. */
export function outputPages(run: ActionRun, pages: PageSet): void {
  const answer: Row = {}
  if (pages.normalized.length > 0) answer.normalized = list('n', [...pages.normalized])
  if (pages.converted.length > 0) answer.converted = list('c', [...pages.converted])
  if (pages.interwiki.length > 0) answer.interwiki = list('i', pages.interwiki)
  if (pages.redirects.length > 0) answer.redirects = list('r', pages.redirects)
  if (pages.missingRevisions.length > 0) {
    const missing = [...new Set(pages.missingRevisions)].map(revid => ({ revid, missing: true }))
    // Keyed by id, which PHP shows as a list if the ids happen to be 0, 1, 2, ….
    const isList = missing.every(({ revid }, index) => revid === index)
    answer.badrevids = isList
      ? list('rev', missing)
      : new OrderedEntries(
          'rev',
          missing.map(row => [row.revid, row]),
        )
  }
  for (const page of pages.good.values()) {
    const { id, ns, title } = page
    const row: Row = { pageid: id, ns, title: run.titleText(ns, title) }
    const data = pages.data(id)
    pages.setOutput(id, data ? Object.assign(row, data) : row)
  }
  if (Object.keys(answer).length > 0) run.result.query = { ...(run.result.query as Row | undefined), ...answer }
}

/** A missing page of the MediaWiki namespace may still have a default text. */
async function isKnown(run: ActionRun, ns: number, title: string): Promise<boolean> {
  // A file without a description page still exists.
  if (ns === NS.file) return isFile(run, title)
  if (ns !== NS.mediawiki) return false
  const slash = title.lastIndexOf('/')
  const [name, language] = slash > 0 ? [title.slice(0, slash), title.slice(slash + 1)] : [title, run.wiki.site.language]
  const key = (name[0]?.toLowerCase() ?? '') + name.slice(1).replaceAll('_', ' ')
  const texts = [await run.wiki.messages.load(language), await run.wiki.messages.load('en')]
  return texts.some(text => text.has(key.replaceAll(' ', '_')))
}

const isFile = async (run: ActionRun, name: string): Promise<boolean> =>
  (await run.db.selectFrom('file').where('name', '=', name).select('name').executeTakeFirst()) !== undefined

const isSpecialPage = (run: ActionRun, title: string): boolean => run.wiki.site.specialPages.resolve(title) !== null
