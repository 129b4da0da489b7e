import type { Config } from '#core/config.ts'
import type { Services } from '#core/services.ts'
import type { Reader } from '#store/store.ts'
import { asking } from '../machinery/ask.ts'
import { type Loss, type Masked, mask, restore } from '../machinery/masking.ts'
import { Meter } from '../machinery/meter.ts'
import { plainNotation } from '../machinery/notation.ts'
import { MachineryError } from '../machinery/service.ts'
import { translateBy } from '../machinery/translate.ts'
import { remembered, unfinishedIn } from './auto-translate.ts'
import type { ExportedTranslation } from './export-file.ts'
import { loadingFrom } from './loading.ts'
import { noteOf, startFor, termsFor } from './machine-help.ts'
import { isTurnedOff, MEMORY, type ReadyService, servicesOf, siteMachinery } from './machinery.ts'
import { saveUsage } from './machinery-usage.ts'
import { memoryReach } from './memory.ts'
import { lossProblem, type MachinePlace, protectedStrings, spacingOf } from './protected-parts.ts'
import type { UnitRow } from './rows.ts'

/** Longer texts would take too long while someone waits in the editor. */
const MOST_CHARS = 10_000

/** The translation of a string for each plural form, or why it cannot be used. */
export type MachineText = { readonly texts: readonly string[] } | { readonly problem: string }

/**
 * Translates strings with a service. Placeholders are hidden from it and put back. A translation that lost one is
 * reported, never returned. Throws a `MachineryError` if the service fails.
 */
export async function translateUnits(
  db: Reader,
  units: readonly UnitRow[],
  place: MachinePlace,
  { service, settings, isOfSite }: ReadyService,
  config: Config,
  signal: AbortSignal,
  meter: Meter,
): Promise<MachineText[]> {
  const strings = await protectedStrings(loadingFrom(db), units, place)
  const notation = service.notation ?? plainNotation
  const masked = strings.map(({ sources, partsOf }) => sources.map(source => mask(source, partsOf(source), notation)))
  const sent = masked.flat().filter(each => each.sent !== null)
  const distinctSources = new Set(sent.map(each => each.source))
  if ([...distinctSources].reduce((sum, text) => sum + text.length, 0) > MOST_CHARS)
    throw new MachineryError(`At most ${MOST_CHARS} characters can be sent at once.`)
  const distinct = [...new Set(sent.map(each => each.sent!))]
  const ask = asking({ allowPrivate: isOfSite || config.machineryNetwork === 'any', signal })
  // Texts that are the same in several strings are sent once, with the note about the first.
  const notes = distinct.map(text => noteOf(units[masked.findIndex(forms => forms.some(each => each.sent === text))]!))
  const { terms = [] } = place
  const languages = {
    from: place.sourceLanguage.code,
    to: place.language.code,
    ...(terms.length > 0 && { terms }),
    ...(notes.some(note => note !== '') && { notes }),
  }
  const answers = distinct.length === 0 ? [] : await translateBy(service, distinct, languages, settings, ask, meter)
  const byText = new Map(distinct.map((text, i) => [text, answers[i]!]))
  const spacing = spacingOf(place)
  const restored = (each: Masked): string | Loss =>
    each.sent === null ? each.source : restore(each, byText.get(each.sent)!, notation, spacing)
  return masked.map((forms, i) => {
    const results = forms.map(restored)
    const loss = results.find(result => typeof result !== 'string')
    if (loss !== undefined) return { problem: lossProblem(loss) }
    const texts = results as string[]
    const problem = strings[i]!.problemIn(texts)
    if (problem !== null) return { problem }
    if (!service.isLocal) meter.offer(units[i]!.id, service.name, texts)
    return { texts }
  })
}

/** Limits for one request to a service, which must answer while the user waits. */
const MAX_TEXTS = 20
const MAX_CHARS = 8000

export interface MachineTranslations {
  readonly texts: ReadonlyMap<number, readonly string[]>
  /** Error messages of services that failed. */
  readonly problems: readonly string[]
}

/** Reported problems with placeholders; more would hide the others. */
const MAX_PROBLEMS = 5

/** Translates many strings, each with the first service that can. */
async function translateMany(
  db: Reader,
  units: readonly UnitRow[],
  place: ExportedTranslation,
  services: readonly ReadyService[],
  config: Config,
  signal: AbortSignal,
  meter: Meter,
): Promise<MachineTranslations> {
  const texts = new Map<number, readonly string[]>()
  const problems = new Set<string>()
  for (const service of services) {
    const left = units.filter(unit => !texts.has(unit.id))
    const start = await startFor(db, service.service, left, place)
    for (const some of portionsOf(start.units))
      try {
        const terms = await termsFor(db, place.translation, start.place.sourceLanguage, some)
        const made = await translateUnits(db, some, { ...start.place, terms }, service, config, signal, meter)
        for (const [i, unit] of some.entries()) {
          const result = made[i]!
          if ('texts' in result) {
            if (result.texts.every(text => text !== '')) texts.set(unit.id, result.texts)
          } else if (problems.size < MAX_PROBLEMS) problems.add(`${service.service.label}: ${result.problem}`)
        }
      } catch (error) {
        if (!(error instanceof MachineryError)) throw error
        problems.add(`${service.service.label}: ${error.message}`)
        // Do not send the rest to a service that failed once.
        break
      }
  }
  return { texts, problems: [...problems] }
}

type Own = Pick<Services, 'store' | 'config' | 'clock' | 'jobs'>

export interface MachineRequest {
  /** Names of the services to use; empty for the memory alone. */
  readonly engines: readonly string[]
  /** Minimum similarity of memory matches, in percent. */
  readonly threshold: number
  /** Maximum number of strings to send to services. */
  readonly most: number
  readonly isWanted: (unit: UnitRow) => boolean
}

/**
 * Machine translations of unfinished strings that the memory does not have. Sends requests to other servers, so it
 * must run before any transaction.
 */
export async function askMachines(
  own: Own,
  place: ExportedTranslation,
  { engines, threshold, most, isWanted }: MachineRequest,
  account: number | null,
  signal: AbortSignal,
): Promise<MachineTranslations> {
  const { store, config } = own
  const db = store.read
  const site = await siteMachinery(db, config)
  const services = servicesOf(place.project, site).filter(({ service }) => engines.includes(service.name))
  if (services.length === 0) return { texts: new Map(), problems: [] }
  const isRemembered = engines.includes(MEMORY) && !isTurnedOff(place.project, MEMORY)
  const memory = {
    sourceLanguage: place.sourceLanguage.id,
    targetLanguage: place.language.id,
    ...memoryReach(place.project, account),
  }
  const left: UnitRow[] = []
  for (const unit of await unfinishedIn(db, place.translation)) {
    if (left.length >= most) break
    if (isWanted(unit) && !(isRemembered && (await remembered(db, unit, memory, threshold)))) left.push(unit)
  }
  const meter = new Meter()
  const made = await translateMany(db, left, place, services, config, signal, meter)
  await saveUsage(own, place.project, meter)
  return made
}

/** Asks every service of a project for translations of some strings. Must run before any transaction. */
export async function translateSelected(
  own: Own,
  place: ExportedTranslation,
  units: readonly UnitRow[],
): Promise<MachineTranslations['texts']> {
  const { store, config } = own
  const db = store.read
  const meter = new Meter()
  const services = servicesOf(place.project, await siteMachinery(db, config))
  const { texts } = await translateMany(db, units, place, services, config, AbortSignal.timeout(MAX_WAIT), meter)
  await saveUsage(own, place.project, meter)
  return texts
}

/** How long a page waits for services, in milliseconds. */
const MAX_WAIT = 60_000

function* portionsOf(units: readonly UnitRow[]): Generator<UnitRow[]> {
  let some: UnitRow[] = []
  let chars = 0
  for (const unit of units) {
    if (some.length > 0 && (some.length >= MAX_TEXTS || chars + unit.source.length > MAX_CHARS)) {
      yield some
      some = []
      chars = 0
    }
    some.push(unit)
    chars += unit.source.length
  }
  if (some.length > 0) yield some
}
