import type { ProjectRow } from './components.ts'

/** What can propose translations. All of it is here: nothing is sent to another server. */
export const MACHINERY = { 'weblate-translation-memory': 'Translation memory' } as const
export type Machinery = keyof typeof MACHINERY

/** What a project has set: a configuration for each service, or null for one that it turned off. */
export type MachinerySettings = Partial<Record<Machinery, Record<string, unknown> | null>>

export const machineryOf = (project: ProjectRow): MachinerySettings =>
  (JSON.parse(project.settings) as { machinery?: MachinerySettings }).machinery ?? {}

export const withMachinery = (project: ProjectRow, machinery: MachinerySettings): string =>
  JSON.stringify({ ...JSON.parse(project.settings), machinery })

/** Services are on unless the project says otherwise. */
export const isTurnedOff = (project: ProjectRow, service: Machinery): boolean => machineryOf(project)[service] === null
