import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { FileParams } from '../file-params.ts'
import { writeFile } from '../read-file.ts'

/** The file after the text of `id` changed. */
async function written(kind: string, content: string | Buffer, id: string, text: string, params: FileParams) {
  const bytes = await writeFile({ id: kind }, Buffer.from(content), { params }, { update: [{ id, target: [text] }] })
  return Buffer.from(bytes)
}

suite('parameters of file formats', () => {
  const JSON_FILE = '{\n  "b": {\n    "d": "Text",\n    "c": [1, "x\\u0041"]\n  },\n  "a": {}\n}\n'
  const nested = (params: FileParams) => written('json-nested', JSON_FILE, 'b.d', 'Neu', params).then(String)

  test('change nothing in a file without changes', async () => {
    const params = { json_sort_keys: true, json_indent: 1, json_use_compact_separators: true }
    const bytes = await writeFile({ id: 'json-nested' }, Buffer.from(JSON_FILE), { params }, {})
    assert.equal(Buffer.from(bytes).toString(), JSON_FILE)
    assert.equal(await nested({}), JSON_FILE.replace('Text', 'Neu'))
  })

  test('indent JSON with spaces or tabs', async () => {
    assert.equal(
      await nested({ json_indent: 1 }),
      '{\n "b": {\n  "d": "Neu",\n  "c": [\n   1,\n   "x\\u0041"\n  ]\n },\n "a": {}\n}\n',
    )
    assert.equal(
      await nested({ json_indent: 1, json_indent_style: 'tabs' }),
      '{\n\t"b": {\n\t\t"d": "Neu",\n\t\t"c": [\n\t\t\t1,\n\t\t\t"x\\u0041"\n\t\t]\n\t},\n\t"a": {}\n}\n',
    )
    assert.match(await nested({ json_indent_style: 'tabs' }), /\n\t{4}"b"/)
    assert.match(await nested({ json_indent: 0 }), /^\{\n"b": \{\n"d"/)
  })

  test('sort JSON and write it compactly', async () => {
    assert.equal(
      await nested({ json_sort_keys: true }),
      '{\n  "a": {},\n  "b": {\n    "c": [1, "x\\u0041"],\n    "d": "Neu"\n  }\n}\n',
    )
    assert.match(await nested({ json_use_compact_separators: true }), /^\{\n {2}"b":\{\n {4}"d":"Neu",\n {4}"c":\[1, /)
    const list = '[{"id": "a", "translation": "A"}]\n'
    const compact = await written('go-i18n-json', list, 'a', 'B', { json_use_compact_separators: true })
    assert.equal(String(compact), '[{"id":"a", "translation":"B"}]\n')
  })

  test('wrap lines of gettext files', async () => {
    const long = `${'Wort '.repeat(30)}Ende`
    const file = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "a"\nmsgstr "b"\n'
    const text = `${long}\n${long}`
    const wrap = async (params: FileParams) =>
      String(await written('po', file, 'a', text, params)).split('msgid "a"\n')[1]
    assert.match((await wrap({}))!, /^msgstr ""\n("(Wort|Ende)[^"]*"\n){6}$/)
    assert.equal(await wrap({ po_line_wrap: 65535 }), `msgstr ""\n"${long}\\n"\n"${long}"\n`)
    assert.equal(await wrap({ po_line_wrap: -1 }), `msgstr "${long}\\n${long}"\n`)
  })

  test('leave locations out of new gettext entries', async () => {
    const add = [{ context: '', source: ['New'], target: ['Neu'], location: 'a.c:1' }]
    const write = async (params: FileParams) =>
      Buffer.from(await writeFile({ id: 'po' }, Buffer.from('msgid "a"\nmsgstr "b"\n'), { params }, { add })).toString()
    assert.match(await write({}), /#: a\.c:1/)
    assert.doesNotMatch(await write({ po_no_location: true }), /#:/)
  })

  test('choose line breaks of YAML', async () => {
    const file = await written('yaml', 'a: A\nb: |\n  B\n  C\n', 'a', 'X', { yaml_line_break: 'dos' })
    assert.equal(String(file), 'a: X\r\nb: |\r\n  B\r\n  C\r\n')
  })

  test('write closing tags of empty XML elements, but not in texts', async () => {
    const file = (target: string, empty: string) =>
      `<?xml version="1.0"?>\n<xliff version="1.2"><file original="a" source-language="en" target-language="cs" datatype="x">${empty}<body>\n<trans-unit id="1"><source>A<x id="1"/></source><target>${target}</target></trans-unit>\n</body></file></xliff>\n`
    const bytes = await written('xliff', file('B', '<header />'), '1', 'C', { xml_closing_tags: true })
    assert.ok(String(bytes).includes('<header></header>'), String(bytes))
    assert.ok(String(bytes).includes('A<x id="1"/>'), String(bytes))
  })

  test('read and write names of flat XML', async () => {
    const params = { flatxml_root_name: 'texts', flatxml_value_name: 'text', flatxml_key_name: 'name' }
    const file = await written('flatxml', '<texts>\n  <text name="a">A</text>\n</texts>\n', 'a', 'B', params)
    assert.equal(String(file), '<texts>\n  <text name="a">B</text>\n</texts>\n')
  })

  test('convert the encoding', async () => {
    const strings = await written('strings', '"a" = "A";\n', 'a', 'Č', { strings_encoding: 'utf-16' })
    assert.equal(strings.toString('utf16le'), '\uFEFF"a" = "Č";\n')
    const old = Buffer.from('a=caf\u00e9\nb=B\n', 'latin1')
    const properties = (params: FileParams) => written('properties', old, 'b', 'Č', params)
    assert.equal((await properties({})).toString('latin1'), 'a=café\nb=\\u010C\n')
    assert.equal((await properties({ properties_encoding: 'utf-8' })).toString(), 'a=café\nb=Č\n')
    const wide = await properties({ properties_encoding: 'utf-16' })
    assert.equal(wide.toString('utf16le'), '\uFEFFa=café\nb=Č\n')
    const again = await written('properties', wide, 'b', 'Ď', { properties_encoding: 'utf-16' })
    assert.equal(again.toString('utf16le'), '\uFEFFa=café\nb=Ď\n')
    const csv = Buffer.from('\uFEFFsource,target\r\na,b\r\n', 'utf16le')
    assert.equal(
      (await written('csv', csv, 'a', 'Č', { csv_encoding: 'utf-8' })).toString(),
      'source,target\r\na,Č\r\n',
    )
    const simple = { csv_simple_encoding: 'iso-8859-1' }
    assert.equal((await written('csv-simple', 'a,b\n', 'a', 'é', simple)).toString('latin1'), 'a,é\n')
    // No translation is lost to an encoding that lacks a character.
    assert.equal((await written('csv-simple', 'a,b\n', 'a', 'Č', simple)).toString(), 'a,Č\n')
  })
})
