import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { openMonolingual } from '../monolingual.ts'
import { changedLines, fixture, unitOf } from '../testing.ts'
import { laravel, php } from './php.ts'

const dutch = fixture(import.meta.dirname, 'lang-nl.php')
const french = fixture(path.join(import.meta.dirname, '../laravel'), 'messages-fr.php')

const change = (id: string, text: string): string[] =>
  changedLines(dutch, php.parse(dutch).serialize({ update: [{ id, target: [text] }] }))

test('variables, constants and arrays are read, code is not', () => {
  assert.deepEqual(
    php.parse(dutch).units.map(({ id, target, note }) => [id, target[0], note]),
    [
      ["$lang['title']", 'Tuin', 'Shown in the window'],
      ['$lang["quote"]', 'Zeg "hoi" tegen\n$name', ''],
      ["define('_FINISH'", 'Klaar', ''],
      ['define("_PRICE"', '5 $ per plant', ''],
      ["$english->'open'", "Open het 'hek'", 'How to open'],
      ["$english->'nested'->'and'", 'En', ''],
      ["$english->'nested'->'joined'", 'Lange regel', ''],
      ["$english->'last'", 'Einde', ''],
    ],
  )
})

test('a change keeps the quotes, and variables stay variables', () => {
  assert.deepEqual(change("$lang['title']", "L'a\\b"), ["-$lang['title'] = 'Tuin';", "+$lang['title'] = 'L\\'a\\\\b';"])
  assert.deepEqual(change('$lang["quote"]', '"$name"\tx'), [
    '-$lang["quote"] = "Zeg \\"hoi\\" tegen\\n$name";',
    '+$lang["quote"] = "\\"$name\\"\\tx";',
  ])
  assert.deepEqual(change('define("_PRICE"', 'a $b'), [
    '-define("_PRICE", "5 \\$ per plant");',
    '+define("_PRICE", "a \\$b");',
  ])
  assert.deepEqual(change("$english->'nested'->'joined'", 'Kort'), [
    "-        'joined' => 'Lange ' .",
    "-            'regel',",
    "+        'joined' => 'Kort',",
  ])
})

test('texts are added to their arrays or as statements, and removed again', () => {
  const add = (context: string, after?: string, note?: string) => ({
    context,
    source: [],
    target: ["'x'"],
    after,
    note,
  })
  const added = php.parse(dutch).serialize({
    add: [
      add("$english->'new'", "$english->'open'", 'fresh'),
      add("$english->'nested'->'deep'->'er'"),
      add("$lang['bye']", "$lang['title']"),
      add("define('_NEW'"),
    ],
  })
  assert.deepEqual(changedLines(dutch, added), [
    "+$lang['bye'] = '\\'x\\'';",
    '+    // fresh',
    "+    'new' => '\\'x\\'',",
    "+        'deep' => array(",
    "+            'er' => '\\'x\\'',",
    '+        ),',
    "+define('_NEW', '\\'x\\'');",
  ])
  const file = php.parse(added)
  assert.deepEqual(unitOf(file, "$english->'nested'->'deep'->'er'").target, ["'x'"])
  const removed = file.serialize({ remove: ["$english->'new'", "$lang['bye']", "define('_NEW'"] })
  assert.deepEqual(changedLines(dutch, removed).length, 3)
  assert.throws(() => php.parse(Buffer.from('<?php\n')).serialize({ add: [add('a b')] }), /no name of a PHP variable/)
})

test('Laravel separates plural forms with bars', async () => {
  const file = laravel.parse(french)
  assert.deepEqual(unitOf(file, "return->'apples'").target, ['Il y a une pomme', 'Il y a :count pommes'])
  assert.equal(unitOf(file, "return->'apples'").context, "return[]->'apples'")
  assert.deepEqual(unitOf(file, "return->'range'").target.length, 3)
  const changed = file.serialize({ update: [{ id: "return->'apples'", target: ['une', 'deux'] }] })
  assert.deepEqual(changedLines(french, changed).slice(1), ["+    'apples' => 'une|deux',"])
  assert.match(laravel.refuses!('a|b')!, /separates plural forms/)
  assert.equal(php.refuses, undefined)
  const created = laravel.create({ language: 'cs', template: french })
  assert.equal(Buffer.from(created).toString(), '<?php\n\nreturn [\n];\n')
  const czech = await openMonolingual(laravel, created, file, { language: 'cs' })
  const written = czech.serialize({
    update: [
      { id: "return->'welcome'", target: ['Vítejte'] },
      { id: "return->'custom'->'attribute-name'->'rule-name'", target: ['zpráva'] },
      { id: "return->'apples'", target: ['jedno', 'dvě', 'pět', 'x'] },
    ],
  })
  assert.deepEqual(
    laravel.parse(written).units.map(({ id, target }) => [id, target.join('|')]),
    [
      ["return->'welcome'", 'Vítejte'],
      ["return->'apples'", 'jedno|dvě|pět|x'],
      ["return->'custom'->'attribute-name'->'rule-name'", 'zpráva'],
    ],
  )
})

test('arrays that extend another are read', () => {
  const merged = Buffer.from("<?php\n$lang = array_merge($lang, array(\n\t'A' => 'x',\n));\n")
  const file = php.parse(merged)
  assert.deepEqual(unitOf(file, "$lang->'A'").target, ['x'])
  const added = file.serialize({ add: [{ context: "$lang->'B'", source: [], target: ['y'] }] })
  assert.deepEqual(changedLines(merged, added), ["+\t'B' => 'y',"])
})

test('only assignments are strings', () => {
  const code = "<?php\n$a == 'x';\n$b => 'x';\n$c . 'x';\n$d .= 'x';\n$e = 'x';\n"
  assert.deepEqual(
    php.parse(Buffer.from(code)).units.map(({ context }) => context),
    ['$e'],
  )
})

test('mistakes are reported with their line', () => {
  assert.throws(() => php.parse(Buffer.from("<?php\n$a = 'x")), /line 2.*closing quote/)
  assert.throws(() => php.parse(Buffer.from('<?php\nreturn [')), /line 2.*no end/)
  assert.throws(() => php.parse(Buffer.from(`<?php return ${'['.repeat(1000)}`)), /nested deeper/)
})
