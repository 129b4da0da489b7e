import type { Command } from 'commander'
import type { Config } from '#core/config.ts'
import type { Serving } from '#server/serve.ts'
import { settings } from '../config/settings.ts'
import { resolveOptions, type SiteOptions, settingOption, siteOptions } from '../options.ts'
import { say } from '../say.ts'
import { UsageError } from '../usage-error.ts'
import { version } from '../version.ts'

interface ServeOptions extends SiteOptions, Partial<Record<Exclude<keyof Config, keyof SiteOptions>, string>> {
  readonly sample?: boolean
  readonly printConfig?: boolean
}

export function serveCommand(program: Command): void {
  const command = siteOptions(program.command('serve').description('start the server'))
  for (const key of Object.keys(settings) as (keyof Config)[])
    if (key !== 'data' && key !== 'database') settingOption(command, key)
  command
    .option('--sample', 'add an administrator and sample content to an empty database')
    .option('--print-config', 'print every setting with its value and source, then exit')
    .action(run)
}

async function run({ sample = false, printConfig = false, ...options }: ServeOptions, command: Command): Promise<void> {
  const resolved = resolveOptions(options)
  if (resolved.config.database === null && resolved.config.replica.length > 0)
    throw new UsageError('--replica requires a PostgreSQL database. Set --database to the address of the primary.')
  if (printConfig) {
    const { printConfig: print } = await import('../config/print.ts')
    say(print(resolved))
    return
  }
  const [{ serve }, { onStopSignal }, { settingsInForce }] = await Promise.all([
    import('#server/serve.ts'),
    import('#server/stop-signal.ts'),
    import('../config/print.ts'),
  ])
  let serving: Serving | undefined
  let shown: Promise<void> | undefined
  const stop = async () => {
    await serving?.stop()
    await shown
    process.exit(0)
  }
  onStopSignal(stop)
  // bin/run-script.js holds the other end: when it is killed, the server must stop too.
  process.once('disconnect', () => void stop())
  // Listening for that must not keep a server alive that failed to start.
  process.channel?.unref()
  serving = await serve(resolved.config, {
    sample,
    launch: { version: version(), settings: settingsInForce(resolved), commands: commandsOf(command.parent!) },
  })
  announce(serving)
  shown = serving.passwordShown()
  await shown
}

/** Every command without subcommands, by its full name. */
export const commandsOf = ({ commands }: Command, before = ''): { name: string; about: string }[] =>
  commands.flatMap(each => {
    const name = before + each.name()
    return each.commands.length > 0 ? commandsOf(each, `${name} `) : [{ name, about: each.description() }]
  })

function announce({ config, administrator, setupAddress }: Serving): void {
  const { siteUrl } = config
  say(`Parlance is ready (process ${process.pid}, ${config.workers} ${config.workers === 1 ? 'worker' : 'workers'}).`)
  say(`  Front page       ${siteUrl}/`)
  say(`  Wiki API         ${siteUrl}/api.php`)
  say(`  Translation API  ${siteUrl}/api/`)
  if (administrator) {
    say('Created an administrator account. Save these, they are shown only once:')
    say(`  Name             ${administrator.name}`)
    say(`  Password         ${administrator.password}`)
    say(`  API key          ${administrator.apiKey}`)
  }
  if (setupAddress !== null) {
    say('There is no account yet. To set up the site, open this link in a browser:')
    say(`  ${setupAddress}`)
  }
  say('Press Ctrl-C to stop.')
}
