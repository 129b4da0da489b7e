import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { EXPORT_FORMATS, type ExportFormat, exportEntries } from '#core/audit/export.ts'
import { sorry } from '#translation/manage/layout.ts'
import { type Desk, visit } from '#translation/manage/visit.ts'
import { audit } from './audit.ts'
import { filterIn } from './audit-filter.ts'

/** `/admin/audit/export`: the matching entries as a file. */
export function auditExportRoute(app: FastifyInstance, desk: Desk): void {
  app.get('/admin/audit/export', async (request, reply) => {
    const visited = await visit(desk, request, reply)
    if (visited.caller.account === null) return visited.logIn()
    if (!audit.opens(visited.permissions)) return visited.send(403, sorry(visited, 'manage.forbidden'))
    const format: ExportFormat = visited.search.get('format') === 'csv' ? 'csv' : 'jsonl'
    const rows = exportEntries(desk.services.store.primary, format, filterIn(visited.search))
    return reply
      .headers({
        'Content-Type': EXPORT_FORMATS[format],
        'Content-Disposition': `attachment; filename="audit-log.${format}"`,
        'Cache-Control': 'private, no-store',
        Vary: 'Cookie',
      })
      .send(Readable.from(rows))
  })
}
