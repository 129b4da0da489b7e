import { direction } from '#languages/direction.ts'
import { breathe } from '#store/turn.ts'
import { fileUrl } from '../files/addresses.ts'
import { wordingOf } from '../messages/wording.ts'
import { decodeCharacterReferences } from '../site/character-references.ts'
import type { Site } from '../site/site.ts'
import { Steps } from '../wikitext/steps.ts'
import { renderSummary, summaryFiles, summaryTargets } from '../wikitext/summary/render-summary.ts'
import { linkStates, uploadedFiles } from './known-pages.ts'
import type { PageName } from './pages.ts'
import { STEPS_IN_A_TURN } from './text-work/do-order.ts'
import type { Viewer } from './viewer.ts'

/** An edit summary or log reason, with the page it belongs to. */
interface Summary {
  readonly text: string
  readonly page: PageName | null
  /** The summary is shown on the page itself, so section links need no title. */
  readonly staysOnPage?: boolean
}

type Reader = Pick<Viewer, 'wiki' | 'db' | 'language' | 'titleText' | 'signal'>

/** A summary full of links costs about this much. */
const CHARACTERS_PER_STEP = 2

/** Summaries as HTML (`parsedcomment`), in order. Their links are looked up together. */
export async function parsedSummaries(run: Reader, summaries: readonly Summary[]): Promise<string[]> {
  const { site, messages } = run.wiki
  // Stored summaries are short; only a text sent with the request can exceed the limit.
  for (const { text } of summaries) new Steps(STEPS_IN_A_TURN).read(text, CHARACTERS_PER_STEP)
  const targets = summaries.flatMap(({ text, page }) => summaryTargets(site, text, pageKey(page)))
  const names = targets.map(({ ns, dbkey }) => ({ ns, title: dbkey }))
  const linkState = await linkStates(run.db, messages, names)
  const linkedFiles = summaries.flatMap(({ text, page }) => summaryFiles(site, text, pageKey(page)))
  const files = new Set(await uploadedFiles(run.db, [...new Set(linkedFiles)]))
  // Summaries use the wiki's content language; only the arrows follow the reader's writing direction.
  const wording = await wordingOf(messages, site.language)
  const rightToLeft = direction(run.language) === 'rtl'
  const rendered: string[] = []
  for (const { text, page, staysOnPage = false } of summaries) {
    await breathe(run.signal)
    const html = renderSummary(
      {
        site,
        page: pageKey(page),
        staysOnPage,
        linkState,
        fileUrl: name => (files.has(name) ? localFileUrl(site, name) : null),
        message: key => decodeCharacterReferences(wording.text(key) ?? '') || null,
        rightToLeft,
        shownTitle: (ns, dbkey) => run.titleText(ns, dbkey),
      },
      text,
    )
    rendered.push(html)
  }
  return rendered
}

/** Pages name files without the server. */
function localFileUrl(site: Site, name: string): string {
  const url = fileUrl(site, { name, archiveName: null, stashKey: null })
  return url.startsWith(site.server) ? url.slice(site.server.length) : url
}

interface Commented extends PageName {
  readonly id: number
  readonly summary_id: number
}

/** Renders summaries of rows that name a page, by row ID. */
export async function parsedById(
  run: Reader,
  rows: readonly Commented[],
  texts: ReadonlyMap<number, string>,
): Promise<Map<number, string>> {
  if (rows.length === 0) return new Map()
  const html = await parsedSummaries(
    run,
    rows.map(row => ({ text: texts.get(row.summary_id) ?? '', page: row })),
  )
  return new Map(rows.map((row, index) => [row.id, html[index]!]))
}

const pageKey = (page: PageName | null) => page && { ns: page.ns, dbkey: page.title }
