import { useEffect, useMemo } from 'preact/hooks'
import { t } from '../shared/texts.ts'
import { Bar } from './bar.tsx'
import { BulkEdit } from './bulk-edit.tsx'
import { checkAsOneTypes } from './checking.ts'
import { DeskContext } from './context.ts'
import { Desk, type Pane } from './desk.ts'
import { countTyped } from './drafts-count.ts'
import { Editor } from './editor.tsx'
import { watchOthers } from './elsewhere.ts'
import { listen } from './keys.ts'
import { StringList } from './list.tsx'
import { Spoken, Unsent } from './messages.tsx'
import { followSent } from './sent.ts'
import { Side } from './side.tsx'
import type { Props } from './types.ts'

const PANES: readonly (readonly [Pane, 'translate.pane_list' | 'translate.pane_edit' | 'translate.pane_side'])[] = [
  ['list', 'translate.pane_list'],
  ['edit', 'translate.pane_edit'],
  ['side', 'translate.pane_side'],
]

/** The whole editor: list, current string and side panel. */
export function Workplace(props: Props) {
  const desk = useMemo(() => new Desk(props), [])
  useEffect(() => {
    const stops = [listen(desk), checkAsOneTypes(desk), watchOthers(desk), followSent(desk), countTyped(desk)]
    const onReturn = () => {
      const { searchParams } = new URL(location.href)
      void desk.search(searchParams.get('q') ?? '', Number(searchParams.get('unit')) || null)
    }
    const onLine = () => {
      desk.isOffline.value = !navigator.onLine
    }
    window.addEventListener('popstate', onReturn)
    window.addEventListener('online', onLine)
    window.addEventListener('offline', onLine)
    void desk.search(props.q, props.unit).then(() => {
      // On narrow screens, an on-screen keyboard would cover the string.
      if (matchMedia('(min-width: 60rem)').matches) desk.wantsFocus.value++
    })
    return () => {
      for (const stop of stops) stop()
      window.removeEventListener('popstate', onReturn)
      window.removeEventListener('online', onLine)
      window.removeEventListener('offline', onLine)
    }
  }, [])
  return (
    <DeskContext.Provider value={desk}>
      <div class="tr" data-pane={desk.pane.value}>
        <Bar />
        <nav class="tabs tr-panes" aria-label={t('translate.panes')}>
          {PANES.map(([pane, name]) => (
            <button
              type="button"
              key={pane}
              aria-current={desk.pane.value === pane ? 'true' : undefined}
              onClick={() => {
                desk.pane.value = pane
              }}
            >
              {t(name)}
            </button>
          ))}
        </nav>
        <Unsent desk={desk} />
        <div class="tr-work">
          <StringList />
          <Editor />
          <Side />
        </div>
      </div>
      <BulkEdit />
      <Spoken desk={desk} />
    </DeskContext.Provider>
  )
}
