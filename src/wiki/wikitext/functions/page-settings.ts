// {{DEFAULTSORT:}} and {{DISPLAYTITLE:}}, which set page properties and produce no text.

import { escapeWikitext } from '#wiki/site/escape-wikitext.ts'
import { titleOrNull } from '#wiki/site/titles.ts'
import { displayTitleHtml } from '../display-title.ts'
import { magicLinkKinds } from '../magic-link-kinds.ts'
import { quotesToHtml } from '../quotes.ts'
import type { ParseState } from '../state/parse-state.ts'
import { killMarkers } from '../state/strip-markers.ts'
import { escapeHtml, trim } from '../text.ts'
import { type ParserFunction, plain } from './call.ts'

function has(state: ParseState, id: string, word: string): boolean {
  return word !== '' && state.words.aliasesOf(id).some(alias => alias.toLowerCase() === word.toLowerCase())
}

function defaultSort(state: ParseState, [key = '', option = '']: readonly string[]): string {
  const text = trim(state.strip.plain(key))
  if (text === '') return ''
  const { properties } = state.output
  const old = properties.get('defaultsort')
  if (old === undefined || !has(state, 'defaultsort_noreplace', option)) properties.set('defaultsort', text)
  if (old === undefined || old === text || option !== '') return ''
  const message =
    state.host.message('duplicate-defaultsort') ?? 'Default sort key "$2" overrides earlier default sort key "$1".'
  const shown = message.replaceAll('$1', () => escapeHtml(old)).replaceAll('$2', () => escapeHtml(text))
  return `<span class="error">${shown}</span>`
}

/** Whether a display title without its tags is the page's own title. */
function namesThisPage(state: ParseState, html: string): boolean {
  const title = titleOrNull(state.site, html.replace(/<[^<>]*>/g, ''))
  return title !== null && title.fragment === '' && title.ns === state.page.ns && title.dbkey === state.page.dbkey
}

function displayTitle(state: ParseState, [given = '', option = '']: readonly string[]): string {
  const isFree = state.host.freeDisplayTitle === true
  const html = displayTitleHtml(quotesToHtml(killMarkers(given)), isFree)
  const { properties } = state.output
  if (!isFree && !namesThisPage(state, html)) {
    state.output.addWarning('restricted-displaytitle', html)
    state.output.addTrackingCategory('restricted-displaytitle-ignored')
    return ''
  }
  const old = properties.get('displaytitle')
  const keeps = has(state, 'displaytitle_noreplace', option)
  if (old === undefined || !keeps) properties.set('displaytitle', html)
  if (old === undefined || old === html || keeps || has(state, 'displaytitle_noerror', option)) return ''
  const message =
    state.host.message('duplicate-displaytitle') ?? 'Display title "$2" overrides earlier display title "$1".'
  const [before, after] = [old, html].map(title => escapeWikitext(title, magicLinkKinds(state.site)))
  return `<span class="error">${message.replaceAll('$1', () => before!).replaceAll('$2', () => after!)}</span>`
}

export const pageSettingFunctions: Record<string, ParserFunction> = {
  defaultsort: plain(defaultSort),
  displaytitle: plain(displayTitle),
}
