import { useSignal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import type { TextKey } from '../../src/html/texts/index.ts'
import { api } from '../shared/api.ts'
import { t } from '../shared/texts.ts'
import { toText } from './actions.ts'
import { useDesk } from './context.ts'
import { find } from './find.ts'
import { bulkIsOpen, filtersAreOpen } from './panels.ts'

interface Saved {
  readonly name: string
  readonly q: string
}

const COMMON: readonly (readonly [string, TextKey])[] = [
  ['', 'translate.filter_all'],
  ['state:<translated', 'translate.filter_unfinished'],
  ['state:empty', 'translate.filter_open'],
  ['is:needs-editing', 'translate.filter_editing'],
  ['has:check', 'translate.filter_failing'],
  ['has:suggestion', 'translate.filter_suggestions'],
  ['has:comment', 'translate.filter_comments'],
  ['state:translated', 'translate.filter_unapproved'],
  ['has:plural', 'translate.filter_plurals'],
  ['has:dismissed-check', 'translate.filter_dismissed'],
]

/** Common filters and the user's saved searches. */
export function Filters() {
  const desk = useDesk()
  const saved = useSignal<readonly Saved[]>([])
  const problem = useSignal<string | null>(null)
  const [name, setName] = useState('')
  const address = `/api/users/${encodeURIComponent(desk.me ?? '')}/filters/`
  useEffect(() => {
    if (desk.me === null) return
    api<readonly Saved[]>(address).then(
      list => {
        saved.value = list
      },
      (error: Error) => {
        problem.value = error.message
      },
    )
  }, [])
  const keep = async (list: readonly Saved[]) => {
    try {
      await api(address, { method: 'PUT', body: { filters: list } })
      saved.value = list
      problem.value = null
      return true
    } catch (error) {
      problem.value = (error as Error).message
      return false
    }
  }
  const mine: readonly (readonly [string, TextKey])[] =
    desk.me === null ? [] : [[`changed_by:"${desk.me}"`, 'translate.filter_mine']]
  return (
    <fieldset
      class="tr-filters tr-bare"
      aria-label={t('translate.filters')}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        filtersAreOpen.value = false
        toText(desk)
      }}
    >
      <ul>
        {[...COMMON, ...mine].map(([q, text]) => (
          <li key={q}>
            <button
              type="button"
              aria-current={desk.query.value === q ? 'true' : undefined}
              onClick={() => find(desk, q)}
            >
              {t(text)} <code>{q}</code>
            </button>
          </li>
        ))}
        {saved.value.map(({ name: called, q }) => (
          <li key={`saved ${called}`} class="tr-saved">
            <button
              type="button"
              aria-current={desk.query.value === q ? 'true' : undefined}
              onClick={() => find(desk, q)}
            >
              {called} <code>{q}</code>
            </button>
            <button
              type="button"
              class="tr-drop"
              aria-label={t('translate.filter_forget', { name: called })}
              onClick={() => keep(saved.value.filter(each => each.name !== called))}
            >
              ✕
            </button>
          </li>
        ))}
      </ul>
      {desk.me !== null && desk.query.value !== '' && (
        <form
          class="tr-keep"
          onSubmit={async event => {
            event.preventDefault()
            const others = saved.value.filter(each => each.name !== name.trim())
            if (await keep([...others, { name: name.trim(), q: desk.query.value }])) setName('')
          }}
        >
          <input
            aria-label={t('translate.filter_name')}
            placeholder={t('translate.filter_name')}
            required
            maxLength={100}
            value={name}
            onInput={event => setName(event.currentTarget.value)}
          />
          <button type="submit" class="button">
            {t('translate.filter_keep')}
          </button>
        </form>
      )}
      {problem.value !== null && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      {desk.may.bulk_edit && (
        <button
          type="button"
          class="button"
          onClick={() => {
            bulkIsOpen.value = true
            filtersAreOpen.value = false
          }}
        >
          {t('translate.bulk')}
        </button>
      )}
    </fieldset>
  )
}
