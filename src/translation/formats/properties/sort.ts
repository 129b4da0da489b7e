import { decodeUtf8Or, encode, newlineOf } from '../encoding.ts'
import { scanProperties } from './scanner.ts'

const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The same pairs sorted by key. Comments move with the pair below them; those before the first blank line stay first. */
export function sortProperties(bytes: Uint8Array): Uint8Array {
  const decoded = decodeUtf8Or('iso-8859-1', bytes)
  const { text } = decoded
  const newline = newlineOf(text)
  const blocks: { key: string; text: string }[] = []
  let head = 0
  let start = 0
  for (const line of scanProperties(text)) {
    if (line.type === 'blank' && blocks.length === 0) {
      head = line.end + (text.startsWith('\r\n', line.end) ? 2 : 1)
      start = head
    }
    if (line.type !== 'pair') continue
    const next = line.end + (text.startsWith('\r\n', line.end) ? 2 : 1)
    const block = text.slice(start, next)
    blocks.push({ key: line.text, text: /[\r\n]$/.test(block) ? block : block + newline })
    start = next
  }
  // Of equal keys, the last one counts, so they keep their order.
  const sorted = blocks.toSorted((a, b) => inOrder(a.key.toLowerCase(), b.key.toLowerCase()) || inOrder(a.key, b.key))
  if (sorted.every((block, i) => block === blocks[i])) return bytes
  return encode(text.slice(0, head) + sorted.map(block => block.text).join('') + text.slice(start), decoded)
}
