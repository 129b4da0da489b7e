// Entry of the process that prepares the database while workers load. Started by prepare-elsewhere.ts.
import type { Config } from '#core/config.ts'
import { describeFailure, type Failure } from './failure.ts'
import { type Prepared, prepare } from './prepare.ts'

export type PrepareMessage = { readonly prepared: Prepared } | { readonly failed: Failure }

const { config, sample } = JSON.parse(process.env.PARLANCE_PREPARE!) as { config: Config; sample: boolean }
const report = (message: PrepareMessage) => process.send!(message, () => process.disconnect())
// The parent has exited. Unfinished transactions are rolled back.
const orphaned = () => process.exit(1)
process.once('disconnect', orphaned)

try {
  const prepared = await prepare(config, sample)
  process.off('disconnect', orphaned)
  report({ prepared })
} catch (error) {
  process.off('disconnect', orphaned)
  report({ failed: describeFailure(error) })
}
