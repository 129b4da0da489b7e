import { html } from '#html/html.ts'
import type { Special } from '../page.ts'
import { type Field, namespaceField, postForm } from '../parts/form.ts'
import { titleLink } from '../parts/links.ts'

/** `Special:Import`: imports pages from an XML file. */
export const importPages: Special = {
  name: 'Import',
  group: 'pagetools',
  title: 'import',
  right: 'importupload',
  async show(visit) {
    const { words } = visit
    const fields: Field[] = [
      { kind: 'file', name: 'xmlimport', label: words.text('import-upload-filename'), accept: '.xml' },
      {
        name: 'interwikiprefix',
        label: words.text('import-upload-username-prefix'),
        required: true,
        hint: visit.reader.t('wiki.import_prefix_hint'),
      },
      { kind: 'box', name: 'assignKnownUsers', label: words.text('import-assign-known-users'), checked: true },
      namespaceField(visit),
      { kind: 'title', name: 'rootpage', label: words.text('import-mapping-subpage') },
      { name: 'log-comment', label: words.text('import-comment'), max: 500 },
    ]
    return {
      title: words.text('import'),
      content: html`<p>${words.html('importtext')}</p>${postForm(visit, { fields, submit: words.text('uploadbtn') })}`,
    }
  },
  async take(visit, _sub, sent) {
    const { words } = visit
    const file = sent.files.get('xmlimport')
    const namespace = sent.text('namespace')
    const said = await visit.post(
      {
        action: 'import',
        summary: sent.text('log-comment'),
        interwikiprefix: sent.text('interwikiprefix'),
        assignknownusers: sent.has('assignKnownUsers'),
        rootpage: sent.text('rootpage') || null,
        namespace: /^\d+$/.test(namespace) ? namespace : null,
      },
      new Map(file === undefined ? [] : [['xml', file]]),
    )
    if (!said.ok) return { tried: { sent, errors: said.errors } }
    const rows = said.result.import as { title: string; revisions: number; invalid?: boolean }[]
    return {
      title: words.text('importsuccess'),
      content: html`<p class="note good" role="status">${words.html('importsuccess')}</p><ul>${rows.map(
        ({ title, revisions, invalid }) =>
          html`<li>${invalid ? html`<bdi>${title}</bdi>` : titleLink(visit, title)} – ${words.text('import-revision-count', revisions)}</li>`,
      )}</ul>`,
    }
  },
}
