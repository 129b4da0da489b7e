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

/** A saved search of the project. */
interface Shared extends Saved {
  readonly id: number
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

/** Common filters, the user's saved searches and those of the project. */
export function Filters() {
  const desk = useDesk()
  const saved = useSignal<readonly Saved[]>([])
  const problem = useSignal<string | null>(null)
  const shared = useSignal<readonly Shared[]>([])
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const sharedAddress = `/api/projects/${encodeURIComponent(desk.props.project.slug)}/filters/`
  const address = `/api/users/${encodeURIComponent(desk.me ?? '')}/filters/`
  useEffect(() => {
    void attempt(async () => {
      shared.value = await api<readonly Shared[]>(sharedAddress)
    })
    if (desk.me !== null)
      void attempt(async () => {
        saved.value = await api<readonly Saved[]>(address)
      })
  }, [])
  const attempt = async (change: () => Promise<void>) => {
    try {
      await change()
      problem.value = null
      return true
    } catch (error) {
      problem.value = (error as Error).message
      return false
    }
  }
  const keep = (list: readonly Saved[]) =>
    attempt(async () => {
      await api(address, { method: 'PUT', body: { filters: list } })
      saved.value = list
    })
  const share = (search: Saved) =>
    attempt(async () => {
      const added = await api<Shared>(sharedAddress, { method: 'POST', body: search })
      shared.value = [...shared.value, added]
    })
  const unshare = (id: number) =>
    attempt(async () => {
      await api(`${sharedAddress}${id}/`, { method: 'DELETE' })
      shared.value = shared.value.filter(each => each.id !== id)
    })
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
        {saved.value.map(search => (
          <SavedSearch
            key={`saved ${search.name}`}
            search={search}
            drop={() => keep(saved.value.filter(each => each.name !== search.name))}
          />
        ))}
        {shared.value.map(search => (
          <SavedSearch
            key={`shared ${search.id}`}
            search={search}
            isShared
            {...(desk.props.maySetFilters && { drop: () => unshare(search.id) })}
          />
        ))}
      </ul>
      {desk.me !== null && desk.query.value !== '' && (
        <form
          class="tr-keep"
          onSubmit={async event => {
            event.preventDefault()
            const search = { name: name.trim(), q: desk.query.value }
            const others = saved.value.filter(each => each.name !== search.name)
            if (await (isShared ? share(search) : keep([...others, search]))) setName('')
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
          {desk.props.maySetFilters && (
            <select
              aria-label={t('translate.filter_for')}
              value={isShared ? 'project' : 'me'}
              onChange={event => setShared(event.currentTarget.value === 'project')}
            >
              <option value="me">{t('translate.filter_for_me')}</option>
              <option value="project">{t('translate.filter_for_project')}</option>
            </select>
          )}
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

function SavedSearch({
  search: { name, q },
  isShared = false,
  drop,
}: {
  search: Saved
  isShared?: boolean
  drop?: () => void
}) {
  const desk = useDesk()
  return (
    <li class="tr-saved">
      <button type="button" aria-current={desk.query.value === q ? 'true' : undefined} onClick={() => find(desk, q)}>
        <span>
          {name} {isShared && <span class="quiet">({t('translate.filter_shared')})</span>}
        </span>
        <code>{q}</code>
      </button>
      {drop && (
        <button type="button" class="tr-drop" aria-label={t('translate.filter_forget', { name })} onClick={drop}>
          ✕
        </button>
      )}
    </li>
  )
}
