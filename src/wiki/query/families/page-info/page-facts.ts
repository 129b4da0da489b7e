import type { Entry } from '../../../api/query/page-set.ts'
import type { QueryRun } from '../../../api/query/query-run.ts'
import type { Members, ResultOf } from '../../../api/result/kinds.ts'
import { defaultContentModel } from '../../../content/content-model.ts'
import { languageFields, pageLanguage } from '../../../content/page-language.ts'
import { isoTimestamp } from '../../../site/timestamp.ts'

/** Basic information; a missing page has only the first four. */
export const pageFactMembers = {
  'contentmodel?': 'string',
  'pagelanguage?': 'string',
  'pagelanguagehtmlcode?': 'string',
  'pagelanguagedir?': 'string',
  'touched?': 'string',
  'lastrevid?': 'integer',
  'length?': 'integer',
  'redirect?': 'boolean',
  'new?': 'boolean',
} as const satisfies Members

type PageFacts = ResultOf<typeof pageFactMembers>

/** Basic information of prop=info about every page, existing or not. */
export function pageFacts(q: QueryRun, entry: Entry): PageFacts {
  const { ns, title, page } = entry
  const model = modelOf(q, entry)
  const language = pageLanguage(q.site, ns, title, page?.lang ?? null, model)
  const { pagelanguage, pagelanguagehtmlcode, pagelanguagedir } = languageFields(language)
  const general = { contentmodel: model, pagelanguage, pagelanguagehtmlcode, pagelanguagedir }
  if (!page) return general
  const { touched, latest_rev: lastrevid, length } = page
  const shown: PageFacts = { ...general, touched: isoTimestamp(touched), lastrevid, length }
  if (page.is_redirect) shown.redirect = true
  if (page.is_new) shown.new = true
  return shown
}

export const modelOf = (q: QueryRun, { ns, title, page }: Entry): string =>
  page?.content_model ?? defaultContentModel(q.site, ns, title)
