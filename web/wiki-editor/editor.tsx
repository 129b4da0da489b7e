import type { EditorView } from '@codemirror/view'
import type { ComponentType } from 'preact'
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { ActionApi, ActionRefusal } from '../shared/action-api.ts'
import { noteSaved } from '../shared/just-saved.ts'
import type { OutboxEvent } from '../shared/outbox.ts'
import { addTyped, outbox } from '../shared/page-outbox.ts'
import { reader } from '../shared/reader.ts'
import { browserShelf } from '../shared/shelf.ts'
import { ago, t } from '../shared/texts.ts'
import { Beside, type View } from './beside.tsx'
import { openEditor } from './code.ts'
import { Console } from './console.tsx'
import { DraftShelf } from './drafts.ts'
import { follow } from './follow.ts'
import { ModuleCheck } from './module-check.tsx'
import type { EditorProps } from './props.ts'
import { OtherIdentity, OutdatedBase, Problems, Restored, Waiting } from './save-notes.tsx'
import { type SavedEdit, savedNote } from './saved-note.ts'
import {
  type Conflict,
  editParams,
  escaped,
  isConflict,
  laneOf,
  newestRevision,
  newestText,
  problemsOf,
  readConflict,
  type SaveState,
  unconfirmed,
} from './saving.ts'
import { Toolbar } from './toolbar.tsx'
import { useKeys } from './use-keys.ts'
import { Views } from './views.tsx'
import { anchorOf, type Writing } from './writing.ts'

const KEEP_MS = 700
const NARROW = '(max-width: 55rem)'

type Merge = ComponentType<{ props: EditorProps; conflict: Conflict; onChange: (text: string) => void }>

/** The editor: source, preview or diff, and edit summary. */
export function Editor(props: EditorProps) {
  const { words } = props
  const api = useMemo(() => new ActionApi(props.api, props.language), [props])
  const shelf = useMemo(() => new DraftShelf(browserShelf(), [reader.name ?? '', props.title, props.section]), [props])
  // An unconfirmed edit is newer than a draft.
  const left = useMemo(() => unconfirmed(outbox.inLane(laneOf(props)), props.section), [props])
  const draft = useMemo(() => {
    if (left !== null) return null
    const kept = shelf.read()
    return kept !== null && kept.text !== props.text ? kept : null
  }, [left, shelf, props])
  const first = left?.writing ?? draft

  const place = useRef<HTMLDivElement>(null)
  const code = useRef<EditorView | null>(null)
  const [text, setText] = useState(first?.text ?? props.text)
  const [summary, setSummary] = useState(first?.summary ?? props.summary)
  const [base, setBase] = useState(first?.base ?? props.base)
  const [section, setSection] = useState(props.section)
  const [minor, setMinor] = useState(left?.writing.minor ?? props.minor)
  const [watch, setWatch] = useState(left?.writing.watch ?? props.watch)
  const [watchTime, setWatchTime] = useState(props.watchTime)
  const [view, setView] = useState<View>(() => (window.matchMedia(NARROW).matches ? 'source' : 'preview'))
  const [restored, setRestored] = useState(draft?.at ?? null)
  const [keptAt, setKeptAt] = useState<number | null>(null)
  /** The opened or last saved text. Differences from it are unsaved. */
  const [opened, setOpened] = useState(props.text)
  /** Outbox ID of the edit being sent. */
  const [sentId, setSentId] = useState<string | null>(left?.id ?? null)
  const [sentState, setSentState] = useState<ReturnType<typeof outbox.stateOf>>('waiting')
  const [isSaved, setSaved] = useState(false)
  const [isOutdated, setOutdated] = useState(false)
  const [problems, setProblems] = useState<ActionRefusal['errors']>([])
  const [recreate, setRecreate] = useState(false)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [Merging, setMerging] = useState<Merge | null>(null)
  const [showsNotices, setShowsNotices] = useState(props.notices !== '')
  const isLeaving = useRef(false)

  const saving = sentId !== null
  const isChanged = text !== opened || summary !== props.summary

  useEffect(() => {
    const editor = openEditor(place.current!, props, first?.text ?? props.text, api, {
      changed: () => setText(editor.state.doc.toString()),
    })
    code.current = editor
    if (props.section === 'new' && props.summary === '') document.getElementById('wpSummary')?.focus()
    else editor.focus()
    return () => editor.destroy()
  }, [api, first, props])

  const isTyped = useRef(false)
  isTyped.current = isChanged && !saving && !isLeaving.current

  // Store a draft shortly after the last keystroke. Effects run after painting, so the last keystroke could otherwise be
  // missing and a discarded draft could come back.
  const written = useRef({ text, summary, base })
  written.current = { text, summary, base }
  useEffect(() => {
    if (!isChanged || saving) return
    const keep = () => (isTyped.current ? shelf.keep(written.current) : null)
    const timer = setTimeout(() => setKeptAt(keep()), KEEP_MS)
    window.addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', keep)
    }
  }, [shelf, text, summary, base, isChanged, saving])

  const typing = useMemo(() => {
    const isHeld = () => isTyped.current
    return addTyped({ count: () => Number(isHeld()), isHeld })
  }, [])
  useEffect(typing)

  const writing: Writing = { text, summary, section, minor, watch, watchTime, base, recreate }

  const meetConflict = async (): Promise<void> => {
    const found = await readConflict(api, props, writing)
    if (found === null) return setProblems([{ code: 'editconflict', html: escaped(t('write.conflict')) }])
    const { default: loaded } = await import('./merging.tsx')
    setMerging(() => loaded)
    setConflict(found)
    setOutdated(false)
    setText(found.mine)
    setSection('')
    setBase(found.latest)
  }

  const submit = (): void => {
    // Already in the outbox but not sent: retry.
    if (sentId !== null) return void outbox.retry(sentId)
    setProblems([])
    setSaved(false)
    const { id } = outbox.add({
      lane: laneOf(props),
      title: props.title,
      page: location.href,
      request: { kind: 'action', params: editParams(props, writing) },
      data: { writing, section: props.section },
    })
    setSentState('sending')
    setSentId(id)
    // The outbox has the text now.
    shelf.forget()
    setKeptAt(null)
  }
  const tell = (error: unknown): void => {
    if (error instanceof ActionRefusal) setProblems(error.errors)
    else setProblems([{ code: 'offline', html: '' }])
  }
  /** Turns the edit back into a draft. */
  const takeBack = (): void => {
    setKeptAt(shelf.keep({ text, summary, base }))
    if (sentId !== null) outbox.discard(sentId)
    setSentId(null)
  }

  const settle = (event: Exclude<OutboxEvent, { kind: 'changed' }>): void => {
    if (event.kind === 'login') {
      setSentState('login')
      return
    }
    const edit = event.kind === 'saved' ? (event.content as { edit?: SavedEdit } | null)?.edit : undefined
    if (event.kind === 'refused' || (edit !== undefined && edit.result !== 'Success')) {
      takeBack()
      const found = problemsOf(event.entry)
      if (isConflict(found)) void meetConflict().catch(tell)
      else setProblems(found)
      return
    }
    const sent = (event.entry.data as { writing: Writing }).writing
    setSentId(null)
    setSaved(true)
    setOpened(sent.text)
    if (edit?.newrevid) setBase(edit.newrevid)
    // Stay on the page if there is newer unsaved text.
    if (text !== sent.text) return
    isLeaving.current = true
    isTyped.current = false
    typing()
    shelf.forget()
    if (edit?.newrevid) noteSaved(savedNote(props, edit))
    window.location.assign(props.address + anchorOf(sent))
  }
  const settling = useRef(settle)
  settling.current = settle

  useEffect(
    () =>
      sentId === null
        ? undefined
        : follow(
            laneOf(props),
            sentId,
            event => settling.current(event),
            setSentState,
            () => setSentId(null),
          ),
    [props, sentId],
  )

  const loadNewest = async (): Promise<void> => {
    const found = await newestText(api, props.title, props.section)
    if (found === null) return
    replaceText(found.text)
    setOpened(found.text)
    setSummary(props.summary)
    setBase(found.base)
    setOutdated(false)
    setRestored(null)
    shelf.forget()
  }
  /** Checks for a newer revision after Back, after a reload, and in inactive tabs. */
  const check = async (): Promise<void> => {
    if (saving || conflict !== null || props.section === 'new' || isLeaving.current) return
    const latest = await newestRevision(api, props.title)
    if (latest === 0 || latest === base) return
    if (isChanged || props.undo !== 0 || props.oldid !== 0 || props.section !== '') setOutdated(true)
    else await loadNewest()
  }
  const checking = useRef(check)
  checking.current = check
  useEffect(() => {
    const look = () => void checking.current().catch(() => undefined)
    const again = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      isLeaving.current = false
      look()
    }
    look()
    window.addEventListener('pageshow', again)
    window.addEventListener('focus', look)
    return () => {
      window.removeEventListener('pageshow', again)
      window.removeEventListener('focus', look)
    }
  }, [])

  /** Reopens the editor as another user, with the text. */
  const continueAs = (name: string | null): void => {
    new DraftShelf(browserShelf(), [name ?? '', props.title, props.section]).keep({ text, summary, base })
    if (sentId !== null) outbox.discard(sentId)
    isLeaving.current = true
    isTyped.current = false
    typing()
    shelf.forget()
    window.location.reload()
  }

  const replaceText = (insert: string): void => {
    const editor = code.current!
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert } })
    setText(insert)
  }

  const discard = (): void => {
    replaceText(props.text)
    setSummary(props.summary)
    setBase(props.base)
    setRestored(null)
    setOutdated(false)
    setKeptAt(null)
    shelf.forget()
    code.current!.focus()
  }

  useKeys(props, submit, setView)

  const editor = useCallback(() => code.current, [])
  const onMerged = useCallback((merged: string) => setText(merged), [])

  const found = conflict !== null ? 'conflict' : problems.length > 0 ? 'refused' : null
  const quiet = isChanged ? 'typed' : isSaved ? 'saved' : undefined
  const state: SaveState | undefined = saving ? (sentState === 'login' ? 'login' : 'sending') : (found ?? quiet)

  const isSending = saving && sentState === 'sending'
  const isNew = section === 'new'
  const summaryLabel = isNew ? words.subject : words.summary
  const summaryField = (
    <label class="we-summary">
      <span class="aside">{summaryLabel}</span>
      <input
        type="text"
        id="wpSummary"
        value={summary}
        maxLength={500}
        dir="auto"
        placeholder={summaryLabel}
        onInput={event => setSummary(event.currentTarget.value)}
      />
    </label>
  )

  return (
    <div class="we" data-view={view} data-save-state={state}>
      <div class="we-bar">
        <nav class="crumbs" aria-label={props.title}>
          <a href={props.address}>
            <bdi>{props.title}</bdi>
          </a>
          <span class="we-what">{props.heading}</span>
        </nav>
        <span class="small quiet we-kept" role="status">
          {isSending
            ? t('write.saving')
            : state === 'saved'
              ? t('write.saved')
              : keptAt !== null && t('write.kept', { when: ago(new Date(keptAt)) })}
        </span>
        <Views {...{ props, view, setView }} hidden={conflict !== null} />
      </div>
      {showsNotices && (
        <section class="we-notices" aria-label={t('write.notices')}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
          <div class="we-told" tabIndex={0} dangerouslySetInnerHTML={{ __html: props.notices }} />
          <button type="button" class="button" onClick={() => setShowsNotices(false)}>
            {t('frame.close')}
          </button>
        </section>
      )}
      {/* Screen readers announce what appears in a region that was there before. */}
      <div class="we-notes" role="status">
        {restored !== null && conflict === null && !isOutdated && <Restored at={restored} onDiscard={discard} />}
        {isOutdated && conflict === null && (
          <OutdatedBase
            onUseCurrent={() => void loadNewest().catch(tell)}
            onCompare={() => void meetConflict().catch(tell)}
          />
        )}
        {saving && sentState === 'waiting' && <Waiting onStop={takeBack} />}
      </div>
      {saving && sentState === 'login' && (
        <OtherIdentity api={api} onRetry={() => outbox.retry(sentId)} onContinue={continueAs} />
      )}
      <Problems {...{ problems, words, recreate, setRecreate }} />
      {Merging !== null && conflict !== null && <Merging props={props} conflict={conflict} onChange={onMerged} />}
      <div class="we-work" hidden={conflict !== null}>
        <div class="we-source">
          {isNew && <div class="we-subject">{summaryField}</div>}
          {props.model === 'wikitext' && <Toolbar props={props} view={editor} />}
          <div class="we-code" ref={place} />
          {props.model === 'Scribunto' && <ModuleCheck {...{ api, props, text, editor }} />}
        </div>
        {view !== 'source' && view !== 'console' && conflict === null && (
          <Beside {...{ api, props, view, text, summary, section, base }} />
        )}
        {view === 'console' && conflict === null && <Console {...{ api, props, text }} />}
      </div>
      <form
        class="we-foot"
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        {!isNew && summaryField}
        {props.mayMark && (
          <label class="choice">
            <input type="checkbox" checked={minor} onChange={event => setMinor(event.currentTarget.checked)} />
            <span>{words.minoredit}</span>
          </label>
        )}
        {props.mayWatch && (
          <label class="choice">
            <input type="checkbox" checked={watch} onChange={event => setWatch(event.currentTarget.checked)} />
            <span>{words.watchthis}</span>
          </label>
        )}
        {props.watchTimes && watch && (
          <label class="choice">
            <span>{words['confirm-watch-label']}</span>
            <select value={watchTime} onChange={event => setWatchTime(event.currentTarget.value)}>
              {props.watchTimes.map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          </label>
        )}
        <button type="submit" class="button first" id="wpSave" disabled={isSending} aria-keyshortcuts="Control+S">
          {isSending ? t('write.saving') : words.savechanges}
        </button>
        <kbd>Ctrl S</kbd>
        <a class="button" href={props.address}>
          {words.cancel}
        </a>
        {props.terms !== '' && <div class="we-terms" dangerouslySetInnerHTML={{ __html: props.terms }} />}
      </form>
    </div>
  )
}
