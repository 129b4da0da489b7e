import type { SettingInForce } from '#core/config.ts'
import { type Html, html } from '#html/html.ts'
import { scrolling } from '#html/page.ts'
import { type AdminSection, manages } from './section.ts'

const ORIGINS = {
  default: 'admin.from_default',
  file: 'admin.from_file',
  environment: 'admin.from_environment',
  flag: 'admin.from_flag',
} as const

/** Same as `parlance serve --print-config`: each setting, its value and its source. */
export const settings: AdminSection = {
  name: 'settings',
  title: 'frame.settings',
  lead: 'admin.settings_lead',
  opens: manages,
  show: async ({ services, t }) => {
    const all = services.launch.settings
    if (all.length === 0) return { content: html`<p class="empty">${t('admin.settings_unknown')}</p>` }
    const value = ({ shown }: SettingInForce): Html =>
      shown === '' ? html`<span class="quiet">${t('admin.not_set')}</span>` : html`<code dir="ltr">${shown}</code>`
    const origin = ({ origin: { kind, where } }: SettingInForce): Html =>
      html`${t(ORIGINS[kind])}${where !== '' && html` <code dir="ltr">${where}</code>`}`
    const table = html`<table>
      <thead>
        <tr>
          <th scope="col">${t('admin.setting')}</th>
          <th scope="col">${t('admin.value')}</th>
          <th scope="col">${t('admin.from')}</th>
        </tr>
      </thead>
      <tbody>
        ${all.map(
          each =>
            html`<tr id="${each.key}">
              <th scope="row" class="wrap">
                <code dir="ltr">${each.key}</code><br><span class="small quiet" lang="en" dir="ltr">${each.about}</span>
              </th>
              <td class="wrap">${value(each)}</td>
              <td class="wrap">${origin(each)}</td>
            </tr>`,
        )}
      </tbody>
    </table>`
    return { content: html`<div class="card settings-table">${scrolling(t('frame.settings'), table)}</div>` }
  },
}
