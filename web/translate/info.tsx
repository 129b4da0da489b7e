import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { api } from '../shared/api.ts'
import { moment, t } from '../shared/texts.ts'
import { useDesk } from './context.ts'
import type { Desk } from './desk.ts'
import type { LabelItem } from './types.ts'

/** Key, location, flags and labels. Flags and labels can be edited with permission. */
export function Info() {
  const desk = useDesk()
  const { unit: work, places } = desk.work.value!
  const lines: (readonly [string, ComponentChildren])[] = [
    [t('translate.key'), work.context],
    [t('translate.location'), places.length === 0 ? '' : <Places places={places} />],
    [t('translate.flags'), work.flags],
    [t('translate.extra_flags'), work.extra_flags],
    [t('translate.last_change'), moment(work.last_updated)],
  ]
  return (
    <details class="tr-info tr-hit" open>
      <summary>{t('translate.about')}</summary>
      <dl>
        {lines
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        {work.labels.length > 0 && (
          <div>
            <dt>{t('translate.labels')}</dt>
            <dd>
              {work.labels.map(label => (
                <span class="chip" key={label.id}>
                  {label.name}
                </span>
              ))}
            </dd>
          </div>
        )}
      </dl>
      {(desk.may.edit_flags || desk.may.edit_labels) && <EditInfo desk={desk} />}
    </details>
  )
}

/** Source locations, linked if the component has a repository browser. */
const Places = ({ places }: { readonly places: readonly { readonly text: string; readonly url: string | null }[] }) => (
  <>
    {places.map(({ text, url }, i) => (
      <span key={text}>
        {i > 0 && ', '}
        {url === null ? text : <a href={url}>{text}</a>}
      </span>
    ))}
  </>
)

/** Editor for flags and labels, which belong to the source string and apply to all languages. */
function EditInfo({ desk }: { readonly desk: Desk }) {
  const work = desk.work.value!.unit
  const isOpen = useSignal(false)
  const known = useSignal<readonly LabelItem[]>([])
  const problem = useSignal<string | null>(null)
  const [flags, setFlags] = useState(work.extra_flags)
  const [explanation, setExplanation] = useState(work.explanation)
  const [labels, setLabels] = useState<readonly number[]>(work.labels.map(label => label.id))
  const open = async () => {
    isOpen.value = true
    try {
      const { results } = await api<{ results: readonly LabelItem[] }>(
        `/api/projects/${desk.props.project.slug}/labels/`,
      )
      known.value = results
    } catch (error) {
      problem.value = (error as Error).message
    }
  }
  if (!isOpen.value)
    return (
      <button type="button" class="tr-small" onClick={open}>
        {t('translate.edit_info')}
      </button>
    )
  return (
    <form
      class="tr-edit-info"
      onSubmit={async event => {
        event.preventDefault()
        try {
          const body = { extra_flags: flags, explanation, labels }
          await api(new URL(work.source_unit).pathname, { method: 'PATCH', body })
          isOpen.value = false
          await desk.reload()
          desk.say(t('frame.saved'))
        } catch (error) {
          problem.value = (error as Error).message
        }
      }}
    >
      <p class="small quiet">{t('translate.info_for_all')}</p>
      <label>
        {t('translate.extra_flags')}
        <input value={flags} spellcheck={false} onInput={event => setFlags(event.currentTarget.value)} />
      </label>
      <label>
        {t('translate.explanation')}
        <textarea rows={2} value={explanation} onInput={event => setExplanation(event.currentTarget.value)} />
      </label>
      {known.value.map(({ id, name }) => (
        <label class="choice" key={id}>
          <input
            type="checkbox"
            checked={labels.includes(id)}
            onChange={event =>
              setLabels(event.currentTarget.checked ? [...labels, id] : labels.filter(each => each !== id))
            }
          />
          {name}
        </label>
      ))}
      {problem.value !== null && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      <p class="buttons">
        <button type="submit" class="button first">
          {t('frame.save')}
        </button>
        <button
          type="button"
          class="button"
          onClick={() => {
            isOpen.value = false
          }}
        >
          {t('frame.cancel')}
        </button>
      </p>
    </form>
  )
}
