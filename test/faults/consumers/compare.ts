// What a consumer should have received, read from the tables, and what it has received.
import type { Store } from '#store/store.ts'
import type { Line } from './consumer.ts'

/** Events by stream: what each is about. */
export type Expected = ReadonlyMap<string, ReadonlySet<number>>

/** The events of the change log entries after a number, and the number of the last entry. */
export async function expectedEvents({ read }: Store, after: number): Promise<{ events: Expected; until: number }> {
  const log = await read.selectFrom('change_log').selectAll().where('seq', '>', after).orderBy('seq').execute()
  const data = (area: string, kind: string) =>
    log.filter(entry => entry.area === area && entry.kind === kind).map(entry => JSON.parse(entry.data))
  const edits = data('wiki', 'edit')
  const revisions = new Set<number>(edits.map(({ revision }) => revision))
  const changes = await read
    .selectFrom('recent_change')
    .select(['id', 'this_rev'])
    .where('type', 'in', [0, 1])
    .execute()
  const strings = data('translation', 'changes').flatMap(({ first, last, runs = [[first, last]] }) =>
    runs.flatMap(([begin, end]: [number, number]) => Array.from({ length: end - begin + 1 }, (_, i) => begin + i)),
  )
  const written = await read
    .selectFrom('translation_change')
    .innerJoin('project', 'project.id', 'translation_change.project_id')
    .select('translation_change.id')
    .execute()
  const shown = new Set(written.map(({ id }) => id))
  const events = new Map([
    ['mediawiki.recentchange', new Set(changes.filter(row => revisions.has(row.this_rev)).map(row => row.id))],
    ['mediawiki.revision-create', revisions],
    ['mediawiki.page-create', new Set<number>(edits.filter(({ parent }) => !parent).map(({ revision }) => revision))],
    ['parlance.string-change', new Set(strings.filter(id => shown.has(id)))],
  ])
  return { events, until: log.at(-1)?.seq ?? after }
}

/** String changes that are in no entry of the change log, or in two. */
export async function unloggedChanges({ read }: Store): Promise<string[]> {
  const log = await read.selectFrom('change_log').select(['seq', 'data']).where('kind', '=', 'changes').execute()
  const entries = new Map<number, number>()
  const faults: string[] = []
  for (const { seq, data } of log) {
    const { first, last, runs = [[first, last]] } = JSON.parse(data)
    for (const [begin, end] of runs)
      for (let id = begin; id <= end; id++) {
        if (entries.has(id)) faults.push(`string change ${id} is in the entries ${entries.get(id)} and ${seq}`)
        entries.set(id, seq)
      }
  }
  const rows = await read.selectFrom('translation_change').select('id').orderBy('id').execute()
  return [...faults, ...rows.flatMap(({ id }) => (entries.has(id) ? [] : [`string change ${id} is in no entry`]))]
}

/** What a consumer has missed, received twice or received out of order. */
export function faultsOf(name: string, lines: readonly Line[], streams: readonly string[], expected: Expected) {
  const faults: string[] = []
  const received = new Map(streams.map(stream => [stream, new Set<number>()]))
  const ids = new Set<string>()
  let before = [-1, -1]
  for (const [position, stream, about, id] of lines) {
    const here = placeOf(position)
    const event = `${name}: ${stream} ${about} at ${position}`
    if (ids.has(id)) faults.push(`${event} has come twice`)
    if (here[0]! < before[0]! || (here[0] === before[0] && here[1]! <= before[1]!))
      faults.push(`${event} came after ${before}`)
    if (!expected.get(stream)?.has(about) || !received.has(stream)) faults.push(`${event} should not have come`)
    received.get(stream)?.add(about)
    ids.add(id)
    before = here
  }
  for (const stream of streams)
    for (const about of expected.get(stream)!)
      if (!received.get(stream)!.has(about)) faults.push(`${name}: ${stream} ${about} is missing`)
  return faults
}

function placeOf(position: string): number[] {
  const [{ offset, index }] = JSON.parse(position)
  return [offset, index]
}
