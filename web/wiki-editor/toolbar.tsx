import type { EditorView } from '@codemirror/view'
import { useMemo, useRef, useState } from 'preact/hooks'
import { t } from '../shared/texts.ts'
import { keyText, toolsFor } from './commands.ts'
import type { EditorProps } from './props.ts'

export function Toolbar({ props, view }: { readonly props: EditorProps; readonly view: () => EditorView | null }) {
  const groups = useMemo(() => toolsFor(props), [props])
  const place = useRef<HTMLDivElement>(null)
  /** The button in the tab order; arrow keys move to the others. */
  const [current, setCurrent] = useState<string>(groups[0]![0]!.name)
  const move = (event: KeyboardEvent): void => {
    const buttons = [...place.current!.querySelectorAll('button')].filter(each => each.offsetParent !== null)
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    const forward = getComputedStyle(place.current!).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const step = event.key === forward ? 1 : -1
    const isArrow = event.key === 'ArrowLeft' || event.key === 'ArrowRight'
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? buttons.length - 1 : isArrow ? at + step : -1
    if (buttons[to] === undefined) return
    event.preventDefault()
    buttons[to].focus()
  }
  const reached = (name: string) => ({ tabIndex: name === current ? 0 : -1, onFocus: () => setCurrent(name) })
  return (
    <div class="we-tools" role="toolbar" aria-label={t('write.tools')} ref={place} onKeyDown={move}>
      {groups.map(group => (
        <div class="we-group" key={group[0]!.name}>
          {group.map(({ name, face, kind, key, run }) => (
            <button
              type="button"
              key={name}
              class={kind}
              {...reached(name)}
              title={key === undefined ? t(name) : `${t(name)} (${keyText(key)})`}
              onClick={() => {
                const editor = view()
                if (!editor) return
                run(editor)
                editor.focus()
              }}
            >
              <span aria-hidden="true">{face}</span>
              <span class="aside">{t(name)}</span>
            </button>
          ))}
        </div>
      ))}
      <button
        type="button"
        class="we-keys"
        {...reached('keys')}
        title={t('frame.keys')}
        onClick={() => document.dispatchEvent(new KeyboardEvent('keydown', { key: '?' }))}
      >
        <span aria-hidden="true">?</span>
        <span class="aside">{t('frame.keys')}</span>
      </button>
    </div>
  )
}
