import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FormatError } from '../format-error.ts'
import { readTmx } from './read-tmx.ts'

const tmx = (body: string, header = '<header srclang="en"/>') =>
  Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4">${header}<body>${body}</body></tmx>`)

test('reads the texts of all languages', () => {
  const units = readTmx(
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
  assert.equal(readTmx(tmx('<tu/>', '<header srclang="*all*"/>'))[0]?.source, undefined)
})

test('refuses other documents, declared entities and too many texts', () => {
  assert.throws(() => readTmx(Buffer.from('<xliff/>')), FormatError)
  assert.throws(() => readTmx(Buffer.from('<tmx><header/></tmx>')), /expected <body>/)
  assert.throws(
    () => readTmx(Buffer.from('<!DOCTYPE tmx [<!ENTITY a "b">]><tmx><body><tu/></body></tmx>')),
    FormatError,
  )
  assert.throws(() => readTmx(tmx('<tu/><tu/><tu/>'), { maxUnits: 2 }), /more than 2/)
})
