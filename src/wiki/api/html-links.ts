import { parsedSummaries } from '../content/parsed-summaries.ts'
import type { ActionRun } from './action-run.ts'

const LINK = /\[\[[^[\]\n]+\]\]/g

/** Resolves links in HTML messages: only the database knows whether their targets exist. */
export async function linkMessages(run: ActionRun): Promise<void> {
  const entries = run.formatter.htmlEntries.filter(({ html }) => String(html).includes('[['))
  const found = [...new Set(entries.flatMap(({ html }) => String(html).match(LINK) ?? []))]
  if (found.length === 0) return
  const summaries = found.map(text => ({ text: text.replaceAll('&quot;', '"').replaceAll('&amp;', '&'), page: null }))
  const links = await parsedSummaries(run, summaries)
  for (const entry of entries) entry.html = String(entry.html).replace(LINK, text => links[found.indexOf(text)]!)
}
