import type { Part } from '#accounts/services.ts'
import { restApi } from './api/plugin.ts'
import { installTeams } from './catalogue/install.ts'
import { installLanguages } from './catalogue/languages.ts'
import { checkAgainstOthers } from './catalogue/lookup-checks.ts'
import { LOOKUP_JOB } from './catalogue/work.ts'
import { subscribeNewAccount } from './notifications/subscriptions.ts'
import { pages } from './pages/pages.ts'
import { translationSample } from './sample/install-sample.ts'
import { recount } from './statistics/recount.ts'

const MAX_FAULTS = 1000

/** The translation platform's share of the server. */
export const translationPart: Part = {
  name: 'translation',
  async register(services) {
    await services.store.transaction(async tx => {
      await installTeams(tx)
      await installLanguages(tx)
    })
    services.jobs.handle(LOOKUP_JOB, async ({ payload }) => {
      await checkAgainstOthers(services, Number(payload.project), Number(payload.language))
    })
    services.hooks.onAccountCreated(subscribeNewAccount)
    services.samples.push(translationSample)
    services.checks.push({
      name: 'translation statistics',
      async run(store) {
        const faults: string[] = []
        for await (const fault of recount(store.read)) {
          faults.push(fault.message)
          if (faults.length >= MAX_FAULTS) break
        }
        return faults
      },
    })
  },
  async routes(app, services) {
    await restApi(app, services)
    await app.register(scope => pages(scope, services))
  },
}
