// A translation memory with its size, import, export and clean-up, for the pages of a project, a user and the site.

import { card } from '#html/cards.ts'
import { actionButton, CONFIRM_FIELD, isConfirmed, notConfirmed, removalForm } from '#html/confirm.ts'
import { here, type Outcome, refused, viewOf } from '#html/form-outcome.ts'
import { formView, type Sent, sentValues, type Tried, textIn } from '#html/forms.ts'
import { type Html, html } from '#html/html.ts'
import { scrolling } from '#html/page.ts'
import { type MemoryOrigin, memoryOrigins, memorySize } from '../catalogue/memory-cleanup.ts'
import type { MemoryScope } from '../catalogue/memory-scope.ts'
import { outcomeOf } from './section.ts'
import type { Visit } from './visit.ts'

export interface MemoryPage {
  /** API path of the memory. */
  readonly path: string
  readonly scope: Exclude<MemoryScope, 'everything'>
  /** What to type to confirm that all entries shall be deleted. */
  readonly name: string
  readonly mayEdit: boolean
  readonly mayDelete: boolean
  /** Shown below the downloads. */
  readonly more?: Html
}

export async function memoryCards(visit: Visit, page: MemoryPage, tried: Tried | null): Promise<Html> {
  const { t } = visit
  const { path, scope, name, mayEdit, mayDelete } = page
  const count = await memorySize(visit.services.store.read, scope)
  const origins = mayDelete ? await memoryOrigins(visit.services.store.read, scope) : []
  const added = /^\d{1,7}$/.exec(visit.search.get('added') ?? '')?.[0]
  const file = `/api${path}`
  return html`${
    added !== undefined &&
    html`<p class="note good" role="status">${t('manage.memory_learned', { count: Number(added) })}</p>`
  }
    ${card(
      'size',
      t('manage.memory_size'),
      html`<span class="figure">${count.toLocaleString(visit.reader.language)}</span>
        <p class="quiet">${t('manage.memory_entries', { count })}</p>
        ${
          mayEdit &&
          html`<p class="buttons">
            <a class="button" href="${file}?format=tmx" download>${t('manage.download')} (TMX)</a>
            <a class="button" href="${file}" download>${t('manage.download')} (JSON)</a>
          </p>`
        }
        ${page.more ?? null}`,
    )}
    ${
      mayEdit &&
      card(
        'upload',
        t('manage.memory_upload'),
        formView(viewOf(visit, 'upload', 'upload', tried), visit.fields('POST', path), {
          names: ['file'],
          submit: t('manage.upload'),
          more: { file: { hint: t('manage.memory_upload_lead') } },
        }),
      )
    }
    ${
      origins.length > 0 &&
      card(
        'origins',
        t('manage.memory_origins'),
        scrolling(
          t('manage.memory_origin'),
          html`<table>
            <thead>
              <tr>
                <th scope="col">${t('manage.memory_origin')}</th>
                <th scope="col" class="num">${t('manage.memory_number')}</th>
                <td></td>
              </tr>
            </thead>
            <tbody>${origins.map(each => originRow(visit, each, tried))}</tbody>
          </table>`,
        ),
      )
    }
    ${
      mayDelete &&
      count > 0 &&
      removalForm(viewOf(visit, 'remove', 'memory', tried), {
        name,
        opens: t('manage.memory_remove'),
        submit: t('manage.memory_remove'),
        warning: t('manage.memory_remove_warning', { count }),
      })
    }`
}

export async function takeMemory(
  visit: Visit,
  { path, name }: Pick<MemoryPage, 'path' | 'name'>,
  form: string,
  sent: Sent,
): Promise<Outcome | undefined> {
  if (form === 'clean') {
    const body = { origin: textIn(sent, 'origin'), from_file: textIn(sent, 'from_file') === 'true' }
    const reply = await visit.ask('POST', `${path}cleanup/`, { body })
    return outcomeOf(reply, here(visit, 'memory_cleaned'), form, sent)
  }
  if (form === 'remove') {
    if (!isConfirmed(sent, name)) return refused(form, sent, CONFIRM_FIELD, visit.t(notConfirmed))
    return outcomeOf(await visit.ask('DELETE', path), here(visit, 'memory_removed'), form, sent)
  }
  if (form !== 'upload') return undefined
  const body = sentValues(visit.fields('POST', path), ['file'], sent)
  const reply = await visit.ask<{ added: number }>('POST', path, { body })
  return outcomeOf(reply, reply.ok ? `?added=${reply.body.added}` : '', 'upload', sent)
}

/** Entries of one origin, with a button that removes them. */
function originRow(visit: Visit, { origin, from_file, count }: MemoryOrigin, tried: Tried | null): Html {
  const { t, reader } = visit
  const fields = { origin, from_file: String(from_file === 1) }
  const options = { kind: 'danger', about: origin } as const
  return html`<tr>
    <th scope="row" dir="auto">${origin === '' ? t('manage.memory_no_origin') : origin}</th>
    <td class="num">${count.toLocaleString(reader.language)}</td>
    <td class="end">${actionButton(viewOf(visit, 'clean', 'memory', tried), t('manage.remove'), fields, options)}</td>
  </tr>`
}
