import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { EditorState } from '@codemirror/state'
import { highlightTree } from '@lezer/highlight'
import { keyText, toolsFor } from './commands.ts'
import { DraftShelf } from './drafts.ts'
import { openCall } from './open-call.ts'
import type { EditorProps } from './props.ts'
import { wikitextLanguage, wikitextStyle } from './wikitext.ts'
import { anchorOf } from './writing.ts'

/** Highlighted tokens of a text, as `kind:text`. */
function pieces(text: string): string[] {
  const found: string[] = []
  highlightTree(wikitextLanguage.parser.parse(text), wikitextStyle, (from, to, classes) => {
    found.push(`${classes.replaceAll('wt-', '')}:${text.slice(from, to)}`)
  })
  return found
}

suite('the colours of wikitext', () => {
  test('highlights links, templates, emphasis and elements', () => {
    assert.deepEqual(pieces("a [[B|c]] '''d''' {{e|f}} <ref>g</ref>"), [
      'link:[[B|c]]',
      "bold:'''d'''",
      'template:{{e|f}}',
      'element:<ref>',
      'element:</ref>',
    ])
  })

  test('highlights headings and lists at the start of a line', () => {
    assert.deepEqual(pieces('== Top ==\n* one\n== no'), ['heading:== Top ==', 'list:*'])
  })

  test('does not highlight nowiki content across lines', () => {
    assert.deepEqual(pieces("<nowiki>''x\n[[y]]</nowiki> <!-- a\nb -->"), [
      'element:<nowiki>',
      "verbatim:''x",
      'verbatim:[[y]]',
      'element:</nowiki>',
      'comment:<!-- a',
      'comment:b -->',
    ])
  })

  test('ends an unclosed link with its line', () => {
    assert.deepEqual(pieces('[[open\nplain'), ['link:[[open'])
  })
})

suite('the tools above the text', () => {
  const tools = toolsFor({ fileNamespace: 'File' } as EditorProps).flat()
  const press = (name: string, doc: string, from: number, to = from): string => {
    let state = EditorState.create({ doc, selection: { anchor: from, head: to } })
    const tool = tools.find(each => each.name === name)!
    tool.run({ state, dispatch: transaction => (state = transaction.state) })
    const { from: start, to: end } = state.selection.main
    const text = state.doc.toString()
    return `${text.slice(0, start)}‹${text.slice(start, end)}›${text.slice(end)}`
  }

  test('wrap and unwrap the selection', () => {
    assert.equal(press('write.bold', 'a b c', 2, 3), "a '''‹b›''' c")
    assert.equal(press('write.bold', "a '''b''' c", 5, 6), 'a ‹b› c')
    assert.equal(press('write.link', 'a', 1), 'a[[‹›]]')
  })

  test('prefix lines', () => {
    assert.equal(press('write.bullets', 'a\nb', 0, 3), '* ‹a\n* b›')
    assert.equal(press('write.heading', 'a', 0), '== a‹› ==')
    assert.equal(press('write.heading', '==== a ====', 6), 'a‹›')
  })

  test('formats keys for display', () => {
    assert.deepEqual(['Mod-b', 'Alt-8'].map(keyText), ['Ctrl+B', 'Alt+8'])
  })
})

suite('drafts of pages', () => {
  const shelf = () => {
    const kept = new Map<string, string>()
    return {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
      key: () => null,
      length: 0,
    }
  }

  test('are stored per page, section and account', () => {
    const place = shelf()
    const draft = { text: 'a', summary: 'b', base: 3 }
    assert.equal(new DraftShelf(place, ['Ann', 'Tea', ''], () => 5).keep(draft), 5)
    assert.deepEqual(new DraftShelf(place, ['Ann', 'Tea', ''], () => 6).read(), { ...draft, at: 5 })
    assert.equal(new DraftShelf(place, ['Ann', 'Tea', '1'], () => 6).read(), null)
    assert.equal(new DraftShelf(place, ['Ben', 'Tea', ''], () => 6).read(), null)
    assert.equal(new DraftShelf(place, ['Ann', 'Tea', ''], () => 61 * 86_400_000).read(), null)
  })

  test('work without storage', () => {
    const full = {
      ...shelf(),
      setItem: () => {
        throw new Error('full')
      },
    }
    assert.equal(new DraftShelf(full, ['', 'Tea', '']).keep({ text: '', summary: '', base: 0 }), null)
    assert.equal(new DraftShelf(null, ['', 'Tea', '']).read(), null)
  })
})

test('returns to the edited section after saving', () => {
  const writing = {
    section: '2',
    text: "== The ''lid'' ==\nround",
    summary: '',
    minor: false,
    watch: false,
    base: 1,
    recreate: false,
  }
  assert.equal(anchorOf(writing), '#The_lid')
  assert.equal(anchorOf({ ...writing, section: 'new', summary: 'Ein Wort' }), '#Ein_Wort')
  assert.equal(anchorOf({ ...writing, section: '' }), '')
})

suite('parameters of templates', () => {
  test('finds the call around the cursor', () => {
    assert.deepEqual(openCall('a {{Box|x=1|[[b|c]]|{{d|e}} f|na'), { name: 'Box', given: ['x', '2', '3'], typed: 'na' })
    assert.deepEqual(openCall('{{A}} {{B|'), { name: 'B', given: [], typed: '' })
    assert.deepEqual(openCall('{{A|b={{C|d'), { name: 'C', given: [], typed: 'd' })
    for (const text of ['', 'a|b', '{{A', '[[A|b', '{{A|b}} c|', '{{#if:x|']) assert.equal(openCall(text), null, text)
  })
})
