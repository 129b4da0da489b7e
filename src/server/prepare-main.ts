// Entry of the process that prepares the database while workers load (prepare-elsewhere.ts starts it).
import type { Config } from '#core/config.ts'
import { describeFailure, type Failure } from './failure.ts'
import type { Administrator } from './install-sample.ts'
import { prepare } from './prepare.ts'

/** What it tells when it has done its work, or could not. */
export type PrepareMessage = { readonly administrator: Administrator | null } | { readonly failed: Failure }

const { config, sample } = JSON.parse(process.env.PARLANCE_PREPARE!) as { config: Config; sample: boolean }
const tell = (message: PrepareMessage) => process.send!(message, () => process.disconnect())
// Whoever started it has ended, and nobody waits any more. What is half done leaves no trace in the database.
const orphaned = () => process.exit(1)
process.once('disconnect', orphaned)

try {
  const administrator = await prepare(config, sample)
  process.off('disconnect', orphaned)
  tell({ administrator })
} catch (error) {
  process.off('disconnect', orphaned)
  tell({ failed: describeFailure(error) })
}
