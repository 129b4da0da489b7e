import assert from 'node:assert/strict'
import { test } from 'node:test'
import { turnsDuring } from '#store/testing.ts'
import { whileWanted } from '#store/turn.ts'
import { FormatError } from './format-error.ts'
import { format } from './index.ts'
import { readFile, writeFile } from './read-file.ts'
import { LARGE_FILES } from './testing-large-files.ts'

const options = { language: 'cs', plural: { count: 3, formula: 'n==1 ? 0 : n>=2 && n<=4 ? 1 : 2' } }
const strings = (file: { units: readonly { id: string; target: readonly string[] }[] }) =>
  file.units.map(({ id, target }) => [id, ...target])

for (const { name, format: id, make, isRefused } of LARGE_FILES.filter(each => each.format !== 'zip'))
  test(`${name} in a large ${id} file: same result as read inline, without blocking`, async () => {
    const kind = format(id)!
    const content = make(8000)
    if (isRefused) {
      await assert.rejects(readFile(kind, content, options), FormatError)
      return
    }
    const read = kind.parse(content, options)
    let file = read
    const turns = await turnsDuring(async () => {
      file = await readFile(kind, content, options)
    })
    assert.deepEqual(strings(file), strings(read))
    // Read inline, the loop would not turn at all. How often it turns depends on the speed of the machine.
    if (content.length > 64 * 1024) assert.ok(turns > 0, `${turns} turns`)
  })

test('a large file is written as if inline, with the same error positions', async () => {
  const kind = format('po')!
  const content = LARGE_FILES.find(each => each.name === 'many entries')!.make(5000)
  const read = kind.parse(content, options)
  const changes = {
    update: read.units.slice(0, 700).map(unit => ({ id: unit.id, target: ['jinak'] })),
    remove: read.units.slice(4000).map(unit => unit.id),
  }
  assert.deepEqual(Buffer.from(await writeFile(kind, content, options, changes)), Buffer.from(read.serialize(changes)))
  const broken = Buffer.concat([content, Buffer.from('msgid "the end\n')])
  let reason = ''
  try {
    kind.parse(broken, options)
  } catch (error) {
    reason = (error as FormatError).message
  }
  await assert.rejects(readFile(kind, broken, options), { message: reason, name: 'FormatError' })
})

test('reading stops when the request is cancelled', async () => {
  const gone = new AbortController()
  const content = LARGE_FILES.find(each => each.format === 'ruby-yaml')!.make(40_000)
  const reading = whileWanted(gone.signal, () => readFile(format('ruby-yaml')!, content, options))
  setImmediate(() => gone.abort(new Error('gone')))
  await assert.rejects(reading, /gone/)
})
