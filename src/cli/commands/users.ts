import type { Command } from 'commander'
import type { Account } from '#accounts/account.ts'
import type { Services } from '#core/services.ts'
import { withServices } from '#server/with-services.ts'
import { configFrom, type SiteOptions, siteOptions } from '../options.ts'
import { say } from '../say.ts'
import { UsageError } from '../usage-error.ts'
import { listUsers } from './users-list.ts'

interface PasswordOptions extends SiteOptions {
  readonly passwordStdin?: boolean
}

interface CreateOptions extends PasswordOptions {
  readonly group?: readonly string[]
  readonly email?: string
  readonly superuser?: boolean
}

export function usersCommand(program: Command): void {
  const users = program.command('users').description('manage accounts, passwords and API keys')

  siteOptions(users.command('list').description('list accounts as a table or as JSON'))
    .option('--group <group>', 'only members of this wiki group')
    .option('--json', 'print a JSON array, one account per line')
    .action(listUsers)

  siteOptions(users.command('create').argument('<name>').description('create an account and print its API key once'))
    .option('--group <group>', 'wiki group of the new account; can be repeated', collect)
    .option('--password-stdin', 'read the password from standard input; otherwise one is generated and printed')
    .option('--email <address>', 'email address, treated as confirmed')
    .option('--superuser', 'grant every permission on the translation platform')
    .action(create)

  siteOptions(users.command('passwd').argument('<name>').description('set a new password and end all sessions'))
    .option('--password-stdin', 'read the password from standard input; otherwise one is generated and printed')
    .action(passwd)

  siteOptions(
    users.command('key').argument('<name>').description('create a new API key; the old one stops working'),
  ).action(key)

  siteOptions(
    users
      .command('remove-factor')
      .argument('<name>')
      .description('remove the second factor of an account whose owner lost it'),
  ).action(removeFactor)
}

const collect = (group: string, groups: readonly string[] = []): string[] => [...groups, group]

/** The password to set, and whether it was generated and must be shown. */
async function choosePassword({ passwordStdin }: PasswordOptions): Promise<{ password: string; generated: boolean }> {
  if (passwordStdin) return { password: await readPassword(), generated: false }
  const { randomAlphanumeric } = await import('#accounts/secrets.ts')
  return { password: randomAlphanumeric(16), generated: true }
}

async function create(name: string, options: CreateOptions): Promise<void> {
  const { password, generated } = await choosePassword(options)
  await withServices(configFrom(options), async services => {
    const { accounts, permissions, store, clock } = services
    const groups = options.group ?? []
    const available = permissions.explicitGroups
    const unknown = groups.find(group => !available.includes(group))
    if (unknown !== undefined)
      throw new UsageError(`There is no group "${unknown}". Available groups: ${available.join(', ')}.`)
    const email = options.email === undefined ? {} : { email: options.email, emailConfirmed: true }
    const isSuperuser = options.superuser ?? false
    const account = await accounts.register({ name, password, groups, isSuperuser, ...email })
    const { regenerateApiKey } = await import('#accounts/api-keys.ts')
    const apiKey = await store.transaction(tx => regenerateApiKey(tx, account.id, clock))
    say(`Created the account ${account.name}.`)
    if (generated) say(`  Password  ${password}`)
    say(`  API key   ${apiKey}`)
  })
}

async function passwd(name: string, options: PasswordOptions): Promise<void> {
  const { password, generated } = await choosePassword(options)
  await withServices(configFrom(options), async services => {
    const account = await find(services, name)
    await services.accounts.setPassword(account, password, null)
    say(`Set a new password for ${account.name}. All sessions have ended; the API key still works.`)
    if (generated) say(`  Password  ${password}`)
  })
}

async function key(name: string, options: SiteOptions): Promise<void> {
  await withServices(configFrom(options), async services => {
    const { store, clock } = services
    const account = await find(services, name)
    const { regenerateApiKey } = await import('#accounts/api-keys.ts')
    const { noteAccount } = await import('#accounts/note-account.ts')
    const apiKey = await store.transaction(async tx => {
      await noteAccount(tx, clock, account, 'api-key-added', {}, null)
      return regenerateApiKey(tx, account.id, clock)
    })
    say(`Created a new API key for ${account.name}. The old one no longer works.`)
    say(`  API key   ${apiKey}`)
  })
}

async function removeFactor(name: string, options: SiteOptions): Promise<void> {
  await withServices(configFrom(options), async services => {
    const account = await find(services, name)
    const had = await services.secondFactors.remove(account, null)
    say(had ? `Removed the second factor of ${account.name}.` : `${account.name} has no second factor.`)
  })
}

async function find({ accounts, store }: Services, name: string): Promise<Account> {
  const account = await accounts.byName(store.read, name)
  if (account === null) throw new Error(`There is no account "${name}".`)
  return account
}

const MAX_BYTES = 64 * 1024

/** The first line of standard input. */
async function readPassword(input: AsyncIterable<Buffer | string> = process.stdin): Promise<string> {
  let text = ''
  for await (const chunk of input) {
    text += chunk.toString()
    if (text.includes('\n') || text.length > MAX_BYTES) break
  }
  const [password = ''] = text.split(/\r?\n/, 1)
  if (password === '') throw new UsageError('--password-stdin needs a password on standard input.')
  return password
}
