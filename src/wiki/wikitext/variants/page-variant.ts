// Converts a page to a variant of its language, with the -{ }- rules in it.

import { decodeCharacterReferences } from '#wiki/site/character-references.ts'
import { PagePairs } from '#wiki/site/variants/page-pairs.ts'
import type { OfPage } from '#wiki/site/variants/replace.ts'
import { isInVariant, type Variants } from '#wiki/site/variants/variants.ts'
import type { Steps } from '../steps.ts'
import { escapeHtml } from '../text.ts'
import { endOfTag, piecesOf } from './markup.ts'
import { type RuleEffect, readRule } from './rule.ts'

/** Rules inside rules; more are shown as they are, with a warning. */
const deepest = 10

/** Pairs that one page may add. */
const mostPairs = 5000

export interface VariantWords {
  /** HTML of an error for an invalid rule. */
  readonly invalidRule: string
  /** HTML of a warning for rules that are nested too deep. */
  readonly tooDeep: string
}

export class PageVariant {
  readonly #variants: Variants
  readonly language: string
  readonly variant: string
  readonly #words: () => VariantWords
  readonly #steps: Steps
  readonly #extra = new Map<string, PagePairs>()
  #isSealed = false
  /** The title that a rule sets; undefined without such a rule, null for the actual title. */
  title: string | null | undefined = undefined

  constructor(variants: Variants, language: string, variant: string, words: () => VariantWords, steps: Steps) {
    this.#variants = variants
    this.language = language
    this.variant = variant
    this.#words = words
    this.#steps = steps
  }

  /** Converts HTML and applies the rules in it. */
  convert(html: string): string {
    this.#steps.read(html, 10)
    const { variant } = this
    const converts = !isInVariant(variant, html)
    const plain = (text: string) => (converts ? this.convertText(text, variant) : text)
    let result = ''
    let done = 0
    for (let at = nextRule(html, 0); at >= 0; at = nextRule(html, done)) {
      result += plain(html.slice(done, at))
      const rule = this.#rule(html, at, 1)
      result += rule.html
      done = rule.end
    }
    return result + plain(html.slice(done))
  }

  /** Converts the text and the tooltips in HTML, without rules. */
  convertText(html: string, variant: string): string {
    if (isInVariant(variant, html)) return html
    const pieces = [...piecesOf(html)]
    const texts = pieces.map(({ text, isText }) => (isText ? text.replaceAll('\0', '') : ''))
    // Letters join across no tag, but a word beside a tag ends there only for numerals.
    const converted = this.#variants.convert(this.language, variant, texts.join('\0'), this.#page(variant)).split('\0')
    return pieces.map(({ text, isText }, index) => (isText ? (converted[index] ?? '') : this.#tooltips(text))).join('')
  }

  /** Converts text without markup, such as the title. */
  convertPlain(text: string): string {
    return this.#variants.convert(this.language, this.variant, text, this.#page(this.variant))
  }

  #page(variant: string): OfPage {
    return { pairs: this.#extra.get(variant) ?? null, spend: count => this.#steps.spend(count) }
  }

  #tooltips(tag: string): string {
    if (!tag.startsWith('<') || !/\s(?:title|alt)=/i.test(tag)) return tag
    const end = endOfTag(tag, 0)
    return (
      tag.slice(0, end).replace(/(\s(?:title|alt)=")([^"]*)(?=")/gi, (whole, start: string, value: string) => {
        if (value.includes('://')) return whole
        const plain = decodeCharacterReferences(value)
        const converted = this.#withoutEffect(() => this.convert(plain))
        return converted === plain ? whole : start + escapeHtml(converted)
      }) + tag.slice(end)
    )
  }

  /** Rules in attributes hold decoded text, which must not reach the page. */
  #withoutEffect(convert: () => string): string {
    const before = this.#isSealed
    this.#isSealed = true
    try {
      return convert()
    } finally {
      this.#isSealed = before
    }
  }

  /** The rule that starts at a place. */
  #rule(html: string, start: number, depth: number): { html: string; end: number } {
    const marks = /<|-\{|\}-/g
    let at = start + 2
    let inner = ''
    let warned = false
    for (;;) {
      this.#steps.spend(1)
      marks.lastIndex = at
      const mark = marks.exec(html)
      if (!mark) break
      inner += html.slice(at, mark.index)
      // A rule that ended inside a tag would let text into its attributes.
      if (mark[0] === '<') {
        at = endOfTag(html, mark.index)
        inner += html.slice(mark.index, at)
        continue
      }
      if (mark[0] === '}-') return { html: this.#apply(inner), end: mark.index + 2 }
      if (depth >= deepest) {
        inner += warned ? '-{' : `-{${this.#words().tooDeep}`
        warned = true
        at = mark.index + 2
      } else {
        const nested = this.#rule(html, mark.index, depth + 1)
        inner += nested.html
        at = nested.end
      }
    }
    return { html: `-{${this.convertText(inner + html.slice(at), this.variant)}`, end: html.length }
  }

  #apply(inner: string): string {
    const effect = readRule(
      {
        language: this.language,
        variant: this.variant,
        convert: (text, variant) => this.convertText(text, variant),
      },
      inner,
    )
    this.#steps.read(inner, 5)
    if (!this.#isSealed) {
      if (effect.title !== undefined) this.title = effect.title
      this.#change(effect)
    }
    return effect.shown ?? this.#words().invalidRule
  }

  #change({ action, pairs }: RuleEffect): void {
    if (action === 'none') return
    for (const [variant, own] of pairs) {
      const extra = this.#extra.get(variant) ?? new PagePairs()
      this.#extra.set(variant, extra)
      for (const [from, to] of own) {
        if (extra.size >= mostPairs) return
        if (action === 'remove') extra.delete(from)
        else extra.set(from, to)
      }
    }
  }
}

/** The next rule outside tags. */
function nextRule(html: string, from: number): number {
  const marks = /<|-\{/g
  for (let at = from; ; ) {
    marks.lastIndex = at
    const mark = marks.exec(html)
    if (!mark) return -1
    if (mark[0] === '-{') return mark.index
    at = endOfRaw(html, mark.index)
  }
}

const raw = /<(script|style)(?=[\s>])/iy

function endOfRaw(html: string, at: number): number {
  raw.lastIndex = at
  const name = raw.exec(html)?.[1]
  const end = name === undefined ? -1 : html.indexOf(`</${name}>`, at)
  return end < 0 ? endOfTag(html, at) : end
}
