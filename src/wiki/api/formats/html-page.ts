import { html } from '#web/html.ts'
import { page } from '#web/page.ts'

/** The `fm` formats: the answer as a page for people who try the API in a browser. */
export const htmlPage = (format: string, text: string): string =>
  page(
    'API result',
    html`<h1>API result</h1>
<p>This is the ${format.toUpperCase()} answer laid out for reading. Programs ask for <code>format=${format}</code> instead.
See the <a href="?action=help">help</a> for every module and parameter.</p>
<pre class="api-pretty-content">${text}</pre>`,
  )
