// Compares what was acknowledged with what is stored: every write exactly once, under its author.
import { setTimeout as sleep } from 'node:timers/promises'
import { openStore } from '#store/open.ts'
import type { Reader, Store } from '#store/store.ts'
import type { Cluster } from './cluster.ts'
import type { Ledger, Write } from './ledger.ts'

export interface Verdict {
  /** Writes by kind: acknowledged, and stored once under their author. */
  readonly stored: { readonly kind: Write; readonly acknowledged: number; readonly once: number }[]
  /** Emails that arrived again with the same Message-ID, because the sender was killed before it knew. */
  readonly resent: number
  /** Everything that must not happen. */
  readonly faults: string[]
}

interface Stored {
  readonly id: string
  readonly author: string
}

/** `mayWait` is false for a short run, in which leases of killed servers end early instead of after two minutes. */
export async function verify(
  cluster: Cluster,
  ledger: Ledger,
  mayWait: boolean,
  report: (line: string) => void,
): Promise<Verdict> {
  const store = await openStore({ database: cluster.primary.postgres.url })
  try {
    const faults = ledger.stale.map(what => `stale own read: ${what}`)
    const left = await emailsSent(store, mayWait, report)
    if (left > 0) faults.push(`${left} emails are still waiting`)
    await cluster.stop()
    const stored: Verdict['stored'] = []
    for (const [kind, read] of Object.entries(READ)) {
      const acknowledged = ledger.acknowledged.get(kind as Write)!
      const problems = compare(acknowledged, await read(store.read))
      faults.push(...problems.map(problem => `${kind}: ${problem}`))
      stored.push({
        kind: kind as Write,
        acknowledged: acknowledged.length,
        once: acknowledged.length - problems.length,
      })
    }
    const emails = receivedEmails(cluster)
    const problems = compare(ledger.acknowledged.get('email')!, emails.once, ledger.uncertain)
    faults.push(...problems.map(problem => `email: ${problem}`))
    const acknowledged = ledger.acknowledged.get('email')!.length
    stored.push({ kind: 'email', acknowledged, once: acknowledged - problems.length })
    faults.push(...(await missingChanges(store.read)))
    const check = await cluster.check()
    if (check !== '') faults.push(check)
    return { stored, resent: emails.resent, faults }
  } finally {
    await store.close()
  }
}

/** Each difference is one entry: lost, doubled, or under another author. */
function compare(acknowledged: readonly Stored[], stored: readonly Stored[], uncertain = new Set<string>()): string[] {
  const byId = Map.groupBy(stored, ({ id }) => id)
  const known = new Set(acknowledged.map(({ id }) => id))
  const problems: string[] = []
  for (const { id, author } of acknowledged) {
    const found = byId.get(id) ?? []
    if (found.length === 0) problems.push(`${id} is lost`)
    else if (found.length > 1) problems.push(`${id} is there ${found.length} times`)
    else if (found[0]!.author !== author) problems.push(`${id} is by ${found[0]!.author} instead of ${author}`)
  }
  for (const id of uncertain) {
    const times = byId.get(id)?.length ?? 0
    if (times > 1) problems.push(`${id} is there ${times} times`)
  }
  for (const id of byId.keys()) if (!known.has(id) && !uncertain.has(id)) problems.push(`${id} was not acknowledged`)
  return problems
}

/** Writes of each kind that the database has. Their ids are in texts that nothing else contains. */
const READ: Record<Exclude<Write, 'email'>, (db: Reader) => Promise<Stored[]>> = {
  edit: async db =>
    (
      await db
        .selectFrom('revision')
        .innerJoin('summary', 'summary.id', 'revision.summary_id')
        .innerJoin('actor', 'actor.id', 'revision.actor_id')
        .select(['summary.text as id', 'actor.name as author'])
        .where('summary.text', 'like', 'edit-%')
        .execute()
    ).map(({ id, author }) => ({ id, author })),
  string: db =>
    db
      .selectFrom('translation_change')
      .innerJoin('account', 'account.id', 'translation_change.author_id')
      .select(['translation_change.target as id', 'account.name as author'])
      .where('translation_change.target', 'like', 'string-%')
      .where('translation_change.action', 'in', [2, 5])
      .execute(),
  suggestion: db =>
    db
      .selectFrom('suggestion')
      .innerJoin('account', 'account.id', 'suggestion.account_id')
      .select(['suggestion.target as id', 'account.name as author'])
      .execute(),
  comment: db =>
    db
      .selectFrom('unit_comment')
      .innerJoin('account', 'account.id', 'unit_comment.account_id')
      .select(['unit_comment.comment as id', 'account.name as author'])
      .execute(),
}

/** Every revision is once in recent changes. */
async function missingChanges(db: Reader): Promise<string[]> {
  const rows = await db
    .selectFrom('revision')
    .leftJoin('recent_change', 'recent_change.this_rev', 'revision.id')
    .select(eb => ['revision.id', eb.fn.count<number>('recent_change.id').as('times')])
    .groupBy('revision.id')
    .having(eb => eb.fn.count('recent_change.id'), '<>', 1)
    .execute()
  return rows.map(({ id, times }) => `revision ${id} is ${times} times in recent changes`)
}

function receivedEmails({ mail }: Cluster): { once: Stored[]; resent: number } {
  const byId = new Map(mail.received.map(each => [each.headers['message-id'], each]))
  const once = [...byId.values()].map(({ subject, headers }) => ({
    id: subject,
    author: /^"?([^"<]*?)"? *</.exec(headers.from ?? '')?.[1] ?? '',
  }))
  return { once: once.filter(({ id }) => id.startsWith('email-')), resent: mail.received.length - byId.size }
}

/** Waits until all emails were sent. A killed server holds the queue until its lease ends, and an email it was sending for some minutes more. */
async function emailsSent(store: Store, mayWait: boolean, report: (line: string) => void): Promise<number> {
  const waiting = async () =>
    await store.read
      .selectFrom('mail')
      .select(['id', 'attempts', 'try_at'])
      .where('sent_at', 'is', null)
      .where('failed_at', 'is', null)
      .orderBy('id')
      .execute()
  for (let i = 0; i < (mayWait ? 1200 : 60); i++) {
    const emails = await waiting()
    if (emails.length === 0) return 0
    if (i % 30 === 10) report(`${emails.length} emails are still waiting: ${JSON.stringify(emails.slice(0, 3))}`)
    if (!mayWait && i === 4) await endLeases(store)
    await sleep(1000)
  }
  return (await waiting()).length
}

const endLeases = (store: Store): Promise<void> =>
  store.transaction(async tx => {
    await tx.updateTable('job').set({ leased_until: null }).execute()
    await tx.updateTable('job').set({ run_at: 1 }).where('kind', '=', 'mail').execute()
    await tx.updateTable('mail').set({ try_at: 1 }).execute()
  })
