import { html } from '#html/html.ts'
import { scrolling } from '#html/page.ts'
import { timeOf } from '#html/times.ts'
import { listImports } from '#wiki/import/import-list.ts'
import { type AdminSection, manages, numberOf } from './section.ts'

const KINDS = {
  sql: 'admin.import_sql',
  'xml-pages': 'admin.import_pages',
  'xml-logs': 'admin.import_logs',
  derive: 'admin.import_derive',
} as const

/** Progress of files imported with `parlance wiki import`. */
export const imports: AdminSection = {
  name: 'imports',
  title: 'admin.imports',
  lead: 'admin.imports_lead',
  opens: manages,
  show: async ({ services, t, reader }) => {
    const rows = await listImports(services.store.read)
    if (rows.length === 0) return { content: html`<p class="empty">${t('admin.no_imports')}</p>` }
    const table = html`<table>
      <thead>
        <tr>
          <th scope="col">${t('manage.file')}</th>
          <th scope="col">${t('admin.kind')}</th>
          <th scope="col" class="end">${t('admin.stored')}</th>
          <th scope="col" class="end">${t('admin.skipped')}</th>
          <th scope="col">${t('admin.finished')}</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          row =>
            html`<tr>
              <th scope="row"><bdi>${row.file ?? '–'}</bdi></th>
              <td>${t(KINDS[row.kind as keyof typeof KINDS] ?? 'admin.import_sql')}</td>
              <td class="end num">${numberOf(reader, row.stored)}</td>
              <td class="end num">${numberOf(reader, row.skipped)}</td>
              <td>
                ${
                  row.finishedAt !== null
                    ? html`<span class="nowrap">${timeOf(reader, row.finishedAt * 1_000_000)}</span>`
                    : row.share === null
                      ? t('admin.not_finished')
                      : html`${t('admin.not_finished')}
                        <progress max="100" value="${Math.floor(row.share * 100)}"
                          aria-label="${t('admin.progress')}"></progress>`
                }
              </td>
            </tr>`,
        )}
      </tbody>
    </table>`
    return {
      content: html`<div class="card">${scrolling(t('admin.imports'), table)}</div>
        <p><a class="button" href="/admin/imports/">${t('admin.look_again')}</a></p>`,
    }
  },
}
