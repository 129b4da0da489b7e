import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks'
import { ActionApi, ActionRefusal } from '../shared/action-api.ts'
import { pressed } from '../shared/keys.ts'
import type { Entry } from '../shared/outbox-entry.ts'
import { outbox } from '../shared/page-outbox.ts'
import { t } from '../shared/texts.ts'
import { keepDraft, readDraft } from './drafts.ts'
import { MentionList, useMentions } from './mentions.tsx'
import { Toolbar } from './toolbar.tsx'

/** Facts about the page, from `src/wiki/pages/talk/talk-page.ts`. */
export interface TalkProps {
  readonly api: string
  readonly title: string
  readonly language: string
  readonly address: string
  readonly userNamespace: string
  readonly people: readonly string[]
  readonly mayWatch: boolean
}

interface BoxProps extends TalkProps {
  /** The comment to reply to; null for a new topic. */
  readonly comment: string | null
  readonly author: string | null
  readonly onClose: () => void
}

type State = 'typing' | 'kept' | 'sending' | 'waiting' | 'login'

const PREVIEW_MS = 350
const STATES = {
  typing: null,
  kept: 'talk.draft_saved',
  sending: 'talk.sending',
  waiting: 'talk.waiting',
  login: 'talk.login_again',
} as const

/** A form for a reply or a topic, with preview, completion and draft. Sending goes through the outbox. */
export function ReplyBox(props: BoxProps) {
  const { comment, author, onClose } = props
  const api = useMemo(() => new ActionApi(props.api, props.language), [props.api, props.language])
  const draft = useMemo(() => readDraft(props.title, comment), [props.title, comment])
  const [title, setTitle] = useState(draft?.title ?? '')
  const [text, setText] = useState(draft?.text ?? '')
  const [watch, setWatch] = useState(false)
  const [state, setState] = useState<State>('typing')
  const [problem, setProblem] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const heading = useRef<HTMLInputElement>(null)
  const id = useId()
  const mentions = useMentions(field, text, setText, props)

  useEffect(() => (heading.current ?? field.current)?.focus(), [])
  useEffect(() => {
    const timer = setTimeout(() => {
      if (keepDraft(props.title, comment, { title, text })) setState(now => (now === 'typing' ? 'kept' : now))
    }, PREVIEW_MS)
    return () => clearTimeout(timer)
  }, [title, text])

  const send = () => {
    if (state === 'sending') return
    if (comment === null && title.trim() === '') return setProblem(t('talk.no_title'))
    if (text.trim() === '') return setProblem(t('talk.empty'))
    setProblem('')
    setState('sending')
    const wish =
      comment === null ? { paction: 'addtopic', sectiontitle: title } : { paction: 'addcomment', commentid: comment }
    const params: Record<string, string> = { action: 'discussiontoolsedit', page: props.title, wikitext: text, ...wish }
    if (watch) params.watchlist = 'watch'
    const entry = outbox.add({
      lane: `page ${props.title}`,
      title: props.title,
      page: props.address,
      request: { kind: 'action', params },
    })
    const stop = outbox.subscribe(event => {
      if (event.kind === 'changed') return setState(outbox.stateOf(entry.id) === 'waiting' ? 'waiting' : 'sending')
      if (event.entry.id !== entry.id) return
      stop()
      if (event.kind === 'saved') return arrive(event.content)
      // The text is still in the field, so the entry is not needed.
      outbox.discard(entry.id)
      setState(event.kind === 'login' ? 'login' : 'typing')
      if (event.kind === 'refused') setProblem(reasonsOf(event.entry))
    })
  }

  const arrive = (content: unknown) => {
    keepDraft(props.title, comment, { title: '', text: '' })
    const { commentid = '' } =
      (content as { discussiontoolsedit?: { commentid?: string } } | null)?.discussiontoolsedit ?? {}
    if (location.pathname === new URL(props.address, location.href).pathname) {
      location.hash = commentid
      location.reload()
    } else location.assign(`${props.address}#${encodeURIComponent(commentid)}`)
  }

  const onKey = (event: KeyboardEvent) => {
    if (mentions.key(event)) {
      event.preventDefault()
      event.stopPropagation()
    } else if (pressed(event) === 'Ctrl+Enter') {
      event.preventDefault()
      send()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      onClose()
    }
  }
  const label = comment === null ? t('talk.new_topic') : t('talk.reply_to', { name: author ?? '' })
  const isBusy = state === 'sending' || state === 'waiting'
  return (
    <form
      class="reply-box"
      dir={document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'}
      aria-label={label}
      onKeyDown={onKey}
      onSubmit={event => {
        event.preventDefault()
        send()
      }}
    >
      {comment === null && (
        <div class="field">
          <label for={`${id}-title`}>{t('talk.topic_title')}</label>
          <input
            id={`${id}-title`}
            ref={heading}
            class="wide"
            dir="auto"
            maxLength={500}
            value={title}
            onInput={event => setTitle(event.currentTarget.value)}
          />
        </div>
      )}
      <Toolbar field={field} onText={setText} />
      <div class="reply-split">
        <div class="reply-text">
          <textarea
            ref={field}
            aria-label={t(comment === null ? 'talk.your_comment' : 'talk.your_reply')}
            aria-describedby={`${id}-hint`}
            aria-autocomplete="list"
            aria-controls={mentions.names.length > 0 ? `${id}-people` : undefined}
            aria-activedescendant={mentions.names.length > 0 ? `${id}-people-${mentions.at}` : undefined}
            dir="auto"
            value={text}
            onInput={event => {
              setState(now => (now === 'kept' ? 'typing' : now))
              setText(event.currentTarget.value)
            }}
          />
          <MentionList mentions={mentions} id={`${id}-people`} />
        </div>
        <Preview api={api} title={props.title} text={text} />
      </div>
      <span class="reply-hint" id={`${id}-hint`}>
        {t('talk.hint')}
      </span>
      {problem !== '' && <div class="note wrong" role="alert" dangerouslySetInnerHTML={{ __html: problem }} />}
      <div class="reply-send">
        <button class="button first" type="submit" disabled={isBusy}>
          {t(comment === null ? 'talk.add_topic' : 'talk.reply')}
        </button>
        <button class="button" type="button" onClick={onClose}>
          {t('talk.cancel')}
        </button>
        {props.mayWatch && (
          <label class="choice">
            <input type="checkbox" checked={watch} onChange={event => setWatch(event.currentTarget.checked)} />
            <span>{t('talk.watch')}</span>
          </label>
        )}
        <span class="reply-state" role="status">
          {STATES[state] !== null && t(STATES[state])} <kbd>Ctrl ↵</kbd> <kbd>Esc</kbd>
        </span>
      </div>
    </form>
  )
}

const reasonsOf = ({ answer, why }: Entry): string => {
  const errors = (answer as { errors?: ActionRefusal['errors'] } | null)?.errors ?? []
  if (errors.some(({ code }) => code === 'discussiontools-commentid-notfound')) return t('talk.gone')
  return errors.length > 0 ? errors.map(({ html }) => html).join(' ') : escaped(why ?? '')
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

interface PreviewProps {
  readonly api: ActionApi
  readonly title: string
  readonly text: string
}

/** The comment as it will look, updated while typing. */
function Preview({ api, title, text }: PreviewProps) {
  const [html, setHtml] = useState('')
  useEffect(() => {
    if (text.trim() === '') return setHtml('')
    const leaving = new AbortController()
    const timer = setTimeout(async () => {
      const order = { action: 'parse', title, contentmodel: 'wikitext', pst: true, preview: true, prop: 'text' }
      const params = { ...order, text: `${text.trim().replace(/\s*~{3,5}$/, '')} ~~~~`, disablelimitreport: true }
      try {
        const { parse } = await api.ask(params, leaving.signal)
        setHtml(parse.text)
      } catch (error) {
        if (error instanceof ActionRefusal) setHtml(error.errors.map(each => each.html).join(' '))
      }
    }, PREVIEW_MS)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [text])
  return (
    <section class="reply-preview" aria-label={t('talk.preview')}>
      <h3>{t('talk.preview')}</h3>
      {html === '' ? (
        <p class="quiet">{t('talk.no_preview')}</p>
      ) : (
        <div class="wiki-text" dangerouslySetInnerHTML={{ __html: html }} />
      )}
    </section>
  )
}
