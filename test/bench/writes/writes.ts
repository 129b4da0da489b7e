// Strings and edits saved per second as writers join, beside a bare program and, if named, a MediaWiki.
//   --engine sqlite|postgres|both   --seconds N (default 8)   --writers 1,8,32,128   --workers N (default: one per core)
//   --warm-up N (writes of each kind that are not measured, default 3000)
// PostgreSQL is the one in PARLANCE_TEST_POSTGRES; MediaWiki the one in PARLANCE_PEER (its api.php, with
// PARLANCE_PEER_USER and PARLANCE_PEER_PASSWORD).
import { availableParallelism } from 'node:os'
import { freshName, onTestServer, testDatabaseUrl } from '#store/testing-template.ts'
import { MeasuredServer } from '../measured-server.ts'
import { numberAfter, print, type Row, textAfter } from '../report.ts'
import { inTemporaryFolder } from '../temporary.ts'
import { measureWrites, type Rate, type Write } from './load.ts'
import { openSite } from './our-site.ts'
import { openPeer } from './peer.ts'

const KINDS = ['string', 'edit'] as const

export async function bench(args: readonly string[]): Promise<void> {
  const seconds = numberAfter(args, '--seconds', 8)
  const workers = numberAfter(args, '--workers', availableParallelism())
  const writers = textAfter(args, '--writers', '1,8,32,128').split(',').map(Number)
  const warmUp = numberAfter(args, '--warm-up', 3000)
  const engine = textAfter(args, '--engine', 'both')
  const engines = (['sqlite', 'postgres'] as const).filter(each => engine === 'both' || engine === each)
  const peer = await openPeer()
  const measured: Measured[] = []
  for (const each of engines)
    await inTemporaryFolder(folder =>
      onDatabase(each, async database => {
        const site = await openSite(folder, database, Math.max(...writers), workers)
        const bare = await MeasuredServer.start('writes/bare-writer.ts', [folder, database ?? ''])
        try {
          for (const kind of KINDS) {
            // Until V8 has compiled what is used often, a save takes twice as long.
            await measureWrites(site.url, 8, { writes: warmUp }, site[kind], isSaved)
            await measureWrites(bare.url, 8, { writes: warmUp }, bareWrite(kind), isSaved)
            for (const count of writers) {
              const ours = await measureWrites(site.url, count, { seconds }, site[kind], isSaved)
              const least = await measureWrites(bare.url, count, { seconds }, bareWrite(kind), isSaved)
              measured.push({ engine: each, kind, writers: count, ours, bare: least })
              console.error(JSON.stringify(rowOf(measured.at(-1)!, undefined)))
            }
          }
        } finally {
          await site.stop()
          await bare.stop()
        }
      }),
    )
  // Last, because MediaWiki goes on working for a while after its last response.
  const theirs = new Map<number, Rate>()
  if (peer) for (const count of writers) theirs.set(count, await peer.measure(count, seconds))
  print(
    'writes',
    measured.map(each => rowOf(each, each.kind === 'edit' ? theirs.get(each.writers) : undefined)),
  )
}

interface Measured {
  readonly engine: string
  readonly kind: string
  readonly writers: number
  readonly ours: Rate
  readonly bare: Rate
}

const rowOf = ({ engine, kind, writers, ours, bare }: Measured, peer: Rate | undefined): Row => ({
  engine,
  kind,
  writers,
  'per second': Math.round(ours.perSecond),
  'median ms': Math.round(ours.median),
  'p99 ms': Math.round(ours.p99),
  'p99 / median': ours.p99 / ours.median,
  failed: ours.failed,
  'bare per second': Math.round(bare.perSecond),
  'of bare': ours.perSecond / bare.perSecond,
  ...(peer && { 'MediaWiki per second': peer.perSecond, 'times MediaWiki': ours.perSecond / peer.perSecond }),
})

const isSaved = (status: number, text: string): boolean => status === 200 && !text.includes('"error"')

const bareWrite =
  (kind: string) =>
  (writer: number, turn: number): Write => ({
    method: 'POST',
    path: `/${kind}/${(writer * 37 + turn * 128) % 5000}`,
    headers: { 'content-type': 'text/plain' },
    body: kind === 'string' ? `Text ${writer} ${turn}` : `The text of turn ${turn} of writer ${writer}.\n`.repeat(20),
  })

async function onDatabase(
  engine: 'sqlite' | 'postgres',
  work: (database: string | null) => Promise<void>,
): Promise<void> {
  if (engine === 'sqlite') return work(null)
  const schema = freshName('bench')
  await onTestServer(`create schema ${schema}`)
  try {
    await work(testDatabaseUrl({ schema }))
  } finally {
    await onTestServer(`drop schema ${schema} cascade`)
  }
}
