import { parsedSummaries } from '../content/parsed-summaries.ts'
import type { ActionRun } from './action-run.ts'
import type { Row } from './result/shape.ts'

const LINK = /\[\[[^[\]\n]+\]\]/g

/** Resolves links in HTML errors and warnings: only the database knows whether their targets exist. */
export async function linkMessages(run: ActionRun): Promise<void> {
  const entries = [run.result.errors, run.result.warnings]
    .filter(list => Array.isArray(list))
    .flatMap(list => list as Row[])
    .filter(({ html }) => typeof html === 'string' && html.includes('[['))
  const anchors = [...new Set(entries.flatMap(({ html }) => String(html).match(LINK) ?? []))]
  if (anchors.length === 0) return
  const summaries = anchors.map(text => ({ text: text.replaceAll('&quot;', '"').replaceAll('&amp;', '&'), page: null }))
  const links = await parsedSummaries(run, summaries)
  for (const entry of entries) entry.html = String(entry.html).replace(LINK, text => links[anchors.indexOf(text)]!)
}
