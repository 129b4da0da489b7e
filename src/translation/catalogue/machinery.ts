import type { Config } from '#core/config.ts'
import { readSetting } from '#store/site-settings.ts'
import type { Reader } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'
import { SERVICES } from '../machinery/index.ts'
import type { Settings, TranslationService } from '../machinery/service.ts'
import type { ProjectRow } from './components.ts'

export const MEMORY = 'weblate-translation-memory'

/** The same string in another component of this site. */
export const ELSEWHERE = 'weblate'

/** Machinery that needs no third-party service and can translate automatically. */
export const OWN_MACHINERY = { [MEMORY]: 'Translation memory', [ELSEWHERE]: 'Other components' } as const
export type OwnMachinery = keyof typeof OWN_MACHINERY

export const isOwn = (name: string): name is OwnMachinery => Object.hasOwn(OWN_MACHINERY, name)

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

/** Own machinery is on by default; third-party services are off until the project or the site configures them. */
export const isTurnedOff = (project: ProjectRow, service: OwnMachinery): boolean =>
  machineryOf(project)[service] === null

export interface ReadyService {
  readonly service: TranslationService
  readonly settings: Settings
  /** Configured by the server operator, who may use servers on the local network. */
  readonly isOfSite: boolean
}

/** Services for all projects: from the configuration of the server, and those that administrators set up. */
export interface SiteMachinery {
  readonly operator: Config['machinery']
  readonly stored: MachinerySettings
}

export const SITE_MACHINERY = 'machinery'

export const siteMachinery = async (db: Reader, { machinery }: Pick<Config, 'machinery'>): Promise<SiteMachinery> => ({
  operator: machinery,
  stored: storedObject(await readSetting(db, SITE_MACHINERY)) as MachinerySettings,
})

/** Third-party services of a project: its own, and those of the site that it has not overridden or turned off. */
export function servicesOf(project: ProjectRow | null, { operator, stored }: SiteMachinery): ReadyService[] {
  const set = project === null ? {} : machineryOf(project)
  return SERVICES.flatMap(service => {
    const own = set[service.name]
    const ofOperator = own === undefined ? operator[service.name] : undefined
    const settings = own === undefined ? (ofOperator ?? stored[service.name]) : own
    if (settings === null || settings === undefined) return []
    return { service, settings: withFallbacks(service, settings), isOfSite: ofOperator !== undefined }
  })
}

/** Settings with the defaults of those that are not set. */
export const withFallbacks = (service: TranslationService, settings: Settings): Settings => ({
  ...Object.fromEntries(Object.entries(service.settings).map(([name, { fallback = '' }]) => [name, fallback])),
  ...settings,
})
