// Converts a request to a curl command for reproducing it.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Attack, encode, OWN_TOKEN, onTheWire } from './attack.ts'

/** Longer values, and those with special bytes, are written to a file. */
const MAX_IN_LINE = 1500
const FOLDER = path.join(tmpdir(), 'parlance-hostile')

/** `--serve` prints the values of `$S` (the server), `$USER_KEY` and similar variables. */
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
  else if (role !== 'visitor') parts.push(`-b "$${variable}"`)
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${quoted(`${name}: ${value}`)}`)
  if (body) parts.push(`--data-binary ${isPlain(body) ? quoted(body.toString()) : `@${saveToFile(body)}`}`)
  parts.push(target.length > MAX_IN_LINE ? `"$S$(cat ${saveToFile(Buffer.from(target))})"` : `"$S"${quoted(target)}`)
  return parts.join(' ')
}

const isPlain = (body: Buffer): boolean => body.length <= MAX_IN_LINE && /^[ -~]*$/.test(body.toString('latin1'))

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

function saveToFile(content: Buffer): string {
  mkdirSync(FOLDER, { recursive: true })
  const file = path.join(FOLDER, createHash('sha1').update(content).digest('hex').slice(0, 12))
  writeFileSync(file, content)
  return file
}
