import { Html, html, type Piece } from '#html/html.ts'
import type { Visit } from '../visit.ts'

/** Matches what `errorElement` writes. */
const SHOWN = /(<span class="scribunto-error" id="mw-scribunto-error-(\d+)">)([^<]*)(?=<\/span>)/g

interface WithErrors {
  /** The text, where each error links to its trace. */
  readonly text: string
  /** The traces of all errors, folded. */
  readonly traces: Piece
}

/** Script errors of a page with their traces. `variables` are those that `action=parse` returns. */
export function scriptErrors(
  visit: Visit,
  text: string,
  variables: Readonly<Record<string, unknown>> = {},
): WithErrors {
  const { ScribuntoErrors: errors } = variables
  if (!Array.isArray(errors) || errors.length === 0) return { text, traces: null }
  const linked = text.replace(
    SHOWN,
    (_, start: string, number: string, message: string) =>
      `${start}<a href="#mw-scribunto-trace-${number}">${message}</a>`,
  )
  const title = visit.reader.t('write.script_errors')
  const traces = errors.map((details, number) => errorDetails(String(details), number))
  return {
    text: linked,
    traces: html`<section class="script-errors" aria-labelledby="script-errors-heading">
<h2 id="script-errors-heading">${title}</h2>${traces}</section>`,
  }
}

/**
 * The message, and the trace to unfold. Browsers open the element when a link leads inside it. `details` begins with the
 * message as a paragraph.
 */
export function errorDetails(details: string, number: number): Html {
  const end = details.indexOf('</p>')
  const message = new Html(details.slice(0, end).replace(/^<p>/, ''))
  const rest = new Html(details.slice(end + 4))
  const trace = html`<div id="mw-scribunto-trace-${number}">${rest}</div>`
  return html`<details class="script-error"><summary class="error" dir="auto">${message}</summary>${trace}</details>`
}
