import type { Services } from '#core/services.ts'
import type { ZipArchive } from '../formats/zip/open-zip.ts'
import type { Steps } from '../import-steps/steps.ts'
import type { Plan } from './plan.ts'

/** What all parts of an import share. */
export interface Importing {
  readonly services: Pick<Services, 'store' | 'clock'>
  readonly steps: Steps
  readonly zip: ZipArchive
  readonly plan: Plan
  readonly project: number
}
