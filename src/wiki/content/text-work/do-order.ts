// Runs text work, on the main thread or on a worker thread.
import { breathe } from '#store/turn.ts'
import { diffHtml } from '../../diff/html-diff.ts'
import { jsonDiff } from '../../diff/json-diff.ts'
import { mergeTexts } from '../../diff/merge-texts.ts'
import { diffBlocks } from '../../diff/table-diff.ts'
import { wordingOf } from '../../messages/wording.ts'
import { upperFirst } from '../../site/letter-case.ts'
import { NS } from '../../site/namespaces.ts'
import type { TextWiki } from '../../wiki.ts'
import { expandedText, expandWikitext } from '../../wikitext/expand/expand-wikitext.ts'
import { flatHeadings } from '../../wikitext/flat-headings.ts'
import { Harvester } from '../../wikitext/harvest/harvest.ts'
import { askAhead } from '../../wikitext/html/ask-ahead.ts'
import { limitUses } from '../../wikitext/html/limit-report.ts'
import { type RenderedPage, renderPage } from '../../wikitext/html/render.ts'
import { ownWords } from '../../wikitext/html/rendering/own-words.ts'
import type { PageReader } from '../../wikitext/html/rendering/reader.ts'
import { moduleFault } from '../../wikitext/lua/check-module.ts'
import { askModule } from '../../wikitext/module-console.ts'
import { parseTreeXml } from '../../wikitext/parse-tree-xml.ts'
import { preSave } from '../../wikitext/pre-save.ts'
import { sectionOffsets } from '../../wikitext/section-offsets.ts'
import { replaceSection, sectionOf } from '../../wikitext/sections.ts'
import { Steps } from '../../wikitext/steps.ts'
import { extractOf } from '../extract.ts'
import { DatabaseHost, RoundOver, type ScriptSetting } from '../wikitext-host.ts'
import type { RenderedText, TextOrder, TextResult, TextToRender, TextWorkKind } from './orders.ts'

/** Steps per turn on the main thread: about ten milliseconds, three times that before the code is optimized. */
export const STEPS_IN_A_TURN = 10_000

/** Maximum template nesting depth; each level may require new pages. */
const MAX_ROUNDS = 45

const CHARACTERS_COMPILED_PER_STEP = 4

/** Limits work and decides when to yield. */
abstract class Pace {
  /** Step counter for the next round. */
  abstract begin(): Steps
  /** Awaited between rounds. */
  abstract rest(): Promise<void>
}

/** On the main thread: rounds are short, and other requests run in between. */
export class InTurns extends Pace {
  readonly #signal: AbortSignal | undefined
  #before = 0
  #current = new Steps()

  constructor(signal?: AbortSignal) {
    super()
    this.#signal = signal
  }

  begin(): Steps {
    this.#before += this.#current.used
    this.#current = new Steps(STEPS_IN_A_TURN)
    return this.#current
  }

  rest(): Promise<void> {
    return breathe(this.#signal)
  }

  get used(): number {
    return this.#before + this.#current.used
  }
}

/** On a worker thread: nothing else waits, so only the total counts. */
export class AtOnce extends Pace {
  readonly #steps: Steps

  constructor(limit: number) {
    super()
    this.#steps = new Steps(limit)
  }

  begin(): Steps {
    return this.#steps
  }

  async rest(): Promise<void> {}

  get used(): number {
    return this.#steps.used
  }
}

/** Repeats some work until the host has everything it needs; `language` is that of {{int:}}. */
export async function untilNothingIsMissing<T>(
  host: DatabaseHost,
  pace: Pace,
  work: () => T,
  language = host.site.language,
): Promise<T> {
  const round = (): { readonly result: T } | null => {
    host.steps = pace.begin()
    host.readerLanguage = language
    try {
      return { result: work() }
    } catch (error) {
      if (error instanceof RoundOver) return null
      throw error
    }
  }
  host.mayStop = true
  let done = round()
  for (let count = 0; count < MAX_ROUNDS && (await host.readNoted()); count++) {
    await pace.rest()
    host.mayStop = count + 1 < MAX_ROUNDS
    done = round()
  }
  return done!.result
}

/** Opens the wiki's data for parsing on first use and keeps it for the next text. */
export class TextDesk {
  readonly wiki: TextWiki
  readonly #now: number
  readonly #scripts: ScriptSetting | undefined
  #host: Promise<DatabaseHost> | null = null

  /** `now` is Unix time in seconds. Without a setting for scripts, a text with scripts is too complex. */
  constructor(wiki: TextWiki, now: number, scripts?: ScriptSetting) {
    this.wiki = wiki
    this.#now = now
    this.#scripts = scripts
  }

  get host(): Promise<DatabaseHost> {
    this.#host ??= DatabaseHost.open(this.wiki, this.#now, this.#scripts)
    return this.#host
  }
}

type Doing<K extends TextWorkKind> = (desk: TextDesk, order: TextOrder<K>, pace: Pace) => Promise<TextResult<K>>

const doings: { readonly [K in TextWorkKind]: Doing<K> } = {
  diff: async (_, { before, after }, pace) => diffBlocks(before, after, pace.begin()),
  'diff-html': async (_, { before, after }, pace) => diffHtml(before, after, pace.begin()),
  'diff-json': async (_, { before, after }, pace) => jsonDiff(before, after, pace.begin()),
  headings: async ({ wiki }, { text }, pace) => flatHeadings(text, tagsOf(wiki), pace.begin()),
  merge: async (_, { base, mine, theirs }, pace) => mergeTexts(base, mine, theirs, pace.begin()),
  render,
  expand: async ({ host: opening }, { page, text, language }, pace) => {
    const host = await opening
    return untilNothingIsMissing(host, pace, () => expandWikitext(page, text, host), language)
  },
  'expand-and-tell': async ({ host: opening }, { page, text, language, keepsComments }, pace) => {
    const host = await opening
    return untilNothingIsMissing(host, pace, () => expandedText(page, text, host, { keepsComments }), language)
  },
  harvest: async ({ host: opening }, { page, text, model }, pace) => {
    const host = await opening
    // A new harvester each round, so results based on missing data are not reused.
    return untilNothingIsMissing(host, pace, () => new Harvester(host).harvest(page, text, model))
  },
  'pre-save': async ({ host: opening }, { page, text, signature }, pace) => {
    const host = await opening
    return untilNothingIsMissing(host, pace, () => preSave(page, text, host, signature))
  },
  'check-module': async (_, { name, text }, pace) => {
    pace.begin().read(text, CHARACTERS_COMPILED_PER_STEP)
    return moduleFault(name, text)
  },
  console: async ({ host: opening }, order, pace) => {
    const host = await opening
    return untilNothingIsMissing(host, pace, () => askModule(host, order))
  },
  extract: async (_, { html, options }, pace) => extractOf(html, options, pace.begin()),
  'parse-tree': async ({ wiki }, { text }, pace) => parseTreeXml(text, tagsOf(wiki), pace.begin()),
  section: async ({ wiki }, { text, section }, pace) => sectionOf(text, section, tagsOf(wiki), pace.begin()),
  'replace-section': async ({ wiki }, { text, section, replacement }, pace) =>
    replaceSection(text, section, replacement, tagsOf(wiki), pace.begin()),
}

export const doOrder = <K extends TextWorkKind>(
  kind: K,
  desk: TextDesk,
  order: TextOrder<K>,
  pace: Pace,
): Promise<TextResult<K>> => (doings[kind] as Doing<K>)(desk, order, pace)

const tagsOf = ({ site }: TextWiki): readonly string[] => site.info.extensiontags

async function render(desk: TextDesk, order: TextToRender, pace: Pace): Promise<RenderedText> {
  const { page, text, model, language, options } = order
  const host = await desk.host
  const reader = await readerOf(desk.wiki, host, language)
  // Reads templates in several rounds, then finds links; rendering HTML costs far more than both.
  if (model === 'wikitext') await untilNothingIsMissing(host, pace, () => expandWikitext(page, text, host), language)
  await pace.rest()
  const found = await untilNothingIsMissing(host, pace, () => new Harvester(host).harvest(page, text, model), language)
  askAhead(host, reader, { page, text }, found)
  await host.readNoted()
  await pace.rest()
  const made = await untilNothingIsMissing(
    host,
    pace,
    () => {
      const shown = renderPage(host, page, text, { ...options, reader }, model)
      return resultOf(shown, order.wants?.limitLabels ?? false)
    },
    language,
  )
  const rendered = { ...made, needs: host.needs() }
  if (!order.wants?.offsets || rendered.sections.length === 0) return rendered
  await pace.rest()
  return { ...rendered, offsets: sectionOffsets(text, tagsOf(desk.wiki), pace.begin()) }
}

/** The result without the internal state of the renderer. */
function resultOf({ html, rendering }: RenderedPage, wantsLabels: boolean): Omit<RenderedText, 'needs'> {
  const { state, sections, showsContents, indicators, reader } = rendering
  return {
    html,
    found: state.output.found(),
    warnings: state.output.warnings,
    sections,
    offsets: new Map(),
    showsContents,
    variantTitle: rendering.variantTitle(),
    indicators,
    styles: [...state.output.styles],
    scriptErrors: state.output.scriptErrors,
    moduleFault: rendering.moduleFault,
    staysSame: state.staysSame,
    limits: limitUses(rendering).map(use => ({ ...use, words: wantsLabels ? reader.message(use.key) : '' })),
  }
}

/** Messages in the reader's language, with local overrides first. */
async function readerOf(wiki: TextWiki, host: DatabaseHost, language: string): Promise<PageReader> {
  const isOwn = language === wiki.site.language
  const wording = isOwn ? null : await wordingOf(wiki.messages, language)
  const local = (key: string) => {
    const name = upperFirst(key.replaceAll(' ', '_'), wiki.site.language)
    return host.templateText(NS.mediawiki, `${name}/${language}`)?.text
  }
  const said = (key: string) =>
    wording ? (local(key) ?? host.shipped(language, key, wording.text(key))) : host.message(key)
  return { language, message: key => said(key) ?? ownWords(key) }
}
