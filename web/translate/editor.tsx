import { loginAddress } from '../shared/session.ts'
import { languageName, t } from '../shared/texts.ts'
import { copySource } from './actions.ts'
import { Difference, Key } from './bits.tsx'
import { Checks } from './checks.tsx'
import { ConflictChoice } from './conflict.tsx'
import { useDesk } from './context.ts'
import type { Desk } from './desk.ts'
import { save, suggest } from './saving.ts'
import { SAVE_WORDS, saveStateOf } from './sent.ts'
import { SourceView } from './source-view.tsx'
import { TargetField } from './target-field.tsx'
import { STATE } from './types.ts'

/** The current string: source, translation and checks. */
export function Editor() {
  const desk = useDesk()
  const row = desk.row.value
  if (row === null)
    return (
      <section class="tr-edit" aria-label={t('translate.translation')}>
        <p class="empty">{t(desk.strings.isThere.value ? 'translate.nothing_chosen' : 'frame.loading')}</p>
      </section>
    )
  return (
    <section class="tr-edit" aria-label={t('translate.translation')}>
      <SourcePart />
      <TargetPart />
    </section>
  )
}

/** The source of the current string, and what it says about itself. */
export function SourcePart() {
  const desk = useDesk()
  const row = desk.row.value
  const unit = desk.work.value?.unit
  if (row === null) return null
  return (
    <>
      <div class="tr-label">
        {languageName(desk.props.sourceLanguage)}
        {unit && <span class="tr-where">{about(unit.context, unit.location)}</span>}
      </div>
      <SourceView />
      {unit && unit.previous_source !== '' && unit.state < STATE.translated && (
        <div class="note small">
          {t('translate.source_changed')}
          <Difference from={unit.previous_source} to={row.source[0]!} in={desk.props.sourceLanguage} />
        </div>
      )}
    </>
  )
}

/** The translation of the current string: fields, state, checks and buttons. */
export function TargetPart() {
  const desk = useDesk()
  const row = desk.row.value
  if (row === null) return null
  return (
    <>
      {desk.forms.value.map((_, i) => (
        <TargetField key={`${row.id} ${i}`} index={i} />
      ))}
      <div role="alert" id="text-problem">
        {desk.problem.value !== null && (
          <p class="problem">
            {desk.problem.value}{' '}
            {desk.problem.value === t('frame.session_expired') && (
              <a href={loginAddress()} target="_blank" rel="noopener">
                {t('frame.log_in')}
              </a>
            )}
          </p>
        )}
      </div>
      {desk.conflict.value !== null && <ConflictChoice />}
      {desk.isRestored.value && desk.conflict.value === null && <Restored desk={desk} />}
      <SaveMark desk={desk} />
      <Checks />
      <Why desk={desk} />
      {(desk.writes || desk.suggests) && desk.conflict.value === null && <Acts desk={desk} />}
    </>
  )
}

const about = (context: string, location: string): string =>
  [context, location.split(/[,\s]+/)[0]].filter(Boolean).join(' · ')

function Restored({ desk }: { readonly desk: Desk }) {
  return (
    <div class="note small tr-restored" role="status">
      <span>{t('translate.restored')}</span>
      <button type="button" class="button" onClick={() => desk.revert()}>
        {t('translate.discard')} <Key of="Alt+X" />
      </button>
    </div>
  )
}

/** Save state of the text. "Saved" only after the server has confirmed it. */
function SaveMark({ desk }: { readonly desk: Desk }) {
  const id = desk.row.value!.id
  const pending = saveStateOf(desk, id)
  const isRefused = desk.problem.value !== null && desk.isChanged
  const state = isRefused ? 'refused' : (pending ?? (desk.isChanged ? 'typed' : 'saved'))
  return (
    <p class="small quiet tr-save-state" role="status" data-save-state={state}>
      {state !== 'saved' && t(SAVE_WORDS[state])}
    </p>
  )
}

/** Explains why the user cannot edit. */
function Why({ desk }: { readonly desk: Desk }) {
  const state = desk.saved?.state
  if (desk.writes) return null
  const text = desk.props.locked
    ? t('translate.locked')
    : state === STATE.readOnly
      ? t('translate.read_only')
      : desk.may.translate
        ? t('translate.approved_already')
        : desk.me === null
          ? t(desk.suggests ? 'translate.visitor_suggests' : 'translate.visitor')
          : t(desk.suggests ? 'translate.only_suggest' : 'translate.only_read')
  return (
    <p class="note small">
      {text} {desk.me === null && <a href={desk.props.login}>{t('frame.log_in')}</a>}
    </p>
  )
}

function Acts({ desk }: { readonly desk: Desk }) {
  const reviews = desk.may.review && !desk.props.isSource
  return (
    <div class="tr-acts">
      {desk.writes && (
        <button type="button" class="button first" onClick={() => save(desk)}>
          {t('translate.save_next')}
        </button>
      )}
      {desk.suggests && (
        <button type="button" class={`button ${desk.writes ? '' : 'first'}`} onClick={() => suggest(desk)}>
          {t('translate.suggest')}
        </button>
      )}
      <button type="button" class="button" onClick={() => copySource(desk)}>
        {t('translate.copy_source')}
      </button>
      {desk.writes && !desk.props.isSource && (
        <label class="choice small">
          <input
            type="checkbox"
            checked={desk.needsEditing.value}
            onChange={event => {
              desk.needsEditing.value = event.currentTarget.checked
              if (event.currentTarget.checked) desk.approves.value = false
            }}
          />
          {t('state.needs_editing')}
        </label>
      )}
      {desk.writes && reviews && (
        <label class="choice small">
          <input
            type="checkbox"
            checked={desk.approves.value}
            onChange={event => {
              desk.approves.value = event.currentTarget.checked
              if (event.currentTarget.checked) desk.needsEditing.value = false
            }}
          />
          {t('state.approved')}
        </label>
      )}
      <span class="tr-hint small quiet">
        {desk.writes && (
          <span>
            <Key of="Ctrl+Enter" /> {t('translate.hint_save')}
          </span>
        )}
        {desk.suggests && (
          <span>
            <Key of="Alt+Enter" /> {t('translate.hint_suggest')}
          </span>
        )}
        <span>
          <Key of="Ctrl+/" /> {t('translate.hint_keys')}
        </span>
      </span>
    </div>
  )
}
