import { continuation } from '../../api/params/common.ts'
import { boolean, integer, oneOf } from '../../api/params/kinds.ts'
import { number } from '../../api/query/keys.ts'
import { gathered, listedPerPage, propModule } from '../../api/query/query-module.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { type ExtractOptions, firstCharacters, firstSentences } from '../../content/extract.ts'
import type { PageRow } from '../../content/pages.ts'
import { readPages } from '../../content/read-pages.ts'
import { TextWork } from '../../content/text-work/text-work.ts'
import { fail } from '../../messages/message.ts'

/** Whole pages are long, so a response has one. */
const MOST_WHOLE_PAGES = 1

export const extracts = propModule({
  name: 'extracts',
  prefix: 'ex',
  classname: 'TextExtracts\\ApiQueryExtracts',
  extension: 'TextExtracts',
  setting: 'TextExtracts',
  needsPages: true,
  cacheable: true,
  summary: 'Get plain-text or limited HTML extracts of the pages.',
  helpUrls: ['https://www.mediawiki.org/wiki/Special:MyLanguage/Extension:TextExtracts#API'],
  help: {
    examples: [
      ['action=query&prop=extracts&exchars=175&titles=Therion', '1'],
      ['action=query&prop=extracts&exintro=1&explaintext=1&titles={main-page}', '2'],
    ],
    params: {
      chars: { words: 'Number of characters to return. The text may be a little longer, to keep whole words.' },
      sentences: { words: 'Number of sentences to return.' },
      limit: { words: 'Number of extracts to return. Without exintro, only one is returned.' },
      intro: { words: 'Return only the text before the first heading.' },
      plaintext: { words: 'Return plain text instead of limited HTML.' },
      sectionformat: { words: 'Format of headings in plain text.', values: ['plain', 'wiki', 'raw'] },
    },
  },
  result: { 'extract?': 'string' },
  params: {
    chars: integer({ min: 1, max: 1200 }),
    sentences: integer({ min: 1, max: 10 }),
    limit: integer({ min: 1, max: 20, default: 20 }),
    intro: boolean(),
    plaintext: boolean(),
    sectionformat: oneOf(['plain', 'raw', 'wiki'], { default: 'wiki' }),
    continue: continuation(),
  },

  pageListing(q, a) {
    if (a.chars !== undefined && a.sentences !== undefined)
      fail('apierror-invalidparammix', [{ list: ['exchars', 'exsentences'], type: 'text' }, 2])
    const isWhole = !a.intro && a.chars === undefined && a.sentences === undefined
    const most = isWhole ? MOST_WHOLE_PAGES : a.limit
    const options = { intro: a.intro, plain: a.plaintext, sections: a.sectionformat }
    return listedPerPage(
      // Texts are rendered, not selected.
      gathered(async ({ after: [first] = [0] }) => {
        const ids = q.pages.goodIds.filter(id => id >= (first as number)).sort((one, other) => one - other)
        const work = new TextWork(q.wiki, q.now, { signal: q.run.signal })
        const rows: { readonly page_id: number; readonly extract: string | undefined }[] = []
        for (const page_id of ids.slice(0, most))
          rows.push({ page_id, extract: await extractOfPage(q, work, q.pages.good.get(page_id)!, options) })
        return [...rows, ...ids.slice(most).map(page_id => ({ page_id, extract: undefined }))]
      }),
      {
        keys: [{ ...number('page_prop.page_id'), isNumber: true }],
        pageId: row => row.page_id,
        addsFields: true,
        item: ({ extract }) => (extract === undefined ? undefined : { extract: shortened(extract) }),
      },
    )

    function shortened(extract: string): string {
      if (a.chars !== undefined) {
        const start = firstCharacters(extract, a.chars, a.plaintext)
        return start === extract ? extract : `${start}...`
      }
      return a.sentences === undefined ? extract : firstSentences(extract, a.sentences, a.plaintext)
    }
  },
})

/** Pages that are not wikitext have no extract. */
async function extractOfPage(
  q: QueryRun,
  work: TextWork,
  { ns, title }: PageRow,
  options: ExtractOptions,
): Promise<string> {
  const found = (await readPages(q.wiki, [{ ns, title }])).get(`${ns}:${title}`)
  if (!found || found.text === null || (found.row.content_model ?? 'wikitext') !== 'wikitext') return ''
  const { html } = await work.render(
    {
      page: { ns, dbkey: title, revision: found.revision },
      text: found.text,
      model: 'wikitext',
      language: q.site.language,
      options: { editSections: false, tableOfContents: false, wrapper: '', limitReport: false },
    },
    `r${found.revision.revisionId}`,
  )
  return work.run('extract', { html, options })
}
