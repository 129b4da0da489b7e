import type { FastifyInstance } from 'fastify'
import type { SharedCache } from '#cache/shared-cache.ts'
import { Sealing } from '#core/audit/sealing.ts'
import { type Config, isHttps, type Launch } from '#core/config.ts'
import { FileStoreRegistry } from '#core/file-store-registry.ts'
import { processState } from '#core/process-state.ts'
import { beginRetention, handleRetention, ownRetention } from '#core/retention.ts'
import { createServices, type Part, type Services } from '#core/services.ts'
import type { WholeSite } from '#core/whole-site.ts'
import { JobRunner } from '#events/job-runner.ts'
import { type Job, Jobs } from '#events/jobs.ts'
import { logTo } from '#events/log.ts'
import { parseMailbox } from '#events/mail/address.ts'
import { sendFromOutbox } from '#events/mail/sender.ts'
import { openTransport } from '#events/mail/transport.ts'
import type { Clock } from '#store/clock.ts'
import type { Release } from '#store/release.ts'
import type { Store } from '#store/store.ts'
import { admitRequests } from './admit-requests.ts'
import { type AskWorkers, askMyself } from './ask-workers.ts'
import { compressAnswers } from './compress.ts'
import { createApp } from './create-app.ts'
import { answerDirectly } from './direct-requests.ts'
import { type Draining, drainBeforeClose } from './drain.ts'
import { answerErrors } from './errors.ts'
import { watchEventLoop } from './event-loop-watch.ts'
import type { FairLimits } from './fair-queue.ts'
import { favicon } from './favicon.ts'
import { healthRoutes } from './health.ts'
import { metricsRoute } from './metrics-route.ts'
import { noteSettings } from './note-settings.ts'
import { observeRequests } from './observe-requests.ts'
import { prometheus, readMetrics } from './prometheus.ts'
import { refuseWrites } from './read-only.ts'
import { readFromReplicas } from './replica-reads.ts'
import { cacheReads } from './request-cache.ts'
import { secureHeaders } from './secure-headers.ts'
import { stateGauges } from './state-gauges.ts'
import { startTelemetry, withTrace } from './telemetry.ts'
import { webFiles } from './web-files.ts'

export interface ServerOptions {
  /** Already migrated. The server does not close it. */
  readonly store: Store
  readonly clock: Clock
  readonly config: Config
  readonly parts: readonly Part[]
  /** Asks all workers a question; defaults to this process alone. */
  readonly askWorkers?: AskWorkers
  readonly launch?: Launch
  /** Runs whole-site operations; defaults to this process. */
  readonly wholeSite?: WholeSite
  /** Closed with the server; defaults to one in memory. */
  readonly sharedCache?: SharedCache
  readonly logTo?: { write(text: string): unknown }
  /** For tests of overload. */
  readonly limits?: FairLimits
  /** For tests of older and newer versions; defaults to this one. */
  readonly release?: Release
  /** Called for every registered route. Lets tests check that none is forgotten. */
  readonly onRoute?: (method: string, url: string) => void
}

export interface Server {
  /** Ready for `listen` or `inject`. Closing it finishes pending requests and stops the jobs. */
  readonly app: FastifyInstance
  readonly services: Services
  /** Starts background jobs. Tests may skip it. */
  startJobs(): void
  readonly draining: Draining
  /** Kinds of the running jobs. */
  jobsUnderWay(): string[]
}

/** Builds the server: shared hooks and routes first, then each part's routes in its own Fastify context. */
export async function buildServer(options: ServerOptions): Promise<Server> {
  const { store, clock, config, parts, launch, wholeSite, sharedCache, release, askWorkers = askMyself } = options
  const app = createApp({ config, ...(options.logTo && { logTo: options.logTo }) })
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) options.onRoute?.(each, url)
  })
  const { registry, metrics } = prometheus()
  const telemetry = startTelemetry(app, { config, metrics, registry, version: launch?.version ?? '' })
  const draining = drainBeforeClose(app)
  // Assigned below, once all job kinds are registered.
  let jobsUnderWay = (): string[] => []
  const processes = askWorkers('process', async () =>
    processState({ requests: draining.underWay().length, jobs: jobsUnderWay() }),
  )
  const own = {
    store,
    clock,
    config,
    log: logTo(telemetry === null ? app.log : withTrace(app.log)),
    metrics,
    jobs: new Jobs(clock),
  }
  const services = await createServices({
    ...own,
    processes,
    ...(launch && { launch }),
    ...(wholeSite && { wholeSite }),
    ...(sharedCache && { sharedCache }),
  })

  secureHeaders(app)
  if (config.replica.length > 0) readFromReplicas(app, isHttps(config))
  const observing = observeRequests(app, metrics, telemetry !== null)
  const begins = watchEventLoop(app, metrics, () => ({ requests: draining.underWay(), jobs: jobsUnderWay() }))
  answerErrors(app, () => services.face.current)
  const admit = admitRequests(app, metrics, options.limits)
  refuseWrites(app, config.readOnly)
  cacheReads(app)
  compressAnswers(app)

  favicon(app, services)
  webFiles(app)
  healthRoutes(app, store, new FileStoreRegistry(store, config), {
    isStopping: draining.isStopping,
    writes: config.readOnly === null,
    ...(release && { release }),
  })
  metricsRoute(app, config.metrics, readMetrics(registry, askWorkers))

  services.retention.push(...ownRetention(services))
  handleRetention(services)
  for (const part of parts) await part.register?.(services)
  for (const { routes } of parts) {
    if (routes) await app.register(async context => routes(context, services))
  }

  const { jobs } = services
  const mail = mailFor(services)
  jobsUnderWay = trackJobs(jobs)
  stateGauges(services)
  const sealing = new Sealing(services)
  const runners = jobs.lanes.map(lane => new JobRunner({ store, jobs, log: services.log, lane }))
  app.addHook('onClose', async () => {
    mail?.sender.stop()
    await Promise.all([services.threads.close(), sealing.stop(), ...runners.map(runner => runner.stop())])
    mail?.transport.close()
    services.sharedCache.close()
  })
  await app.ready()
  // These need the hooks of Fastify on each request.
  const needsFastify = config.trustProxy.length > 0 || config.replica.length > 0 || telemetry !== null
  if (!needsFastify) answerDirectly(app, services.direct, { observing, begins, admit, draining })
  return {
    app,
    services,
    draining,
    jobsUnderWay,
    startJobs: () => {
      for (const runner of runners) runner.start()
      if (config.readOnly !== null) return
      noteSettings(services)
        .catch(error => services.log('audit.seal_failed', { err: error }))
        .finally(() => sealing.start())
      beginRetention(services).catch(error => services.log('retention.failed', { err: error, what: 'schedule' }))
    },
  }
}

/** Wraps all job handlers. Returns a function that lists the kinds of the running jobs. */
function trackJobs({ handlers }: Jobs): () => string[] {
  const running = new Set<Job>()
  for (const [kind, handle] of handlers)
    handlers.set(kind, async (job, ...rest) => {
      running.add(job)
      try {
        await handle(job, ...rest)
      } finally {
        running.delete(job)
      }
    })
  return () => [...running].map(({ kind }) => kind)
}

/** Null without an email server: then no email is sent, and the outbox is not polled. */
function mailFor({ store, clock, jobs, log, config }: Services) {
  if (config.mailUrl === null || config.readOnly !== null) return null
  const transport = openTransport(config.mailUrl, parseMailbox(config.mailFrom)!)
  return { transport, sender: sendFromOutbox({ store, clock, jobs, log, transport }) }
}
