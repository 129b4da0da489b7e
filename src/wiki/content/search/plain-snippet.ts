// Snippets for people: what a page says, without markup, cut at words, with the searched words marked.
import { escapeHtml } from '../../messages/render.ts'
import type { SearchQuery } from './search-query.ts'
import { wordPattern } from './snippet.ts'

/** In characters. */
const BEFORE = 70
const AFTER = 190
/** Wikitext around a match that is stripped: enough for a snippet, whatever the size of the page. */
const AROUND = 2500
/** Matches inside templates or file names are skipped, up to this many. */
const MOST_TRIED = 8

/** A snippet of a page as HTML, from its wikitext. */
export function plainSnippet(text: string, query: SearchQuery): string {
  const words = wordPattern(query)
  let tried = 0
  if (words)
    for (const match of text.matchAll(words)) {
      if (tried++ >= MOST_TRIED) break
      const plain = plainText(textAround(text, match.index))
      const at = plain.search(words)
      if (at >= 0) return marked(cut(plain, at), words)
    }
  return marked(cut(plainText(text.slice(0, AROUND)), 0), words)
}

/** Whole lines around a place. */
function textAround(text: string, at: number): string {
  const start = text.lastIndexOf('\n', Math.max(0, at - AROUND / 4)) + 1
  const from = at - start > AROUND ? at - AROUND / 4 : start
  const end = text.indexOf('\n', at + AROUND / 2)
  return text.slice(from, end < 0 || end - at > AROUND ? at + AROUND : end)
}

/** Innermost first, so that nested ones go too. Each round removes one level. */
const MOST_LEVELS = 6

/** The words of some wikitext. Rendering would be exact, but takes long for a page of results. */
export function plainText(wikitext: string): string {
  let text = wikitext
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(
      /<(ref|gallery|math|syntaxhighlight|timeline|templatestyles)\b[^<>]*(?:\/>|>[\s\S]*?(?:<\/\1\s*>|$))/gi,
      ' ',
    )
  for (let level = 0; level < MOST_LEVELS && text.includes('{{'); level++) {
    const next = text.replace(/\{\{[^{}]*\}\}/g, ' ')
    if (next === text) break
    text = next
  }
  for (let level = 0; level < MOST_LEVELS; level++) {
    // Files and categories are not read; links inside captions go first.
    const next = text.replace(/\[\[(?:[^[\]|]*\|)*([^[\]|]*)\]\]/g, (link, shown: string) =>
      /^\[\[\s*[^:[\]|]{1,40}:[^[\]|]+(?:\||\]\])/.test(link) && !/^\[\[\s*:/.test(link)
        ? ' '
        : shown.replace(/^:/, ''),
    )
    if (next === text) break
    text = next
  }
  return decoded(
    text
      .split('\n')
      .filter(line => !/^\s*(?:[{|!}]|__\w+__)/.test(line))
      .map(line => line.replace(/^[*#:;]+\s*/, '').replace(/^(={1,6})\s*(.*?)\s*\1\s*$/, '$2 ·'))
      .join(' ')
      .replace(/\[(?:https?:)?\/\/[^\s\]]+\s*([^\]]*)\]/g, '$1')
      .replace(/'{2,5}/g, '')
      .replace(/<[^<>]*>/g, ' ')
      .replace(/[{}[\]]{2,}/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  )
}

const ENTITIES: Readonly<Record<string, string>> = {
  nbsp: ' ',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  ndash: '–',
  mdash: '—',
}
const decoded = (text: string): string => text.replace(/&(\w{2,6});/g, (all, name: string) => ENTITIES[name] ?? all)

/** The text around a place, beginning and ending with whole words. */
function cut(text: string, at: number): string {
  const from = at <= BEFORE ? 0 : afterSpace(text, at - BEFORE, at)
  const to = at + AFTER >= text.length ? text.length : beforeSpace(text, at + AFTER, at)
  const part = text.slice(from, to).toWellFormed()
  return `${from > 0 ? '… ' : ''}${part}${to < text.length ? ' …' : ''}`
}

/** Scripts without spaces are cut anywhere. */
function afterSpace(text: string, from: number, limit: number): number {
  const space = text.indexOf(' ', from)
  return space < 0 || space >= limit ? from : space + 1
}

function beforeSpace(text: string, to: number, limit: number): number {
  const space = text.lastIndexOf(' ', to)
  return space <= limit ? to : space
}

function marked(text: string, words: RegExp | null): string {
  if (!words) return escapeHtml(text)
  let html = ''
  let end = 0
  for (const match of text.matchAll(words)) {
    // The whole word, also where only its beginning was searched.
    const rest = /^[\p{L}\p{N}\p{M}]*/u.exec(text.slice(match.index + match[0].length))![0]
    const word = match[0] + rest
    html += `${escapeHtml(text.slice(end, match.index))}<mark class="searchmatch">${escapeHtml(word)}</mark>`
    end = match.index + word.length
  }
  return html + escapeHtml(text.slice(end))
}
