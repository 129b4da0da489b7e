import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedLines, fixture } from '../testing.ts'
import { rc } from './rc.ts'

const dutch = fixture(import.meta.dirname, 'app-nl.rc')

test('menus, dialogs and string tables are read', () => {
  assert.deepEqual(
    rc.parse(dutch).units.map(({ context, target }) => [context, target[0]]),
    [
      ['MENU.IDR_MAIN.POPUP.CAPTION', '&Bestand'],
      ['MENU.IDR_MAIN.MENUITEM.ID_OPEN', '&Openen...\tCtrl+O'],
      ['MENU.IDR_MAIN.MENUITEM.ID_EXIT', 'Af&sluiten'],
      ['DIALOGEX.IDD_ABOUT.CAPTION', 'Over "Tuin"'],
      ['DIALOGEX.IDD_ABOUT.LTEXT.IDC_STATIC', 'Tuin, versie 1.0'],
      ['DIALOGEX.IDD_ABOUT.LTEXT.IDC_STATIC', 'Copyright'],
      ['DIALOGEX.IDD_ABOUT.CONTROL.IDC_SHOW', 'Toon'],
      ['DIALOGEX.IDD_ABOUT.DEFPUSHBUTTON.IDOK', 'OK'],
      ['STRINGTABLE.IDS_TITLE', 'Tuin'],
      ['STRINGTABLE.IDS_HELP', 'Eerste regel\nTweede'],
    ],
  )
})

test('a change touches its text, in the encoding of the file', () => {
  const change = (bytes: Uint8Array, text: string) =>
    rc.parse(bytes).serialize({ update: [{ id: 'STRINGTABLE.IDS_TITLE', target: [text] }] })
  assert.deepEqual(changedLines(dutch, change(dutch, 'De "tuin"\\')), [
    '-    IDS_TITLE "Tuin"',
    '+    IDS_TITLE "De ""tuin""\\\\"',
  ])
  const wide = Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from(dutch.toString(), 'utf16le')])
  assert.deepEqual(change(wide, 'Ž').subarray(0, 2), Buffer.of(0xff, 0xfe))
  const page = Buffer.from(
    dutch.toString().replace('65001', '1252').replace('Tuin, versie', 'T\xfcin, versie'),
    'latin1',
  )
  assert.equal(rc.parse(page).units[4]!.target[0], 'Tüin, versie 1.0')
  assert.deepEqual(Buffer.from(rc.parse(page).serialize()), page)
  assert.match(Buffer.from(change(page, '庭')).toString(), /code_page\(65001\)[\s\S]*IDS_TITLE "庭"/)
})

test('strings cannot be added or removed', () => {
  assert.throws(() => rc.parse(dutch).serialize({ remove: ['STRINGTABLE.IDS_TITLE'] }), /follows its template/)
})

test('a text may continue on the next line, and included texts are no strings', () => {
  const bytes = Buffer.from(
    '2 TEXTINCLUDE\nBEGIN\n  "#include ""winres.h""\\r\\n"\n  "\\0"\nEND\nSTRINGTABLE\nBEGIN\n  IDS_A "one\n  two"\n  IDS_B "b"\nEND\n',
  )
  const file = rc.parse(bytes)
  assert.deepEqual(
    file.units.map(({ id, target }) => [id, target[0]]),
    [
      ['STRINGTABLE.IDS_A', 'one\n  two'],
      ['STRINGTABLE.IDS_B', 'b'],
    ],
  )
  assert.deepEqual(Buffer.from(file.serialize()), bytes)
  const written = file.serialize({ update: [{ id: 'STRINGTABLE.IDS_B', target: ['c'] }] })
  assert.deepEqual(changedLines(bytes, written), ['-  IDS_B "b"', '+  IDS_B "c"'])
  assert.throws(() => rc.parse(Buffer.from('STRINGTABLE\nBEGIN\n  A "b\nEND\n')), /no closing quote/)
})
