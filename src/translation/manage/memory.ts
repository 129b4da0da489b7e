import { card } from '#html/cards.ts'
import { actionButton, CONFIRM_FIELD, isConfirmed, notConfirmed, removalForm } from '#html/confirm.ts'
import { here, refused, viewOf } from '#html/form-outcome.ts'
import { formView, sentValues, type Tried, textIn } from '#html/forms.ts'
import { type Html, html } from '#html/html.ts'
import { scrolling } from '#html/page.ts'
import { type MemoryOrigin, memoryOrigins } from '../catalogue/memory-cleanup.ts'

import { outcomeOf, type Section } from './section.ts'
import { apiPath, type Visit, WEB } from './visit.ts'

/** Translation memory of a project: size, import and export. */
export const memory: Section = {
  name: 'memory',
  title: 'manage.memory',
  lead: 'manage.memory_lead',
  where: 'project',
  opens: () => ['memory.edit', 'memory.delete'],
  show: async (visit, place, tried) => {
    const { t, permissions } = visit
    const { slug, id } = place.project
    const { count } = await visit.services.store.read
      .selectFrom('memory')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .where('project_id', '=', id)
      .executeTakeFirstOrThrow()
    const origins = await memoryOrigins(visit.services.store.read, id)
    const mayEdit = permissions.inProject(place.project, 'memory.edit')
    const at = apiPath(place, 'memory')
    const added = /^\d{1,7}$/.exec(visit.search.get('added') ?? '')?.[0]
    return {
      content: html`${
        added !== undefined &&
        html`<p class="note good" role="status">${t('manage.memory_learned', { count: Number(added) })}</p>`
      }
        ${card(
          'size',
          t('manage.memory_size'),
          html`<span class="figure">${Number(count).toLocaleString(visit.reader.language)}</span>
            <p class="quiet">${t('manage.memory_entries', { count: Number(count) })}</p>
            ${
              mayEdit &&
              html`<p class="buttons">
                <a class="button" href="${WEB.api('projects', slug, 'memory')}?format=tmx" download>
                  ${t('manage.download')} (TMX)
                </a>
                <a class="button" href="${WEB.api('projects', slug, 'memory')}" download>
                  ${t('manage.download')} (JSON)
                </a>
              </p>`
            }`,
        )}
        ${
          mayEdit &&
          card(
            'upload',
            t('manage.memory_upload'),
            formView(viewOf(visit, 'upload', 'upload', tried), visit.fields('POST', at), {
              names: ['file'],
              submit: t('manage.upload'),
              more: { file: { hint: t('manage.memory_upload_lead') } },
            }),
          )
        }
        ${
          permissions.inProject(place.project, 'memory.delete') &&
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
          permissions.inProject(place.project, 'memory.delete') &&
          Number(count) > 0 &&
          removalForm(viewOf(visit, 'remove', 'memory', tried), {
            name: slug,
            opens: t('manage.memory_remove'),
            submit: t('manage.memory_remove'),
            warning: t('manage.memory_remove_warning', { count: Number(count) }),
          })
        }`,
    }
  },
  take: async (visit, place, form, sent) => {
    const at = apiPath(place, 'memory')
    if (form === 'clean') {
      const body = { origin: textIn(sent, 'origin'), from_file: textIn(sent, 'from_file') === 'true' }
      const reply = await visit.ask('POST', apiPath(place, 'memory', 'cleanup'), { body })
      return outcomeOf(reply, here(visit, 'memory_cleaned'), form, sent)
    }
    if (form === 'remove') {
      if (!isConfirmed(sent, place.project.slug)) return refused(form, sent, CONFIRM_FIELD, visit.t(notConfirmed))
      return outcomeOf(await visit.ask('DELETE', at), here(visit, 'memory_removed'), form, sent)
    }
    const body = sentValues(visit.fields('POST', at), ['file'], sent)
    const reply = await visit.ask<{ added: number }>('POST', at, { body })
    return outcomeOf(reply, reply.ok ? `?added=${reply.body.added}` : '', 'upload', sent)
  },
}

/** Entries of one origin, with a button that deletes them. */
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
