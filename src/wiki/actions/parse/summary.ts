import type { ActionRun } from '../../api/action-run.ts'
import type { Row } from '../../api/result/shape.ts'
import { parsedSummaries } from '../../content/parsed-summaries.ts'
import { wordingOf } from '../../messages/wording.ts'
import type { Subject } from './subject.ts'

interface SummaryArgs {
  readonly summary: string | undefined
  readonly section: string | undefined
  readonly sectiontitle: string | undefined
}

/** The summary as HTML. A new section has one by itself, made of its title. */
export async function summaryFields(run: ActionRun, { page }: Subject, a: SummaryArgs): Promise<Row> {
  const isNew = a.section === 'new'
  const text = isNew ? await newSectionSummary(run, a) : a.summary
  if (text === undefined) return {}
  const [parsedsummary] = await parsedSummaries(run, [
    { text, page: { ns: page.ns, title: page.dbkey }, staysOnPage: isNew },
  ])
  return { parsedsummary }
}

async function newSectionSummary(run: ActionRun, { summary, sectiontitle }: SummaryArgs): Promise<string | undefined> {
  if (sectiontitle && summary) return summary
  const title = sectiontitle || summary
  if (!title) return undefined
  const wording = await wordingOf(run.wiki.messages, run.wiki.site.language)
  return (wording.text('newsectionsummary') ?? '/* $1 */').replaceAll('$1', () => title)
}
