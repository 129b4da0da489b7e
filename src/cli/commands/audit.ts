import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { type Command, InvalidArgumentError } from 'commander'
import type { ExportFormat } from '#core/audit/export.ts'
import type { Checkpoint, Verified } from '#core/audit/verify.ts'
import { withServices } from '#server/with-services.ts'
import { configFrom, type SiteOptions, siteOptions } from '../options.ts'
import { say } from '../say.ts'

export function auditCommand(program: Command): void {
  const audit = program.command('audit').description('export and verify the audit log')
  siteOptions(audit.command('export').description('print the audit log, oldest entry first'))
    .option('--since <time>', 'only entries from this time on: 2026-11-15 or 2026-11-15T12:00:00Z', timeIn)
    .option('--format <format>', 'jsonl or csv', formatIn, 'jsonl')
    .action(exportLog)
  siteOptions(
    audit.command('verify').description('check that no entry was changed or removed; exits with 1 if one was'),
  )
    .option(
      '--checkpoint <entry:hash...>',
      'compare with the hash of an entry that was noted earlier',
      checkpointIn,
      [],
    )
    .option('--log <file>', "compare with the checkpoints in the server's log")
    .option('--file <file>', 'check an exported JSON Lines file instead of the database')
    .action(verify)
}

function timeIn(text: string): number {
  const time = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?Z)?$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) throw new InvalidArgumentError('Use a time like 2026-11-15 or 2026-11-15T12:00:00Z.')
  return time / 1000
}

function formatIn(text: string): ExportFormat {
  if (text !== 'jsonl' && text !== 'csv') throw new InvalidArgumentError('Use jsonl or csv.')
  return text
}

function checkpointIn(text: string, all: readonly Checkpoint[]): Checkpoint[] {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  if (seq === undefined || hash === undefined)
    throw new InvalidArgumentError('Use the number and the hash of an entry: 120:9f86d0….')
  return [...all, { seq: Number(seq), hash }]
}

interface ExportOptions extends SiteOptions {
  readonly since?: number
  readonly format: ExportFormat
}

async function exportLog({ since, format, ...options }: ExportOptions): Promise<void> {
  // `head` closes the pipe early, which is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
  await withServices(configFrom(options), async ({ store }) => {
    const { exportEntries } = await import('#core/audit/export.ts')
    for await (const text of exportEntries(store.primary, format, { since }))
      if (!process.stdout.write(text)) await once(process.stdout, 'drain')
  })
}

interface VerifyOptions extends SiteOptions {
  readonly checkpoint: readonly Checkpoint[]
  readonly log?: string
  readonly file?: string
}

async function verify({ checkpoint, log, file, ...options }: VerifyOptions): Promise<void> {
  const checkpoints = [...checkpoint, ...(log === undefined ? [] : await checkpointsIn(log))]
  if (file !== undefined) {
    const { verifyLines } = await import('#core/audit/verify-lines.ts')
    return report(await verifyLines(linesOf(file), checkpoints))
  }
  await withServices(configFrom(options), async ({ store }) => {
    const { verifyChain } = await import('#core/audit/verify.ts')
    await report(await verifyChain(store.primary, { checkpoints }))
  })
}

async function report({ entries, head, broken, tooOld }: Verified): Promise<void> {
  for (const { seq } of tooOld) say(`The checkpoint of entry ${seq} cannot be compared: the entry is no longer kept.`)
  if (broken !== null) {
    const { FAULTS } = await import('#core/audit/verify.ts')
    throw new Error(`Entry ${broken.seq} of the audit log ${FAULTS[broken.fault]}.`)
  }
  say(`The audit log is intact: ${entries} ${entries === 1 ? 'entry' : 'entries'} checked.`)
  if (head.seq > 0) say(`Checkpoint  ${head.seq}:${head.hash}`)
}

const linesOf = (file: string) =>
  createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })

/** Lines of the server's log that are checkpoints. */
async function checkpointsIn(file: string): Promise<Checkpoint[]> {
  const found: Checkpoint[] = []
  for await (const line of linesOf(file)) {
    if (!line.includes('"audit.checkpoint"')) continue
    const entry = /"entry":(\d{1,15})/.exec(line)?.[1]
    const hash = /"hash":"([0-9a-f]{64})"/.exec(line)?.[1]
    if (entry !== undefined && hash !== undefined) found.push({ seq: Number(entry), hash })
  }
  say(`${found.length} ${found.length === 1 ? 'checkpoint' : 'checkpoints'} in ${file}.`)
  return found
}
