import { html } from '#html/html.ts'
import { scrolling } from '#html/page.ts'
import type { TextKey } from '#html/texts/index.ts'
import { type AdminSection, manages } from './section.ts'

/** The page that does the same as a command, or the reason why there is none. */
interface Counterpart {
  readonly page?: { readonly address: string; readonly title: TextKey }
  readonly why?: TextKey
}

const PEOPLE: Counterpart = { page: { address: '/admin/people/', title: 'search.people' } }
const MAIL: Counterpart = { page: { address: '/admin/mail/', title: 'admin.mail' } }
const AUDIT: Counterpart = { page: { address: '/admin/audit/', title: 'admin.audit' } }

/** All commands of `parlance help`. Add new ones here. */
export const COUNTERPARTS: Readonly<Record<string, Counterpart>> = {
  serve: { page: { address: '/admin/settings/', title: 'frame.settings' }, why: 'admin.why_serve' },
  'users list': PEOPLE,
  'users create': PEOPLE,
  'users passwd': PEOPLE,
  'users key': PEOPLE,
  'users remove-factor': PEOPLE,
  'db migrate': { why: 'admin.why_migrate' },
  'db check': { page: { address: '/admin/database/', title: 'admin.database' }, why: 'admin.why_fix' },
  backup: { page: { address: '/admin/backups/', title: 'manage.backups' } },
  restore: { why: 'admin.why_restore' },
  'wiki import': { page: { address: '/admin/imports/', title: 'admin.imports' }, why: 'admin.why_wiki_import' },
  'wiki import-conversion-tables': { why: 'admin.why_conversion_tables' },
  'wiki export': {
    page: { address: '/wiki/Special:Export', title: 'admin.export_pages' },
    why: 'admin.why_wiki_export',
  },
  'translations import': {
    page: { address: '/create/project/', title: 'manage.create_project' },
    why: 'admin.why_translations_import',
  },
  'translations import-weblate': { why: 'admin.why_import_weblate' },
  'translations import-crowdin': { why: 'admin.why_import_weblate' },
  'translations import-transifex': { why: 'admin.why_import_weblate' },
  'translations export': {
    page: { address: '/projects/', title: 'frame.projects' },
    why: 'admin.why_translations_export',
  },
  'translations recheck': { why: 'admin.why_recheck' },
  'mail test': MAIL,
  'mail status': MAIL,
  'audit export': AUDIT,
  'audit verify': AUDIT,
}

/** Lists all commands with the equivalent page. */
export const commands: AdminSection = {
  name: 'commands',
  title: 'admin.commands',
  lead: 'admin.commands_lead',
  opens: manages,
  show: async ({ services, t }) => {
    const all = services.launch.commands
    if (all.length === 0) return { content: html`<p class="empty">${t('admin.settings_unknown')}</p>` }
    const table = html`<table>
      <thead><tr><th scope="col">${t('admin.command')}</th><th scope="col">${t('admin.command_here')}</th></tr></thead>
      <tbody>
        ${all.map(({ name, about }) => {
          const { page, why } = COUNTERPARTS[name] ?? {}
          return html`<tr>
            <th scope="row" class="wrap">
              <code dir="ltr">parlance ${name}</code><br><span class="small quiet" lang="en" dir="ltr">${about}</span>
            </th>
            <td class="wrap">
              ${page && html`<a href="${page.address}">${t(page.title)}</a>`}
              ${page && why && html`<br>`}
              ${why && html`<span class="small">${t(why)}</span>`}
            </td>
          </tr>`
        })}
      </tbody>
    </table>`
    return { content: html`<div class="card">${scrolling(t('admin.commands'), table)}</div>` }
  },
}
