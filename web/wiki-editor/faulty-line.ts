import { type EditorState, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'

/** Marks the line of a syntax error; null removes the mark. */
export const markLine = StateEffect.define<number | null>()

const mark = Decoration.line({ class: 'we-faulty' })

const marked = (state: EditorState, line: number | null): DecorationSet =>
  line === null || line < 1 || line > state.doc.lines
    ? Decoration.none
    : Decoration.set([mark.range(state.doc.line(line).from)])

export const faultyLine = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(markLine)) return marked(transaction.state, effect.value)
    return value.map(transaction.changes)
  },
  provide: field => EditorView.decorations.from(field),
})

/** Moves to a line and shows it. */
export function goToLine(editor: EditorView, line: number): void {
  if (line < 1 || line > editor.state.doc.lines) return
  const { from } = editor.state.doc.line(line)
  editor.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) })
  editor.focus()
}

/** The line in the address, in the form that links in script errors have. */
export function lineInAddress(hash: string): number | null {
  const [, line] = /^#mw-ce-l(\d{1,7})$/.exec(hash) ?? []
  return line === undefined ? null : Number(line)
}
