// One-click fixes for alerts.

import { actionButton } from '#html/confirm.ts'
import { here, type Outcome, refused, viewOf } from '#html/form-outcome.ts'
import { type Sent, type Tried, textIn } from '#html/forms.ts'
import { type Html, html } from '#html/html.ts'
import type { TextKey } from '#html/texts/index.ts'
import type { AlertName } from '../catalogue/alerts.ts'
import type { ComponentRow } from '../catalogue/components.ts'
import { outcomeOf } from './section.ts'
import { apiPath, type Place, type Visit } from './visit.ts'

export const FIX_FORM = 'fix'

/** A button with its label and form fields. */
export interface Fix {
  readonly label: string
  readonly kind: 'first' | 'danger' | 'plain'
  readonly values: Readonly<Record<string, string | number>>
}

type Words = Visit['t']

export interface Occurrence {
  readonly filename?: string
  readonly name?: string
  readonly source?: string
  readonly error?: string
  readonly language_code?: string
  readonly strings?: number
  readonly lost?: number
  readonly total?: number
}

/** Alert details that a fix needs. */
export interface FixDetails {
  readonly languages?: number
  readonly moved?: { readonly filemask: string; readonly template?: string; readonly new_base?: string }
  readonly occurrences?: readonly Occurrence[]
}

const MOST_BUTTONS = 5

export function fixesFor(t: Words, name: AlertName, { id }: ComponentRow, details: FixDetails): Fix[] {
  const { moved, languages = 0, occurrences = [] } = details
  if (name === 'LanguagesSetAside' || name === 'StringsSetAside') {
    // A fix for strings only affects one language, if the alert names exactly one.
    const code = occurrences.length === 1 ? occurrences[0]?.language_code : undefined
    const values = { component: id, ...(code !== undefined && { language: code }) }
    return [
      { label: t('manage.set_aside_restore'), kind: 'first', values: { ...values, fix: 'restore' } },
      { label: t('manage.set_aside_delete'), kind: 'danger', values: { ...values, fix: 'delete' } },
    ]
  }
  if (name === 'SuspiciousFile')
    return occurrences.slice(0, MOST_BUTTONS).map(({ filename = '' }) => ({
      label: t('manage.fix_accept', { file: filename }),
      kind: 'plain',
      values: { component: id, fix: 'accept', filename },
    }))
  if (name !== 'NoMaskMatches' || languages === 0) return []
  return [
    ...(moved === undefined
      ? []
      : [
          {
            label: t('manage.fix_mask', { mask: moved.filemask }),
            kind: 'first' as const,
            values: { component: id, fix: 'mask', ...moved },
          },
        ]),
    { label: t('manage.fix_write'), kind: 'plain', values: { component: id, fix: 'write' } },
  ]
}

export const fixButton = (visit: Visit, tried: Tried | null, { label, kind, values }: Fix, about: string): Html =>
  actionButton(viewOf(visit, FIX_FORM, 'alert', tried), label, values, { kind, about })

/** Paths, texts and counts are isolated, since each has its own text direction. */
export function occurrenceLine(t: Words, each: Occurrence): Html {
  const { filename, name, source, error, language_code, strings, lost, total } = each
  const counts = strings === undefined ? undefined : t('manage.alert_strings', { count: strings })
  const missing = lost === undefined ? undefined : t('manage.alert_lost', { lost, total: total ?? 0 })
  const language = strings === undefined ? undefined : language_code
  const parts = [filename, name, source, error, language, counts, missing].filter(Boolean)
  return html`${parts.map((part, i) => html`${i > 0 && ': '}<bdi>${part}</bdi>`)}`
}

/** The API request for a fix and the message shown afterwards. */
function requestFor(
  sent: Sent,
): { method: 'POST' | 'PATCH'; path: string[]; body: Record<string, unknown>; done: string } | null {
  const fix = textIn(sent, 'fix')
  const language = textIn(sent, 'language')
  if (fix === 'restore' || fix === 'delete')
    return {
      method: 'POST',
      path: ['set-aside'],
      done: `set_aside_${fix}d`,
      body: { operation: fix, ...(language !== '' && { language }) },
    }
  if (fix === 'accept')
    return {
      method: 'POST',
      path: ['accept-file'],
      done: 'file_accepted',
      body: { filename: textIn(sent, 'filename') },
    }
  if (fix === 'write')
    return {
      method: 'POST',
      path: ['repository'],
      done: 'repository_started',
      body: { operation: 'file-sync', background: true },
    }
  if (fix !== 'mask') return null
  const body = Object.fromEntries(
    (['filemask', 'template', 'new_base'] as const).flatMap(name => {
      const value = textIn(sent, name)
      return value === '' ? [] : [[name, value]]
    }),
  )
  return { method: 'PATCH', path: [], body, done: 'mask_changed' }
}

export async function takeFix(visit: Visit, { project }: Place, sent: Sent): Promise<Outcome> {
  const component = await visit.services.store.read
    .selectFrom('component')
    .selectAll()
    .where('id', '=', Number(textIn(sent, 'component')) || 0)
    .where('project_id', '=', project.id)
    .executeTakeFirst()
  const request = requestFor(sent)
  if (component === undefined || request === null)
    return refused(FIX_FORM, sent, null, visit.t('manage.alert_gone' satisfies TextKey))
  const path = apiPath({ project, component }, ...request.path)
  const reply = await visit.ask(request.method, path, { body: request.body })
  return outcomeOf(reply, here(visit, request.done), FIX_FORM, sent)
}
