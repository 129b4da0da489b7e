import type { EditorView } from '@codemirror/view'
import type { ComponentType } from 'preact'
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { ActionApi, ActionRefusal } from '../shared/action-api.ts'
import { pressed } from '../shared/keys.ts'
import { reader } from '../shared/reader.ts'
import { ago, t } from '../shared/texts.ts'
import { browserShelf } from '../translate/drafts.ts'
import { Beside, type View } from './beside.tsx'
import { openEditor } from './code.ts'
import { keyText, toolsFor } from './commands.ts'
import { DraftShelf } from './drafts.ts'
import type { EditorProps } from './props.ts'
import { type Conflict, isConflict, readConflict, save } from './saving.ts'
import { anchorOf, type Writing } from './writing.ts'

const KEEP_MS = 700
const NARROW = '(max-width: 55rem)'

type Merge = ComponentType<{ props: EditorProps; conflict: Conflict; onChange: (text: string) => void }>

/** The editor: the source, beside it how it looks or what has changed, below it what is said of the change. */
export function Editor(props: EditorProps) {
  const { words } = props
  const api = useMemo(() => new ActionApi(props.api, props.language, props.token), [props])
  const shelf = useMemo(() => new DraftShelf(browserShelf(), [reader.name ?? '', props.title, props.section]), [props])
  const draft = useMemo(() => {
    const kept = shelf.read()
    return kept !== null && kept.text !== props.text ? kept : null
  }, [shelf, props])

  const place = useRef<HTMLDivElement>(null)
  const code = useRef<EditorView | null>(null)
  const [text, setText] = useState(draft?.text ?? props.text)
  const [summary, setSummary] = useState(draft?.summary ?? props.summary)
  const [base, setBase] = useState(draft?.base ?? props.base)
  const [section, setSection] = useState(props.section)
  const [minor, setMinor] = useState(props.minor)
  const [watch, setWatch] = useState(props.watch)
  const [watchTime, setWatchTime] = useState(props.watchTime)
  const [view, setView] = useState<View>(() => (window.matchMedia(NARROW).matches ? 'source' : 'preview'))
  const [restored, setRestored] = useState(draft?.at ?? null)
  const [keptAt, setKeptAt] = useState<number | null>(null)
  const [saving, setSaving] = useState(false)
  const [problems, setProblems] = useState<ActionRefusal['errors']>([])
  const [recreate, setRecreate] = useState(false)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [Merging, setMerging] = useState<Merge | null>(null)
  const [showsNotices, setShowsNotices] = useState(props.notices !== '')
  const isLeaving = useRef(false)

  const isChanged = text !== props.text || summary !== props.summary

  useEffect(() => {
    const editor = openEditor(place.current!, props, draft?.text ?? props.text, api, {
      changed: () => setText(editor.state.doc.toString()),
    })
    code.current = editor
    if (props.section === 'new' && props.summary === '') document.getElementById('wpSummary')?.focus()
    else editor.focus()
    return () => editor.destroy()
  }, [api, draft, props])

  // What is written is kept in the browser a moment after the last key.
  useEffect(() => {
    if (!isChanged) return
    const timer = setTimeout(() => setKeptAt(shelf.keep({ text, summary, base })), KEEP_MS)
    return () => clearTimeout(timer)
  }, [shelf, text, summary, base, isChanged])

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (!isChanged || isLeaving.current) return
      shelf.keep({ text, summary, base })
      event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [shelf, text, summary, base, isChanged])

  // Whoever comes back to this page with the browser's button may go on writing.
  useEffect(() => {
    const again = () => {
      isLeaving.current = false
      setSaving(false)
    }
    window.addEventListener('pageshow', again)
    return () => window.removeEventListener('pageshow', again)
  }, [])

  const writing: Writing = { text, summary, section, minor, watch, watchTime, base, recreate }

  const meetConflict = async (): Promise<void> => {
    const found = await readConflict(api, props, writing)
    if (found === null) return
    const { default: loaded } = await import('./merging.tsx')
    setMerging(() => loaded)
    setConflict(found)
    setText(found.mine)
    setSection('')
    setBase(found.latest)
  }

  const submit = async (): Promise<void> => {
    if (saving) return
    setSaving(true)
    setProblems([])
    try {
      await save(api, props, writing)
      isLeaving.current = true
      shelf.forget()
      window.location.assign(props.address + anchorOf(writing))
    } catch (error) {
      setSaving(false)
      if (isConflict(error)) await meetConflict().catch(tell)
      else tell(error)
    }
  }
  const tell = (error: unknown): void => {
    if (error instanceof ActionRefusal) setProblems(error.errors)
    else setProblems([{ code: 'offline', html: '' }])
  }

  const discard = (): void => {
    const editor = code.current!
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: props.text } })
    setSummary(props.summary)
    setBase(props.base)
    setRestored(null)
    setKeptAt(null)
    shelf.forget()
    editor.focus()
  }

  const latest = useRef(submit)
  latest.current = submit
  useEffect(() => {
    const views: Readonly<Record<string, View>> = { 'Alt+1': 'source', 'Alt+2': 'preview', 'Alt+3': 'changes' }
    const onKey = (event: KeyboardEvent) => {
      const key = pressed(event)
      const chosen = views[key]
      if (key !== 'Ctrl+s' && key !== 'Ctrl+Enter' && chosen === undefined) return
      event.preventDefault()
      if (chosen !== undefined) setView(chosen)
      else void latest.current()
    }
    const onList = ({ detail }: DocumentEventMap['list-keys']) => {
      detail.push(['Ctrl+S', words.savechanges ?? ''], ['Alt+1', t('write.source')])
      detail.push(['Alt+2', words.preview ?? ''], ['Alt+3', words.showdiff ?? ''], ['Ctrl+F', t('write.find')])
      if (props.model === 'wikitext')
        for (const { key, name } of toolsFor(props).flat()) if (key !== undefined) detail.push([keyText(key), t(name)])
    }
    document.addEventListener('keydown', onKey, true)
    document.addEventListener('list-keys', onList)
    return () => {
      document.removeEventListener('keydown', onKey, true)
      document.removeEventListener('list-keys', onList)
    }
  }, [props, words])

  const onMerged = useCallback((merged: string) => setText(merged), [])
  const isDeleted = problems.some(({ code: each }) => each === 'pagedeleted')

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
    <div class="we" data-view={view}>
      <div class="we-bar">
        <nav class="crumbs" aria-label={props.title}>
          <a href={props.address}>
            <bdi>{props.title}</bdi>
          </a>
          <span class="we-what">{props.heading}</span>
        </nav>
        <span class="small quiet we-kept" role="status">
          {keptAt !== null && t('write.kept', { when: ago(new Date(keptAt)) })}
        </span>
        <fieldset class="we-views" hidden={conflict !== null}>
          <legend class="aside">{t('write.views')}</legend>
          {(['source', 'preview', 'changes'] as const).map((each, i) => (
            <button
              type="button"
              key={each}
              aria-pressed={view === each}
              aria-keyshortcuts={`Alt+${i + 1}`}
              title={`Alt+${i + 1}`}
              onClick={() => setView(each)}
            >
              {each === 'source' ? t('write.source') : each === 'preview' ? words.preview : t('write.changes')}
            </button>
          ))}
        </fieldset>
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
      {restored !== null && (
        <div class="note we-restored" role="status">
          {t('write.restored', { when: ago(new Date(restored)) })}{' '}
          <button type="button" class="button" onClick={discard}>
            {t('write.discard')}
          </button>
        </div>
      )}
      {problems.length > 0 && (
        <div class="note wrong we-problems" role="alert">
          {problems.map(({ code: each, html }) => (
            <p key={each} data-code={each} dangerouslySetInnerHTML={{ __html: html || escaped(t('frame.offline')) }} />
          ))}
          {isDeleted && (
            <label class="choice">
              <input type="checkbox" checked={recreate} onChange={event => setRecreate(event.currentTarget.checked)} />
              <span>{words.recreate}</span>
            </label>
          )}
        </div>
      )}
      {Merging !== null && conflict !== null && <Merging props={props} conflict={conflict} onChange={onMerged} />}
      <div class="we-work" hidden={conflict !== null}>
        <div class="we-source">
          {isNew && <div class="we-subject">{summaryField}</div>}
          {props.model === 'wikitext' && <Toolbar props={props} view={() => code.current} />}
          <div class="we-code" ref={place} />
        </div>
        {view !== 'source' && conflict === null && <Beside {...{ api, props, view, text, summary, section, base }} />}
      </div>
      <form
        class="we-foot"
        onSubmit={event => {
          event.preventDefault()
          void submit()
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
        <button type="submit" class="button first" id="wpSave" disabled={saving} aria-keyshortcuts="Control+S">
          {saving ? t('write.saving') : words.savechanges}
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

function escaped(text: string): string {
  const element = document.createElement('p')
  element.textContent = text
  return element.innerHTML
}

function Toolbar({ props, view }: { readonly props: EditorProps; readonly view: () => EditorView | null }) {
  const groups = useMemo(() => toolsFor(props), [props])
  return (
    <div class="we-tools" role="toolbar" aria-label={t('write.tools')}>
      {groups.map(group => (
        <div class="we-group" key={group[0]!.name}>
          {group.map(({ name, face, kind, key, run }) => (
            <button
              type="button"
              key={name}
              class={kind}
              title={key === undefined ? t(name) : `${t(name)} (${keyText(key)})`}
              onClick={() => {
                const editor = view()
                if (!editor) return
                run(editor)
                editor.focus()
              }}
            >
              <span aria-hidden="true">{face}</span>
              <span class="aside">{t(name)}</span>
            </button>
          ))}
        </div>
      ))}
      <button
        type="button"
        class="we-keys"
        title={t('frame.keys')}
        onClick={() => document.dispatchEvent(new KeyboardEvent('keydown', { key: '?' }))}
      >
        <span aria-hidden="true">?</span>
        <span class="aside">{t('frame.keys')}</span>
      </button>
    </div>
  )
}
