import { useEffect, useRef, useState } from 'preact/hooks'
import { api } from '../shared/api.ts'
import { t } from '../shared/texts.ts'
import { useDesk } from './context.ts'
import { bulkIsOpen } from './panels.ts'
import { STATE } from './types.ts'

/** Changes all strings that match the search. Shows their number first. */
export function BulkEdit() {
  const desk = useDesk()
  const dialog = useRef<HTMLDialogElement>(null)
  const [state, setState] = useState('')
  const [flags, setFlags] = useState({ add: '', remove: '' })
  const [labels, setLabels] = useState({ add: '', remove: '' })
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    if (bulkIsOpen.value) dialog.current?.showModal()
    else dialog.current?.close()
  }, [bulkIsOpen.value])
  if (!bulkIsOpen.value) return null
  const close = () => {
    bulkIsOpen.value = false
    setProblem(null)
  }
  const names = (text: string) =>
    text
      .split(',')
      .map(name => name.trim())
      .filter(Boolean)
  const apply = async () => {
    const body = {
      // The server requires a query, even for all strings.
      q: desk.query.value || 'state:>=empty',
      ...(state !== '' && { state: Number(state) }),
      ...(flags.add !== '' && { add_flags: flags.add }),
      ...(flags.remove !== '' && { remove_flags: flags.remove }),
      ...(labels.add !== '' && { add_labels: names(labels.add) }),
      ...(labels.remove !== '' && { remove_labels: names(labels.remove) }),
    }
    setBusy(true)
    try {
      const answer = await api<{ updated?: number; detail?: string }>(`${desk.props.api}bulk-edit/`, {
        method: 'POST',
        body,
      })
      close()
      desk.say(answer.detail ?? t('translate.bulk_done', { count: answer.updated ?? 0 }))
      if (desk.row.value) desk.works.drop(desk.row.value.id)
      await desk.search(desk.query.value, desk.row.value?.id ?? null)
    } catch (error) {
      setProblem((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <dialog ref={dialog} class="tr-bulk" aria-labelledby="bulk-title" onClose={close}>
      <form
        onSubmit={event => {
          event.preventDefault()
          void apply()
        }}
      >
        <h2 id="bulk-title">{t('translate.bulk')}</h2>
        <p>
          {t('translate.bulk_what', { count: desk.strings.count.value })}{' '}
          {desk.query.value !== '' && <code>{desk.query.value}</code>}
        </p>
        {!desk.props.isSource && (
          <label>
            {t('translate.bulk_state')}
            <select value={state} onChange={event => setState(event.currentTarget.value)}>
              <option value="">{t('translate.bulk_keep')}</option>
              <option value={STATE.needsEditing}>{t('state.needs_editing')}</option>
              <option value={STATE.translated}>{t('state.translated')}</option>
              {desk.may.review && <option value={STATE.approved}>{t('state.approved')}</option>}
            </select>
          </label>
        )}
        {desk.may.edit_flags && (
          <>
            <p class="small quiet">{t('translate.bulk_source')}</p>
            {(['add', 'remove'] as const).map(verb => (
              <label key={`flags ${verb}`}>
                {t(`translate.flags_${verb}`)}
                <input
                  value={flags[verb]}
                  spellcheck={false}
                  onInput={event => setFlags({ ...flags, [verb]: event.currentTarget.value })}
                />
              </label>
            ))}
            {(['add', 'remove'] as const).map(verb => (
              <label key={`labels ${verb}`}>
                {t(`translate.labels_${verb}`)}
                <input
                  value={labels[verb]}
                  onInput={event => setLabels({ ...labels, [verb]: event.currentTarget.value })}
                />
              </label>
            ))}
          </>
        )}
        {problem !== null && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        <p class="buttons">
          <button type="submit" class="button first" disabled={isBusy}>
            {t('frame.apply')}
          </button>
          <button type="button" class="button" onClick={close}>
            {t('frame.cancel')}
          </button>
        </p>
      </form>
    </dialog>
  )
}
