import type { FastifyReply } from 'fastify'
import { topCard } from '#html/cards.ts'
import { viewOf } from '#html/form-outcome.ts'
import { formView, type Sent, sentValues, type Tried } from '#html/forms.ts'
import { type Html, html } from '#html/html.ts'
import { sorry } from './layout.ts'

import { type Visit, WEB } from './visit.ts'

const NAMES = ['name', 'slug', 'web', 'instructions', 'access_control']
const RESTORED = ['name', 'slug', 'zipfile']

/** `/create/project/`: a new project, or one restored from a backup. */
export async function createProject(visit: Visit, sent: Sent | null): Promise<FastifyReply> {
  if (visit.caller.account === null) return visit.logIn()
  if (!visit.permissions.onSite('project.add')) return visit.send(403, sorry(visit, 'manage.forbidden'))
  if (sent === null) return visit.send(200, show(visit, null))
  const form = sent.form === 'restore' ? 'restore' : 'project'
  const fields = visit.fields('POST', '/projects/')
  const body = sentValues(fields, form === 'restore' ? RESTORED : NAMES, sent)
  const reply = await visit.ask<{ slug: string }>('POST', '/projects/', { body })
  if (!reply.ok) return visit.send(reply.status, show(visit, { form, problems: reply.problems, typed: sent }))
  const { slug } = reply.body
  return visit.go(
    form === 'restore'
      ? WEB.web('projects', slug)
      : `/create/component/?project=${encodeURIComponent(slug)}&done=project_created`,
  )
}

function show(visit: Visit, tried: Tried | null) {
  const { t } = visit
  const fields = visit.fields('POST', '/projects/')
  const main = formView(viewOf(visit, 'project', 'project', tried), fields, {
    names: NAMES,
    values: { access_control: 0 },
    more: { name: { autofocus: tried === null } },
    submit: t('manage.create_project'),
  })
  const restore = html`<details class="more"${tried?.form === 'restore' && html` open`}>
    <summary>${t('manage.from_backup')}</summary>
    ${formView(viewOf(visit, 'restore', 'project', tried), fields, {
      names: RESTORED,
      more: { zipfile: { label: t('manage.backup_file'), hint: t('manage.from_backup_lead'), required: true } },
      submit: t('manage.restore'),
    })}
  </details>`
  return {
    title: t('manage.create_project'),
    needs: ['manage', 'slugs'],
    content: html`<div class="heading"><h1>${t('manage.create_project')}</h1></div>
      ${steps(visit, 1)}
      <div class="creation">
        ${topCard('project', t('manage.about_project'), main, t('manage.create_project_lead'))}${restore}
      </div>`,
  }
}

const STEPS = ['manage.step_project', 'manage.step_source', 'manage.step_files'] as const

/** Step indicator for creating a component. */
export const steps = ({ t }: Visit, now: number): Html =>
  html`<ol class="steps" aria-label="${t('manage.steps')}">${STEPS.map(
    (key, i) =>
      html`<li${i + 1 === now && html` aria-current="step"`}${i + 1 < now && html` class="past"`}>
        <span aria-hidden="true">${i + 1}</span> ${t(key)}
      </li>`,
  )}</ol>`
