import path from 'node:path'
import type { Progress } from '#events/progress.ts'
import type { Row } from '#store/insert-rows.ts'
import type { Store, Writer } from '#store/store.ts'
import { NS } from '../site/namespaces.ts'
import type { Site } from '../site/site.ts'
import { titleOrNull } from '../site/titles.ts'
import { personOf } from './bulk/actor-store.ts'
import { openSource, writeCheckpoint } from './checkpoints.ts'
import type { ImportContext } from './context.ts'
import { type FileProof, proofAt } from './file-identity.ts'
import { openDump, type RestartPoint } from './readers/decompress/decompress.ts'
import { RestartTrail } from './readers/decompress/restart-trail.ts'
import type { ExportLogItem, ExportSiteInfo } from './readers/xml/export-events.ts'
import { readExport } from './readers/xml/read-export.ts'
import { addOutcome, type FileSummary } from './summary.ts'
import { type Outcome, stored } from './tables/mapping.ts'
import { secondsOf } from './timestamps.ts'

const BATCH_ITEMS = 10_000

interface LogsProgress {
  /** Position of the last stored entry; reading resumes there and skips it. */
  readonly position: number
  readonly restart: RestartPoint
  readonly proof: FileProof
}

/** Bits of `deleted` for the hidden parts of a log entry. */
const HIDDEN = { action: 1, comment: 2, user: 4 } as const

/** Imports a log export. `siteOf` provides the namespaces that titles begin with. */
export async function importLogs(
  store: Store,
  file: string,
  context: ImportContext,
  progress: Progress,
  siteOf: (info?: ExportSiteInfo) => Promise<Site>,
): Promise<FileSummary> {
  const { name: source, known } = await openSource<LogsProgress, FileSummary>(store, file)
  const summary: FileSummary = { tables: {}, ...known?.summary, file }
  if (known?.finished) return { ...summary, alreadyImported: true }

  const from = known?.position
  const dump = await openDump(file, from === undefined ? {} : { from: from.restart })
  const trail = new RestartTrail()
  let site = await siteOf()
  let items: ExportLogItem[] = []
  let last = from?.position ?? 0
  let consumed = 0
  const flush = async (finished: boolean) => {
    const proof = await proofAt(file, consumed)
    const position: LogsProgress = { position: last, restart: trail.before(last), proof }
    const next = structuredClone(summary)
    await store.transaction(async tx => {
      addOutcome(next.tables, 'logging', items.length, await storeLogItems(tx, items, site, context))
      await writeCheckpoint(tx, context.clock, source, 'xml-logs', { position, summary: next, finished })
    })
    Object.assign(summary.tables, next.tables)
    items = []
  }
  const task = `reading ${path.basename(file)}`
  for await (const { events, chunk } of readExport(dump, from === undefined ? {} : { resume: from })) {
    trail.add(chunk.restart)
    consumed = chunk.consumed
    for (const event of events) {
      if (event.kind === 'siteinfo') site = await siteOf(event)
      else if (event.kind === 'logitem' && (from === undefined || event.position > from.position)) {
        items.push(event)
        last = event.position
        if (items.length >= BATCH_ITEMS) await flush(false)
      }
    }
    progress.report({ task, done: chunk.consumed, total: dump.size, unit: 'bytes' })
  }
  await flush(true)
  return summary
}

const columns = [
  'id',
  'type',
  'action',
  'timestamp',
  'actor_id',
  'ns',
  'title',
  'page_id',
  'summary_id',
  'params',
  'deleted',
]

async function storeLogItems(
  tx: Writer,
  items: readonly ExportLogItem[],
  site: Site,
  context: ImportContext,
): Promise<Outcome> {
  const actors = await context.actors.resolve(
    tx,
    items.map(item => personOf(item.contributor)),
  )
  const summaries = await context.summaries.store(
    tx,
    items.map(item => item.comment ?? ''),
  )
  const rows: Row[] = items.map((item, index) => {
    const { ns, title } = targetOf(site, item.title)
    const head = [item.id, item.type, item.action, secondsOf(item.timestamp) ?? 0, actors[index]!] as const
    return [...head, ns, title, null, summaries[index]!, item.params ?? '', hiddenParts(item)]
  })
  return stored(await context.insert(tx, 'log', columns, rows), items.length)
}

function targetOf(site: Site, title: string | undefined): { ns: number; title: string } {
  if (title === undefined || title === '') return { ns: NS.main, title: '' }
  const parsed = titleOrNull(site, title)
  // An invalid title, for example in a removed namespace, is kept as it is.
  if (parsed === null || parsed.interwiki !== '') return { ns: NS.main, title: title.replaceAll(' ', '_') }
  return { ns: parsed.ns, title: parsed.dbkey }
}

function hiddenParts({ actionDeleted, commentDeleted, contributor }: ExportLogItem): number {
  return (
    (actionDeleted ? HIDDEN.action : 0) |
    (commentDeleted ? HIDDEN.comment : 0) |
    (contributor?.deleted ? HIDDEN.user : 0)
  )
}
