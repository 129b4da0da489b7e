// Content as it was shown before revisions had slots: one text per revision, and whatever was to be made of it.
import { fail, messageParam } from '../../api/messages/message.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import type { Row } from '../../api/result/shape.ts'
import { contentFormat } from '../../content/content-format.ts'
import type { RevisionRow } from '../../content/revisions.ts'
import { escapeWikitext } from '../../site/escape-wikitext.ts'
import type { RevisionRequest } from './revision-request.ts'

/** In this form a missing section is an error; with slots it is a note on the slot. */
export function failNoSection({ section }: RevisionRequest, { id }: RevisionRow): never {
  fail('apierror-nosuchsection-what', [escapeWikitext(section ?? ''), messageParam('revid', [id])])
}

export async function olderContent(
  q: QueryRun,
  request: RevisionRequest,
  row: RevisionRow,
  model: string,
  text: string,
): Promise<Row> {
  const format = request.contentFormat ?? contentFormat(model)
  if (!request.prop.has('content')) return {}
  if (format !== contentFormat(model)) {
    q.warn('apierror-badformat', [format, model, escapeWikitext(q.titleText(row.ns, row.title))])
    return { badcontentformat: true }
  }
  return { contentformat: format, contentmodel: model, content: text }
}
