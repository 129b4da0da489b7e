import type { ListedAccount } from '#accounts/list-accounts.ts'
import { withServices } from '#server/with-services.ts'
import { seconds } from '#store/clock.ts'
import { configFrom, type SiteOptions } from '../options.ts'
import { say } from '../say.ts'
import { UsageError } from '../usage-error.ts'

export interface ListOptions extends SiteOptions {
  readonly group?: string
  readonly json?: boolean
}

/** `parlance users list`: all accounts, as a table or as JSON. */
export async function listUsers({ group, json = false, ...options }: ListOptions): Promise<void> {
  process.stdout.on('error', endQuietly)
  await withServices(configFrom(options), async services => {
    const groups = services.permissions.explicitGroups
    if (group !== undefined && !groups.includes(group))
      throw new UsageError(`There is no group "${group}". Available groups: ${groups.join(', ')}.`)
    const { listAccounts } = await import('#accounts/list-accounts.ts')
    const now = seconds(services.clock)
    const batches = listAccounts(services.store.read, { now, group })
    if (json) await printJson(batches)
    else await printTable(batches, now)
  })
}

/** `head` closes the pipe early, which is not an error: listing has no side effects. */
function endQuietly(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
}

/** One array with one account per line, so it can be parsed as a whole or line by line. */
async function printJson(batches: AsyncIterable<readonly ListedAccount[]>): Promise<void> {
  let line = '['
  for await (const batch of batches)
    for (const account of batch) {
      if (line !== '[') say(`${line},`)
      else say(line)
      line = JSON.stringify(asJson(account))
    }
  say(line === '[' ? '[]' : `${line}\n]`)
}

const instant = (time: number | null): string | null => (time === null ? null : new Date(time * 1000).toISOString())

const asJson = (account: ListedAccount) => ({
  id: account.id,
  name: account.name,
  username: account.username,
  realName: account.realName,
  email: account.email,
  emailConfirmedAt: instant(account.emailConfirmedAt),
  groups: account.groups,
  isSuperuser: account.isSuperuser,
  isBot: account.isBot,
  isActive: account.isActive,
  registeredAt: instant(account.registeredAt),
  lastLoginAt: instant(account.lastLoginAt),
  expiresAt: instant(account.expiresAt),
})

const TITLES = ['ID', 'NAME', 'EMAIL', 'GROUPS', 'REGISTERED', 'LAST LOGIN', 'NOTES']

/** Column widths come from the first batch. Longer values further down shift their row. */
async function printTable(batches: AsyncIterable<readonly ListedAccount[]>, now: number): Promise<void> {
  let widths: number[] | undefined
  for await (const batch of batches) {
    const rows = batch.map(account => asRow(account, now))
    if (widths === undefined) {
      rows.unshift(TITLES)
      widths = TITLES.map((_, column) => Math.max(...rows.map(row => row[column]!.length)))
    }
    for (const row of rows)
      say(
        row
          .map((cell, column) => cell.padEnd(widths![column]!))
          .join('  ')
          .trimEnd(),
      )
  }
  if (widths === undefined) say('No accounts.')
}

const day = (time: number | null): string => instant(time)?.slice(0, 10) ?? '-'
/** Imported names may contain terminal control characters. */
const printable = (text: string): string => text.replace(/\p{C}/gu, '?') || '-'

function asRow(account: ListedAccount, now: number): string[] {
  const notes = [
    account.isSuperuser && 'superuser',
    account.isBot && 'bot',
    !account.isActive && 'inactive',
    account.expiresAt !== null && (account.expiresAt <= now ? 'expired' : `until ${day(account.expiresAt)}`),
  ]
  return [
    String(account.id),
    printable(account.name),
    printable(account.email),
    account.groups.map(printable).join(',') || '-',
    day(account.registeredAt),
    day(account.lastLoginAt),
    notes.filter(note => note !== false).join(', '),
  ]
}
