import type { Config } from '#core/config.ts'
import { storedObject } from '#store/stored-json.ts'
import { SERVICES } from '../machinery/index.ts'
import type { Settings, TranslationService } from '../machinery/service.ts'
import type { ProjectRow } from './components.ts'

export const MEMORY = 'weblate-translation-memory'

/** What works without another server, and can be used to translate automatically. */
export const OWN_MACHINERY = { [MEMORY]: 'Translation memory' } as const
export type OwnMachinery = keyof typeof OWN_MACHINERY

/** What can propose translations, by its name, with what people call it. */
export const MACHINERY: Readonly<Record<string, string>> = {
  ...OWN_MACHINERY,
  ...Object.fromEntries(SERVICES.map(({ name, label }) => [name, label])),
}

export const serviceNamed = (name: string): TranslationService | undefined => SERVICES.find(each => each.name === name)

/** What a project has set: a configuration for each service, or null for one that it turned off. */
export type MachinerySettings = Partial<Record<string, Settings | null>>

export const machineryOf = (project: ProjectRow): MachinerySettings =>
  storedObject<{ machinery: MachinerySettings }>(project.settings).machinery ?? {}

export const withMachinery = (project: ProjectRow, machinery: MachinerySettings): string =>
  JSON.stringify({ ...storedObject(project.settings), machinery })

/** The memory is on unless the project says otherwise; services of others are off until it, or the site, has set them up. */
export const isTurnedOff = (project: ProjectRow, service: OwnMachinery): boolean =>
  machineryOf(project)[service] === null

export interface ReadyService {
  readonly service: TranslationService
  readonly settings: Settings
  /** Set up by whoever runs the server, who may have it ask servers of their own network. */
  readonly isOfSite: boolean
}

/** The services of others that a project has: those of the whole site, unless it set them up anew or turned them off, and its own. */
export function servicesOf(project: ProjectRow, ofSite: Config['machinery']): ReadyService[] {
  const set = machineryOf(project)
  return SERVICES.flatMap(service => {
    const own = set[service.name]
    const settings = own === undefined ? ofSite[service.name] : own
    if (settings === null || settings === undefined) return []
    const fallbacks = Object.entries(service.settings).map(([name, { fallback = '' }]) => [name, fallback])
    return { service, settings: { ...Object.fromEntries(fallbacks), ...settings }, isOfSite: own === undefined }
  })
}
