// Mutates a valid backup: values of other types, missing or additional members, wrong references, and damaged or
// malicious archives.
import { readZip } from '#translation/formats/zip/read-zip.ts'
import { writeZip } from '#translation/formats/zip/write-zip.ts'

/** Deterministic pseudorandom numbers. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0 || 1
  return below => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

export interface Mutated {
  readonly kind: string
  readonly what: string
  readonly content: Buffer
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
type Random = (below: number) => number

const deep = (): Json => {
  let value: Json = 1
  for (let i = 0; i < 200; i++) value = [value]
  return value
}

/** Values that every member must validate. */
const HOSTILE: readonly (() => Json)[] = [
  () => null,
  () => true,
  () => -1,
  () => 0,
  () => 1e18,
  () => 2 ** 53 - 1,
  () => -(2 ** 53),
  () => 1.5,
  () => '',
  () => ' ',
  () => 'not json',
  () => '[',
  () => '{"__proto__":{"polluted":1}}',
  () => 'javascript:alert(1)',
  () => 'a\r\nSet-Cookie: x=1',
  () => '../../etc/passwd',
  () => 'nul\u0000byte',
  () => '\ud800',
  () => '\u202e<script>alert(1)</script>',
  () => "'; drop table project; --",
  () => 'placeholders:r"(a?){1000}(a?){1000}"',
  () => 'n = 1 / 0',
  () => 'x'.repeat(300_000),
  () => '\u001e\u001e'.repeat(50),
  () => [],
  () => ({}),
  () => [null],
  () => Array.from({ length: 20_000 }, (_, i) => i),
  () => ({ constructor: 1, length: 5 }),
  deep,
]

const pick = <T>(random: Random, list: readonly T[]): T => list[random(list.length)]!

/** All non-empty arrays and objects in a value. */
function* containers(value: Json): Generator<Json[] | { [name: string]: Json }> {
  if (typeof value !== 'object' || value === null) return
  if (Object.keys(value).length > 0) yield value
  for (const each of Object.values(value)) yield* containers(each as Json)
}

/** Changes one thing in a value and returns a description. */
function change(random: Random, root: Json): string {
  const all = [...containers(root)]
  if (all.length === 0) return 'nothing'
  const inside = pick(random, all)
  const names = Object.keys(inside)
  const name = pick(random, names)
  const at = inside as Record<string, Json>
  switch (random(7)) {
    case 0:
      if (Array.isArray(inside)) inside.splice(Number(name), 1)
      else delete at[name]
      return `removed ${name}`
    case 1:
      if (Array.isArray(inside)) inside.push(structuredClone(inside[Number(name)]!))
      else at[`more_${name}`] = 1
      return `doubled ${name}`
    case 2: {
      const other = pick(random, names)
      const kept = at[name]!
      at[name] = at[other]!
      at[other] = kept
      return `swapped ${name} and ${other}`
    }
    case 3:
      if (typeof at[name] === 'number') {
        at[name] += pick(random, [1, -1, 1000, 0.5])
        return `moved ${name}`
      }
      break
  }
  at[name] = pick(random, HOSTILE)()
  return `${name} = ${JSON.stringify(at[name]).slice(0, 60)}`
}

/** Changes the manifest or a line of another entry. */
function changeJson(random: Random, files: Map<string, Buffer>): string {
  const lines = [...files.keys()].filter(name => name.endsWith('.jsonl'))
  const name = random(2) === 0 || lines.length === 0 ? 'project.json' : pick(random, lines)
  const text = files.get(name)!.toString()
  if (name === 'project.json') {
    const manifest = JSON.parse(text) as Json
    const what = change(random, manifest)
    files.set(name, Buffer.from(JSON.stringify(manifest)))
    return `${name}: ${what}`
  }
  const all = text.split('\n').filter(line => line !== '')
  const i = random(all.length)
  const value = JSON.parse(all[i]!) as Json
  const what = change(random, value)
  all[i] = JSON.stringify(value)
  files.set(name, Buffer.from(`${all.join('\n')}\n`))
  return `${name} line ${i + 1}: ${what}`
}

function changeText(random: Random, files: Map<string, Buffer>): string {
  const name = pick(
    random,
    [...files.keys()].filter(each => /jsonl?$/.test(each)),
  )
  const content = Buffer.from(files.get(name)!)
  const at = random(content.length)
  const ways: [string, Buffer][] = [
    ['cut', content.subarray(0, at)],
    ['without UTF-8', Buffer.concat([content.subarray(0, at), Buffer.from([0xff, 0xfe]), content.subarray(at)])],
    ['a member twice', Buffer.from(content.toString().replace(/"(\w+)":/, '"$1":1,"$1":'))],
    ['brackets', Buffer.from('['.repeat(100_000))],
    ['empty', Buffer.alloc(0)],
    ['no object', Buffer.from('42')],
  ]
  const [what, changed] = pick(random, ways)
  files.set(name, changed)
  return `${name}: ${what}`
}

function changeEntries(random: Random, files: Map<string, Buffer>): string {
  const name = pick(random, [...files.keys()])
  const content = files.get(name)!
  switch (random(5)) {
    case 0:
      files.delete(name)
      return `without ${name}`
    case 1:
      files.set(pick(random, ['../../evil', '/etc/passwd', 'a\r\nb', 'C:\\x', '__proto__', 'units/0/0.jsonl']), content)
      return 'one entry more'
    case 2: {
      files.delete(name)
      files.set(`${name}x`, content)
      return `renamed ${name}`
    }
    case 3:
      files.set(name, Buffer.alloc(2_000_000, 0x20))
      return `${name} is 2 MB of spaces`
    default: {
      const other = pick(random, [...files.keys()])
      files.set(name, files.get(other)!)
      files.set(other, content)
      return `swapped ${name} and ${other}`
    }
  }
}

/** Damages the archive itself. */
function changeBytes(random: Random, content: Buffer): [string, Buffer] {
  const bytes = Buffer.from(content)
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  const directory = bytes.readUInt32LE(end + 16)
  switch (random(7)) {
    case 0:
      return ['cut', bytes.subarray(0, random(bytes.length))]
    case 1:
      for (let i = 0; i < 1 + random(8); i++) bytes[random(bytes.length)] = random(256)
      return ['other bytes', bytes]
    case 2:
      bytes.writeUInt32LE(random(2 ** 31), directory + 16)
      return ['another checksum', bytes]
    case 3:
      bytes.writeUInt32LE(0xfffffff0, directory + 24)
      return ['an entry of 4 GB', bytes]
    case 4:
      bytes.writeUInt16LE(pick(random, [0, 1, 65_535]), end + 10)
      return ['another number of entries', bytes]
    case 5: {
      // Give the second directory entry the name of the first.
      const length = bytes.readUInt16LE(directory + 28)
      const next = directory + 46 + length + bytes.readUInt16LE(directory + 30) + bytes.readUInt16LE(directory + 32)
      if (bytes.readUInt16LE(next + 28) === length)
        bytes.copy(bytes, next + 46, directory + 46, directory + 46 + length)
      return ['a name twice', bytes]
    }
    default:
      return ['data after the end', Buffer.concat([bytes, Buffer.alloc(1 + random(100))])]
  }
}

export async function mutate(random: Random, original: Buffer): Promise<Mutated> {
  const files = await readZip(original)
  const draw = random(20)
  if (draw < 2) {
    const [what, content] = changeBytes(random, original)
    return { kind: 'archive', what, content }
  }
  const [kind, task] =
    draw < 4
      ? (['entries', changeEntries] as const)
      : draw < 6
        ? (['text', changeText] as const)
        : (['values', changeJson] as const)
  const what = Array.from({ length: 1 + random(2) }, () => task(random, files))
  return { kind, what: what.join('; '), content: writeZip(files, new Date(0)) }
}
