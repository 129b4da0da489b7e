import { useEffect, useRef, useState } from 'preact/hooks'
import { api } from '../shared/api.ts'
import { t } from '../shared/texts.ts'
import { comment, mayResolve, resolve } from './actions.ts'
import { When, Who } from './bits.tsx'
import { useDesk } from './context.ts'
import type { Desk } from './desk.ts'
import type { CommentItem, Person } from './types.ts'

/** Comments on the string. */
export function CommentsPanel() {
  const desk = useDesk()
  const { comments } = desk.work.value!
  return (
    <>
      {comments.map(item => (
        <CommentHit key={item.id} desk={desk} item={item} />
      ))}
      {comments.length === 0 && <p class="tr-hit small quiet">{t('translate.no_comments')}</p>}
      {desk.may.comment ? (
        <SayForm />
      ) : (
        desk.me === null && (
          <p class="tr-hit small">
            <a href={desk.props.login}>{t('translate.log_in_to_comment')}</a>
          </p>
        )
      )}
    </>
  )
}

function CommentHit({ desk, item }: { readonly desk: Desk; readonly item: CommentItem }) {
  return (
    <div class="tr-hit">
      <div class="tr-meta">
        <b>
          <Who is={item.user} />
        </b>
        <When at={item.timestamp} />
        {item.scope === 'source' && <span class="chip">{t('translate.about_source')}</span>}
        {item.resolved && <span class="chip">{t('translate.resolved')}</span>}
      </div>
      <p class="tr-prose" dir="auto">
        {mentions(item.comment)}
      </p>
      {mayResolve(desk, item) && (
        <button type="button" class="tr-small" onClick={() => resolve(desk, item)}>
          {t('translate.resolve')}
        </button>
      )}
    </div>
  )
}

/** Highlights mentions. */
const mentions = (text: string) =>
  text.split(/(@[\p{L}\p{N}_.-]+)/u).map((part, i) => (i % 2 === 1 ? <b key={`${i}`}>{part}</b> : part))

function SayForm() {
  const desk = useDesk()
  const area = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isGlobal, setGlobal] = useState(false)
  const [people, setPeople] = useState<readonly Person[]>([])
  const asked = /(?:^|\s)@([\p{L}\p{N}_.-]{0,30})$/u.exec(text)?.[1]
  useEffect(() => {
    setPeople([])
    if (asked === undefined) return
    const control = new AbortController()
    const wait = setTimeout(() => {
      const path = `${desk.props.api}people/?q=${encodeURIComponent(asked)}`
      api<readonly Person[]>(path, { signal: control.signal }).then(setPeople, () => undefined)
    }, 150)
    return () => {
      clearTimeout(wait)
      control.abort()
    }
  }, [asked])
  const send = async () => {
    if (text.trim() === '') return
    const wrong = await comment(desk, text, isGlobal ? 'global' : 'translation')
    setProblem(wrong)
    if (wrong === null) setText('')
  }
  return (
    <form
      class="tr-say tr-hit"
      onSubmit={event => {
        event.preventDefault()
        void send()
      }}
    >
      <label>
        {t('translate.say')}
        <textarea
          ref={area}
          rows={3}
          maxLength={1000}
          dir="auto"
          value={text}
          placeholder={t('translate.say_example')}
          onInput={event => setText(event.currentTarget.value)}
          onKeyDown={event => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            event.stopPropagation()
            void send()
          }}
        />
      </label>
      {people.length > 0 && (
        <fieldset class="tr-meta tr-bare" aria-label={t('translate.mention')}>
          {people.map(({ username: name, full_name }) => (
            <button
              type="button"
              class="tr-small"
              key={name}
              onClick={() => {
                setText(text.replace(/@[^@]*$/, `@${name} `))
                area.current?.focus()
              }}
            >
              @{name} {full_name !== name && full_name}
            </button>
          ))}
        </fieldset>
      )}
      {problem !== null && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <label class="choice small">
        <input type="checkbox" checked={isGlobal} onChange={event => setGlobal(event.currentTarget.checked)} />
        {t('translate.for_all_languages')}
      </label>
      <p>
        <button type="submit" class="button">
          {t('translate.send_comment')}
        </button>
      </p>
    </form>
  )
}
