// The response, and the request as code.
import type { JSX } from 'preact'
import { useId, useRef, useState } from 'preact/hooks'
import { number, t } from '../shared/texts.ts'
import { Markup } from './control.tsx'
import { columnsOf, firstRows, type Outcome } from './result.ts'
import { type Leads, Tree } from './tree.tsx'

export interface Code {
  readonly name: string
  readonly label: string
  readonly text: string
}

interface Props {
  /** `GET /w/api.php?…` */
  readonly line: string
  readonly codes: readonly Code[]
  readonly outcome: Outcome | null
  readonly isRunning: boolean
  readonly failed: string | null
  readonly leads: Leads
  /** Requests the next batch, if there is one. */
  readonly goOn: (() => void) | null
}

const MOST_TEXT = 200_000

export function Output(props: Props): JSX.Element {
  const { line, codes, outcome, leads } = props
  const [tab, choose] = useState('answer')
  const id = useId()
  const tabs = useRef<HTMLDivElement>(null)
  const rows = outcome === null ? null : firstRows(outcome.json)
  const all = [
    { name: 'answer', label: t('sandbox.answer') },
    ...(rows ? [{ name: 'table', label: t('sandbox.table') }] : []),
    ...codes,
  ]
  const current = all.some(each => each.name === tab) ? tab : 'answer'
  const code = codes.find(each => each.name === current)
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -all.length, End: all.length }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const mirrored = document.documentElement.dir === 'rtl' && event.key.startsWith('Arrow') ? -step : step
    const at = all.findIndex(each => each.name === current) + mirrored
    const next = all[Math.max(0, Math.min(all.length - 1, at))]!
    choose(next.name)
    tabs.current?.querySelector<HTMLElement>(`[data-tab="${next.name}"]`)?.focus()
  }
  return (
    <section class="sb-out" aria-label={t('sandbox.answer')}>
      <div class="sb-line">
        <code dir="ltr" data-role="request">
          {line}
        </code>
        <Copy text={line.replace(/^\w+ /, '')} />
      </div>
      <div class="sb-tabs">
        <div class="tabs" role="tablist" aria-label={t('sandbox.ways')} ref={tabs} onKeyDown={move}>
          {all.map(each => (
            <button
              key={each.name}
              type="button"
              role="tab"
              id={`${id}-${each.name}`}
              data-tab={each.name}
              aria-selected={each.name === current}
              aria-controls={`${id}-panel`}
              tabIndex={each.name === current ? 0 : -1}
              onClick={() => choose(each.name)}
            >
              <bdi>{each.label}</bdi>
            </button>
          ))}
        </div>
        <span class="sb-cost quiet" role="status">
          {props.isRunning ? t('sandbox.running') : outcome && cost(outcome)}
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <div class="sb-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`} tabIndex={0}>
        {current === 'answer' && <Answer {...props} />}
        {current === 'table' && rows && <Table rows={rows} leads={leads} />}
        {code && (
          <div class="sb-code">
            <Copy text={code.text} />
            <pre dir="ltr" data-code={code.name}>
              {code.text}
            </pre>
          </div>
        )}
      </div>
    </section>
  )
}

const cost = ({ status, ms, bytes }: Outcome): string =>
  t('sandbox.cost', {
    status: String(status),
    ms: ms < 10 ? number(Math.round(ms * 10) / 10) : number(Math.round(ms)),
    size:
      bytes < 1024
        ? t('sandbox.bytes', { count: bytes })
        : t('sandbox.kilobytes', { size: number(Math.round(bytes / 102.4) / 10) }),
  })

function Answer({ outcome, failed, leads, goOn }: Props): JSX.Element {
  if (failed !== null)
    return (
      <p class="note wrong" role="alert">
        {failed}
      </p>
    )
  if (outcome === null) return <p class="empty">{t('sandbox.nothing_yet')}</p>
  return (
    <>
      {outcome.problems.length > 0 && (
        <div class="note wrong" role="alert">
          {outcome.problems.map((each, i) => (
            <p key={`${i}`}>
              {each.name && <code>{each.name}</code>}{' '}
              {each.html === undefined ? each.text : <Markup html={each.html} />}
            </p>
          ))}
        </div>
      )}
      {goOn && (
        <p>
          <button type="button" class="button" data-role="continue" onClick={goOn}>
            {t('sandbox.continue')}
          </button>
        </p>
      )}
      {outcome.json === undefined ? (
        <pre dir="auto" class="sb-text">
          {outcome.text.slice(0, MOST_TEXT)}
        </pre>
      ) : (
        <Tree key={outcome.text} value={outcome.json} leads={leads} />
      )}
    </>
  )
}

function Table({ rows, leads }: { rows: readonly Readonly<Record<string, unknown>>[]; leads: Leads }): JSX.Element {
  const columns = columnsOf(rows)
  const [shown, show] = useState(100)
  return (
    <>
      <table>
        <thead>
          <tr>
            {columns.map(each => (
              <th key={each} scope="col">
                {each}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row, i) => (
            <tr key={`${i}`}>
              {columns.map(each => (
                <td key={each}>
                  <Cell name={each} value={row[each]} row={row} leads={leads} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown && (
        <button type="button" class="button plain" onClick={() => show(shown * 10)}>
          {t('sandbox.more', { count: rows.length - shown })}
        </button>
      )}
    </>
  )
}

function Cell(props: { name: string; value: unknown; row: Readonly<Record<string, unknown>>; leads: Leads }) {
  const { name, value, row, leads } = props
  if (value === undefined) return null
  if (typeof value !== 'string' && typeof value !== 'number')
    return <code>{JSON.stringify(value)?.slice(0, 200) ?? ''}</code>
  const href = leads(name, value, row)
  return href === null ? (
    <bdi>{value}</bdi>
  ) : (
    <a href={href}>
      <bdi>{value}</bdi>
    </a>
  )
}

function Copy({ text }: { readonly text: string }): JSX.Element {
  const [isDone, done] = useState(false)
  const copy = async () => {
    await navigator.clipboard?.writeText(text).catch(() => undefined)
    done(true)
    setTimeout(() => done(false), 1500)
  }
  return (
    <button type="button" class="button sb-way" onClick={copy}>
      {t(isDone ? 'sandbox.copied' : 'sandbox.copy')}
    </button>
  )
}
