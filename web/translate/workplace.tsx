import { effect } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { addTyped, outbox } from '../shared/page-outbox.ts'
import { loginAddress } from '../shared/session.ts'
import { t } from '../shared/texts.ts'
import { Bar } from './bar.tsx'
import { Key } from './bits.tsx'
import { BulkEdit } from './bulk-edit.tsx'
import { checkAsOneTypes } from './checking.ts'
import { DeskContext } from './context.ts'
import { Desk, type Pane } from './desk.ts'
import { Editor } from './editor.tsx'
import { watchOthers } from './elsewhere.ts'
import { jobOf, pendingOf } from './jobs.ts'
import { awaited, listen, shown } from './keys.ts'
import { StringList } from './list.tsx'
import { undo } from './saving.ts'
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

/** Counts unsaved strings for the page, and enables the leave warning. */
function countTyped(desk: Desk): () => void {
  /** Strings edited on this page. */
  const begun = new Set<number>()
  const typed = () => desk.drafts.unitsIn(desk.props.api)
  const isTyped = () => desk.isChanged && pendingOf(desk.row.value?.id ?? 0).length === 0
  const changed = addTyped({
    count: () => typed().length,
    isHeld: () => isTyped() || typed().some(id => begun.has(id)),
  })
  return effect(() => {
    desk.sendings.value
    const id = desk.row.value?.id
    if (id !== undefined && desk.isChanged) begun.add(id)
    changed()
  })
}

/** Unsaved edits of this translation. */
function Unsent({ desk }: { readonly desk: Desk }) {
  desk.sendings.value
  const entries = outbox.entries.filter(entry => jobOf(entry)?.place === desk.props.api)
  const refused = entries.filter(({ state }) => state === 'refused')
  return (
    <div role="alert">
      {desk.isOffline.value && <p class="note warning tr-unsent">{t('translate.offline')}</p>}
      {entries.some(({ state }) => state === 'login') && <LoginNote />}
      {refused.map(entry => (
        <div class="note warning tr-unsent" key={entry.id}>
          <span>
            <b>{t('translate.not_saved')}</b> <q>{entry.title}</q> {entry.why}
          </span>
          <span class="buttons">
            <button
              type="button"
              class="button"
              onClick={async () => {
                const { id } = jobOf(entry)!.before
                const rank = desk.strings.rankOf(id)
                if (rank === undefined) await desk.search('', id)
                else await desk.open(rank)
                desk.wantsFocus.value++
              }}
            >
              {t('translate.go_there')}
            </button>
            <button type="button" class="button" onClick={() => outbox.retry(entry.id)}>
              {t('translate.send_again')}
            </button>
          </span>
        </div>
      ))}
    </div>
  )
}

function LoginNote() {
  return (
    <div class="note warning tr-unsent">
      <span>{t('frame.session_expired')}</span>
      <span class="buttons">
        <a class="button" href={loginAddress()} target="_blank" rel="noopener">
          {t('frame.log_in')}
        </a>
        <button type="button" class="button" onClick={() => outbox.hurry()}>
          {t('translate.send_again')}
        </button>
      </span>
    </div>
  )
}

/** Temporary messages, and the first of two keystrokes. */
function Spoken({ desk }: { readonly desk: Desk }) {
  const first = awaited.value
  const text = first ? `${shown(first.key)}: ${t(first.what)}` : desk.notice.value
  const undoes = desk.noticeUndoes.value && first === null && desk.undoable.value !== null
  return (
    <div role="status">
      {text !== null && (
        <div class="toast">
          <span>{text}</span>
          {undoes && (
            <button type="button" onClick={() => undo(desk)}>
              {t('translate.undo')} <Key of="Alt+B" />
            </button>
          )}
        </div>
      )}
    </div>
  )
}
