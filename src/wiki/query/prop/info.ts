import { compareBytes } from '#store/keyset.ts'
import { helpPage } from '../../api/help-page.ts'
import { propModule } from '../../api/module.ts'
import { continuation, strings } from '../../api/params/common.ts'
import { manyOf, oneOf } from '../../api/params/kinds.ts'
import { isoTimestamp } from '../../api/params/timestamp.ts'
import type { Entry } from '../../api/query/page-set.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import type { Row } from '../../api/result/shape.ts'
import { defaultContentModel } from '../../content/content-model.ts'
import { languageFields, pageLanguage } from '../../content/page-language.ts'

export const info = propModule({
  name: 'info',
  prefix: 'in',
  classname: 'ApiQueryInfo',
  summary:
    'The basic facts of a page: its latest revision, length, language, protection, and what the caller may do with it.',
  helpUrls: [helpPage('Info')],
  params: {
    prop: manyOf(
      [
        'displaytitle',
        'notificationtimestamp',
        'preload',
        'protection',
        'subjectid',
        'talkid',
        'url',
        'varianttitles',
        'visitingwatchers',
        'watched',
        'watchers',
        'readable',
      ],
      { deprecatedvalues: ['readable'] },
    ),
    testactions: strings(),
    testactionsdetail: oneOf(['boolean', 'full', 'quick'], { default: 'boolean' }),
    token: manyOf(['block', 'delete', 'edit', 'email', 'import', 'move', 'protect', 'unblock', 'watch'], {
      deprecated: true,
    }),
    continue: continuation(),
  },

  async run(q, a) {
    const after = q.cursor(a.continue, 'int', 'string')
    const entries = q.pages.entries
      .filter(entry => entry.ns >= 0)
      .sort((one, other) => one.ns - other.ns || compareBytes(one.title, other.title))
      .filter(
        entry => !after || entry.ns > after[0] || (entry.ns === after[0] && compareBytes(entry.title, after[1]) >= 0),
      )
    for (const entry of entries) {
      if (q.addToPage(entry.key, basicFacts(q, entry))) continue
      q.continueWith(`${entry.ns}|${entry.title}`)
      return
    }
  },
})

function basicFacts(q: QueryRun, { ns, title, page }: Entry): Row {
  const language = pageLanguage(q.site, ns, title, page?.lang ?? null)
  return {
    contentmodel: page?.content_model ?? defaultContentModel(q.site, ns, title),
    ...languageFields(language),
    ...(page && {
      touched: isoTimestamp(page.touched),
      lastrevid: page.latest_rev,
      length: page.length,
      ...(page.is_redirect && { redirect: true }),
      ...(page.is_new && { new: true }),
    }),
  }
}
