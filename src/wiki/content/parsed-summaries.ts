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

/** An edit summary or the reason of a log entry, with the page it is about. */
interface Summary {
  readonly text: string
  readonly page: PageName | null
  /** It is shown on the page itself, so that links to sections need not name it. */
  readonly staysOnPage?: boolean
}

type Reader = Pick<Viewer, 'wiki' | 'db' | 'language' | 'titleText' | 'signal'>

/** Each link that a summary is full of takes some steps. */
const CHARACTERS_PER_STEP = 2

/** Summaries as HTML (`parsedcomment`), in their order. What they link to is looked up once for all of them. */
export async function parsedSummaries(run: Reader, summaries: readonly Summary[]): Promise<string[]> {
  const { site, messages } = run.wiki
  // The longest there are take a moment; only a text that was sent along can be longer.
  for (const { text } of summaries) new Steps(STEPS_IN_A_TURN).read(text, CHARACTERS_PER_STEP)
  const targets = summaries.flatMap(({ text, page }) => summaryTargets(site, text, pageKey(page)))
  const names = targets.map(({ ns, dbkey }) => ({ ns, title: dbkey }))
  const linkState = await linkStates(run.db, messages, names)
  const linkedFiles = summaries.flatMap(({ text, page }) => summaryFiles(site, text, pageKey(page)))
  const files = new Set(await uploadedFiles(run.db, [...new Set(linkedFiles)]))
  // Whoever reads it, a summary is in the wiki's language; only its arrows point the reader's way.
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

/** The same for rows that name a page and a summary: by the ids of the rows. */
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
