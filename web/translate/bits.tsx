import type { ComponentChildren } from 'preact'
import { ago, moment, t } from '../shared/texts.ts'
import { shown } from './keys.ts'
import { segments, shownSpace } from './segments.ts'
import { type Person, STATE, type Tongue, tag } from './types.ts'
import { wordDiff } from './word-diff.ts'

/** A keyboard shortcut. */
export const Key = ({ of }: { readonly of: string }) => <kbd>{shown(of)}</kbd>

/** Text with its own language and direction. */
export const Said = ({ in: language, children }: { readonly in: Tongue; readonly children: ComponentChildren }) => (
  <span lang={tag(language)} dir={language.direction}>
    {children}
  </span>
)

/** All plural forms of a text. */
export const Forms = ({ of, in: language }: { readonly of: readonly string[]; readonly in: Tongue }) => (
  <>
    {of.map((form, i) => (
      <p key={`${i}`} lang={tag(language)} dir={language.direction}>
        {form}
      </p>
    ))}
  </>
)

/** A word diff. */
export const Difference = (props: { readonly from: string; readonly to: string; readonly in: Tongue }) => (
  <p lang={tag(props.in)} dir={props.in.direction} class="tr-diff">
    {wordDiff(props.from, props.to, tag(props.in)).map(({ kind, text }, i) =>
      kind === 'same' ? (
        <span key={`${i}`}>{text}</span>
      ) : kind === 'add' ? (
        <ins key={`${i}`}>{text}</ins>
      ) : (
        <del key={`${i}`}>{text}</del>
      ),
    )}
  </p>
)

export const When = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={moment(at)}>
    {ago(at)}
  </time>
)

export const Who = ({ is }: { readonly is: Person | null }) => (
  <bdi>
    {is === null ? (
      t('translate.nobody')
    ) : (
      <a href={`/user/${encodeURIComponent(is.username)}/`}>{is.full_name || is.username}</a>
    )}
  </bdi>
)

/** Text with placeholders and invisible characters highlighted. */
export const Visible = (props: { readonly text: string; readonly ranges?: Parameters<typeof segments>[1] }) => (
  <>
    {segments(props.text, props.ranges).map(({ kind, text, name }, i) => {
      const key = `${i}`
      if (kind === 'text') return <span key={key}>{text}</span>
      if (kind === 'placeable') return <code key={key}>{text}</code>
      if (kind === 'newline')
        return (
          <span key={key}>
            <u title={t('translate.line_end')}>↵</u>
            <br />
          </span>
        )
      return (
        <u key={key} title={name ?? t('translate.spaces')}>
          {name === undefined ? shownSpace(text) : <small>{name}</small>}
        </u>
      )
    })}
  </>
)

/** Text in which placeholders keep their order, also between right-to-left words. */
export const Isolating = ({ text }: { readonly text: string }) => (
  <>
    {segments(text).map(({ kind, text: piece }, i) => (kind === 'placeable' ? <bdi key={`${i}`}>{piece}</bdi> : piece))}
  </>
)

/** Colour and label of a string's state. */
export function standing(row: { readonly state: number; readonly has_failing_check?: boolean }) {
  if (row.state === STATE.readOnly) return { look: 's-readonly', word: t('state.read_only') }
  if (row.has_failing_check) return { look: 's-failing', word: t('state.failing') }
  if (row.state === STATE.approved) return { look: 's-approved', word: t('state.approved') }
  if (row.state >= STATE.translated) return { look: 's-done', word: t('state.translated') }
  return row.state >= STATE.needsEditing
    ? { look: 's-edit', word: t('state.needs_editing') }
    : { look: 's-open', word: t('state.open') }
}
