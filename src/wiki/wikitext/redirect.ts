// Redirects: pages that start with the redirect word and a link.

import { NS } from '#wiki/site/namespaces.ts'
import type { Site } from '#wiki/site/site.ts'
import { type Title, titleOrNull } from '#wiki/site/titles.ts'
import { magicWordsOf } from './magic/words.ts'
import { percentDecode, trimStart } from './text.ts'

interface Redirect {
  title: Title
  /** The text after the link, which counts as the page's own text. */
  rest: string
}

/** Special pages with side effects cannot be redirect targets. */
const refusedSpecial = new Set(['Filepath', 'Mypage', 'Mytalk', 'Redirect', 'Userlogout'])

export function redirectOf(site: Site, text: string): Redirect | null {
  const start = trimStart(text)
  const after = magicWordsOf(site).after('redirect', start.slice(0, 100))
  if (after === null) return null
  const offset = Math.min(start.length, 100) - after.length
  const found = linkAt(start, offset)
  if (!found) return null
  const named = found.target
  const title = titleOrNull(site, named.includes('%') ? percentDecode(named.replace(/^:+/, '')) : named)
  if (!title || (title.interwiki === '' && title.dbkey === '')) return null
  if (title.interwiki === '' && title.ns === NS.special) {
    const special = site.specialPages.resolve(title.dbkey)
    if (special && refusedSpecial.has(special.canonical)) return null
  }
  return { title, rest: trimStart(start.slice(found.end)) }
}

const blank = /\s*/y

function skipBlanks(text: string, from: number): number {
  blank.lastIndex = from
  blank.exec(text)
  return blank.lastIndex
}

/** The link after the word, on one line; old redirects have a colon in between. */
function linkAt(text: string, from: number): { target: string; end: number } | null {
  let start = skipBlanks(text, from)
  if (text[start] === ':') start = skipBlanks(text, start + 1)
  if (!text.startsWith('[[', start)) return null
  const end = text.indexOf(']]', start + 2)
  if (end < 0) return null
  const inner = text.slice(start + 2, end)
  if (inner.includes('\n')) return null
  const pipe = inner.indexOf('|')
  return { target: pipe < 0 ? inner : inner.slice(0, pipe), end: end + 2 }
}
