// A response as a collapsible tree with links.
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { t } from '../shared/texts.ts'

/** Link of a value, by its key; null without one. */
export type Leads = (key: string, value: string | number, around: Readonly<Record<string, unknown>>) => string | null

interface Props {
  readonly value: unknown
  readonly leads: Leads
}

const OPEN_DEPTH = 5
/** Number of items shown before "more". */
const AT_FIRST = 50

export const Tree = ({ value, leads }: Props): JSX.Element => (
  <div class="sb-tree" dir="ltr">
    <Node name={null} value={value} leads={leads} depth={0} around={{}} last />
  </div>
)

interface NodeProps extends Props {
  readonly name: string | null
  readonly depth: number
  readonly around: Readonly<Record<string, unknown>>
  readonly last: boolean
}

function Node({ name, value, leads, depth, around, last }: NodeProps): JSX.Element {
  const key = name !== null && (
    <>
      <span class="k">{JSON.stringify(name)}</span>
      {': '}
    </>
  )
  const comma = last ? '' : ','
  if (typeof value !== 'object' || value === null)
    return (
      <div class="sb-leaf">
        {key}
        <Leaf name={name ?? ''} value={value} leads={leads} around={around} />
        {comma}
      </div>
    )
  return <Branch {...{ name, value, leads, depth, last, around }} />
}

function Branch({ name, value, leads, depth, last }: NodeProps): JSX.Element {
  const isList = Array.isArray(value)
  const entries = Object.entries(value as object)
  const [shown, show] = useState(AT_FIRST)
  const [isOpen, open] = useState(depth < OPEN_DEPTH || isSmall(value as object))
  const [begin, end] = isList ? ['[', ']'] : ['{', '}']
  const comma = last ? '' : ','
  const key = name !== null && (
    <>
      <span class="k">{JSON.stringify(name)}</span>
      {': '}
    </>
  )
  if (entries.length === 0)
    return (
      <div class="sb-leaf">
        {key}
        {begin + end + comma}
      </div>
    )
  return (
    <details open={isOpen} onToggle={event => open(event.currentTarget.open)}>
      <summary>
        {key}
        {begin}
        {!isOpen && `…${end}${comma}`}{' '}
        {(isList || !isOpen) && <span class="quiet">{t('sandbox.items', { count: entries.length })}</span>}
      </summary>
      {isOpen && (
        <>
          <div class="sb-inner">
            {entries.slice(0, shown).map(([each, inner], i) => (
              <Node
                key={each}
                name={isList ? null : each}
                value={inner}
                leads={leads}
                depth={depth + 1}
                around={isList ? { [name ?? '']: value } : (value as Record<string, unknown>)}
                last={i === entries.length - 1}
              />
            ))}
            {entries.length > shown && (
              <button type="button" class="button plain" onClick={() => show(shown * 10)}>
                {t('sandbox.more', { count: entries.length - shown })}
              </button>
            )}
          </div>
          <div>{end + comma}</div>
        </>
      )}
    </details>
  )
}

/** Small values are always expanded. */
const isSmall = (value: object): boolean => {
  const inner = Object.values(value)
  return inner.length <= 8 && inner.every(each => typeof each !== 'object' || each === null)
}

function Leaf(props: { name: string; value: unknown; leads: Leads; around: NodeProps['around'] }): JSX.Element {
  const { name, value, leads, around } = props
  const text = JSON.stringify(value) ?? 'null'
  const kind = typeof value === 'string' ? 's' : 'n'
  const href = typeof value === 'string' || typeof value === 'number' ? leads(name, value, around) : null
  if (href === null)
    return (
      <span class={kind}>
        <bdi>{text}</bdi>
      </span>
    )
  return (
    <a class={kind} href={href}>
      <bdi>{text}</bdi>
    </a>
  )
}
