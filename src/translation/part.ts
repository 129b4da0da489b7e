import type { LiveSource } from '#core/live-source.ts'
import type { Part } from '#core/services.ts'
import { addonTask, afterComponentUpdate, afterRepositoryUpdate, runDailyAddons } from './addons/run.ts'
import { ALERTS_LANE, review, reviewWebsites, WEBSITES_JOB } from './alerts/review.ts'
import { checkRoute } from './api/check-request.ts'
import { restApi } from './api/plugin.ts'
import { rest } from './api/resources/index.ts'
import { backupTask } from './backups/backup-task.ts'
import { translationAudit } from './catalogue/audit-events.ts'
import { completeGlossaries } from './catalogue/complete-glossaries.ts'
import { GLOSSARY_JOB } from './catalogue/glossary-languages.ts'
import { installTeams } from './catalogue/install.ts'
import { installLanguages } from './catalogue/languages.ts'
import { leftovers } from './catalogue/leftovers.ts'
import { checkWhatIsDue } from './catalogue/lookup-checks.ts'
import { LOOKUP_JOB, lookupJobs } from './catalogue/lookup-jobs.ts'
import { compareOffers, OFFERS_JOB } from './catalogue/machinery-usage.ts'
import { recheckComponent } from './catalogue/recheck-component.ts'
import { purgeExpired } from './catalogue/restore-set-aside.ts'
import { groupVariants } from './catalogue/variants.ts'
import { ADDONS_JOB, ALERTS_JOB, RECHECK_JOB, SET_ASIDE_JOB, VARIANTS_JOB } from './catalogue/work.ts'
import { hooks } from './hooks/hooks.ts'
import { liveTranslations } from './live/live.ts'
import { stringStream } from './live/string-stream.ts'
import { componentTask } from './manage/component-task.ts'
import { manage } from './manage/manage.ts'
import { lookTask } from './manage/repository-look.ts'
import { translationInbox } from './notifications/inbox.ts'
import { registerNotifications } from './notifications/register.ts'
import { subscribeNewAccount } from './notifications/subscriptions.ts'
import { findWebHooks, runWebHooks, WEB_HOOK_JOB, WEB_HOOK_LANE } from './notifications/web-hooks.ts'
import { mutePage } from './pages/mute-page.ts'
import { pages } from './pages/pages.ts'
import { coverageTask } from './reports/glossary-coverage.ts'
import { reportTask } from './reports/report-task.ts'
import {
  COMMIT_JOB,
  commitWhatIsDue,
  operateNow,
  REPOSITORIES_AT_ONCE,
  REPOSITORY_JOB,
  REPOSITORY_LANE,
  REPOSITORY_TASK_JOB,
  repositoryTask,
} from './repositories/background.ts'
import { hasGit } from './repositories/git.ts'
import { REPOSITORY_ADDONS_JOB } from './repositories/update-addons.ts'
import { recount } from './statistics/recount.ts'
import { bulkTask } from './tasks/bulk-task.ts'
import { DAILY_JOB, daily } from './tasks/daily.ts'
import { oldTasks, runTask, TASK_JOB, type TaskHandler } from './tasks/tasks.ts'
import { oldMessages } from './webhooks/messages.ts'

/** Task handlers by kind. */
const TASK_KINDS: Readonly<Record<string, TaskHandler>> = {
  addon: addonTask,
  backup: backupTask,
  'bulk-edit': bulkTask,
  component: componentTask,
  'glossary-coverage': coverageTask,
  report: reportTask,
  repository: repositoryTask,
  'repository-look': lookTask,
}

const MAX_FAULTS = 1000

/** Registers the translation platform with the server. */
export const translationPart: Part = {
  name: 'translation',
  async register(services) {
    if (services.config.readOnly === null)
      await services.store.transaction(async tx => {
        await installTeams(tx)
        await installLanguages(tx)
      })
    services.jobs.handle(LOOKUP_JOB, async ({ payload }) => {
      await checkWhatIsDue(services, Number(payload.project), Number(payload.language))
    })
    services.jobs.find(LOOKUP_JOB, db => lookupJobs(db, services.clock))
    services.jobs.handle(RECHECK_JOB, ({ key }) => recheckComponent(services, Number(key)))
    services.jobs.handle(GLOSSARY_JOB, ({ key }) => completeGlossaries(services, Number(key)))
    services.jobs.handle(VARIANTS_JOB, ({ key }) => groupVariants(services, Number(key)))
    services.jobs.handle(ADDONS_JOB, ({ key }) => afterComponentUpdate(services, Number(key)))
    services.jobs.handle(REPOSITORY_ADDONS_JOB, ({ key }) => afterRepositoryUpdate(services, Number(key)))
    services.jobs.handle(OFFERS_JOB, () => compareOffers(services))
    services.jobs.handle(TASK_JOB, job => runTask(services, job, TASK_KINDS))
    services.jobs.widen(REPOSITORY_LANE, REPOSITORIES_AT_ONCE)
    services.jobs.handle(REPOSITORY_TASK_JOB, job => runTask(services, job, TASK_KINDS), REPOSITORY_LANE)
    services.jobs.handle(REPOSITORY_JOB, ({ payload }, stop) => operateNow(services, payload, stop), REPOSITORY_LANE)
    services.jobs.handle(COMMIT_JOB, () => commitWhatIsDue(services), REPOSITORY_LANE)
    services.jobs.handle(ALERTS_JOB, ({ payload }, stop) => review(services, payload, stop), ALERTS_LANE)
    services.jobs.handle(WEBSITES_JOB, (_, stop) => reviewWebsites(services, stop), ALERTS_LANE)
    services.jobs.handle(WEB_HOOK_JOB, (_, stop) => runWebHooks(services, stop), WEB_HOOK_LANE)
    findWebHooks(services)
    services.jobs.handle(SET_ASIDE_JOB, () => purgeExpired(services))
    services.jobs.handle(DAILY_JOB, () => daily(services, runDailyAddons))
    services.hooks.onAccountCreated(subscribeNewAccount)
    services.retention.push(oldTasks(services), oldMessages(services))
    services.audit.push(translationAudit)
    if (services.config.mailUrl !== null && services.config.readOnly === null) await registerNotifications(services)
    services.inbox.sources.push(translationInbox(services))
    services.live.push(liveTranslations(services) as LiveSource)
    services.streams.push(stringStream(services))
    services.samples.push({
      name: 'translation',
      // Loaded on demand: only new sites need it.
      install: async (own, admin) => (await import('./sample/install-sample.ts')).translationSample.install(own, admin),
    })
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
    services.checks.push({ name: 'translation catalogue', run: store => Array.fromAsync(leftovers(store.read)) })
  },
  async routes(app, services) {
    if (!(await hasGit())) services.log('repository.git_missing', {})
    await restApi(app, services)
    checkRoute(app, rest)
    await hooks(app, services)
    await app.register(scope => pages(scope, services))
    await app.register(scope => mutePage(scope, services))
    await app.register(scope => manage(scope, services))
  },
}
