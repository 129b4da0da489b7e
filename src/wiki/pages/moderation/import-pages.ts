import { html } from '#html/html.ts'
import { namespaceField } from '../parts/form.ts'
import { fileParam, formPage, success } from '../parts/form-page.ts'
import { titleLink } from '../parts/links.ts'

/** `Special:Import`: imports pages from an XML file. */
export const importPages = formPage({
  name: 'Import',
  group: 'pagetools',
  title: 'import',
  right: 'importupload',
  form(visit) {
    const { words } = visit
    return {
      title: words.text('import'),
      fields: [
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
      ],
      submit: words.text('uploadbtn'),
      content: form => html`<p>${words.html('importtext')}</p>${form}`,
    }
  },
  request: (_visit, _sub, sent) => ({
    action: 'import',
    summary: sent.text('log-comment'),
    interwikiprefix: sent.text('interwikiprefix'),
    assignknownusers: sent.has('assignKnownUsers'),
    rootpage: sent.text('rootpage') || null,
    namespace: /^\d+$/.exec(sent.text('namespace'))?.[0] ?? null,
  }),
  files: sent => fileParam(sent, 'xmlimport', 'xml'),
  done(visit, _sub, _sent, { import: rows }) {
    const { words } = visit
    const items = rows.map(({ title, revisions }) => {
      const page = titleLink(visit, title)
      return html`<li>${page} – ${words.text('import-revision-count', revisions)}</li>`
    })
    return success(words.text('importsuccess'), words.html('importsuccess'), html`<ul>${items}</ul>`)
  },
})
