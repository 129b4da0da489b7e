import type { FastifyInstance } from 'fastify'
import type { Services } from '#core/services.ts'
import { type Html, html } from '#html/html.ts'
import { sendPage, visit } from './send-page.ts'

const COLOURS = ['paper', 'sheet', 'well', 'ink', 'quiet', 'line', 'accent', 'accent-wash']
const STATES = [
  ['approved', 'Approved'],
  ['done', 'Translated'],
  ['edit', 'Needs editing'],
  ['failing', 'Failing checks'],
  ['readonly', 'Read-only'],
  ['open', 'Not translated'],
] as const

const section = (name: string, content: Html): Html =>
  html`<section class="card" style="margin-block-end:1rem"><h2>${name}</h2>${content}</section>`

const SWATCH = 'inline-size:2rem;block-size:2rem;border-radius:6px;border:1px solid var(--line)'

const swatch = (name: string, word: string): Html =>
  html`<li style="display:flex;gap:.5rem;align-items:center">
    <span style="${SWATCH};background:var(--${name})"></span>
    <span>${word}<br><code>--${name}</code></span>
  </li>`

const content = html`<div class="heading"><h1>Style guide</h1></div>
<p>All colours, components and states used on pages. The style sheets are in <code>web/styles</code>.</p>
${section('Colours', html`<ul class="cards">${COLOURS.map(name => swatch(name, name))}</ul>`)}
${section(
  'String states',
  html`<ul class="cards">${STATES.map(([name, word]) => swatch(name, word))}</ul>
    <p>${STATES.map(([name, word]) => html`<span class="chip s-${name}"><i></i>${word}</span> `)}</p>
    <div class="bar" role="img" aria-label="25% approved, 40% translated, 5% needing editing">
      <i class="s-approved" style="flex-basis:25%"></i><i class="s-done"
        style="flex-basis:40%"></i><i class="s-edit" style="flex-basis:5%"></i>
    </div>`,
)}
${section(
  'Buttons',
  html`<p class="buttons">
      <button class="button first">Primary action</button>
      <button class="button">Secondary action</button>
      <button class="button plain">Less important action</button>
      <button class="button danger">Delete</button>
      <button class="button" disabled>Disabled</button>
    </p>
    <p>Keyboard shortcuts appear next to what they do: <kbd>Ctrl ↵</kbd> <kbd>?</kbd></p>`,
)}
${section(
  'Fields',
  html`<form>
    <div class="field">
      <label for="sg-name">Name</label>
      <input id="sg-name" value="Tea house">
      <small class="hint">Shown in lists.</small>
    </div>
    <div class="field">
      <label for="sg-slug">URL slug</label>
      <input id="sg-slug" value="tea house" aria-invalid="true" aria-describedby="sg-slug-problem">
      <span class="problem" id="sg-slug-problem">Letters, digits, hyphens and underscores only.</span>
    </div>
    <div class="field">
      <label for="sg-kind">Frequency</label>
      <select id="sg-kind"><option>Immediately</option><option>Daily digest</option></select>
    </div>
    <label class="choice"><input type="checkbox" checked> Needs editing</label>
  </form>`,
)}
${section(
  'Messages',
  html`<p class="note">The workshop starts on Monday.</p>
    <p class="note good">Saved.</p>
    <p class="note wrong">Not saved: someone else changed this string in the meantime.</p>
    <p class="empty">All done. Every string in your languages is translated.</p>`,
)}
${section(
  'Table',
  html`<div class="scroll" role="region" aria-label="Components" tabindex="0">
    <table data-sorts>
      <thead>
        <tr><th scope="col">Component</th><th scope="col">State</th><th scope="col" class="end">Words left</th></tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row"><a href="#content">Menu</a></th>
          <td><div class="bar"><i class="s-done" style="flex-basis:75%"></i></div></td>
          <td class="end">186</td>
        </tr>
        <tr>
          <th scope="row"><a href="#content">Orders</a></th>
          <td><div class="bar"><i class="s-done" style="flex-basis:95%"></i></div></td>
          <td class="end">12</td>
        </tr>
      </tbody>
    </table>
  </div>`,
)}
${section(
  'Recent activity',
  html`<ul class="events">
    <li>
      <span class="face small-face" aria-hidden="true">AN</span>
      <div><b>Ana</b> translated 14 strings in <a href="#content">Menu</a><time>6 minutes ago</time></div>
    </li>
  </ul>`,
)}
${section('Text diff', html`<p>The kettle <del>is</del><ins>was</ins> warm.</p>`)}`

/**
 * Design tokens, components and their states on one page, for developers. English only, because it uses no interface
 * texts.
 */
export function styleGuide(app: FastifyInstance, services: Services): void {
  app.get('/styleguide', async (request, reply) =>
    sendPage(await visit(services, request, reply), { title: 'Style guide', content, lang: 'en', dir: 'ltr' }),
  )
}
