import { type Html, html } from '#html/html.ts'
import { timeOf } from '#html/times.ts'
import { personAddress } from '#translation/pages/place-addresses.ts'
import type { Visit } from './section.ts'

/** An entry of the change log or the audit log, as a page shows it. */
interface LogRow {
  /** Unix time in seconds. */
  readonly at: number
  readonly area: string
  readonly kind: string
  /** Username; null for the system, and undefined if nobody is known. */
  readonly actor: string | null | undefined
  readonly subject: string
  /** Shown when the reader opens it; empty if there is nothing more. */
  readonly details: string
}

const LONGEST = 2000

export function logTable({ t, reader }: Visit, rows: readonly LogRow[]): Html {
  const who = (name: LogRow['actor']) => {
    if (name === undefined) return '–'
    return name === null ? t('manage.system') : html`<a href="${personAddress(name)}"><bdi>${name}</bdi></a>`
  }
  return html`<table>
    <thead>
      <tr>
        <th scope="col">${t('admin.when')}</th>
        <th scope="col">${t('admin.area')}</th>
        <th scope="col">${t('admin.kind')}</th>
        <th scope="col">${t('admin.person')}</th>
        <th scope="col">${t('admin.about')}</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ({ at, area, kind, actor, subject, details }) =>
          html`<tr>
            <td class="nowrap">${timeOf(reader, at * 1_000_000)}</td>
            <td>${area}</td>
            <td><code>${kind}</code></td>
            <td>${who(actor)}</td>
            <td class="wrap"><bdi>${subject}</bdi>${details !== '' && folded(t('admin.details'), details)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}

const folded = (label: string, text: string): Html =>
  html`<details class="more">
    <summary>${label}</summary>
    <pre class="code" dir="ltr">${text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text}</pre>
  </details>`
