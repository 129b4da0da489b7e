import { escapeHtml } from '../../messages/render.ts'
import type { SearchQuery } from './search-query.ts'

const BEFORE = 60
const AFTER = 160

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Matches any searched word; null when there are none. */
export function wordPattern(query: SearchQuery): RegExp | null {
  const words = [...new Set(query.included.flatMap(term => term.words))].sort((a, b) => b.length - a.length)
  return words.length === 0 ? null : new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.map(escapePattern).join('|')})`, 'giu')
}

/** The text around the first match, as HTML with the words highlighted. */
export function snippet(text: string, query: SearchQuery): string {
  const words = wordPattern(query)
  const first = words ? text.search(words) : -1
  const from = first < 0 ? 0 : Math.max(0, first - BEFORE)
  const part = text.slice(from, (first < 0 ? 0 : first) + AFTER).toWellFormed()
  return mark(part, words)
}

function mark(text: string, words: RegExp | null): string {
  if (!words) return escapeHtml(text)
  let marked = ''
  let end = 0
  for (const match of text.matchAll(words)) {
    marked += `${escapeHtml(text.slice(end, match.index))}<span class="searchmatch">${escapeHtml(match[0])}</span>`
    end = match.index + match[0].length
  }
  return marked + escapeHtml(text.slice(end))
}

export const markTitle = (title: string, query: SearchQuery): string => {
  const words = wordPattern(query)
  return words && title.search(words) >= 0 ? mark(title, words) : ''
}
