// Entry of the process that runs whole-site operations. Started by whole-site-elsewhere.ts.
import type { Config } from '#core/config.ts'
import { type WholeSiteResult, type WholeSiteWork, workOnWholeSite } from '#core/whole-site.ts'
import { describeFailure, type Failure } from './failure.ts'
import { withServices } from './with-services.ts'

/** Progress messages, then the result or the failure. */
export type WholeSiteMessage =
  | { readonly percent: number }
  | { readonly result: WholeSiteResult }
  | { readonly failed: Failure }

const { config, work } = JSON.parse(process.env.PARLANCE_WHOLE_SITE!) as { config: Config; work: WholeSiteWork }
const report = (message: WholeSiteMessage) => process.send!(message)
// The parent has exited.
const orphaned = () => process.exit(1)
process.once('disconnect', orphaned)

let last: WholeSiteMessage
try {
  last = {
    result: await withServices(config, services => workOnWholeSite(services, work, percent => report({ percent }))),
  }
} catch (error) {
  last = { failed: describeFailure(error) }
}
process.off('disconnect', orphaned)
process.send!(last, () => process.disconnect())
