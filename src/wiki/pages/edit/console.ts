import { type Html, html, type Piece } from '#html/html.ts'
import { MODULE_MODEL } from '../../wikitext/module-documentation.ts'
import { problems } from '../parts/form.ts'
import { errorDetails } from '../parts/script-errors.ts'
import type { Sent, Visit } from '../visit.ts'
import type { Draft } from './draft.ts'
import type { Place } from './place.ts'

/** Code for the module in the form, for browsers without scripts. It runs together with the text, which is not saved. */
export function consoleFields({ reader }: Visit, { model }: Draft, question = ''): Piece {
  if (model !== MODULE_MODEL) return null
  const field = html`<textarea id="wpConsoleInput" name="wpConsoleInput" class="source" rows="3" dir="ltr" spellcheck="false">
${question}</textarea>`
  return html`<details class="console"${question !== '' && html` open`}><summary>${reader.t('write.console')}</summary>
<div class="field"><label for="wpConsoleInput">${reader.t('write.console_code')}</label>
<p class="hint">${reader.t('write.console_hint')}</p>${field}</div>
<p class="buttons"><button class="button" name="wpConsole" value="1">${reader.t('write.run')}</button></p></details>`
}

export const questionIn = (sent: Sent): string => (sent.text('wpConsoleInput') ?? '').trim()

/** What the code prints and returns. */
export async function consoleResult(visit: Visit, place: Place, draft: Draft, question: string): Promise<Html> {
  const heading = html`<h2 id="console-heading">${visit.reader.t('write.console')}</h2>`
  const section = (content: Piece): Html =>
    html`<section class="edit-preview" aria-labelledby="console-heading">${heading}${content}</section>`
  const response = await visit.ask({
    action: 'scribunto-console',
    title: place.name,
    content: draft.text,
    question: question === '' ? '=p' : question,
  })
  if (!response.ok) return section(problems(response.errors))
  const { html: failure, print = '', return: value = '' } = response.result
  if (failure !== undefined) return section(errorDetails(failure, 0))
  return section(html`${print !== '' && html`<pre dir="ltr">${print}</pre>`}<pre dir="ltr">${value}</pre>`)
}
