import { Html, html, type Piece } from '#html/html.ts'
import type { Shown } from '../page.ts'
import { type Field, postForm } from '../parts/form.ts'
import { fileParam, formPage } from '../parts/form-page.ts'
import { titleLink } from '../parts/links.ts'
import type { Sent, Visit } from '../visit.ts'
import { licenceHeading, licencesOf, withLicence } from './licences.ts'
import { watchlistValue } from './reasons.ts'

/** `Special:Upload`: uploads a file. Warnings of the API need confirmation before anything is overwritten. */
export const upload = formPage({
  name: 'Upload',
  group: 'media',
  title: 'upload',
  right: 'upload',
  form(visit) {
    const { words, search } = visit
    return {
      title: words.text('upload'),
      fields: [
        { kind: 'html', content: html`<p class="upload-drop quiet">${visit.reader.t('upload.drop')}</p>` },
        { kind: 'file', name: 'wpUploadFile', label: words.text('sourcefilename') },
        ...describing(visit, search.get('wpDestFile') ?? ''),
      ],
      submit: words.text('uploadbtn'),
      content: form => html`<p>${words.html('uploadtext')}</p>
        <div class="upload" data-licence-heading="${licenceHeading(visit)}">${form}</div>`,
      needs: ['upload'],
      texts: ['upload'],
    }
  },
  request: (visit, _sub, sent) => ({
    action: 'upload',
    filename: filenameOf(sent),
    comment: sent.text('wpUploadDescription').slice(0, 500),
    text: withLicence(visit, sent.text('wpUploadDescription'), sent.text('wpLicense')),
    ignorewarnings: sent.has('wpIgnoreWarning'),
    watchlist: watchlistValue(sent, 'wpWatchthis'),
    filekey: sent.text('wpSessionKey') || null,
  }),
  files: sent => (sent.text('wpSessionKey') === '' ? fileParam(sent, 'wpUploadFile', 'file') : new Map()),
  done(visit, _sub, sent, { upload: { result, filename: stored, warnings = {}, filekey = '' } }) {
    if (result === 'Success') return { go: visit.address(`${visit.site.namespaces.nameOf(6)}:${stored}`) }
    const description = sent.text('wpUploadDescription')
    return warned(visit, {
      filename: filenameOf(sent),
      description,
      licence: sent.text('wpLicense'),
      filekey,
      warnings,
    })
  },
})

const filenameOf = (sent: Sent): string =>
  sent.text('wpDestFile').trim() || (sent.files.get('wpUploadFile')?.filename ?? '')

function describing(visit: Visit, name: string): Field[] {
  const { words } = visit
  return [
    { kind: 'title', name: 'wpDestFile', label: words.text('destfilename'), value: name, max: 240 },
    { kind: 'long', name: 'wpUploadDescription', label: words.text('filedesc'), rows: 6 },
    licenceField(visit),
    { kind: 'box', name: 'wpWatchthis', label: words.text('watchthisupload') },
    { kind: 'box', name: 'wpIgnoreWarning', label: words.text('ignorewarnings') },
  ]
}

function licenceField(visit: Visit, value = ''): Field {
  const { t } = visit.reader
  const none = ['', t('upload.no_licence')] as const
  return { kind: 'choice', name: 'wpLicense', label: t('upload.licence'), value, options: [none, ...licencesOf(visit)] }
}

interface Warned {
  readonly filename: string
  readonly description: string
  readonly licence: string
  readonly filekey: string
  readonly warnings: Readonly<Record<string, unknown>>
}

/** Asks for confirmation while the file is stashed. */
function warned(visit: Visit, { filename, description, licence, filekey, warnings }: Warned): Shown {
  const { words } = visit
  const fields: Field[] = [
    { kind: 'hidden', name: 'wpSessionKey', value: filekey },
    { kind: 'title', name: 'wpDestFile', label: words.text('destfilename'), value: filename, max: 240 },
    { kind: 'long', name: 'wpUploadDescription', label: words.text('filedesc'), rows: 6, value: description },
    licenceField(visit, licence),
    { kind: 'box', name: 'wpIgnoreWarning', label: words.text('ignorewarning'), checked: false },
  ]
  const items = Object.entries(warnings).map(([kind, about]) => html`<li>${warning(visit, kind, about)}</li>`)
  const form = postForm(visit, { fields, submit: words.text('upload-tryagain-nostash') })
  return {
    title: words.text('uploadwarning'),
    content: html`<div class="note warning" role="alert"><ul>${items}</ul></div>${form}`,
  }
}

function warning(visit: Visit, kind: string, about: unknown): Piece {
  const { words, site } = visit
  const names = [about].flat().map(String)
  const file = (name: string) => titleLink(visit, `${site.namespaces.nameOf(6)}:${name}`)
  if (kind === 'exists' || kind === 'was-deleted' || kind === 'exists-normalized')
    return words.html(kind === 'was-deleted' ? 'filewasdeleted' : 'fileexists', file(String(about)))
  if (kind === 'duplicate' || kind === 'duplicate-archive')
    return html`${words.text('file-exists-duplicate', names.length)} ${words.list(names.map(file))}`
  if (kind === 'badfilename') return words.html('badfilename', String(about))
  return words.has(kind) ? words.html(kind, String(about)) : new Html(kind.replace(/[^\w-]/g, ''))
}
