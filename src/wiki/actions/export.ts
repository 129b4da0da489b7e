import type { ActionRun } from '../api/action-run.ts'
import type { PageSet } from '../api/query/page-set.ts'
import { type Row, textElements } from '../api/result/shape.ts'
import { withLatestRevisions } from '../content/page-export/latest-revisions.ts'
import { EXPORT_FOOTER, type ExportSchema, exportHeader, exportPage } from '../content/page-export/write-export.ts'

interface ExportArgs {
  readonly exportnowrap: boolean
  readonly exportschema: ExportSchema
}

/** Number of pages whose texts are read at a time. */
const PORTION = 50

/** Pages as an XML dump, inside the response (`export`) or as the whole response (`exportnowrap`). */
export async function exportPages(run: ActionRun, args: ExportArgs, pages: PageSet): Promise<void> {
  const { site } = run.wiki
  const good = [...pages.good.values()]
  const parts = [exportHeader(site, args.exportschema)]
  for (let from = 0; from < good.length; from += PORTION) {
    const portion = await withLatestRevisions(run.wiki, good.slice(from, from + PORTION))
    for (const page of portion) parts.push(exportPage(site, page, args.exportschema))
  }
  parts.push(EXPORT_FOOTER)
  const body = parts.join('')
  if (args.exportnowrap) {
    run.headers['content-disposition'] = 'inline; filename=export.xml'
    run.rawAnswer = { type: 'text/xml; charset=utf-8', body }
    return
  }
  run.result.query ??= {}
  const answer = run.result.query as Row
  answer.export = body
  textElements(answer, ['export'])
}
