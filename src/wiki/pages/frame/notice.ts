import { direction } from '#languages/direction.ts'
import { html, type Piece } from '#web/html.ts'
import type { Visit } from '../visit.ts'

/** What the wiki tells everybody: `MediaWiki:Sitenotice`, for strangers `MediaWiki:Anonnotice` where there is one. */
export async function notice(visit: Visit): Promise<Piece> {
  const { words, caller, wiki } = visit
  const text = (caller.account === null ? words.own('anonnotice') : undefined) ?? words.own('sitenotice')
  if (text === undefined) return null
  const { language } = wiki.site
  return html`<div class="sitenotice" lang="${language}" dir="${direction(language)}">${await visit.parsed(text)}</div>`
}
