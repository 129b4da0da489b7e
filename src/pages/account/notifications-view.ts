import { type Html, html, type Piece } from '#html/html.ts'
import {
  cellOf,
  exceptionLines,
  FREQUENCIES,
  KIND_GROUPS,
  type MatrixRow,
  PRESET_TEXTS,
  SCOPES,
  SENTENCES,
} from '#html/notification-matrix.ts'
import type { Translator } from '#html/site-texts.ts'
import type { PreviewedMail } from '#translation/notifications/preview.ts'
import { field, type Sent, select } from './form.ts'
import { type OwnVisit, tokenField } from './owner.ts'
import { moment } from './words.ts'

// The page without JavaScript. With it, web/notifications renders the same and saves each change immediately.

export interface PresetNumbers {
  readonly preset: keyof typeof PRESET_TEXTS
  readonly chosen: boolean
  readonly mails: number
  readonly complete: boolean
}

/** Number of emails a preset causes. */
function amount(t: Translator, { mails, complete }: PresetNumbers): string {
  if (mails === 0) return t('notifications.no_mails_a_week')
  return t(complete ? 'notifications.mails_a_week' : 'notifications.at_least', { count: mails })
}

const option = (value: string | number, text: string, chosen: string | number | undefined): Html =>
  html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`

export const presetsView = (own: OwnVisit, presets: readonly PresetNumbers[]): Html => {
  const { t } = own.reader
  return html`<form method="post" class="presets" role="group" aria-label="${t('notifications.presets')}">
    ${tokenField(own)}
    <input type="hidden" name="do" value="preset">
    ${presets.map(
      each =>
        html`<button class="preset" name="preset" value="${each.preset}"
          aria-pressed="${each.chosen ? 'true' : 'false'}">
          <b>${t(PRESET_TEXTS[each.preset][0])}</b>
          <span>${t(PRESET_TEXTS[each.preset][1])}</span>
          ${each.preset !== 'nothing' && html`<span>${amount(t, each)}</span>`}
        </button>`,
    )}
  </form>`
}

export function previewView(own: OwnVisit, count: number, complete: boolean, mailList: readonly PreviewedMail[]): Html {
  const { t } = own.reader
  const mails = html`<b>${t(complete ? 'notifications.mails' : 'notifications.more_than_mails', { count })}</b>`
  const sentence = t.html('notifications.would_have', { count, mails })
  if (count === 0) return html`<div class="card mail-count"><p>${sentence}</p></div>`
  const names = {
    instant: 'notifications.at_once',
    daily: 'notifications.daily',
    weekly: 'notifications.weekly',
    monthly: 'notifications.monthly',
  } as const
  return html`<details class="card mail-count">
    <summary><span>${sentence}</span> <span class="button">${t('notifications.show_them')}</span></summary>
    ${
      mailList.length < count &&
      html`<p class="quiet small">${t('notifications.first_of_them', { count: mailList.length })}</p>`
    }
    <ul class="mails">
      ${mailList.map(
        mail =>
          html`<li>
            <div><bdi>${mail.subject}</bdi></div>
            <small>${moment(own.reader, mail.at)} · ${t(names[mail.how])}</small>
          </li>`,
      )}
    </ul>
  </details>`
}

export function matrixView(own: OwnVisit, rows: readonly MatrixRow[]): Html {
  const { t } = own.reader
  return html`<form method="post" class="matrix-of" id="matrix">
    ${tokenField(own)}
    <fieldset class="scopes plain-set">
      <legend class="aside">${t('notifications.matrix')}</legend>
      ${SCOPES.map(
        ([scope, title], i) =>
          html`<label class="choice">
            <input type="radio" name="scope" value="${scope}"${i === 0 && html` checked`}>
            <span>${t(title)}</span>
          </label>`,
      )}
    </fieldset>
    <div class="card">
      <table class="matrix">
        <caption class="aside">${t('notifications.matrix')}</caption>
        <thead>
          <tr>
            <th scope="col">${t('notifications.about')}</th>
            ${SCOPES.map(([, title]) => html`<th scope="col">${t(title)}</th>`)}
          </tr>
        </thead>
        ${KIND_GROUPS.map(
          group =>
            html`<tbody>
              <tr class="group"><th colspan="4" scope="rowgroup">${t(group.title)}</th></tr>
              ${group.kinds.map(
                ([kind, sentence]) =>
                  html`<tr>
                    <th scope="row">${t(sentence)}</th>
                    ${SCOPES.map(([scope, title]) => {
                      const { value, choices } = cellOf(rows, kind, scope)
                      return html`<td data-scope="${scope}">
                        <select name="${kind}.${scope}" aria-label="${t(sentence)} – ${t(title)}"
                          ${(value === '' || value === '0') && html` class="unset"`}>
                          ${choices.map(each => option(each.value, t(each.text), value))}
                        </select>
                      </td>`
                    })}
                  </tr>`,
              )}
            </tbody>`,
        )}
      </table>
    </div>
    <p class="quiet small">${t('notifications.rule')}</p>
    <p class="buttons"><button class="button first" name="do" value="matrix">${t('frame.save')}</button></p>
  </form>`
}

const frequencyOptions = (t: Translator) =>
  FREQUENCIES.map(([frequency, word]) => [String(frequency), t(word)] as const)

export function exceptionsView(own: OwnVisit, rows: readonly MatrixRow[], places: readonly string[], sent: Sent): Html {
  const { t } = own.reader
  const lines = exceptionLines(rows)
  const kinds = [
    ['*', t('notifications.everything')] as const,
    ...[...SENTENCES].map(([kind, text]) => [kind, t(text)] as const),
  ]
  const list: Piece =
    lines.length === 0
      ? html`<p class="quiet">${t('notifications.no_exceptions')}</p>`
      : html`<ul class="rows exceptions">${lines.map(({ rows: [row, ...others], isEverything }) => {
          const what = isEverything ? t('notifications.everything') : t(SENTENCES.get(row!.notification)!)
          const name = row!.place?.name ?? t('notifications.place_gone')
          const ids = [row!, ...others].map(each => html`<input type="hidden" name="id" value="${each.id}">`)
          return html`<li>
            <div><b><bdi>${name}</bdi></b><p>${what}</p></div>
            <form method="post" class="buttons">
              ${tokenField(own)}
              ${ids}
              <select name="frequency" aria-label="${what} – ${name}">
                ${frequencyOptions(t).map(([value, text]) => option(value, text, String(row!.frequency)))}
              </select>
              <button class="button" name="do" value="change">
                ${t('frame.save')}
                <span class="aside"> ${what}, ${name}</span>
              </button>
              <button class="button" name="do" value="remove">
                ${t('notifications.remove')}
                <span class="aside"> ${what}, ${name}</span>
              </button>
            </form>
          </li>`
        })}</ul>`
  return html`<section class="card" id="exceptions">
    <h2>${t('notifications.exceptions')}</h2>
    <p class="quiet">${t('notifications.exceptions_about')}</p>
    ${list}
    <form method="post" class="exception-form">
      ${tokenField(own)}
      ${field(
        {
          name: 'place',
          label: t('notifications.place'),
          hint: t('notifications.place_hint'),
          list: 'places',
          required: true,
          max: 300,
          plain: true,
          autocomplete: 'off',
        },
        sent,
      )}
      ${select({ name: 'kind', label: t('notifications.kind'), value: '*', options: kinds }, sent)}
      ${select(
        { name: 'new_frequency', label: t('notifications.frequency'), value: '0', options: frequencyOptions(t) },
        sent,
      )}
      <p class="buttons">
        <button class="button" name="do" value="exception">${t('notifications.add_exception')}</button>
      </p>
    </form>
    <datalist id="places">${places.map(place => html`<option value="${place}"></option>`)}</datalist>
  </section>`
}

export interface Watched {
  readonly slug: string
  readonly name: string
}

export function watchedView(own: OwnVisit, watched: readonly Watched[]): Html {
  const { t } = own.reader
  const item = ({ slug, name }: Watched): Html =>
    html`<li>
      <div><a href="/projects/${encodeURIComponent(slug)}/"><bdi>${name}</bdi></a></div>
      <form method="post" class="buttons">
        ${tokenField(own)}
        <input type="hidden" name="project" value="${slug}">
        <button class="button" name="do" value="unwatch">
          ${t('notifications.unwatch')}
          <span class="aside"> ${name}</span>
        </button>
        <button class="button" name="do" value="mute">
          ${t('notifications.mute')}
          <span class="aside"> ${name}</span>
        </button>
      </form>
    </li>`
  return html`<section class="card" id="watched">
    <h2>${t('notifications.watching')}</h2>
    ${
      watched.length === 0
        ? html`<p class="quiet">${t('notifications.watching_none')}</p>`
        : html`<p class="quiet">${t('notifications.watching_about')}</p>
          <ul class="rows">${watched.map(item)}</ul>`
    }
    <p class="buttons"><a class="button" href="/account/languages/">${t('notifications.watch_more')}</a></p>
  </section>`
}
