import { patternSize } from '#patterns/pattern-size.ts'
import { MAX_STEPS, StepBudget, StepsExceeded } from '#patterns/step-budget.ts'
import { matchesIn, type UserPattern } from '#patterns/user-pattern.ts'
import { breathe } from '#store/turn.ts'
import type { Wiki } from '../../wiki.ts'
import { ownMessages } from '../own-messages.ts'
import { safePattern } from './safe-pattern.ts'

/** Matches the part of a URL in which patterns are searched. */
const START = '(?:https?:)?//+[a-z0-9_\\-.]*('
/** Patterns are combined into batches, as long as these stay short and small. */
const BATCH = 3500
const BATCH_SIZE = 1500
/** Only this many characters of a URL are checked: no browser accepts more. */
const LONGEST = 4096

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.replace(/#.*$/, '').trim())
    .filter(line => line !== '' && line !== '0')

const patternOf = (lines: readonly string[]): UserPattern | null =>
  safePattern(`${START}${lines.join('|').replace(/\\*\//g, '/')})`, 'lines')

/** Lines that are not valid, runnable patterns. */
export const badSpamLines = (text: string): string[] =>
  linesOf(text).filter(line => line.endsWith('\\') || patternOf([line]) === null)

function patternsOf(text: string): UserPattern[] {
  const batches: string[][] = []
  let length = 0
  let size = 0
  for (const line of linesOf(text)) {
    if (line.endsWith('\\')) continue
    const added = patternSize(line, true)
    if (batches.length === 0 || length + line.length > BATCH || size + added > BATCH_SIZE) {
      batches.push([])
      length = 0
      size = 0
    }
    batches.at(-1)!.push(line)
    length += line.length + 1
    size += added
  }
  // One invalid line must not disable the rest of its batch.
  return batches.flatMap(lines => patternOf(lines) ?? lines.flatMap(line => patternOf([line]) ?? []))
}

/** The links that are on the wiki's spam blacklist; `known` are already on the page. */
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
    .map(link => link.replaceAll('．', '.').slice(0, LONGEST))
    .filter(link => !known.has(link))
  const found = new Set<string>()
  for (const link of added) {
    let rest = link
    for (const pattern of allowed) {
      await breathe(signal)
      rest = without(pattern, rest)
    }
    for (const pattern of forbidden) {
      await breathe(signal)
      const match = firstMatch(pattern, rest)
      if (match !== null) found.add(match)
    }
  }
  return [...found]
}

/** Removes whitelisted parts from a URL. Keeps the whole URL if that takes too long. */
function without(pattern: UserPattern, link: string): string {
  try {
    let rest = ''
    let at = 0
    for (const { start, end } of matchesIn(pattern, link, new StepBudget(MAX_STEPS))) {
      rest += link.slice(at, start)
      at = end
    }
    return rest + link.slice(at)
  } catch (error) {
    if (error instanceof StepsExceeded) return link
    throw error
  }
}

/** At most one match per URL: a match covers the rest of it. */
function firstMatch(pattern: UserPattern, link: string): string | null {
  const matcher = pattern.matcher(link)
  return matcher.find() ? (matcher.group(1) ?? '') : null
}
