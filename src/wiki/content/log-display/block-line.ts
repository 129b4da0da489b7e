import { NS } from '../../site/namespaces.ts'
import { localUrl } from '../../site/urls.ts'
import { parseTime } from '../../wikitext/functions/time-parse.ts'
import { anchor, shownTitle } from '../../wikitext/page-links.ts'
import { htmlOf, type Line, type LogTools, linkToTitle, linkToUser, type ShownEntry } from './log-tools.ts'
import { escapeText, type LogWords } from './log-words.ts'
import { isNever, isPhpArray, textOf, truthOf } from './read-params.ts'

/** Log line for a block or an unblock. */
export function blockLine(entry: ShownEntry, tools: LogTools): Line {
  const { type, action, params } = entry
  const name = entry.title.replaceAll('_', ' ')
  // Autoblocks are identified only by their ID.
  const target = name.startsWith('#') ? name : linkToUser(tools, name)
  if (action !== 'block' && action !== 'reblock') return { key: `logentry-${type}-${action}`, params: [target, name] }
  const duration = textOf(params.get('5::duration') ?? params.get('0')) || 'infinity'
  const title = `&lrm;${escapeText(duration)}`
  const words = escapeText(expiryInWords(duration, entry.timestamp, tools))
  const shown = [
    target,
    name,
    { html: `<span class="blockExpiry" title="${title}">${words}</span>` },
    flagsInWords(params.get('6::flags') ?? params.get('1'), tools.words),
  ]
  if (!params.has('sitewide') || truthOf(params.get('sitewide'))) {
    return { key: `logentry-${type}-${action}`, params: shown }
  }
  const restrictions = restrictionsInWords(params.get('7::restrictions'), tools)
  return restrictions === ''
    ? { key: `logentry-non-editing-block-${action}`, params: shown }
    : { key: `logentry-partialblock-${action}`, params: [...shown, { html: restrictions }] }
}

type Stored = Parameters<typeof textOf>[0]

function flagsInWords(stored: Stored, words: LogWords): string {
  const flags = isPhpArray(stored) ? [...stored.values()].map(textOf) : textOf(stored).split(',').filter(Boolean)
  if (flags.length === 0) return ''
  const shown = flags.map(flag => (words.has(`block-log-flags-${flag}`) ? words.text(`block-log-flags-${flag}`) : flag))
  return words.text('parentheses', shown.join(words.text('comma-separator')))
}

function restrictionsInWords(stored: Stored, tools: LogTools): string {
  if (!isPhpArray(stored)) return ''
  const { words } = tools
  const kinds: [string, string, (value: string) => string][] = [
    ['pages', 'page', page => htmlOf(linkToTitle(tools, page))],
    ['namespaces', 'ns', ns => namespaceLink(tools, Number(ns) || 0)],
    ['actions', 'action', action => words.html(`ipb-action-${action}`)],
  ]
  const parts = kinds.flatMap(([key, name, show]) => {
    const values = stored.get(key)
    if (!isPhpArray(values) || values.size === 0) return []
    const html = words.list([...values.values()].map(value => show(textOf(value))))
    return [words.html(`logentry-partialblock-block-${name}`, values.size, { html })]
  })
  return words.list(parts)
}

function namespaceLink(tools: LogTools, ns: number): string {
  const { site } = tools.links
  const list = { ns: NS.special, dbkey: site.specialPages.localKey('Allpages') }
  const address = localUrl(site, list, `namespace=${ns}`)
  return anchor(address, '', shownTitle(tools.links, list), escapeText(tools.namespaceName(ns)))
}

/** The expiry in the words of the administrators' presets, if it is one of them. */
function expiryInWords(duration: string, from: number, tools: LogTools): string {
  const { words } = tools
  const choices = words
    .text('ipboptions')
    .split(',')
    .map(choice => choice.split(':') as [string, string?])
  const chosen =
    choices.find(([, value]) => value === duration) ??
    (isNever(duration) ? choices.find(([, value]) => value !== undefined && isNever(value)) : undefined)
  if (chosen) return chosen[0].trim()
  const end = secondsOf(duration, from)
  if (end === null) return duration
  // Shifting the start by a second changes the end of a duration, but not a date.
  return end === secondsOf(duration, from + 1) ? tools.timeAndDate(end) : durationInWords(end - from, words)
}

function secondsOf(text: string, from: number): number | null {
  const at = parseTime(text, new Date(from * 1000))
  return at === null || Number.isNaN(at.getTime()) ? null : Math.floor(at.getTime() / 1000)
}

/** A Gregorian year: 365.2425 days. */
const YEAR = 31_556_952
const UNITS: readonly (readonly [name: string, seconds: number])[] = [
  ['millennia', YEAR * 1000],
  ['centuries', YEAR * 100],
  ['decades', YEAR * 10],
  ['years', YEAR],
  ['weeks', 604_800],
  ['days', 86_400],
  ['hours', 3600],
  ['minutes', 60],
  ['seconds', 1],
]

/** `2 weeks and 3 days` */
function durationInWords(seconds: number, words: LogWords): string {
  let left = Math.max(0, Math.floor(seconds))
  const parts: string[] = []
  for (const [name, size] of UNITS) {
    const count = Math.floor(left / size)
    left -= count * size
    if (count > 0) parts.push(words.text(`duration-${name}`, count))
  }
  return parts.length === 0 ? words.text('duration-seconds', 0) : words.list(parts)
}
