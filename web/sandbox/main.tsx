// The sandbox: forms for the three APIs, generated from their own descriptions.
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { isTyping, pressed } from '../shared/keys.ts'
import { mount } from '../shared/mount.ts'
import { ago, t } from '../shared/texts.ts'
import { ActionPane } from './action.tsx'
import { entriesOf } from './address.ts'
import { forget, remember, type Tried, tried } from './history.ts'
import { RestPane } from './rest.tsx'
import { PLATFORM_API, restApiOf, WIKI_REST_API } from './rest-apis.ts'
import type { Places } from './result.ts'
import './sandbox.css'

function Sandbox({ places }: { readonly places: Places }): JSX.Element {
  const [entries, setEntries] = useState(() => entriesOf(location))
  const [history, setHistory] = useState<readonly Tried[]>(() => tried(localStorage))

  const api = restApiOf(entries)

  useEffect(() => {
    const follow = () => setEntries(entriesOf({ hash: location.hash, search: '' }))
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isTyping(event) || event.ctrlKey || event.altKey) return
      const place = PLACES[pressed(event)]
      const target = place && document.querySelector<HTMLElement>(place)
      if (!target) return
      event.preventDefault()
      if (target instanceof HTMLDetailsElement) target.open = true
      const focused = target instanceof HTMLDetailsElement ? target.querySelector('summary') : target
      focused?.focus()
    }
    const list = ({ detail }: CustomEvent<[string, string][]>) =>
      detail.push(
        ['Ctrl+Enter', t('sandbox.run')],
        ['m', t('sandbox.keys_module')],
        ['a', t('sandbox.answer')],
        ['h', t('sandbox.history')],
      )
    document.addEventListener('keydown', onKey)
    document.addEventListener('list-keys', list)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('list-keys', list)
    }
  }, [])

  const help = TABS.find(([, to]) => to === api)![3]
  const tabs = (
    <>
      <div class="sb-head">
        <h1>{t('sandbox.title')}</h1>
        {history.length > 0 && <History entries={history} clear={() => setHistory(forget(localStorage))} />}
      </div>
      <nav class="tabs sb-apis" aria-label={t('sandbox.apis')}>
        {TABS.map(([text, to, href]) => (
          <a key={text} href={href} aria-current={to === api ? 'page' : undefined}>
            {t(text)}
          </a>
        ))}
        <a class="sb-docs" href={help}>
          {t(api ? 'sandbox.rest_help' : 'sandbox.wiki_help')}
        </a>
      </nav>
    </>
  )
  const frame = {
    entries,
    tabs,
    setHash: (hash: string) => window.history.replaceState(null, '', `/sandbox#${hash}`),
    remember: (entry: Omit<Tried, 'at'>) =>
      setHistory(remember(localStorage, { ...entry, at: new Date().toISOString() })),
  }
  // Another API begins with an empty form.
  return api ? <RestPane key={api.entry} {...frame} api={api} /> : <ActionPane {...frame} places={places} />
}

/** The APIs: name, form, start, documentation. */
const TABS = [
  ['sandbox.wiki_api', null, '#action=query', '/api.php?action=help&recursivesubmodules=1'],
  ['sandbox.wiki_rest_api', WIKI_REST_API, `#endpoint=${WIKI_REST_API.start}`, '/docs/api/wiki-rest/'],
  ['sandbox.rest_api', PLATFORM_API, `#operation=${PLATFORM_API.start}`, '/api/docs/'],
] as const

/** Targets of the keyboard shortcuts. */
const PLACES: Readonly<Record<string, string>> = {
  m: '#sb-action',
  a: '.sb-panel',
  h: '.sb-history',
}

function History({ entries, clear }: { readonly entries: readonly Tried[]; readonly clear: () => void }): JSX.Element {
  return (
    <details class="menu sb-history">
      <summary class="button">{t('sandbox.history')}</summary>
      <div class="sheet">
        <ol>
          {entries.map(each => (
            <li key={each.hash}>
              <a href={`#${each.hash}`}>{each.label}</a>{' '}
              <span class="quiet">
                {each.status} · {ago(each.at)}
              </span>
            </li>
          ))}
        </ol>
        <button type="button" onClick={clear}>
          {t('sandbox.forget')}
        </button>
      </div>
    </details>
  )
}

mount('sandbox', Sandbox)
