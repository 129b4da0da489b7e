// A request as a command to send it again by hand.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Attack, encode, OWN_TOKEN, onTheWire } from './attack.ts'

/** Longer ones, and those with bytes that a shell cannot hold, stand in a file. */
const MAX_IN_LINE = 1500
const FOLDER = path.join(tmpdir(), 'parlance-hostile')

/** `$S` is the server; `$USER_KEY` and the like are what `--serve` prints. */
export function curlOf(attack: Attack, role: string): string {
  const variable = role.toUpperCase().replaceAll('-', '_')
  const { path: target, headers, body } = onTheWire(attack, OWN_TOKEN)
  const token = `'"$${variable}_TOKEN"'`
  const quoted = (text: string) =>
    quote(text).replaceAll(OWN_TOKEN, `${token}+\\`).replaceAll(encode(OWN_TOKEN), `${token}%2B%5C`)
  const parts = ['curl -sS -i --path-as-is']
  if (attack.method === 'HEAD') parts.push('-I')
  else if (attack.method !== (body ? 'POST' : 'GET')) parts.push(`-X ${attack.method}`)
  if (role.endsWith('-key')) parts.push(`-H "Authorization: Token $${variable}"`)
  else if (role !== 'stranger') parts.push(`-b "$${variable}"`)
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${quoted(`${name}: ${value}`)}`)
  if (body) parts.push(`--data-binary ${isPlain(body) ? quoted(body.toString()) : `@${keep(body)}`}`)
  parts.push(target.length > MAX_IN_LINE ? `"$S$(cat ${keep(Buffer.from(target))})"` : `"$S"${quoted(target)}`)
  return parts.join(' ')
}

const isPlain = (body: Buffer): boolean => body.length <= MAX_IN_LINE && /^[\t\n\r -~]*$/.test(body.toString('latin1'))

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

function keep(content: Buffer): string {
  mkdirSync(FOLDER, { recursive: true })
  const file = path.join(FOLDER, createHash('sha1').update(content).digest('hex').slice(0, 12))
  writeFileSync(file, content)
  return file
}
