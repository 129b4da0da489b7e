import { MergeView, unifiedMergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView, ViewPlugin } from '@codemirror/view'
import { useEffect, useRef, useState } from 'preact/hooks'
import { t } from '../shared/texts.ts'
import { sourceExtensions } from './code.ts'
import type { EditorProps } from './props.ts'
import type { Conflict } from './saving.ts'

interface MergingProps {
  readonly props: EditorProps
  readonly conflict: Conflict
  /** Called with the merged text whenever it changes. */
  readonly onChange: (text: string) => void
}

/** Below this width, two columns are too narrow. */
const NARROW = '(max-width: 48rem)'

/**
 * Merge view of the current version and the user's text, which takes over chunks of the current version: side by side,
 * or on narrow screens as one text with the current version struck out above the differences.
 */
export default function Merging({ props, conflict, onChange }: MergingProps) {
  const place = useRef<HTMLDivElement>(null)
  const mine = useRef<EditorView | null>(null)
  /** The merged text so far, kept when the layout changes. */
  const text = useRef(conflict.mine)
  const [isNarrow, setNarrow] = useState(() => matchMedia(NARROW).matches)
  useEffect(() => {
    const media = matchMedia(NARROW)
    const follow = () => setNarrow(media.matches)
    media.addEventListener('change', follow)
    return () => media.removeEventListener('change', follow)
  }, [])
  useEffect(() => {
    text.current = conflict.mine
  }, [conflict])
  useEffect(() => {
    const named = (key: string) => [sourceExtensions(props, props.words[key] ?? ''), foldedLines()]
    const own = [
      named('yourtext'),
      EditorView.updateListener.of(update => {
        if (!update.docChanged) return
        text.current = update.state.doc.toString()
        onChange(text.current)
      }),
    ]
    const parent = place.current!
    const view = isNarrow
      ? new EditorView({ parent, doc: text.current, extensions: [own, inOneColumn(conflict.theirs)] })
      : new MergeView({
          parent,
          a: {
            doc: conflict.theirs,
            extensions: [named('storedversion'), EditorState.readOnly.of(true), EditorView.editable.of(false)],
          },
          b: { doc: text.current, extensions: own },
          revertControls: 'a-to-b',
          renderRevertControl: takeOver,
          collapseUnchanged: UNCHANGED,
        })
    mine.current = view instanceof MergeView ? view.b : view
    mine.current.focus()
    return () => view.destroy()
  }, [props, conflict, onChange, isNarrow])
  const all = (whole: string) => {
    const view = mine.current!
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: whole } })
    view.focus()
  }
  return (
    <div class="we-merge">
      <div class="note warning" role="alert">
        <p>
          <b>{t('write.conflict')}</b> {t(isNarrow ? 'write.conflict_hint_narrow' : 'write.conflict_hint')}
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
      {!isNarrow && (
        <div class="we-merge-heads">
          <b>{props.words.storedversion}</b>
          <b>{props.words.yourtext}</b>
        </div>
      )}
      <div class="we-merge-texts" ref={place} />
    </div>
  )
}

const UNCHANGED = { margin: 3, minSize: 6 }

/** Makes collapsed unchanged lines expandable by keyboard. */
const foldedLines = () => [
  EditorState.phrases.of({ '$ unchanged lines': t('write.unchanged', { lines: '$' }) }),
  ViewPlugin.define(view => {
    const reach = () => {
      for (const fold of view.dom.querySelectorAll<HTMLElement>('.cm-collapsedLines:not([tabindex])')) {
        fold.tabIndex = 0
        fold.setAttribute('role', 'button')
        fold.addEventListener('keydown', event => {
          if (event.key !== 'Enter' && event.key !== ' ') return
          event.preventDefault()
          event.stopPropagation()
          fold.click()
          view.focus()
        })
      }
    }
    // The elements exist only after the view has rendered.
    const later = () => view.requestMeasure({ read: () => undefined, write: reach })
    later()
    return { update: later }
  }),
]

/** Makes the merge arrow accessible by keyboard. */
function takeOver(): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = '→'
  button.title = t('write.take_this')
  button.setAttribute('aria-label', t('write.take_this'))
  button.addEventListener('click', event => {
    if (event.detail === 0) button.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }))
  })
  return button
}

const inOneColumn = (theirs: string) =>
  unifiedMergeView({
    original: theirs,
    collapseUnchanged: UNCHANGED,
    mergeControls: (kind, act) => {
      const button = document.createElement('button')
      button.type = 'button'
      button.name = kind
      button.textContent = t(kind === 'reject' ? 'write.take_this' : 'write.keep_this')
      button.addEventListener('click', act)
      return button
    },
  })
