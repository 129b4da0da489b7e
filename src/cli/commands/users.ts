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
  const users = program.command('users').description('list and create accounts, set passwords and API keys')

  siteOptions(users.command('list').description('show who has an account, as a table or as JSON'))
    .option('--group <group>', 'only members of this group of the wiki')
    .option('--json', 'write a JSON array, one account to a line')
    .action(listUsers)

  siteOptions(users.command('create').argument('<name>').description('create an account; prints its API key once'))
    .option('--group <group>', 'group of the new account; may be given several times', collect)
    .option('--password-stdin', 'read the password from the standard input; otherwise one is made up and printed')
    .option('--email <address>', 'e-mail address, taken as confirmed')
    .option('--superuser', 'may do everything on the translation platform')
    .action(create)

  siteOptions(users.command('passwd').argument('<name>').description('set a new password; ends all sessions'))
    .option('--password-stdin', 'read the password from the standard input; otherwise one is made up and printed')
    .action(passwd)

  siteOptions(
    users.command('key').argument('<name>').description('make a new API key; the old one stops working'),
  ).action(key)
}

const collect = (group: string, groups: readonly string[] = []): string[] => [...groups, group]

/** The password to set, and whether it was made up here and so must be shown. */
async function choosePassword({ passwordStdin }: PasswordOptions): Promise<{ password: string; madeUp: boolean }> {
  if (passwordStdin) return { password: await readPassword(), madeUp: false }
  const { randomAlphanumeric } = await import('#accounts/secrets.ts')
  return { password: randomAlphanumeric(16), madeUp: true }
}

async function create(name: string, options: CreateOptions): Promise<void> {
  const { password, madeUp } = await choosePassword(options)
  await withServices(configFrom(options), async services => {
    const { accounts, permissions, store, clock } = services
    const groups = options.group ?? []
    const known = permissions.explicitGroups
    const unknown = groups.find(group => !known.includes(group))
    if (unknown !== undefined)
      throw new UsageError(`There is no group "${unknown}" here. There are ${known.join(', ')}.`)
    const email = options.email === undefined ? {} : { email: options.email, emailConfirmed: true }
    const isSuperuser = options.superuser ?? false
    const account = await accounts.register({ name, password, groups, isSuperuser, ...email })
    const { regenerateApiKey } = await import('#accounts/api-keys.ts')
    const apiKey = await store.transaction(tx => regenerateApiKey(tx, account.id, clock))
    say(`The account ${account.name} was created.`)
    if (madeUp) say(`  Password  ${password}`)
    say(`  API key   ${apiKey}`)
  })
}

async function passwd(name: string, options: PasswordOptions): Promise<void> {
  const { password, madeUp } = await choosePassword(options)
  await withServices(configFrom(options), async services => {
    const account = await find(services, name)
    await services.accounts.setPassword(account, password, null)
    say(`The account ${account.name} has a new password; its sessions have ended, its API key still works.`)
    if (madeUp) say(`  Password  ${password}`)
  })
}

async function key(name: string, options: SiteOptions): Promise<void> {
  await withServices(configFrom(options), async services => {
    const { store, clock } = services
    const account = await find(services, name)
    const { regenerateApiKey } = await import('#accounts/api-keys.ts')
    const apiKey = await store.transaction(tx => regenerateApiKey(tx, account.id, clock))
    say(`The account ${account.name} has a new API key.`)
    say(`  API key   ${apiKey}`)
  })
}

async function find({ accounts, store }: Services, name: string): Promise<Account> {
  const account = await accounts.byName(store.read, name)
  if (account === null) throw new Error(`There is no account "${name}".`)
  return account
}

const MAX_BYTES = 64 * 1024

/** The first line of the standard input. */
async function readPassword(input: AsyncIterable<Buffer | string> = process.stdin): Promise<string> {
  let text = ''
  for await (const chunk of input) {
    text += chunk.toString()
    if (text.includes('\n') || text.length > MAX_BYTES) break
  }
  const [password = ''] = text.split(/\r?\n/, 1)
  if (password === '') throw new UsageError('--password-stdin was given, but the standard input has no password.')
  return password
}
