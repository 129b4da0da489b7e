// Uploads several files at a time: dropped or chosen, each with its name, progress and result. Without scripts, the form
// uploads one file.
import { t } from '../shared/texts.ts'
import { UploadRow } from './row.ts'
import './upload.css'

const place = document.querySelector<HTMLElement>('.upload')
const form = place?.querySelector('form')
const input = form?.querySelector<HTMLInputElement>('input[name="wpUploadFile"]')
if (place && form && input) start(place, form, input)

function start(place: HTMLElement, form: HTMLFormElement, input: HTMLInputElement): void {
  const rows = new Set<UploadRow>()
  const nameField = form.querySelector<HTMLInputElement>('input[name="wpDestFile"]')!
  // The style sheet hides it, because each file has a name of its own.
  nameField.required = false
  const list = document.createElement('ul')
  list.className = 'upload-files'
  list.setAttribute('aria-label', t('upload.files'))
  input.multiple = true
  input.required = false
  input.after(list)

  const add = (files: Iterable<File>) => {
    for (const file of files) {
      const isFirst = rows.size === 0
      const row = new UploadRow(file, (isFirst && nameField.value) || file.name, () => {
        rows.delete(row)
      })
      rows.add(row)
      list.append(row.element)
    }
  }
  input.addEventListener('change', () => {
    add(input.files ?? [])
    input.value = ''
  })
  place.addEventListener('dragover', event => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    place.classList.add('upload-over')
  })
  place.addEventListener('dragleave', () => place.classList.remove('upload-over'))
  place.addEventListener('drop', event => {
    place.classList.remove('upload-over')
    if (!event.dataTransfer?.files.length) return
    event.preventDefault()
    add(event.dataTransfer.files)
  })

  const sent = () => {
    const fields = new FormData(form)
    const text = (name: string) => String(fields.get(name) ?? '')
    const [description, licence] = [text('wpUploadDescription'), text('wpLicense')]
    return {
      comment: description.slice(0, 500),
      text: licence === '' ? description : `${description}\n\n== ${place.dataset.licenceHeading} ==\n${licence}`.trim(),
      watchlist: fields.has('wpWatchthis') ? 'watch' : 'nochange',
      ...(fields.has('wpIgnoreWarning') && { ignorewarnings: '1' }),
    }
  }
  form.addEventListener('submit', async event => {
    event.preventDefault()
    const button = form.querySelector<HTMLButtonElement>('button.first')!
    if (rows.size === 0) return input.focus()
    button.disabled = true
    const params = sent()
    for (const row of rows) if (!row.isStored) await row.upload(params)
    button.disabled = false
    const [only] = rows
    if (rows.size === 1 && only!.isStored) location.assign(only!.page!)
  })
  addEventListener('beforeunload', event => {
    if ([...rows].some(row => row.isSending)) event.preventDefault()
  })
}
