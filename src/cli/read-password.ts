import { UsageError } from './usage-error.ts'

const MAX_BYTES = 64 * 1024

/** The first line of the standard input. */
export async function readPassword(input: AsyncIterable<Buffer | string> = process.stdin): Promise<string> {
  let text = ''
  for await (const chunk of input) {
    text += chunk.toString()
    if (text.includes('\n') || text.length > MAX_BYTES) break
  }
  const [password = ''] = text.split(/\r?\n/, 1)
  if (password === '') throw new UsageError('--password-stdin was given, but the standard input has no password.')
  return password
}
