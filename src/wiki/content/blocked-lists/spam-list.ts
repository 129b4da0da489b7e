import type { RE2JS } from 're2js'
import { breathe } from '#store/turn.ts'
import type { Wiki } from '../../wiki.ts'
import { ownMessages } from '../own-messages.ts'
import { safePattern } from './safe-pattern.ts'

/** Where in an address a line of the list is looked for. */
const START = '(?:https?:)?//+[a-z0-9_\\-.]*('
/** Lines are looked for together, as long as their pattern stays short. */
const BATCH = 4096
/** Characters that are looked through at once. */
const PIECE = 32_768

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.replace(/#.*$/, '').trim())
    .filter(line => line !== '' && line !== '0')

const patternOf = (lines: readonly string[]): RE2JS | null =>
  safePattern(`${START}${lines.join('|').replace(/\\*\//g, '/')})`, 'lines')

/** Lines that are no pattern, or none that could be run. */
export const badSpamLines = (text: string): string[] =>
  linesOf(text).filter(line => line.endsWith('\\') || patternOf([line]) === null)

function patternsOf(text: string): RE2JS[] {
  const batches: string[][] = []
  let length = 0
  for (const line of linesOf(text)) {
    if (line.endsWith('\\')) continue
    if (batches.length === 0 || length + line.length > BATCH) {
      batches.push([])
      length = 0
    }
    batches.at(-1)!.push(line)
    length += line.length + 1
  }
  // One line that is none must not take the others with it.
  return batches.flatMap(lines => patternOf(lines) ?? lines.flatMap(line => patternOf([line]) ?? []))
}

/** What of these addresses stands on the wiki's list of links that nobody may add; `known` are on the page already. */
export async function spamAmong(
  wiki: Wiki,
  links: readonly string[],
  known: ReadonlySet<string>,
  signal?: AbortSignal,
): Promise<string[]> {
  if (links.length === 0) return []
  const own = await ownMessages(wiki, wiki.site.language, ['spam-blacklist', 'spam-whitelist'])
  const forbidden = patternsOf(own('spam-blacklist'))
  if (forbidden.length === 0) return []
  const allowed = patternsOf(own('spam-whitelist'))
  const added = links
    .toSorted()
    .map(link => link.replaceAll('．', '.'))
    .filter(link => !known.has(link))
  const pieces = inPieces(added).map(piece =>
    allowed.reduce((text, pattern) => pattern.matcher(text).replaceAll(''), piece),
  )
  const found = new Set<string>()
  for (const pattern of forbidden)
    for (const piece of pieces) {
      await breathe(signal)
      for (const match of matchesIn(pattern, piece)) found.add(match)
    }
  return [...found]
}

function inPieces(links: readonly string[]): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const link of links) {
    if (piece.length > PIECE) {
      pieces.push(piece)
      piece = ''
    }
    piece += `${link}\n`
  }
  return [...pieces, piece]
}

/** One match in each address: the rest of the line belongs to it. */
function matchesIn(pattern: RE2JS, piece: string): string[] {
  const found: string[] = []
  for (const line of piece.split('\n')) {
    const matcher = pattern.matcher(line)
    if (matcher.find()) found.push(matcher.group(1) ?? '')
  }
  return found
}
