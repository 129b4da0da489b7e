import { useEffect, useState } from 'preact/hooks'
import { type ActionApi, ActionRefusal } from '../shared/action-api.ts'
import { t } from '../shared/texts.ts'
import { ScriptError } from './console.tsx'
import type { EditorProps } from './props.ts'

export type View = 'source' | 'preview' | 'changes' | 'console'

interface BesideProps {
  readonly api: ActionApi
  readonly props: EditorProps
  readonly view: View
  readonly text: string
  readonly summary: string
  readonly section: string
  readonly base: number
}

/** Delay after the last keystroke before a request. */
const WAIT_MS = 450

interface Shown {
  readonly html: string
  readonly summary: string
  readonly failed: boolean
  /** Details of script errors, as HTML. */
  readonly errors?: readonly string[]
  /** Style sheets of extensions. */
  readonly styles?: string | null
}

/** Preview or diff, updated while typing. Outdated requests are aborted. */
export function Beside({ api, props, view, text, summary, section, base }: BesideProps) {
  const [shown, setShown] = useState<(Shown & { readonly view: View }) | null>(null)
  const [busy, setBusy] = useState(true)
  const { words } = props

  useEffect(() => {
    const leaving = new AbortController()
    const ask = view === 'preview' ? preview : changes
    setBusy(true)
    const timer = setTimeout(
      async () => {
        try {
          const found = await ask(api, props, { text, summary, section, base }, leaving.signal)
          setShown({ ...found, view })
        } catch (error) {
          if (leaving.signal.aborted) return
          const html =
            error instanceof ActionRefusal ? error.errors.map(each => each.html).join(' ') : t('frame.offline')
          setShown({ html, summary: '', failed: true, view })
        }
        setBusy(false)
      },
      shown === null || shown.view !== view ? 0 : WAIT_MS,
    )
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
    // The current view only affects the delay.
  }, [api, props, view, text, summary, section, base])

  const heading = view === 'preview' ? words.preview : words.showdiff
  const mine = shown?.view === view ? shown : null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section class={`we-beside we-${view}`} aria-label={heading} aria-busy={busy} tabIndex={0}>
      {mine !== null && mine.summary !== '' && (
        <p class="small quiet we-said">
          {words['summary-preview']}{' '}
          <span class="comment" dir="auto" dangerouslySetInnerHTML={{ __html: mine.summary }} />
        </p>
      )}
      {mine === null ? (
        <p class="quiet">{t('frame.loading')}</p>
      ) : (
        // biome-ignore lint/a11y/useKeyWithClickEvents: links are reached by keys themselves
        // biome-ignore lint/a11y/noStaticElementInteractions: it is about the links in it
        <div
          class={mine.failed ? 'note wrong' : view === 'changes' ? 'we-diff' : undefined}
          lang={mine.failed ? undefined : props.contentLanguage}
          dir={mine.failed ? undefined : props.direction}
          onClick={elsewhere}
          dangerouslySetInnerHTML={{ __html: mine.html }}
        />
      )}
      {mine?.styles && <link rel="stylesheet" href={mine.styles} />}
      {mine?.errors && mine.errors.length > 0 && (
        <section class="script-errors" aria-label={t('write.script_errors')}>
          <h2>{t('write.script_errors')}</h2>
          {mine.errors.map((each, i) => (
            <ScriptError key={`${i} ${each}`} html={each} />
          ))}
        </section>
      )}
    </section>
  )
}

/** Links in the preview must not leave the editor. */
function elsewhere(event: MouseEvent): void {
  const link = (event.target as Element).closest?.('a[href]')
  if (!link || link.getAttribute('href')!.startsWith('#')) return
  event.preventDefault()
  window.open((link as HTMLAnchorElement).href, '_blank', 'noopener')
}

function stylesOf({ api }: EditorProps, modules: readonly string[]): string | null {
  if (modules.length === 0) return null
  const names = encodeURIComponent(modules.join('|'))
  return `${api.replace(/api\.php$/, 'load.php')}?only=styles&modules=${names}`
}

type Written = Pick<BesideProps, 'text' | 'summary' | 'section' | 'base'>

async function preview(
  api: ActionApi,
  props: EditorProps,
  { text, summary, section }: Written,
  signal: AbortSignal,
): Promise<Shown> {
  const { parse } = await api.ask(
    {
      action: 'parse',
      title: props.title,
      text,
      contentmodel: props.model,
      pst: true,
      preview: true,
      prop: 'text|modules|jsconfigvars',
      disablelimitreport: true,
      ...(section === 'new' ? { section: 'new', sectiontitle: summary } : { summary }),
    },
    signal,
  )
  return {
    html: parse.text,
    summary: section === 'new' ? '' : (parse.parsedsummary ?? ''),
    failed: false,
    errors: parse.jsconfigvars.ScribuntoErrors ?? [],
    styles: stylesOf(props, parse.modulestyles),
  }
}

async function changes(
  api: ActionApi,
  props: EditorProps,
  { text, summary, section, base }: Written,
  signal: AbortSignal,
): Promise<Shown> {
  const whole = section === 'new' && summary !== '' ? `== ${summary} ==\n\n${text}` : text
  const { compare } = await api.ask(
    {
      action: 'compare',
      prop: 'diff',
      toslots: 'main',
      'totext-main': whole,
      'tocontentmodel-main': props.model,
      topst: true,
      ...(base > 0
        ? { fromrev: base, torev: base, 'tosection-main': section || undefined }
        : { fromslots: 'main', 'fromtext-main': '', 'fromcontentmodel-main': props.model, totitle: props.title }),
    },
    signal,
  )
  const body = compare.body ?? ''
  if (body === '') return { html: escapeText(props.words['diff-empty'] ?? ''), summary: '', failed: false }
  const columns =
    '<col class="diff-marker"><col class="diff-content"><col class="diff-marker"><col class="diff-content">'
  return {
    html: `<table class="diff"><colgroup>${columns}</colgroup><tbody>${body}</tbody></table>`,
    summary: '',
    failed: false,
  }
}

const escapeText = (text: string): string =>
  text.replace(/[&<>]/g, c => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c]!)
