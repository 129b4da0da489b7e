import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readGlossary } from './glossary-file.ts'

const read = (name: string, text: string) => readGlossary(name, Buffer.from(text), 'en')

test('reads all columns of a Crowdin glossary', () => {
  const header =
    'Concept Definition,Concept Subject,Concept Translatable,Term [en],Description [en],Part of Speech [en],' +
    'Status [en],Term [pt-BR],Status [pt-BR],Note [pt-BR]'
  const [fruit, name] = read(
    'glossary.csv',
    `${header}\nA fruit,Food,true,banana,Yellow,noun,preferred,banana-da-terra,not recommended,Regional\n,,false,Parlance,,,,,,\n`,
  )
  assert.deepEqual(fruit, {
    terms: [
      { language: 'en', text: 'banana', isForbidden: false, note: 'Yellow\nnoun' },
      { language: 'pt-BR', text: 'banana-da-terra', isForbidden: true, note: 'Regional' },
    ],
    note: 'A fruit\nFood',
    isTranslatable: true,
  })
  assert.deepEqual([name!.terms.length, name!.isTranslatable], [1, false])
})

test('reads all columns of a Transifex glossary', () => {
  const [term] = read(
    'glossary.csv',
    '\ufeffterm,pos,comment,translation_cs,comment_cs\nbowl,noun,Round,mísa,Hluboká\n',
  )
  assert.deepEqual(term, {
    terms: [
      { language: 'en', text: 'bowl', isForbidden: false, note: '' },
      { language: 'cs', text: 'mísa', isForbidden: false, note: 'Hluboká' },
    ],
    note: 'noun\nRound',
    isTranslatable: true,
  })
})

test('reads all terms of a TBX file, with their notes and whether to use them', () => {
  const status = (value: string) => `<termNote type="administrativeStatus">${value}</termNote>`
  const entry =
    '<termEntry><descrip type="definition">Yellow</descrip><descrip type="Translation needed">no</descrip>' +
    `<langSet xml:lang="en"><tig><term>banana</term>${status('preferred')}</tig></langSet>` +
    `<langSet xml:lang="cs"><tig><term>banánek</term>${status('deprecatedTerm-admn-sts')}</tig>` +
    '<ntig><termGrp><term>banán</term></termGrp><note>As usual</note></ntig></langSet></termEntry>'
  const file = `<martif type="TBX" xml:lang="en"><text><body>${entry}</body></text></martif>`
  assert.deepEqual(read('glossary.tbx', file), [
    {
      terms: [
        { language: 'en', text: 'banana', isForbidden: false, note: '' },
        { language: 'cs', text: 'banánek', isForbidden: true, note: '' },
        { language: 'cs', text: 'banán', isForbidden: false, note: 'As usual' },
      ],
      note: 'Yellow',
      isTranslatable: false,
    },
  ])
})
