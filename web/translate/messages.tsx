import { outbox } from '../shared/page-outbox.ts'
import { loginAddress } from '../shared/session.ts'
import { t } from '../shared/texts.ts'
import { Key } from './bits.tsx'
import type { Desk } from './desk.ts'
import { jobOf } from './jobs.ts'
import { awaited, shown } from './keys.ts'
import { undo } from './saving.ts'

/** Unsaved edits of this translation. */
export function Unsent({ desk }: { readonly desk: Desk }) {
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
export function Spoken({ desk }: { readonly desk: Desk }) {
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
