import { autonym, nameOf } from '#languages/wiki-languages.ts'
import type { ActionRun } from '../../api/action-run.ts'
import { content, type List, list, type Row } from '../../api/result/shape.ts'
import { foreignUrl } from '../../query/families/foreign-links.ts'
import type { Found } from '../../wikitext/state/output.ts'

export function languageLinks(run: ActionRun, found: Found): List<Row> {
  const rows = found.languageLinks.map(({ language: lang, title }) =>
    content(
      {
        lang,
        url: foreignUrl({ site: run.wiki.site }, lang, title),
        langname: nameOf(lang, run.language) ?? '',
        autonym: autonym(lang) ?? '',
        title,
      },
      'title',
    ),
  )
  return list('ll', rows)
}

export function interwikiLinks(run: ActionRun, found: Found): List<Row> {
  const rows = found.interwikiLinks.map(({ prefix, dbkey }) => {
    const title = dbkey.replaceAll('_', ' ')
    const url = foreignUrl({ site: run.wiki.site }, prefix, title)
    return content({ prefix, url, title: `${prefix}:${title}` }, 'title')
  })
  return list('iw', rows)
}
