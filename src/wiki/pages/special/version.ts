import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Html, html } from '#html/html.ts'
import type { Special } from '../page.ts'
import type { Words } from '../words.ts'

const LICENSE = path.join(import.meta.dirname, '..', '..', '..', '..', 'LICENSE')

/** `Special:Version`: installed software and its licence (`licenselink` in the API leads to `License/…`). */
export const version: Special = {
  name: 'Version',
  group: 'wiki',
  title: 'version',
  async show(visit, sub) {
    const { words } = visit
    if (sub.startsWith('License'))
      return {
        title: words.text('version-license'),
        content: html`<div lang="en" dir="ltr"><p>The modules of this API are part of Parlance, an independent
implementation of MediaWiki's API. You may use, modify and distribute them under the GNU General Public License,
version 2 or (at your option) any later version.</p>
<pre class="licence" tabindex="0">${await readFile(LICENSE, 'utf8')}</pre></div>`,
      }
    const { general, extensions = [] } = await visit.query({ meta: 'siteinfo', siprop: 'general|extensions' })
    const rows = [
      ['Parlance', visit.special('Version', 'License/Parlance')],
      [String(general?.generator), '/api.php?action=help'],
    ] as const
    const heads = ['version-software-product', 'version-license'].map(key => html`<th>${words.text(key)}</th>`)
    const product = html`<td>Parlance</td><td><a href="${rows[0][1]}">GPL-2.0-or-later</a></td>`
    const body = html`<tbody><tr>${product}</tr></tbody>`
    const api = html`<p>API: <a href="${rows[1][1]}">${rows[1][0]}</a></p>`
    return {
      title: words.text('version'),
      content: html`<table class="version"><thead><tr>${heads}</tr></thead>${body}</table>${api}${
        extensions.length > 0 && extensionTable(words, extensions)
      }`,
    }
  },
}

interface Installed {
  readonly name: string
  readonly url: string
  readonly description: string
}

function extensionTable(words: Words, extensions: readonly Installed[]): Html {
  const heads = ['name', 'description'].map(key => html`<th>${words.text(`version-ext-colheader-${key}`)}</th>`)
  const rows = extensions.map(
    ({ name, url, description }) =>
      html`<tr id="mw-version-ext-${name}"><td><a href="${url}">${name}</a></td><td lang="en" dir="ltr">${description}</td></tr>`,
  )
  return html`<h2>${words.text('version-extensions')}</h2><table class="version"><thead><tr>${heads}</tr></thead><tbody>${rows}</tbody></table>`
}
