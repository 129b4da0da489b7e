// Estimates what translating the strings of a search costs, by how much work the translation memory leaves.

import type { Clock } from '#store/clock.ts'
import type { Reader } from '#store/store.ts'
import { splitForms } from '../catalogue/forms.ts'
import { MAX_QUERY, memoryReach, recall } from '../catalogue/memory.ts'
import type { UnitRow } from '../catalogue/rows.ts'
import { parseUnitSearch, settleSearch, unitCondition } from '../catalogue/unit-search.ts'
import { isFuzzy, UNIT_STATES } from '../values/unit-states.ts'
import type { ReportScope } from './contributions.ts'

/** Kinds of work with the names of their rates, which are percentages of the base rate. */
export const COST_RATES = {
  repetition: 'rate_repetition',
  tm_100: 'rate_tm_100',
  tm_fuzzy: 'rate_tm_fuzzy',
  needs_editing: 'rate_needs_editing',
  new: 'rate_new',
} as const

type Bucket = keyof typeof COST_RATES
const BUCKETS = Object.keys(COST_RATES) as readonly Bucket[]

const NAMES: Readonly<Record<Bucket, string>> = {
  repetition: 'Repetitions',
  tm_100: 'Exact matches',
  tm_fuzzy: 'Fuzzy matches',
  needs_editing: 'Needs editing',
  new: 'New strings',
}

export interface CostParameters extends Record<(typeof COST_RATES)[Bucket], string> {
  q: string
  /** Cost of a word, as a decimal number. */
  base_rate: string
  /** Similarity in percent from which on the memory helps. */
  tm_threshold: number
  language?: number | undefined
  account: number | null
}

interface Tally {
  count: number
  words: number
  chars: number
}

export interface CostEstimate {
  threshold: number
  buckets: (Tally & { slug: Bucket; name: string; rate: string; cost: string })[]
  total: Tally & { cost: string }
  base_rate: string
}

const AT_ONCE = 500

export async function costEstimate(
  db: Reader,
  scope: ReportScope,
  parameters: CostParameters,
  { clock, progress }: { clock: Clock; progress: (percent: number) => Promise<void> },
): Promise<CostEstimate> {
  const tallies = new Map<Bucket, Tally>(BUCKETS.map(bucket => [bucket, { count: 0, words: 0, chars: 0 }]))
  const search = parseUnitSearch(parameters.q, clock)
  const seen = new Set<string>()
  const places = await translationsIn(db, scope, parameters.language)
  for (const [i, place] of places.entries()) {
    const query = await settleSearch(db, search, place.id)
    const bucketOf = await memoryOf(db, place, parameters)
    for (let after = 0; ; ) {
      const units = await db
        .selectFrom('unit')
        .selectAll()
        .where('translation_id', '=', place.id)
        .where('state', '<>', UNIT_STATES.readonly)
        .where('id', '>', after)
        .where(eb => unitCondition(eb, query))
        .orderBy('id')
        .limit(AT_ONCE)
        .execute()
      for (const unit of units) {
        const key = `${place.source_language_id} ${place.language_id} ${unit.id_hash}`
        const tally = tallies.get(seen.has(key) ? 'repetition' : await bucketOf(unit))!
        seen.add(key)
        tally.count++
        tally.words += unit.num_words
        tally.chars += unit.num_chars
      }
      if (units.length < AT_ONCE) break
      after = units.at(-1)!.id
    }
    await progress((100 * (i + 1)) / places.length)
  }
  return finished(tallies, parameters)
}

/** Translations into other languages, by ID. */
const translationsIn = (db: Reader, { components, projects }: ReportScope, language: number | undefined) =>
  db
    .selectFrom('translation')
    .innerJoin('component', 'component.id', 'translation.component_id')
    .select(['translation.id', 'translation.project_id', 'translation.language_id', 'component.source_language_id'])
    .where('translation.is_source', '=', 0)
    .$if(components !== undefined, query => query.where('translation.component_id', 'in', [-1, ...components!]))
    .$if(projects !== undefined, query => query.where('translation.project_id', 'in', [-1, ...projects!]))
    .$if(language !== undefined, query => query.where('translation.language_id', '=', language!))
    .orderBy('translation.id')
    .execute()

/** How much work a string is, judging by the memory that translators of the place can use. */
async function memoryOf(
  db: Reader,
  { project_id, ...place }: Awaited<ReturnType<typeof translationsIn>>[number],
  { account, tm_threshold }: CostParameters,
): Promise<(unit: UnitRow) => Promise<Bucket>> {
  const project = await db.selectFrom('project').selectAll().where('id', '=', project_id).executeTakeFirst()
  const reach = project && {
    sourceLanguage: place.source_language_id,
    targetLanguage: place.language_id,
    ...memoryReach(project, account),
  }
  return async unit => {
    const text = splitForms(unit.source).at(-1)!
    const match =
      reach === undefined || text === '' || text.length > MAX_QUERY ? null : await recall(db, text, reach, tm_threshold)
    if (match !== null) return match.quality >= 100 ? 'tm_100' : 'tm_fuzzy'
    return isFuzzy(unit.state) ? 'needs_editing' : 'new'
  }
}

/** Costs in ten thousandths, so that sums are exact. */
const UNITS_OF_COST = 10_000

function finished(tallies: ReadonlyMap<Bucket, Tally>, parameters: CostParameters): CostEstimate {
  const total = { count: 0, words: 0, chars: 0 }
  let sum = 0
  const buckets = BUCKETS.map(slug => {
    const tally = tallies.get(slug)!
    const rate = parameters[COST_RATES[slug]]
    const cost = Math.round((tally.words * Number(parameters.base_rate) * Number(rate) * UNITS_OF_COST) / 100)
    for (const name of ['count', 'words', 'chars'] as const) total[name] += tally[name]
    sum += cost
    return { slug, name: NAMES[slug], ...tally, rate: plain(rate), cost: plain(String(cost / UNITS_OF_COST)) }
  })
  return {
    threshold: parameters.tm_threshold,
    buckets,
    total: { ...total, cost: plain(String(sum / UNITS_OF_COST)) },
    base_rate: plain(parameters.base_rate),
  }
}

/** Without zeros at the end. */
const plain = (decimal: string): string => String(Number(Number(decimal).toFixed(4)))

export const COST_COLUMNS = ['Category', 'Strings', 'Source words', 'Source characters', 'Rate', 'Cost']

export function costRows({ buckets, total }: CostEstimate): string[][] {
  const cells = ({ count, words, chars }: Tally) => [count, words, chars].map(String)
  return [
    ...buckets.map(each => [each.name, ...cells(each), `${each.rate}%`, each.cost]),
    ['Total', ...cells(total), '', total.cost],
  ]
}
