import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asciidoc } from './asciidoc.ts'

const page = Buffer.from('Soil:: What plants grow in.\nSeed;; A small plant.\n')

test('a label can have any translation', () => {
  const template = asciidoc.parse(page)
  const labels = template.units.filter(({ id }) => id.startsWith('dt-'))
  assert.deepEqual(
    labels.map(({ target }) => target[0]),
    ['Soil', 'Seed'],
  )
  for (const value of [':', '::', 'a:', ':a', 'a::b', ';;', 'a;', '* a', '. b', '// c', '== d', 'NOTE: e', '[f]']) {
    const update = labels.map(({ id }) => ({ id, target: [value] }))
    const written = asciidoc.parse(page, { template }).serialize({ update })
    const again = asciidoc.parse(written, { template }).units
    assert.deepEqual(
      labels.map(({ id }) => again.find(unit => unit.id === id)?.target[0]),
      [value, value],
      Buffer.from(written).toString(),
    )
    assert.equal(again.length, template.units.length)
  }
})

test('references to letters in a label stay', () => {
  const units = asciidoc.parse(Buffer.from('&#58;a&#160;b:: x y\n')).units
  assert.equal(units[0]?.target[0], ':a&#160;b')
})
