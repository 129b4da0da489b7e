// One conversion rule, -{flags|rules}-: what it shows in a variant, and what it adds to the page.

import { bcp47 } from '#languages/bcp47.ts'
import { variantFallbacks, variants } from '#languages/wiki-languages.ts'
import { variantNamed } from '#wiki/site/variants/variants.ts'
import { isTarget, lastResort, nameOfVariant, signsOf } from './conventions.ts'
import { hasWholeTags } from './markup.ts'

export interface RuleEffect {
  /** HTML; null for an invalid rule. */
  readonly shown: string | null
  /** A title for the page; undefined when the rule sets none, null for the actual one. */
  readonly title: string | null | undefined
  readonly action: 'add' | 'remove' | 'none'
  /** Pairs by variant. */
  readonly pairs: ReadonlyMap<string, ReadonlyMap<string, string>>
}

type Flag = 'A' | 'T' | 'R' | 'D' | '-' | 'H' | 'N' | 'S' | '+'

const FLAGS: ReadonlySet<string> = new Set(['A', 'T', 'R', 'D', '-', 'H', 'N'])
/** These rule out all others, the first one first. */
const ALONE = ['R', 'N', '-'] as const

interface Written {
  /** In order: what a rule shows follows from the last flag that shows something. */
  readonly flags: ReadonlySet<Flag>
  /** Variants that the text is converted to. */
  readonly targets: ReadonlySet<string>
  readonly text: string
}

function readFlags(language: string, rule: string): Written {
  const bar = rule.indexOf('|')
  if (bar < 0) return { flags: new Set(['S']), targets: new Set(), text: rule }
  const all = variants(language)
  const names = new Set(
    rule
      .slice(0, bar)
      .split(';')
      .map(name => name.trim())
      .filter(name => FLAGS.has(name) || all.includes(name)),
  )
  const targets = new Set([...names].filter(name => all.includes(name)))
  return { ...combined(names, targets), text: rule.slice(bar + 1) }
}

function combined(names: ReadonlySet<string>, targets: ReadonlySet<string>): Omit<Written, 'text'> {
  const only = (...flags: Flag[]) => ({ flags: new Set(flags), targets: new Set<string>() })
  if (names.size === 0) return only('S')
  const alone = ALONE.find(flag => names.has(flag))
  if (alone) return only(alone)
  if (names.size === 1 && names.has('T')) return only('T', 'H')
  if (names.has('H')) return only('+', 'H', ...(['T', 'D'] as const).filter(flag => names.has(flag)))
  if (targets.size > 0) return { flags: new Set(), targets }
  const flags = new Set(names as ReadonlySet<Flag>)
  if (names.has('A')) flags.add('+').add('S')
  if (names.has('D')) flags.delete('S')
  return { flags, targets }
}

/** "sr-ec:…" goes both ways. */
type BothWays = Map<string, string>
/** "…=>sr-ec:…" goes one way. */
type OneWay = Map<string, Map<string, string>>

const entity = /(&[#a-zA-Z0-9]+);/g

function readRules(language: string, text: string): { bothWays: BothWays; oneWay: OneWay } {
  const bothWays: BothWays = new Map()
  const oneWay: OneWay = new Map()
  const protectedText = text.replace(entity, '$1\u0001')
  for (const choice of choicesOf(language, protectedText)) {
    const colon = choice.indexOf(':')
    if (colon < 0) continue
    if (!hasWholeTags(choice)) return { bothWays: new Map(), oneWay: new Map() }
    const to = choice
      .slice(colon + 1)
      .replaceAll('\u0001', ';')
      .trim()
    const [first = '', second] = splitOnce(choice.slice(0, colon).replaceAll('\u0001', ';').trim(), '=>')
    const variant = variantNamed(language, (second ?? first).trim())
    if (variant === null) return { bothWays: new Map(), oneWay: new Map() }
    if (second === undefined) {
      if (to !== '') bothWays.set(variant, to)
    } else if (first.trim() !== '') {
      const pairs = oneWay.get(variant) ?? new Map<string, string>()
      oneWay.set(variant, pairs.set(first.trim(), to))
    }
  }
  return { bothWays, oneWay }
}

function splitOnce(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + mark.length)]
}

/** A semicolon separates rules only before another rule or at the end, since texts may contain some. */
function choicesOf(language: string, text: string): string[] {
  const choices: string[] = []
  let start = 0
  let at = text.indexOf(';')
  while (at >= 0) {
    const next = text.indexOf(';', at + 1)
    const following = text.slice(at + 1, next < 0 ? text.length : next)
    if ((next < 0 && following.trim() === '') || startsRule(language, following)) {
      choices.push(text.slice(start, at))
      start = at + 1
    }
    at = next
  }
  choices.push(text.slice(start))
  return choices
}

const starts = new Map<string, RegExp>()

/** Whether a text begins with a variant and a colon, perhaps after a text to replace. */
function startsRule(language: string, text: string): boolean {
  let pattern = starts.get(language)
  if (!pattern) {
    const codes = variants(language).flatMap(code => [code, bcp47(code)])
    pattern = new RegExp(`(?:^|=>)\\s*(?:${codes.join('|')})\\s*:`)
    starts.set(language, pattern)
  }
  return pattern.test(text)
}

const fallbacksOf = (language: string, variant: string): readonly string[] =>
  variantFallbacks()[language]?.[variant] ?? []

export interface RuleContext {
  readonly language: string
  readonly variant: string
  /** Converts HTML to a variant. */
  convert(html: string, variant: string): string
}

export function readRule(context: RuleContext, rule: string): RuleEffect {
  const { language, variant } = context
  const { flags, targets, text } = readFlags(language, rule)
  const nothing = { title: undefined, action: 'none', pairs: new Map() } as const
  if (targets.size > 0) {
    const target = [variant, ...fallbacksOf(language, variant)].find(code => targets.has(code))
    return { ...nothing, shown: target === undefined ? text : context.convert(text, target) }
  }
  if (flags.has('R')) return { ...nothing, shown: text }
  if (flags.has('N')) return { ...nothing, shown: nameOfVariant(language, text.trim()) ?? '' }
  const rules = text.replaceAll('=&gt;', '=>')
  const { bothWays, oneWay } = readRules(language, rules)
  if (bothWays.size + oneWay.size === 0) {
    if (!flags.has('+') && !flags.has('-')) {
      if (!flags.has('T')) return { ...nothing, shown: rules }
    } else if (rules !== '') for (const code of variants(language)) bothWays.set(code, rules)
  }
  const display = () => displayed(language, variant, rules, bothWays, oneWay)
  return {
    shown: shownBy(flags, display, () => description(language, bothWays, oneWay)),
    title: flags.has('T') ? titleIn(language, variant, bothWays, oneWay, display) : undefined,
    action: flags.has('-') ? 'remove' : flags.has('+') ? 'add' : 'none',
    pairs: pairsOf(language, bothWays, oneWay),
  }
}

function shownBy(flags: ReadonlySet<Flag>, display: () => string | null, describe: () => string): string | null {
  let shown: string | null = null
  for (const flag of flags) {
    if (flag === 'S') shown = display()
    else if (flag === 'D') shown = describe()
    else if (flag !== 'A') shown = ''
  }
  return shown
}

function inVariants(bothWays: BothWays, codes: readonly string[]): string | null {
  for (const code of codes) if (bothWays.has(code)) return bothWays.get(code)!
  return null
}

const firstOf = (pairs: ReadonlyMap<string, string> | undefined): string | null =>
  [...(pairs?.values() ?? [])][0] ?? null

function displayed(
  language: string,
  variant: string,
  rules: string,
  bothWays: BothWays,
  oneWay: OneWay,
): string | null {
  if (bothWays.size + oneWay.size === 0) return rules
  return (
    inVariants(bothWays, [variant, ...fallbacksOf(language, variant)]) ??
    firstOf(oneWay.get(variant)) ??
    (lastResort(variant) ? (firstOf(bothWays) ?? firstOf([...oneWay.values()][0])) : null)
  )
}

/** Without a variant, only a text for the language itself changes the title. */
function titleIn(
  language: string,
  variant: string,
  bothWays: BothWays,
  oneWay: OneWay,
  display: () => string | null,
): string | null {
  if (variant !== language) return display()
  return bothWays.get(language) ?? firstOf(oneWay.get(language))
}

function description(language: string, bothWays: BothWays, oneWay: OneWay): string {
  const { colon, end } = signsOf(language)
  const name = (code: string) => nameOfVariant(language, code) ?? code
  const names = [...bothWays].map(([code, to]) => name(code) + colon + to + end)
  for (const [code, pairs] of oneWay) {
    for (const [from, to] of pairs) names.push(`${from}⇒${name(code)}${colon}${to}${end}`)
  }
  return names.join('')
}

/** Every text that goes both ways is replaced by that of the target variant. */
function pairsOf(language: string, written: BothWays, oneWay: OneWay): Map<string, Map<string, string>> {
  const complete = new Map<string, string>()
  const pairs = new Map<string, Map<string, string>>()
  const of = (code: string): Map<string, string> => {
    const own = pairs.get(code) ?? new Map<string, string>()
    pairs.set(code, own)
    return own
  }
  for (const code of variants(language)) {
    const to = inVariants(written, [code, ...fallbacksOf(language, code)])
    if (to !== null) {
      for (const [other, from] of complete) {
        if (isTarget(code, 'both ways')) of(code).set(from, to)
        if (isTarget(other, 'both ways')) of(other).set(to, from)
      }
      complete.set(code, to)
    }
    // Later variants may still replace these.
    if (isTarget(code, 'one way')) for (const [from, only] of oneWay.get(code) ?? []) of(code).set(from, only)
  }
  return pairs
}
