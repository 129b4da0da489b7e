import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FormatError } from '../format-error.ts'
import { readTmx } from './read-tmx.ts'
import { TMX_TAIL, tmxHead, tmxUnit } from './write-tmx.ts'

const tmx = (body: string, header = '<header srclang="en"/>') =>
  Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4">${header}<body>${body}</body></tmx>`)

test('reads the texts of all languages', async () => {
  const units = await readTmx(
    tmx(`<tu><tuv xml:lang="en"><seg>Cup &amp; plate</seg></tuv><tuv lang="cs"><seg>Šálek</seg></tuv></tu>
      <tu srclang="de"><tuv xml:lang="de"><seg>Tasse</seg></tuv><tuv><seg>lost</seg></tuv></tu>`),
  )
  assert.deepEqual(
    units.map(({ texts, source }) => [source, ...texts]),
    [
      ['en', ['en', 'Cup & plate'], ['cs', 'Šálek']],
      ['de', ['de', 'Tasse']],
    ],
  )
  assert.equal((await readTmx(tmx('<tu/>', '<header srclang="*all*"/>')))[0]?.source, undefined)
})

test('reads what it writes', async () => {
  const pair = {
    ...{ source: 'a < b & "c"\u0007', target: '\ta\nb ', source_language: 'en', target_language: 'pt_BR' },
    ...{ origin: 'hello/web', note: '<note>' },
  }
  const file = tmxHead() + tmxUnit(pair) + TMX_TAIL
  const [unit] = await readTmx(Buffer.from(file))
  assert.deepEqual(
    [...unit!.texts],
    [
      ['en', 'a < b & "c"'],
      ['pt-BR', '\ta\nb '],
    ],
  )
})

test('rejects other documents, declared entities and too many texts', async () => {
  await assert.rejects(readTmx(Buffer.from('<xliff/>')), FormatError)
  await assert.rejects(readTmx(Buffer.from('<tmx><body>')), FormatError)
  await assert.rejects(readTmx(Buffer.from([0x3c, 0xff, 0xfe, 0x80])), /UTF-8/)
  await assert.rejects(
    readTmx(Buffer.from('<!DOCTYPE tmx [<!ENTITY a "b">]><tmx><body><tu>&a;</tu></body></tmx>')),
    FormatError,
  )
  await assert.rejects(readTmx(tmx('<tu/><tu/><tu/>'), { maxUnits: 2 }), /more than 2/)
})
