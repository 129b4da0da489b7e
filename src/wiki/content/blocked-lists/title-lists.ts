import type { Caller } from '#accounts/caller.ts'
import { NS } from '../../site/namespaces.ts'
import type { Site } from '../../site/site.ts'
import type { Wiki } from '../../wiki.ts'
import { ownMessages } from '../own-messages.ts'
import { safePattern } from './safe-pattern.ts'

export type TitleAction = 'create' | 'edit' | 'move' | 'upload' | 'new-account'

/** A line of MediaWiki:Titleblacklist: titles that fit may not come to be. */
export interface TitleLine {
  /** As it is written. */
  readonly raw: string
  readonly pattern: string
  readonly options: ReadonlySet<string>
  /** The message that says so, where the line names one of its own. */
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

/** Lines that are no pattern, or none that could be run. */
export const badTitleLines = (text: string): string[] =>
  titleLines(text).flatMap(({ raw, pattern }) => (safePattern(pattern, 'any case') === null ? [raw] : []))

/** Which titles the wiki forbids, and which it allows all the same. */
export class TitleLists {
  readonly #forbidden: readonly TitleLine[]
  readonly #allowed: readonly TitleLine[]

  private constructor(forbidden: readonly TitleLine[], allowed: readonly TitleLine[]) {
    this.#forbidden = forbidden
    this.#allowed = allowed
  }

  static async load(wiki: Wiki): Promise<TitleLists> {
    const own = await ownMessages(wiki, wiki.site.language, ['titleblacklist', 'titlewhitelist'])
    const lines = (key: string) => titleLines(withNamespaces(wiki.site, own(key)))
    return new TitleLists(lines('titleblacklist'), lines('titlewhitelist'))
  }

  /** The line that keeps the caller from it; `override` has the right to pass over lists count. */
  against(title: string, action: TitleAction, caller: Pick<Caller, 'can'>, override = true): TitleLine | null {
    const line = this.#lineFor(title, action)
    if (line === null || (line.options.has('autoconfirmed') && caller.can('autoconfirmed'))) return null
    const mayOverride =
      caller.can('tboverride') || (action === 'new-account' && caller.can('tboverride-account' as never))
    return override && mayOverride ? null : line
  }

  /** A line that holds for everybody goes before one that only newcomers mind. */
  #lineFor(title: string, action: TitleAction): TitleLine | null {
    const fitting = this.#forbidden.filter(line => fits(line, title, action))
    if (fitting.length === 0 || this.#allowed.some(line => fits(line, title, action))) return null
    return fitting.find(line => !line.options.has('autoconfirmed')) ?? fitting[0]!
  }
}

function fits({ pattern, options }: TitleLine, title: string, action: TitleAction): boolean {
  if (title === '' || (options.has('moveonly') && action !== 'move')) return false
  if (options.has('newaccountonly') && action !== 'new-account') return false
  if (!options.has('noedit') && action === 'edit') return false
  if (options.has('reupload') && action === 'upload') return false
  const compiled = safePattern(`^(?:${pattern})$`, options.has('casesensitive') ? 'whole title' : 'any case')
  return compiled?.matcher(title).find() ?? false
}

const withNamespaces = (site: Site, text: string): string =>
  text.replace(/\{\{\s*ns\s*:\s*(-?\d+)\s*\}\}/gi, (whole, ns: string) =>
    site.namespaces.has(Number(ns)) || Number(ns) === NS.main ? site.namespaces.nameOf(Number(ns)) : whole,
  )

/** The message that tells of a line. */
export const messageOf = ({ message }: TitleLine, operation: 'edit' | 'move' | 'upload' | 'new-account'): string =>
  message ?? `titleblacklist-forbidden-${operation}`
