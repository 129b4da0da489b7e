import { direction } from '#languages/direction.ts'
import { type Html, html, type Piece } from '#web/html.ts'
import type { Wiki } from '../../wiki.ts'
import type { Visit } from '../visit.ts'

/** Notices as HTML, by their texts: they stand on every page and seldom change. */
const kept = new WeakMap<Wiki, Map<string, Promise<Html>>>()
const MOST = 8

/** What the wiki tells everybody: `MediaWiki:Sitenotice`, for strangers `MediaWiki:Anonnotice` where there is one. */
export async function notice(visit: Visit): Promise<Piece> {
  const { words, caller, wiki } = visit
  const text = (caller.account === null ? words.own('anonnotice') : undefined) ?? words.own('sitenotice')
  if (text === undefined) return null
  const { language } = wiki.site
  return html`<div class="sitenotice" lang="${language}" dir="${direction(language)}">${await parsed(visit, text)}</div>`
}

function parsed(visit: Visit, text: string): Promise<Html> {
  const known = kept.get(visit.wiki) ?? new Map<string, Promise<Html>>()
  kept.set(visit.wiki, known)
  const before = known.get(text)
  if (before) return before
  if (known.size >= MOST) known.clear()
  const made = visit.parsed(text)
  known.set(text, made)
  made.catch(() => known.delete(text))
  return made
}
