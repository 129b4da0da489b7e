import type { Config } from '#core/config.ts'
import type { Services } from '#core/services.ts'
import { pluralRule } from '#languages/plural.ts'
import type { Reader } from '#store/store.ts'
import { pairForms } from '../checks/plural-forms.ts'
import { asking } from '../machinery/ask.ts'
import { MachineryError, type Term } from '../machinery/service.ts'
import { translateBy } from '../machinery/translate.ts'
import { remembered, unfinishedIn } from './auto-translate.ts'
import { formsOf } from './edit-units.ts'
import type { ExportedTranslation } from './export-file.ts'
import { splitForms } from './forms.ts'
import type { LanguageRow } from './languages.ts'
import { noteOf, startFor, termsFor } from './machine-help.ts'
import { isTurnedOff, MEMORY, type ReadyService, servicesOf, siteMachinery } from './machinery.ts'
import type { TranslationRow, UnitRow } from './rows.ts'

export interface MachinePlace {
  readonly translation: TranslationRow
  readonly sourceLanguage: LanguageRow
  readonly language: LanguageRow
  /** Glossary terms that occur in the strings. */
  readonly terms?: readonly Term[]
}

/** The source text for each plural form of a translation: singular for singular. */
function sourcesOf(unit: UnitRow, { translation, sourceLanguage }: MachinePlace): string[] {
  const forms = Array.from({ length: formsOf(unit, translation) }, () => '')
  const rules = [
    pluralRule(sourceLanguage.plural_number, sourceLanguage.plural_formula),
    pluralRule(translation.plural_number, translation.plural_formula),
  ] as const
  return pairForms(splitForms(unit.source), forms, ...rules).map(([source]) => source)
}

/** Translates strings with a service and returns the forms of each. Throws a `MachineryError` if it fails. */
export async function translateUnits(
  units: readonly UnitRow[],
  place: MachinePlace,
  { service, settings, isOfSite }: ReadyService,
  config: Config,
  signal: AbortSignal,
): Promise<string[][]> {
  const sources = units.map(unit => sourcesOf(unit, place))
  const distinct = [...new Set(sources.flat())]
  const ask = asking({ allowPrivate: isOfSite || config.machineryNetwork === 'any', signal })
  const notes = distinct.map(text => noteOf(units[sources.findIndex(forms => forms.includes(text))]!))
  const { terms = [] } = place
  const languages = {
    from: place.sourceLanguage.code,
    to: place.language.code,
    ...(terms.length > 0 && { terms }),
    ...(notes.some(note => note !== '') && { notes }),
  }
  const translations = await translateBy(service, distinct, languages, settings, ask)
  const byText = new Map(distinct.map((text, i) => [text, translations[i]!]))
  return sources.map(texts => texts.map(text => byText.get(text)!))
}

/** Limits for one request to a service, which must answer while the user waits. */
const MAX_TEXTS = 20
const MAX_CHARS = 8000

export interface MachineTranslations {
  readonly texts: ReadonlyMap<number, readonly string[]>
  /** Error messages of services that failed. */
  readonly problems: readonly string[]
}

/** Translates many strings, each with the first service that can. */
async function translateMany(
  db: Reader,
  units: readonly UnitRow[],
  place: ExportedTranslation,
  services: readonly ReadyService[],
  config: Config,
  signal: AbortSignal,
): Promise<MachineTranslations> {
  const texts = new Map<number, readonly string[]>()
  const problems = new Set<string>()
  for (const service of services) {
    const left = units.filter(unit => !texts.has(unit.id))
    const start = await startFor(db, service.service, left, place)
    for (const some of portionsOf(start.units))
      try {
        const terms = await termsFor(db, place.translation, start.place.sourceLanguage, some)
        const made = await translateUnits(some, { ...start.place, terms }, service, config, signal)
        for (const [i, unit] of some.entries()) if (made[i]!.every(text => text !== '')) texts.set(unit.id, made[i]!)
      } catch (error) {
        if (!(error instanceof MachineryError)) throw error
        problems.add(`${service.service.label}: ${error.message}`)
        // Do not send the rest to a service that failed once.
        break
      }
  }
  return { texts, problems: [...problems] }
}

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
  { store: { read: db }, config }: Pick<Services, 'store' | 'config'>,
  place: ExportedTranslation,
  { engines, threshold, most, isWanted }: MachineRequest,
  projects: readonly number[],
  signal: AbortSignal,
): Promise<MachineTranslations> {
  const site = await siteMachinery(db, config)
  const services = servicesOf(place.project, site).filter(({ service }) => engines.includes(service.name))
  if (services.length === 0) return { texts: new Map(), problems: [] }
  const isRemembered = engines.includes(MEMORY) && !isTurnedOff(place.project, MEMORY)
  const memory = {
    sourceLanguage: place.sourceLanguage.id,
    targetLanguage: place.language.id,
    projects: [...projects],
  }
  const left: UnitRow[] = []
  for (const unit of await unfinishedIn(db, place.translation)) {
    if (left.length >= most) break
    if (isWanted(unit) && !(isRemembered && (await remembered(db, unit, memory, threshold)))) left.push(unit)
  }
  return translateMany(db, left, place, services, config, signal)
}

/** Asks every service of a project for translations of some strings. Must run before any transaction. */
export async function translateSelected(
  { store: { read: db }, config }: Pick<Services, 'store' | 'config'>,
  place: ExportedTranslation,
  units: readonly UnitRow[],
): Promise<MachineTranslations['texts']> {
  const services = servicesOf(place.project, await siteMachinery(db, config))
  const { texts } = await translateMany(db, units, place, services, config, AbortSignal.timeout(MAX_WAIT))
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
