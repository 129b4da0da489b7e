import { EditorSelection, type StateCommand } from '@codemirror/state'
import type { TextKey } from '../../src/html/texts/index.ts'
import type { EditorProps } from './props.ts'

/** Wraps the selection, or unwraps it. Keeps the selection. */
const around =
  (before: string, after = before, sample = ''): StateCommand =>
  ({ state, dispatch }) => {
    const change = state.changeByRange(range => {
      const inside = state.sliceDoc(range.from, range.to) || sample
      const [from, to] = [range.from - before.length, range.to + after.length]
      if (from >= 0 && state.sliceDoc(from, range.from) === before && state.sliceDoc(range.to, to) === after)
        return { changes: { from, to, insert: inside }, range: EditorSelection.range(from, from + inside.length) }
      const start = range.from + before.length
      return {
        changes: { from: range.from, to: range.to, insert: before + inside + after },
        range: EditorSelection.range(start, start + inside.length),
      }
    })
    dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input' }))
    return true
  }

/** Prefixes each selected line. */
const beforeLines =
  (mark: string): StateCommand =>
  ({ state, dispatch }) => {
    const change = state.changeByRange(range => {
      const [first, last] = [state.doc.lineAt(range.from), state.doc.lineAt(range.to)]
      const changes = []
      for (let at = first.number; at <= last.number; at++) {
        const line = state.doc.line(at)
        changes.push({ from: line.from, insert: /^[*#:;]/.test(line.text) ? mark : `${mark} ` })
      }
      const set = state.changes(changes)
      return { changes, range: EditorSelection.range(set.mapPos(range.from, 1), set.mapPos(range.to, 1)) }
    })
    dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input' }))
    return true
  }

/** Turns the line into a heading, one level deeper each time. */
const heading: StateCommand = ({ state, dispatch }) => {
  const line = state.doc.lineAt(state.selection.main.head)
  const [, marks = '', inside = line.text.trim()] = /^(={2,6})\s*(.*?)\s*\1\s*$/.exec(line.text) ?? []
  const next = marks.length >= 4 ? '' : '='.repeat(marks.length === 0 ? 2 : marks.length + 1)
  const insert = next === '' ? inside : `${next} ${inside} ${next}`
  const cursor = line.from + (next === '' ? inside.length : next.length + 1 + inside.length)
  dispatch(
    state.update({
      changes: { from: line.from, to: line.to, insert },
      selection: { anchor: cursor },
      scrollIntoView: true,
      userEvent: 'input',
    }),
  )
  return true
}

const insert =
  (text: string): StateCommand =>
  ({ state, dispatch }) => {
    dispatch(state.update(state.replaceSelection(text), { scrollIntoView: true, userEvent: 'input' }))
    return true
  }

/** A toolbar button with its shortcut. */
export interface Tool {
  readonly name: TextKey
  /** Short label of the button. */
  readonly face: string
  readonly kind?: 'bold' | 'italic'
  /** In CodeMirror's key notation. */
  readonly key?: string
  readonly run: StateCommand
}

const TABLE = '{| class="wikitable"\n|-\n! A !! B\n|-\n| 1 || 2\n|}\n'

export const toolsFor = ({ fileNamespace }: EditorProps): readonly (readonly Tool[])[] => [
  [
    { name: 'write.bold', face: 'B', kind: 'bold', key: 'Mod-b', run: around("'''") },
    { name: 'write.italic', face: 'I', kind: 'italic', key: 'Mod-i', run: around("''") },
  ],
  [
    { name: 'write.link', face: '[[ ]]', key: 'Mod-k', run: around('[[', ']]') },
    { name: 'write.template', face: '{{ }}', key: 'Alt-t', run: around('{{', '}}') },
    { name: 'write.reference', face: 'ref', key: 'Alt-r', run: around('<ref>', '</ref>') },
    { name: 'write.file', face: '▣', key: 'Alt-f', run: around(`[[${fileNamespace}:`, '|thumb]]') },
  ],
  [
    { name: 'write.heading', face: 'H', key: 'Alt-h', run: heading },
    { name: 'write.bullets', face: '•', key: 'Alt-8', run: beforeLines('*') },
    { name: 'write.numbers', face: '1.', key: 'Alt-7', run: beforeLines('#') },
    { name: 'write.table', face: '▦', run: insert(TABLE) },
    { name: 'write.nowiki', face: '</>', run: around('<nowiki>', '</nowiki>') },
    { name: 'write.signature', face: '~~~~', key: 'Alt-s', run: insert('~~~~') },
  ],
]

/** Display form of a key. */
export const keyText = (key: string): string =>
  key
    .replace('Mod', 'Ctrl')
    .replaceAll('-', '+')
    .replace(/\+([a-z])$/, (_, letter: string) => `+${letter.toUpperCase()}`)
