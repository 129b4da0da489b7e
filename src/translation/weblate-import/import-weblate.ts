import type { Services } from '#core/services.ts'
import type { Progress } from '#events/progress.ts'
import { type Imported, Steps } from '../import-steps/steps.ts'
import { BackupArchive } from './backup-archive.ts'
import { BackupSource } from './backup-source.ts'
import { type SourceOptions, WeblateClient } from './client.ts'
import { importComponent, importTranslations } from './components.ts'
import { type Importing, withSize } from './context.ts'
import { importFileOf } from './files.ts'
import { importLanguages } from './languages.ts'
import { importMemory } from './memory.ts'
import { importPeople } from './people.ts'
import { importProject } from './projects.ts'
import { importScreenshots } from './screenshots.ts'
import { type Source, SourceError } from './source.ts'
import { importStrings } from './strings.ts'
import { importTeams } from './teams.ts'

export { SourceError } from './source.ts'

interface Selection {
  /** Slugs; empty for all projects that the token can see. */
  readonly projects: readonly string[]
  readonly pageSize?: number
}

export type WeblateImport = SourceOptions & Selection

/** Moderate, since a page of strings is one transaction. */
const PAGE_SIZE = 200

/** Imports the content of a Weblate server over its REST API. */
export async function importWeblate(services: Services, options: WeblateImport, progress: Progress): Promise<Imported> {
  const client = new WeblateClient({
    ...options,
    onWait: seconds => {
      options.onWait?.(seconds)
      progress.report({ task: `waiting ${seconds} s for the server`, done: 0, total: undefined, unit: 'strings' })
    },
  })
  return importFrom(services, client, options, progress)
}

export interface BackupImport extends Pick<Selection, 'pageSize'> {
  /** The content of the archive. */
  readonly backup: Buffer
}

/** Imports a project backup of a Weblate server. */
export async function importBackup(
  services: Services,
  { backup, ...options }: BackupImport,
  progress: Progress,
): Promise<Imported> {
  progress.report({ task: 'reading the backup', done: 0, total: undefined, unit: 'strings' })
  const source = await BackupSource.open(await BackupArchive.open(backup), services.store.read)
  return importFrom(services, source, { projects: [], ...options }, progress)
}

/**
 * Imports everything from a source. It adds what this site lacks and never changes what is already here. Each
 * transaction stores how far it came, so that an interrupted import continues there.
 */
async function importFrom(
  services: Services,
  client: Source,
  options: Selection,
  progress: Progress,
): Promise<Imported> {
  const steps = await Steps.load(services.store, keyOf(client.server, options.projects))
  const { isResumed } = steps
  const pageSize = options.pageSize ?? PAGE_SIZE
  const lookups = { accounts: new Map(), members: new Map(), languages: new Map(), projects: new Map() }
  const importing: Importing = { services, client, steps, progress, pageSize, ...lookups }
  const projects = await projectsToImport(importing, options.projects)
  progress.report({ task: 'people', done: 0, total: undefined, unit: 'people' })
  await importPeople(importing)
  progress.report({ task: 'languages', done: 0, total: undefined, unit: 'languages' })
  await importLanguages(importing)
  for (const project of projects) await importWhole(importing, project)
  await importMemory(importing)
  await importTeams(importing, options.projects.length === 0 ? null : new Set(options.projects))
  return { isResumed, tally: steps.summary(), forget: () => steps.clear(services.store) }
}

/** An interrupted import continues only with the same selection, because its counts are those of the selection. */
const keyOf = (server: string, projects: readonly string[]): string =>
  projects.length === 0 ? server : `${server} ${[...new Set(projects)].sort().join(' ')}`

async function projectsToImport({ client, pageSize }: Importing, slugs: readonly string[]) {
  const projects = (await client.all(withSize('projects/', pageSize))) as Record<string, unknown>[]
  if (slugs.length === 0) return projects
  const missing = slugs.find(slug => !projects.some(each => each?.slug === slug))
  if (missing !== undefined)
    throw new SourceError(`The server has no project "${missing}", or the token cannot see it.`)
  return projects.filter(each => slugs.includes(String(each?.slug)))
}

async function importWhole(importing: Importing, source: Record<string, unknown>): Promise<void> {
  const project = await importProject(importing, source)
  if (project === null) return
  const { client, pageSize } = importing
  const path = `projects/${encodeURIComponent(project.row.slug)}/components/`
  for (const row of (await client.all(withSize(path, pageSize))) as Record<string, unknown>[]) {
    if (!belongsTo(row, project.row.slug)) continue
    const component = await importComponent(importing, project, row)
    if (component === null) continue
    for (const translation of await importTranslations(importing, component)) {
      await importStrings(importing, component, translation)
      await importFileOf(importing, component, translation)
    }
    await importScreenshots(importing, component)
  }
}

/** Components of other projects that are shared with this one are in the list too. */
const belongsTo = ({ project }: Record<string, unknown>, slug: string): boolean =>
  typeof project !== 'object' || project === null || (project as { slug?: unknown }).slug === slug
