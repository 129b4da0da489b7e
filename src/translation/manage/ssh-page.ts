import type { FastifyReply } from 'fastify'
import { topCard } from '#html/cards.ts'
import { actionButton } from '#html/confirm.ts'
import { viewOf } from '#html/form-outcome.ts'
import { type Sent, textIn } from '#html/forms.ts'
import { type Html, html } from '#html/html.ts'
import { scrolling } from '#html/page.ts'
import { doneNote, sorry } from './layout.ts'

import type { Visit } from './visit.ts'

interface Ssh {
  readonly public_key: string | null
  readonly fingerprint: string | null
  readonly detail?: string
  readonly known_hosts: readonly { readonly host: string; readonly type: string; readonly fingerprint: string }[]
}

/** The site's public key. */
export const keyView = ({ t }: Visit, { public_key, fingerprint, detail }: Ssh): Html =>
  public_key === null
    ? html`<p class="note wrong" role="alert">${detail}</p>`
    : html`<p><label for="ssh-key">${t('manage.ssh_key')}</label></p>
      <textarea id="ssh-key" class="code" rows="4" readonly dir="ltr" spellcheck="false">${public_key}</textarea>
      <p class="small quiet">${t('manage.ssh_fingerprint')} <code dir="ltr">${fingerprint}</code></p>`

/** `/manage/ssh/`: the site's key and the known hosts. */
export async function sshPage(visit: Visit, sent: Sent | null): Promise<FastifyReply> {
  if (visit.caller.account === null) return visit.logIn()
  const reply = await visit.ask<Ssh>('GET', '/ssh/')
  if (!reply.ok) return visit.send(403, sorry(visit, 'manage.forbidden'))
  if (sent !== null) {
    const host = textIn(sent, 'host')
    if (host === '') return visit.go('/manage/ssh/')
    const forgotten = await visit.ask('DELETE', `/ssh/${encodeURIComponent(host)}/`)
    if (!forgotten.ok && forgotten.status !== 404) return visit.send(forgotten.status, sorry(visit, 'manage.forbidden'))
    return visit.go('/manage/ssh/?done=host_forgotten')
  }
  const { t } = visit
  const { known_hosts: hosts } = reply.body
  const mayForget = visit.permissions.onSite('management.use')
  const view = viewOf(visit, 'forget', 'ssh', null)
  const table = html`<table class="list">
    <thead>
      <tr>
        <th>${t('manage.ssh_server')}</th>
        <th>${t('manage.ssh_fingerprint')}</th>
        ${mayForget && html`<th><span class="aside">${t('manage.forget_host')}</span></th>`}
      </tr>
    </thead>
    <tbody>
      ${hosts.map(
        each =>
          html`<tr>
            <td dir="ltr">${each.host}</td>
            <td>
              <code dir="ltr">${each.fingerprint}</code><br><span class="small quiet" dir="ltr">${each.type}</span>
            </td>
            ${
              mayForget &&
              html`<td>${actionButton(view, t('manage.forget_host'), { host: each.host }, { about: each.host })}</td>`
            }
          </tr>`,
      )}
    </tbody>
  </table>`
  return visit.send(200, {
    title: t('manage.ssh'),
    needs: ['manage'],
    content: html`<div class="heading"><h1>${t('manage.ssh')}</h1></div>
      ${doneNote(visit)}
      <div class="creation">
        ${topCard('key', t('manage.ssh_own'), keyView(visit, reply.body), t('manage.ssh_own_lead'))}${topCard(
          'hosts',
          t('manage.ssh_hosts'),
          hosts.length === 0
            ? html`<p class="empty">${t('manage.ssh_no_hosts')}</p>`
            : scrolling(t('manage.ssh_hosts'), table),
          t('manage.ssh_hosts_lead'),
        )}
      </div>`,
  })
}
