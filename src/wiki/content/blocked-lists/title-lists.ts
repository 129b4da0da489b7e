import type { Caller } from '#accounts/caller.ts'
import { patternSize } from '#patterns/pattern-size.ts'
import { MAX_STEPS, StepBudget, StepsExceeded } from '#patterns/step-budget.ts'
import { occursIn } from '#patterns/user-pattern.ts'
import { breathe } from '#store/turn.ts'
import { NS } from '../../site/namespaces.ts'
import type { Site } from '../../site/site.ts'
import type { Wiki } from '../../wiki.ts'
import { ownMessages } from '../own-messages.ts'
import { safePattern } from './safe-pattern.ts'

export type TitleAction = 'create' | 'edit' | 'move' | 'upload' | 'new-account'

/** A line of MediaWiki:Titleblacklist: matching titles may not be created. */
export interface TitleLine {
  /** The line as written. */
  readonly raw: string
  readonly pattern: string
  readonly options: ReadonlySet<string>
  /** Custom error message of the line. */
  readonly message: string | null
}

const OPTIONS = new Set(['autoconfirmed', 'moveonly', 'newaccountonly', 'noedit', 'casesensitive', 'reupload'])

export function titleLines(text: string): TitleLine[] {
  return text.split(/\r?\n/).flatMap(raw => {
    const line = raw.replace(/#.*$/, '').trim()
    const [, written = '', given = ''] = /^(.*?)(?:\s*<([^<>]*)>)?$/.exec(line) ?? []
    const pattern = written.trim().replaceAll('_', ' ')
    if (pattern === '' || pattern === '0') return []
    const words = given.split('|').map(word => word.trim())
    const message = words.map(word => /errmsg\s*=\s*(.+)/i.exec(word)?.[1]).find(Boolean) ?? null
    const options = new Set(words.map(word => word.toLowerCase()).filter(word => OPTIONS.has(word)))
    return [{ raw, pattern, options, message }]
  })
}

/** Maximum combined size of a list's patterns: more would make each title check too slow. */
const MAX_LIST_SIZE = 100_000

/** Lines whose pattern is invalid, cannot be run, or exceeds the size limit together with the lines before it. */
export function badTitleLines(text: string): string[] {
  let size = 0
  return titleLines(text).flatMap(({ raw, pattern }) => {
    size += patternSize(pattern, true)
    return size > MAX_LIST_SIZE || safePattern(pattern, 'any case') === null ? [raw] : []
  })
}

/** Titles the wiki forbids, and exceptions it allows. */
export class TitleLists {
  readonly #forbidden: readonly TitleLine[]
  readonly #allowed: readonly TitleLine[]

  private constructor(forbidden: readonly TitleLine[], allowed: readonly TitleLine[]) {
    this.#forbidden = forbidden
    this.#allowed = allowed
  }

  static async load(wiki: Wiki): Promise<TitleLists> {
    const own = await ownMessages(wiki, wiki.site.language, ['titleblacklist', 'titlewhitelist'])
    const lines = async (key: string) => {
      const found = titleLines(withNamespaces(wiki.site, own(key)))
      // Compiled here, yielding in between; later checks find the patterns ready.
      for (const line of found) if (compiled(line) !== null) await breathe()
      return found
    }
    return new TitleLists(await lines('titleblacklist'), await lines('titlewhitelist'))
  }

  /** The line that forbids the title to the caller. With `override`, the right to override the blacklist counts. */
  against(title: string, action: TitleAction, caller: Pick<Caller, 'can'>, override = true): TitleLine | null {
    const line = this.#lineFor(title, action)
    if (line === null || (line.options.has('autoconfirmed') && caller.can('autoconfirmed'))) return null
    const mayOverride =
      caller.can('tboverride') || (action === 'new-account' && caller.can('tboverride-account' as never))
    return override && mayOverride ? null : line
  }

  /** A line for everyone takes precedence over one for new users only. */
  #lineFor(title: string, action: TitleAction): TitleLine | null {
    const budget = new StepBudget(MAX_STEPS)
    const fitting = this.#forbidden.filter(line => fits(line, title, action, budget))
    if (fitting.length === 0 || this.#allowed.some(line => fits(line, title, action, budget))) return null
    return fitting.find(line => !line.options.has('autoconfirmed')) ?? fitting[0]!
  }
}

const compiled = ({ pattern, options }: TitleLine) =>
  safePattern(`^(?:${pattern})$`, options.has('casesensitive') ? 'whole title' : 'any case')

/** Lines beyond the step budget do not match: an older list may be larger than what can be saved today. */
function fits(line: TitleLine, title: string, action: TitleAction, budget: StepBudget): boolean {
  const { options } = line
  if (title === '' || (options.has('moveonly') && action !== 'move')) return false
  if (options.has('newaccountonly') && action !== 'new-account') return false
  if (!options.has('noedit') && action === 'edit') return false
  if (options.has('reupload') && action === 'upload') return false
  const pattern = compiled(line)
  try {
    return pattern !== null && occursIn(pattern, title, budget)
  } catch (error) {
    if (error instanceof StepsExceeded) return false
    throw error
  }
}

const withNamespaces = (site: Site, text: string): string =>
  text.replace(/\{\{\s*ns\s*:\s*(-?\d+)\s*\}\}/gi, (whole, ns: string) =>
    site.namespaces.has(Number(ns)) || Number(ns) === NS.main ? site.namespaces.nameOf(Number(ns)) : whole,
  )

/** Key of the error message for a line. */
export const messageOf = ({ message }: TitleLine, operation: 'edit' | 'move' | 'upload' | 'new-account'): string =>
  message ?? `titleblacklist-forbidden-${operation}`
