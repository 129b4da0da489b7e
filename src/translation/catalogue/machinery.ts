import type { Config } from '#core/config.ts'
import { storedObject } from '#store/stored-json.ts'
import { SERVICES } from '../machinery/index.ts'
import type { Settings, TranslationService } from '../machinery/service.ts'
import type { ProjectRow } from './components.ts'

export const MEMORY = 'weblate-translation-memory'

/** Machinery that needs no third-party service and can translate automatically. */
export const OWN_MACHINERY = { [MEMORY]: 'Translation memory' } as const
export type OwnMachinery = keyof typeof OWN_MACHINERY

/** Labels of everything that can suggest translations, by name. */
export const MACHINERY: Readonly<Record<string, string>> = {
  ...OWN_MACHINERY,
  ...Object.fromEntries(SERVICES.map(({ name, label }) => [name, label])),
}

export const serviceNamed = (name: string): TranslationService | undefined => SERVICES.find(each => each.name === name)

/** Machinery settings of a project: the configuration of each service, or null if it is turned off. */
export type MachinerySettings = Partial<Record<string, Settings | null>>

export const machineryOf = (project: ProjectRow): MachinerySettings =>
  storedObject<{ machinery: MachinerySettings }>(project.settings).machinery ?? {}

export const withMachinery = (project: ProjectRow, machinery: MachinerySettings): string =>
  JSON.stringify({ ...storedObject(project.settings), machinery })

/** The memory is on by default; third-party services are off until the project or the site configures them. */
export const isTurnedOff = (project: ProjectRow, service: OwnMachinery): boolean =>
  machineryOf(project)[service] === null

export interface ReadyService {
  readonly service: TranslationService
  readonly settings: Settings
  /** Configured by the server operator, who may use servers on the local network. */
  readonly isOfSite: boolean
}

/** Third-party services of a project: its own, and those of the site that it has not overridden or turned off. */
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
