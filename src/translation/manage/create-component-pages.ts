import { topCard } from '#html/cards.ts'
import { viewOf } from '#html/form-outcome.ts'
import { type Choice, fieldView, hidden, type Sent, type Tried, wholeProblems } from '#html/forms.ts'
import { type Html, html } from '#html/html.ts'
import { scrolling } from '#html/page.ts'
import { allLanguages } from '#languages/translation-languages.ts'
import type { ProjectRow } from '../catalogue/components.ts'
import type { Page } from '../pages/send-page.ts'
import { steps } from './create-project.ts'
import type { Guess } from './detect.ts'
import type { Draft, DraftSettings } from './drafts.ts'
import { doneNote } from './layout.ts'

import { formatChoices } from './settings.ts'
import { type TaskView, taskBar } from './tasks.ts'
import type { Visit } from './visit.ts'

export interface ComponentStart extends DraftSettings {
  readonly source: 'upload' | 'empty' | 'repository'
  /** The upload in the URL has expired. */
  readonly isGone?: boolean
}

const NEEDS = ['manage', 'slugs']
const REPOSITORY = ['repo', 'branch', 'push']

/** First step: name and source of strings. */
export function startPage(
  visit: Visit,
  projects: readonly ProjectRow[],
  start: ComponentStart,
  tried: Tried | null,
): Page {
  const { t } = visit
  const view = viewOf(visit, 'start', 'component', tried)
  const fields = visit.fields('POST', '/projects/x/components/')
  const choices: Choice[] = projects.map(each => ({ value: each.slug, display_name: each.name }))
  const choose = (value: string, title: string, lead: string, inner: Html | null = null) =>
    html`<div class="choice-card">
      <label class="choice">
        <input type="radio" name="source" value="${value}"${start.source === value && html` checked`}>
        <span><b>${title}</b><br><span class="quiet">${lead}</span></span>
      </label>
      ${inner}
    </div>`
  const text = fields.name!
  const key = html`<a href="/manage/ssh/">${t('manage.ssh')}</a>`
  const repository = html`${REPOSITORY.map(name => fieldView(view, name, { ...fields[name]!, required: false }))}
    <p class="small quiet">${t.html('manage.source_repository_key', { page: key })}</p>`
  const form = html`<form method="post" enctype="multipart/form-data">
    ${hidden(view)}
    ${wholeProblems(view, ['project', 'name', 'slug', 'file', ...REPOSITORY])}
    ${fieldView(view, 'project', text, { choices, label: t('manage.project'), now: start.project, hint: '' })}
    ${fieldView(view, 'name', text, { now: start.name, autofocus: tried === null })}
    ${fieldView(view, 'slug', fields.slug!, { now: start.slug })}
    <fieldset class="field plain-set">
      <legend>${t('manage.where_strings')}</legend>
      ${choose(
        'upload',
        t('manage.source_upload'),
        t('manage.source_upload_lead'),
        fieldView(view, 'file', { ...fields.zipfile!, required: false }, { label: t('manage.file'), hint: '' }),
      )}
      ${choose('repository', t('manage.source_repository'), t('manage.source_repository_lead'), repository)}
      ${choose('empty', t('manage.source_empty'), t('manage.source_empty_lead'))}
    </fieldset>
    <p class="buttons"><button class="button first">${t('manage.next')}</button></p>
  </form>`
  return {
    title: t('manage.create_component'),
    needs: NEEDS,
    content: html`<div class="heading"><h1>${t('manage.create_component')}</h1></div>
      ${steps(visit, 2)}${doneNote(visit)}
      ${start.isGone && html`<p class="note wrong" role="alert">${t('manage.draft_gone')}</p>`}
      <div class="creation">
        ${topCard('start', t('manage.about_component'), form, t('manage.create_component_lead'))}
      </div>`,
  }
}

interface FilesStep {
  readonly draft: Draft | null
  readonly settings: DraftSettings
  readonly guessed: Guess | null
  readonly typed: Sent
  readonly tried: Tried | null
}

/** Second step: the detected format and files, for correction. */
export function filesPage(visit: Visit, { draft, settings, guessed, typed, tried }: FilesStep): Page {
  const { t } = visit
  const view = viewOf(visit, 'files', 'component', tried)
  const fields = visit.fields('POST', '/projects/x/components/')
  const now = (name: string, otherwise: unknown) => typed[name] ?? otherwise
  const languages: Choice[] = allLanguages().map(each => ({
    value: each.code,
    display_name: `${each.name} (${each.code})`,
  }))
  languages.sort((a, b) => a.display_name.localeCompare(b.display_name))
  const shown = ['file_format', 'filemask', 'template', 'new_base', 'source_language', 'is_glossary']
  const own = { ...settings, ...(draft && { draft: draft.id }) }
  const form = html`<form method="post" id="files" action="/create/component/">
    ${hidden(view, own)}
    ${wholeProblems(view, shown)}
    ${fieldView(view, 'file_format', fields.file_format!, {
      choices: formatChoices(),
      now: now('file_format', guessed?.file_format || 'po'),
    })}
    ${fieldView(view, 'filemask', fields.filemask!, { now: now('filemask', guessed?.filemask ?? '') })}
    ${
      draft &&
      html`${fieldView(view, 'template', fields.template!, { now: now('template', guessed?.template ?? '') })}
        ${fieldView(view, 'new_base', fields.new_base!, { now: now('new_base', guessed?.new_base ?? '') })}`
    }
    ${fieldView(
      view,
      'source_language',
      { ...fields.source_language!, required: true },
      { choices: languages, now: now('source_language', 'en'), hint: t('manage.source_language_help') },
    )}
    ${!draft && fieldView(view, 'is_glossary', fields.is_glossary!, { now: now('is_glossary', false) })}
    <p class="buttons">
      <button class="button first">${t('manage.create_component')}</button>
      ${draft && html`<button class="button" name="look" value="1" formnovalidate>${t('manage.look_again')}</button>`}
      <a class="button plain" href="/create/component/?${new URLSearchParams({ ...settings }).toString()}">
        ${t('manage.back')}
      </a>
    </p>
  </form>`
  const aside = draft && topCard('found', t('manage.found'), guessView(visit, draft, guessed))
  return {
    title: t('manage.create_component'),
    needs: NEEDS,
    content: html`<div class="heading"><h1>${settings.name}</h1></div>
      ${steps(visit, 3)}
      <div class="${aside ? 'two' : 'creation'}">
        ${topCard(
          'files',
          t('manage.step_files'),
          form,
          t(draft ? 'manage.files_step_lead' : 'manage.empty_step_lead'),
        )}${aside}
      </div>`,
  }
}

function guessView({ t }: Visit, draft: Draft, guess: Guess | null): Html {
  const { shown = null, problem = null, languages = [], others = [] } = guess ?? {}
  const choose = html`<p>${t('manage.found_others')}</p>
    <p class="buttons">
      ${others.map(
        each =>
          html`<button class="button" form="files" name="mask" value="${each.mask}" formnovalidate>
            ${each.mask} <span class="quiet">${t('manage.found_files', { count: each.files })}</span>
          </button>`,
      )}
    </p>`
  return html`<p>${t('manage.found_file', { name: draft.filename })}</p>
    ${
      languages.length > 0 &&
      html`<p>${t('manage.found_languages', { count: languages.length, codes: languages.slice(0, 20).join(', ') })}</p>`
    }
    ${problem !== null && html`<p class="note wrong" role="alert">${t('manage.found_problem', { why: problem })}</p>`}
    ${
      shown
        ? html`<p>${t('manage.found_strings', { count: shown.total, path: shown.path })}</p>
          ${scrolling(
            t('manage.found_preview'),
            html`<table class="preview">
              <tbody>
                ${shown.strings.map(
                  each =>
                    html`<tr>
                      <td dir="auto">
                        ${each.key !== '' && html`<small>${each.key}</small><br>`}${each.source || each.target}${
                          each.source !== '' &&
                          each.target !== '' &&
                          html`<br><span class="quiet">${each.target}</span>`
                        }
                      </td>
                    </tr>`,
                )}
              </tbody>
            </table>`,
          )}`
        : problem === null && html`<p class="note warning">${t('manage.found_nothing')}</p>`
    }
    ${others.length > 0 && choose}`
}

/** Progress of creating a component. */
export function progressPage(visit: Visit, task: TaskView): Page {
  const { t } = visit
  return {
    title: t(task.kind),
    needs: ['manage', 'tasks'],
    texts: ['task'],
    ...(!task.completed && { head: html`<noscript><meta http-equiv="refresh" content="3"></noscript>` }),
    content: html`<div class="heading"><h1>${t(task.kind)}</h1></div>${
      task.error === null
        ? html`<div class="creation card">
          <p>${t(task.kind === 'manage.task_look' ? 'manage.task_look_lead' : 'manage.task_component_lead')}</p>
          ${taskBar(task, visit.request.url)}
        </div>`
        : html`<p class="note wrong" role="alert">${t('manage.task_failed', { why: task.error })}</p>
          <p><a class="button" href="/create/component/">${t('manage.try_again')}</a></p>`
    }`,
  }
}
