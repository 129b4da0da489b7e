// Form controls for each type of value, independent of the API.
import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { t } from '../shared/texts.ts'
import { joinMany, splitMany } from './action-form.ts'

export interface Option {
  readonly value: string
  readonly label?: string
  readonly words?: string | undefined
  readonly deprecated?: boolean
}

export type Kind = 'flag' | 'choice' | 'choices' | 'text' | 'number' | 'limit' | 'long' | 'secret' | 'time' | 'file'

export interface Remark {
  readonly html?: string
  readonly text?: string
  readonly refused: boolean
}

export interface FieldProps {
  readonly id: string
  readonly name: string
  readonly kind: Kind
  readonly value: string | undefined
  readonly options?: readonly Option[]
  readonly preset?: string | undefined
  readonly required?: boolean
  readonly deprecated?: boolean
  /** HTML from our own server. */
  readonly hint?: string | undefined
  /** The same as plain text, in English. */
  readonly text?: string
  /** Additional hint. */
  readonly note?: string | undefined
  readonly valueWords?: ReadonlyMap<string, string>
  readonly remarks?: readonly Remark[]
  readonly complete?: ((typed: string, signal: AbortSignal) => Promise<readonly string[]>) | undefined
  /** Null removes the parameter from the request. */
  readonly set: (value: string | null) => void
  readonly setFile?: (file: File | null) => void
}

const PAUSE = 150
/** Above this number of choices, the field offers search. */
const SHOWN_CHOICES = 12

/** A field with its label, description and validation messages. */
export function Field(props: FieldProps): JSX.Element {
  const { id, name, kind, required, deprecated, hint, text, note, remarks = [], valueWords } = props
  const hasWords = Boolean(hint || text || note)
  const described = [...(hasWords ? [`${id}-hint`] : []), ...remarks.map((_, i) => `${id}-remark-${i}`)].join(' ')
  const isWrong = remarks.some(({ refused }) => refused)
  const label = (
    <>
      <span class={deprecated ? 'sb-gone' : ''}>{name}</span>
      {required && (
        <b class="sb-must" title={t('sandbox.required')}>
          *<span class="aside"> {t('sandbox.required')}</span>
        </b>
      )}
      {deprecated && <span class="chip">{t('sandbox.deprecated')}</span>}
    </>
  )
  const isGroup = kind === 'choices' && (props.options?.length ?? 0) <= SHOWN_CHOICES
  return (
    <div class={kind === 'flag' ? 'sb-field flag' : 'sb-field'} data-param={name}>
      {isGroup ? (
        <span class="sb-name" id={`${id}-name`}>
          {label}
        </span>
      ) : (
        <label class="sb-name" for={id}>
          {label}
        </label>
      )}
      <div class="sb-value">
        <Control {...props} described={described} isWrong={isWrong} isGroup={isGroup} />
      </div>
      <div class="sb-words">
        {hasWords && (
          <div class="sb-hint" id={`${id}-hint`}>
            {hint && <Markup html={hint} />}
            {text && <bdi lang="en">{text}</bdi>} {note}
          </div>
        )}
        {remarks.map((each, i) => (
          <div key={`${i}`} class={each.refused ? 'sb-remark refused' : 'sb-remark'} id={`${id}-remark-${i}`}>
            <span aria-hidden="true">{each.refused ? '✕ ' : '⚠ '}</span>
            {each.html === undefined ? each.text : <Markup html={each.html} />}
          </div>
        ))}
        {valueWords && valueWords.size > 0 && (
          <details class="sb-values">
            <summary>{t('sandbox.values')}</summary>
            <dl>
              {[...valueWords].map(([value, words]) => (
                <div key={value}>
                  <dt>{value}</dt>
                  <dd>{words}</dd>
                </div>
              ))}
            </dl>
          </details>
        )}
      </div>
    </div>
  )
}

/** HTML from the server, which escapes user input. */
export const Markup = ({ html }: { readonly html: string }) => <bdi dangerouslySetInnerHTML={{ __html: html }} />

interface ControlProps extends FieldProps {
  readonly described: string
  readonly isWrong: boolean
  readonly isGroup: boolean
}

function Control(props: ControlProps): JSX.Element {
  const { id, kind, value, set, options = [], preset, described, isWrong, isGroup } = props
  const common = {
    id,
    ...(described !== '' && { 'aria-describedby': described }),
    ...(isWrong && { 'aria-invalid': true as const }),
    ...(props.required && { 'aria-required': true as const }),
  }
  switch (kind) {
    case 'flag':
      return (
        <input
          {...common}
          type="checkbox"
          checked={value !== undefined}
          onChange={event => set(event.currentTarget.checked ? '1' : null)}
        />
      )
    case 'choice':
      return (
        <select
          {...common}
          value={value ?? ''}
          onChange={event => set(event.currentTarget.value === '' ? null : event.currentTarget.value)}
        >
          <option value="">{preset === undefined ? '' : t('sandbox.default', { value: preset })}</option>
          {value !== undefined && value !== '' && !options.some(each => each.value === value) && (
            <option value={value}>{value}</option>
          )}
          {options
            .filter(each => each.value !== '')
            .map(each => (
              <option key={each.value} value={each.value}>
                {each.label ?? each.value}
              </option>
            ))}
        </select>
      )
    case 'choices':
      return isGroup ? <Toggles {...props} /> : <Picker {...props} common={common} />
    case 'long':
      return (
        <textarea
          {...common}
          rows={4}
          dir="auto"
          value={value ?? ''}
          onInput={event => set(event.currentTarget.value === '' ? null : event.currentTarget.value)}
        />
      )
    case 'file':
      return (
        <input
          {...common}
          type="file"
          onChange={event => {
            const file = event.currentTarget.files?.[0] ?? null
            props.setFile?.(file)
            set(file?.name ?? null)
          }}
        />
      )
    default:
      return <Line {...props} common={common} />
  }
}

type Common = Readonly<Record<string, unknown>>

const WEEK = 7 * 86_400_000
const instant = (ago = 0): string => `${new Date(Date.now() - ago).toISOString().slice(0, 19)}Z`

/** A text input with suggestions and shortcuts for common values. */
function Line(props: FieldProps & { readonly common: Common }): JSX.Element {
  const { id, kind, value, set, preset, complete, options, common } = props
  const [found, setFound] = useState<readonly string[]>([])
  const asking = useRef<AbortController | null>(null)
  useEffect(() => () => asking.current?.abort(), [])
  const suggest = (typed: string) => {
    if (!complete || typed === '') return
    asking.current?.abort()
    const own = new AbortController()
    asking.current = own
    setTimeout(async () => {
      if (own.signal.aborted) return
      const names = await complete(typed, own.signal).catch(() => [])
      if (!own.signal.aborted) setFound(names)
    }, PAUSE)
  }
  const typing = (event: { readonly currentTarget: HTMLInputElement }) => {
    const typed = event.currentTarget.value
    set(typed === '' ? null : typed)
    suggest(typed)
  }
  const offered = [...found, ...(options ?? []).map(each => each.value)]
  const input = {
    ...common,
    type: kind === 'secret' ? 'password' : 'text',
    dir: 'auto',
    autocomplete: 'off',
    spellcheck: false,
    value: value ?? '',
    placeholder: preset,
    onInput: typing,
    ...(kind === 'number' && { inputMode: 'numeric' }),
    ...(offered.length > 0 && { list: `${id}-found` }),
  }
  return (
    <>
      <input {...(input as object)} />
      {offered.length > 0 && (
        <datalist id={`${id}-found`}>
          {offered.map(each => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
      {kind === 'limit' && <Way to={() => set('max')}>max</Way>}
      {kind === 'time' && (
        <>
          <Way to={() => set(instant())}>{t('sandbox.now')}</Way>
          <Way to={() => set(instant(WEEK))}>{t('sandbox.week_ago')}</Way>
        </>
      )}
    </>
  )
}

const Way = ({ to, children }: { readonly to: () => void; readonly children: ComponentChildren }) => (
  <button type="button" class="button sb-way" onClick={to}>
    {children}
  </button>
)

/** A few values, each with a toggle. */
function Toggles({ id, value, set, options = [], described }: ControlProps): JSX.Element {
  const chosen = splitMany(value ?? '')
  const toggle = (one: string) => {
    const next = chosen.includes(one) ? chosen.filter(each => each !== one) : [...chosen, one]
    set(next.length === 0 ? null : joinMany(next))
  }
  const strange = chosen.filter(each => !options.some(option => option.value === each))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand beside its name
    <div class="sb-chips" role="group" id={id} aria-labelledby={`${id}-name`} aria-describedby={described || undefined}>
      {[...options, ...strange.map(each => ({ value: each }) as Option)].map(each => (
        <button
          key={each.value}
          type="button"
          class={each.deprecated ? 'sb-chip sb-gone' : 'sb-chip'}
          aria-pressed={chosen.includes(each.value)}
          title={each.words}
          onClick={() => toggle(each.value)}
        >
          {each.label ?? (each.value === '' ? '∅' : each.value)}
        </button>
      ))}
    </div>
  )
}

/** Many values: shows the selected ones, with search for more. */
function Picker({
  id,
  value,
  set,
  options = [],
  common,
  name,
}: ControlProps & { readonly common: Common }): JSX.Element {
  const chosen = splitMany(value ?? '')
  const [typed, type] = useState('')
  const put = (next: readonly string[]) => set(next.length === 0 ? null : joinMany(next))
  const add = (one: string) => {
    if (one === '') return
    type('')
    if (!chosen.includes(one)) put([...chosen, one])
  }
  const byText = (text: string) => options.find(each => each.value === text || each.label === text)
  return (
    <div class="sb-chips">
      {chosen.map(each => (
        <button
          key={each}
          type="button"
          class="sb-chip"
          aria-pressed="true"
          aria-label={t('sandbox.take_out', { value: each, name })}
          onClick={() => put(chosen.filter(other => other !== each))}
        >
          {options.find(option => option.value === each)?.label ?? each} <span aria-hidden="true">✕</span>
        </button>
      ))}
      <input
        {...common}
        class="sb-add"
        list={`${id}-all`}
        value={typed}
        placeholder={t('sandbox.add')}
        autocomplete="off"
        spellcheck={false}
        onInput={event => {
          const text = event.currentTarget.value
          // A selection from the list inserts a whole value; typing adds one letter.
          const grew = text.length - typed.length
          const option = byText(text)
          if (option && grew !== 1) add(option.value)
          else type(text)
        }}
        onKeyDown={event => {
          if (event.key === 'Enter' && !event.ctrlKey && typed !== '') {
            event.preventDefault()
            add(byText(typed)?.value ?? typed)
          }
          if (event.key === 'Backspace' && typed === '' && chosen.length > 0) put(chosen.slice(0, -1))
        }}
        onBlur={() => {
          const option = byText(typed)
          if (option) add(option.value)
        }}
      />
      <datalist id={`${id}-all`}>
        {options
          .filter(each => !chosen.includes(each.value))
          .map(each => (
            <option key={each.value} value={each.label ?? each.value}>
              {each.words}
            </option>
          ))}
      </datalist>
    </div>
  )
}
