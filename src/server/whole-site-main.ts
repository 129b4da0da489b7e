// Entry of the process that goes through the whole site (whole-site-elsewhere.ts starts it).
import type { Config } from '#core/config.ts'
import { type WholeSiteResult, type WholeSiteWork, workOnWholeSite } from '#core/whole-site.ts'
import { describeFailure, type Failure } from './failure.ts'
import { withServices } from './with-services.ts'

/** How far it is, at last what came of it. */
export type WholeSiteMessage =
  | { readonly percent: number }
  | { readonly result: WholeSiteResult }
  | { readonly failed: Failure }

const { config, work } = JSON.parse(process.env.PARLANCE_WHOLE_SITE!) as { config: Config; work: WholeSiteWork }
const tell = (message: WholeSiteMessage) => process.send!(message)
// Whoever started it has ended, and nobody waits any more.
const orphaned = () => process.exit(1)
process.once('disconnect', orphaned)

let last: WholeSiteMessage
try {
  last = {
    result: await withServices(config, services => workOnWholeSite(services, work, percent => tell({ percent }))),
  }
} catch (error) {
  last = { failed: describeFailure(error) }
}
process.off('disconnect', orphaned)
process.send!(last, () => process.disconnect())
