import { Command, CommanderError } from 'commander'
import { EnvironmentError, explain } from '#server/environment-error.ts'
import { StoreUnavailable } from '#store/store-error.ts'
import { commands } from './commands/index.ts'
import { UsageError } from './usage-error.ts'
import { version } from './version.ts'

const EXIT = { ok: 0, failed: 1, usage: 2, environment: 3 } as const

export function buildProgram(): Command {
  const program = new Command('parlance')
    .description('A wiki and a translation platform in one server.')
    .version(version())
    .showHelpAfterError('(see --help)')
  for (const add of commands) add(program)
  const everyCommand = (command: Command): void => {
    command.exitOverride()
    command.commands.forEach(everyCommand)
  }
  everyCommand(program)
  return program
}

/** Runs the command line and returns the exit code. Errors are one line; PARLANCE_DEBUG shows the stack trace. */
export async function main(args: readonly string[]): Promise<number> {
  try {
    await buildProgram().parseAsync(args, { from: 'user' })
    return EXIT.ok
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
    return isClosedPipe(error) ? EXIT.ok : report(error)
  }
}

/** The reader closed the pipe, so everything it wanted was written. */
const isClosedPipe = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === 'EPIPE' && !(error instanceof StoreUnavailable)

function report(thrown: unknown): number {
  if (process.env.PARLANCE_DEBUG) console.error(thrown)
  const error = explain(thrown)
  const text = error instanceof Error ? error.message : String(error)
  process.stderr.write(`parlance: ${text.replaceAll('\n', ' ')}\n`)
  if (error instanceof UsageError) return EXIT.usage
  return error instanceof EnvironmentError ? EXIT.environment : EXIT.failed
}
