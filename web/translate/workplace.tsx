import { useEffect, useMemo } from 'preact/hooks'
import { t } from '../shared/texts.ts'
import { Bar } from './bar.tsx'
import { BulkEdit } from './bulk-edit.tsx'
import { checkAsOneTypes } from './checking.ts'
import { DeskContext } from './context.ts'
import { Desk, type Pane } from './desk.ts'
import { Editor } from './editor.tsx'
import { watchOthers } from './elsewhere.ts'
import { awaited, listen, shown } from './keys.ts'
import { StringList } from './list.tsx'
import { sendAgain } from './saving.ts'
import { Side } from './side.tsx'
import type { Props } from './types.ts'

const PANES: readonly (readonly [Pane, 'translate.pane_list' | 'translate.pane_edit' | 'translate.pane_side'])[] = [
  ['list', 'translate.pane_list'],
  ['edit', 'translate.pane_edit'],
  ['side', 'translate.pane_side'],
]

/** The whole editor: what there is to do, the string in front of one, what helps with it. */
export function Workplace(props: Props) {
  const desk = useMemo(() => new Desk(props), [])
  useEffect(() => {
    const stops = [listen(desk), checkAsOneTypes(desk), watchOthers(desk)]
    const onReturn = () => {
      const { searchParams } = new URL(location.href)
      void desk.search(searchParams.get('q') ?? '', Number(searchParams.get('unit')) || null)
    }
    const onLine = () => {
      desk.isOffline.value = !navigator.onLine
      if (navigator.onLine) for (const { job } of desk.unsaved.value) void sendAgain(desk, job)
    }
    window.addEventListener('popstate', onReturn)
    window.addEventListener('online', onLine)
    window.addEventListener('offline', onLine)
    void desk.search(props.q, props.unit).then(() => {
      // On a narrow screen a keyboard would cover the string.
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

/** Work that the server has not taken while somebody was busy with the next string. */
function Unsent({ desk }: { readonly desk: Desk }) {
  return (
    <div role="alert">
      {desk.isOffline.value && <p class="note warning tr-unsent">{t('translate.offline')}</p>}
      {desk.unsaved.value.map(({ job, why }) => (
        <div class="note warning tr-unsent" key={job.before.id}>
          <span>
            <b>{t('translate.not_saved')}</b> <q>{job.before.source[0]}</q> {why}
          </span>
          <span class="buttons">
            <button
              type="button"
              class="button"
              onClick={async () => {
                desk.unsaved.value = desk.unsaved.value.filter(each => each.job !== job)
                await desk.open(job.rank)
                desk.wantsFocus.value++
              }}
            >
              {t('translate.go_there')}
            </button>
            <button type="button" class="button" onClick={() => sendAgain(desk, job)}>
              {t('translate.send_again')}
            </button>
          </span>
        </div>
      ))}
    </div>
  )
}

/** Short sentences that go away by themselves, and the first of two strokes. */
function Spoken({ desk }: { readonly desk: Desk }) {
  const first = awaited.value
  const text = first ? `${shown(first.key)}: ${t(first.what)}` : desk.notice.value
  return <div role="status">{text !== null && <div class="toast">{text}</div>}</div>
}
