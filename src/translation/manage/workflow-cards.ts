// Workflows of languages as cards with their settings, for the pages of a project and of the site.

import { card } from '#html/cards.ts'
import { actionButton } from '#html/confirm.ts'
import { here, type Outcome, viewOf } from '#html/form-outcome.ts'
import { formView, type Sent, sentValues, type Tried, textIn } from '#html/forms.ts'
import { type Html, html } from '#html/html.ts'
import { customizedLanguages } from '../catalogue/workflows.ts'
import { workflowSettings } from '../declarations/workflow.ts'
import { outcomeOf } from './section.ts'
import type { Visit } from './visit.ts'

const NAMES = Object.keys(workflowSettings)

export interface WorkflowPage {
  /** API path of what the languages belong to. */
  readonly path: string
  /** As in the table `workflow_setting`. */
  readonly project: number
  /** Codes of the languages to choose from. */
  readonly languages: readonly { readonly code: string; readonly name: string }[]
}

const pathOf = ({ path }: WorkflowPage, code: string): string =>
  `${path}languages/${encodeURIComponent(code)}/workflow/`

export async function workflowCards(visit: Visit, page: WorkflowPage, tried: Tried | null): Promise<Html> {
  const { t, services } = visit
  const customized = await customizedLanguages(services.store.read, page.project)
  const chosen = page.languages.find(each => each.code === (visit.search.get('language') ?? triedLanguage(tried)))
  const isNew = chosen !== undefined && !customized.some(each => each.code === chosen.code)
  const free = page.languages.filter(each => !customized.some(({ code }) => code === each.code))
  const settings = async (language: { code: string; name: string }, removal: Html | false) => {
    const reply = await visit.ask<Sent>('GET', pathOf(page, language.code))
    const form = `workflow-${language.code}`
    return card(
      form,
      language.name,
      html`${formView(viewOf(visit, form, 'workflow', tried), workflowSettings, {
        names: NAMES,
        values: reply.ok ? reply.body : {},
        submit: t('frame.save'),
      })}${removal && html`<div class="buttons">${removal}</div>`}`,
    )
  }
  const cards: Html[] = []
  if (chosen && isNew) cards.push(await settings(chosen, false))
  for (const { code, name } of customized)
    cards.push(
      await settings(
        { code, name },
        actionButton(
          viewOf(visit, 'remove', 'workflow', null),
          t('manage.workflow_default'),
          { code },
          { about: name },
        ),
      ),
    )
  return html`${
    free.length > 0 &&
    card(
      'choose',
      t('manage.workflow_customize'),
      html`<form method="get">
        <div class="field">
          <label for="choose-language">${t('frame.language')}</label>
          <select id="choose-language" name="language">
            ${free.map(
              ({ code, name }) =>
                html`<option value="${code}"${code === chosen?.code && html` selected`}>${name} (${code})</option>`,
            )}
          </select>
        </div>
        <p class="buttons"><button class="button">${t('manage.workflow_customize')}</button></p>
      </form>`,
    )
  }${cards.length === 0 ? html`<p class="empty">${t('manage.no_workflows')}</p>` : cards}`
}

const triedLanguage = (tried: Tried | null): string | null => /^workflow-(.+)$/.exec(tried?.form ?? '')?.[1] ?? null

export async function takeWorkflow(
  visit: Visit,
  page: WorkflowPage,
  form: string,
  sent: Sent,
): Promise<Outcome | undefined> {
  const code = form === 'remove' ? textIn(sent, 'code') : (/^workflow-(.+)$/.exec(form)?.[1] ?? '')
  if (!page.languages.some(each => each.code === code)) return undefined
  if (form === 'remove')
    return outcomeOf(await visit.ask('DELETE', pathOf(page, code)), here(visit, 'removed'), form, sent)
  const body = sentValues(workflowSettings, NAMES, sent)
  return outcomeOf(
    await visit.ask('PUT', pathOf(page, code), { body }),
    here(visit, 'saved', `card-${form}`),
    form,
    sent,
  )
}
