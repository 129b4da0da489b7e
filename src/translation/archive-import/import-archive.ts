import { createHash } from 'node:crypto'
import type { Services } from '#core/services.ts'
import type { Progress } from '#events/progress.ts'
import { projectBySlug } from '../catalogue/components.ts'
import { createProject } from '../catalogue/projects.ts'
import { FormatError } from '../formats/index.ts'
import { ZipArchive } from '../formats/zip/open-zip.ts'
import { inStep } from '../import-steps/in-step.ts'
import { type Imported, Steps } from '../import-steps/steps.ts'
import { importComponent } from './components.ts'
import type { Importing } from './context.ts'
import { crowdinConfigOf, readCrowdinConfig } from './crowdin-config.ts'
import { importGlossary } from './glossary.ts'
import { ArchiveError, type Configured } from './layout.ts'
import { importMemory } from './memory.ts'
import { type Plan, planArchive } from './plan.ts'
import { importStates } from './states.ts'
import { readTransifexConfig, transifexConfigOf } from './transifex-config.ts'

export { ArchiveError } from './layout.ts'
export type { Plan } from './plan.ts'

export type Platform = 'crowdin' | 'transifex'

export interface ArchiveImport {
  readonly platform: Platform
  /** The content of the archive. */
  readonly archive: Buffer
  /** Slug of the project; created if missing. */
  readonly project: string
  /** By default as the configuration says, or English. */
  readonly sourceLanguage?: string | undefined
}

const LIMITS = { maxFiles: 65_535, maxBytes: 1024 * 1024 * 1024 }
const CONFIG_BYTES = 1024 * 1024
const NO_TEXTS = /(^|\/)(\.git|__MACOSX|node_modules)\//

/** Decides what an archive becomes here. Errors name the file in the archive, and nothing is stored. */
export async function planImport(
  { store }: Pick<Services, 'store'>,
  { platform, archive, sourceLanguage, project }: ArchiveImport,
): Promise<{ zip: ZipArchive; plan: Plan }> {
  if (!/^[-\w]+$/.test(project) || project === '-' || project.length > 60)
    throw new ArchiveError(
      `"${project}" is not a valid project slug. Use at most 60 letters, digits, hyphens and underscores.`,
    )
  try {
    const zip = await ZipArchive.open(archive, LIMITS, name => !NO_TEXTS.test(name))
    const configured = await configurationOf(platform, zip)
    const language = sourceLanguage ?? configured?.sourceLanguage ?? 'en'
    const plan = await planArchive(store.read, zip, configured, language)
    if (plan.components.length + plan.memories.length + plan.glossaries.length === 0)
      throw new ArchiveError(['The archive has nothing to import.', ...plan.skipped.map(each => each.why)].join('\n  '))
    return { zip, plan }
  } catch (error) {
    throw error instanceof FormatError ? new ArchiveError(`The archive cannot be read: ${error.message}.`) : error
  }
}

async function configurationOf(platform: Platform, zip: ZipArchive): Promise<Configured | null> {
  const [find, read] =
    platform === 'crowdin' ? [crowdinConfigOf, readCrowdinConfig] : [transifexConfigOf, readTransifexConfig]
  const file = find(zip.names)
  if (file === undefined) return null
  if (zip.sizeOf(file) > CONFIG_BYTES) throw new ArchiveError(`${file}: it is larger than 1 MB.`)
  return read(file, await zip.read(file), zip.names.toSorted())
}

/**
 * Imports the export archive of another platform into a project. It adds what the project lacks and never changes what
 * is already here. Each transaction stores how far it came, so that an interrupted import continues there.
 */
export async function importArchive(services: Services, options: ArchiveImport, progress: Progress): Promise<Imported> {
  progress.report({ task: 'reading the archive', done: 0, total: undefined, unit: 'files' })
  const { zip, plan } = await planImport(services, options)
  const hash = createHash('sha256').update(options.archive).digest('hex')
  const steps = await Steps.load(services.store, `${options.platform}:${hash} ${options.project}`)
  const { isResumed } = steps
  const project = await ensureProject(services, steps, plan, options.project)
  const importing: Importing = { services, steps, zip, plan, project }
  const total = plan.components.length
  for (const [done, component] of plan.components.entries()) {
    progress.report({ task: component.name, done, total, unit: 'components' })
    await importComponent(importing, component)
  }
  for (const name of plan.states) await importStates(importing, name)
  for (const name of plan.glossaries) {
    progress.report({ task: name, done: total, total, unit: 'components' })
    await importGlossary(importing, name)
  }
  for (const name of plan.memories) await importMemory(importing, name, progress)
  return { isResumed, tally: steps.summary(), forget: () => steps.clear(services.store) }
}

/** Creates the project, with reviews if any translation is approved, and counts what is not imported. */
async function ensureProject(services: Services, steps: Steps, plan: Plan, slug: string): Promise<number> {
  if (!steps.isDone('project'))
    await inStep({ services, steps }, 'project', async (piece, tally) => {
      const existing = await projectBySlug(piece.tx, slug)
      if (existing === null) {
        const named = await piece.tx.selectFrom('project').select('slug').where('name', '=', slug).executeTakeFirst()
        if (named !== undefined) throw new ArchiveError(`The project "${named.slug}" has the name "${slug}".`)
        await createProject(piece, { name: slug, slug, translation_review: Number(plan.hasApproved) })
      } else if (plan.hasApproved && existing.translation_review === 0)
        tally.note('approved translations became translated, because the project has no reviews')
      tally.add('projects', existing === null ? 'created' : 'unchanged')
      for (const { kind, why } of plan.skipped) tally.add(kind, { skipped: why })
      for (const note of plan.notes) tally.note(note)
    })
  const row = await projectBySlug(services.store.read, slug)
  if (row === null) throw new ArchiveError(`The project "${slug}" was deleted during the import. Run it again.`)
  return row.id
}
