import { MergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useRef } from 'preact/hooks'
import { t } from '../shared/texts.ts'
import { sourceExtensions } from './code.ts'
import type { EditorProps } from './props.ts'
import type { Conflict } from './saving.ts'

interface MergingProps {
  readonly props: EditorProps
  readonly conflict: Conflict
  /** What the page shall say, as often as it changes. */
  readonly onChange: (text: string) => void
}

/** Two texts beside each other: what the page says now, and one's own, into which theirs can be taken piece by piece. */
export default function Merging({ props, conflict, onChange }: MergingProps) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<MergeView | null>(null)
  useEffect(() => {
    const named = (key: string) => sourceExtensions(props, props.words[key] ?? '')
    view.current = new MergeView({
      parent: place.current!,
      a: {
        doc: conflict.theirs,
        extensions: [named('storedversion'), EditorState.readOnly.of(true), EditorView.editable.of(false)],
      },
      b: {
        doc: conflict.mine,
        extensions: [
          named('yourtext'),
          EditorView.updateListener.of(update => {
            if (update.docChanged) onChange(update.state.doc.toString())
          }),
        ],
      },
      revertControls: 'a-to-b',
      renderRevertControl: () => {
        const button = document.createElement('button')
        button.type = 'button'
        button.textContent = '→'
        button.title = t('write.take_this')
        button.setAttribute('aria-label', t('write.take_this'))
        return button
      },
      collapseUnchanged: { margin: 3, minSize: 6 },
    })
    view.current.b.focus()
    return () => view.current?.destroy()
  }, [props, conflict, onChange])
  const all = (text: string) => {
    const { b } = view.current!
    b.dispatch({ changes: { from: 0, to: b.state.doc.length, insert: text } })
    b.focus()
  }
  return (
    <div class="we-merge">
      <div class="note warning" role="alert">
        <p>
          <b>{t('write.conflict')}</b> {t('write.conflict_hint')}
        </p>
        <p class="buttons">
          <button type="button" class="button" onClick={() => all(conflict.theirs)}>
            {t('write.take_theirs')}
          </button>
          <button type="button" class="button" onClick={() => all(conflict.mine)}>
            {t('write.take_mine')}
          </button>
        </p>
      </div>
      <div class="we-merge-heads">
        <b>{props.words.storedversion}</b>
        <b>{props.words.yourtext}</b>
      </div>
      <div class="we-merge-texts" ref={place} />
    </div>
  )
}
