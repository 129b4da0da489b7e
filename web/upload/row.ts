import { assertedParams, csrfToken, renewToken } from '../shared/session.ts'
import { t } from '../shared/texts.ts'

/** What the API says about one file. */
interface Answer {
  readonly errors?: readonly { readonly code: string; readonly html: string }[]
  readonly upload?: {
    readonly result: string
    readonly filename?: string
    readonly filekey?: string
    readonly imageinfo?: { readonly descriptionurl?: string }
    readonly warnings?: Readonly<Record<string, unknown>>
  }
}

type Params = Readonly<Record<string, string>>

/** One file to upload, with its name, progress and result. It counts as stored only when the server has said so. */
export class UploadRow {
  readonly element = document.createElement('li')
  readonly #file: File
  readonly #name = document.createElement('input')
  readonly #progress = document.createElement('progress')
  readonly #status = document.createElement('p')
  readonly #remove = document.createElement('button')
  /** Key of the file at the server, which has it but waits for a confirmation. */
  #stashed: string | null = null
  isSending = false
  /** Address of the file's page after the upload. */
  page: string | null = null

  constructor(file: File, name: string, onRemove: () => void) {
    this.#file = file
    this.#name.value = name
    this.#name.dir = 'auto'
    this.#name.maxLength = 240
    this.#name.setAttribute('aria-label', t('upload.name'))
    this.#progress.max = 1
    this.#progress.hidden = true
    this.#progress.setAttribute('aria-label', name)
    this.#status.setAttribute('role', 'status')
    this.#status.className = 'quiet small'
    this.#status.textContent = t('upload.waiting')
    this.#remove.type = 'button'
    this.#remove.className = 'button'
    this.#remove.textContent = '×'
    this.#remove.setAttribute('aria-label', t('upload.remove', { name }))
    this.#remove.addEventListener('click', () => {
      onRemove()
      this.element.remove()
    })
    this.element.append(this.#name, this.#remove, this.#progress, this.#status)
  }

  get isStored(): boolean {
    return this.page !== null
  }

  async upload(params: Params): Promise<void> {
    this.isSending = true
    this.#name.readOnly = true
    this.#remove.disabled = true
    this.#progress.hidden = false
    this.#say(t('upload.sending'))
    const answer = await this.#send(params).catch(() => null)
    this.isSending = false
    this.#name.readOnly = false
    this.#remove.disabled = false
    this.#progress.hidden = true
    if (answer === null) this.#say(t('upload.lost'), 'wrong')
    else this.#take(answer, params)
  }

  async #send(params: Params): Promise<Answer> {
    const first = await this.#post(params)
    if (!first.errors?.some(({ code }) => code === 'badtoken') || !(await renewToken())) return first
    return this.#post(params)
  }

  #post(params: Params): Promise<Answer> {
    const body = new FormData()
    const fixed = { action: 'upload', format: 'json', formatversion: '2', errorformat: 'html', errorlang: 'uselang' }
    const uselang = document.querySelector('main')?.lang.toLowerCase() ?? 'en'
    const own = { filename: this.#name.value.trim() || this.#file.name, token: csrfToken() ?? '+\\' }
    const all = { ...fixed, uselang, ...own, ...params, ...assertedParams() }
    for (const [name, value] of Object.entries(all)) body.append(name, value)
    if (this.#stashed === null) body.append('file', this.#file)
    else body.append('filekey', this.#stashed)
    // Only this kind of request reports its progress.
    const request = new XMLHttpRequest()
    request.open('POST', '/api.php')
    request.responseType = 'json'
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      this.#progress.value = total > 0 ? loaded / total : 0
    })
    return new Promise((resolve, reject) => {
      request.addEventListener('load', () => (request.response ? resolve(request.response as Answer) : reject()))
      request.addEventListener('error', () => reject())
      request.addEventListener('abort', () => reject())
      request.send(body)
    })
  }

  #take({ errors, upload }: Answer, params: Params): void {
    this.#stashed = upload?.filekey ?? null
    if (upload?.result === 'Success') this.#stored(upload.filename ?? '', upload.imageinfo?.descriptionurl)
    else if (upload?.result === 'Warning') this.#warn(upload.warnings ?? {}, params)
    else {
      const why = document.createElement('template')
      why.innerHTML = (errors ?? []).map(({ html }) => html).join(' ')
      // Isolated, because errors without a translation are in English.
      this.#say(t('upload.failed', { why: `\u2068${why.content.textContent || '?'}\u2069` }), 'wrong')
    }
  }

  #stored(filename: string, address: string | undefined): void {
    // The address contains the configured host; stay on the current one.
    const url = new URL(address ?? `/wiki/File:${encodeURIComponent(filename)}`, location.href)
    this.page = url.pathname + url.search
    this.#say(`${t('upload.stored')} `)
    const link = document.createElement('a')
    link.href = this.page
    link.textContent = filename.replaceAll('_', ' ')
    this.#status.append(link)
    this.#name.remove()
    this.#remove.remove()
  }

  #warn(warnings: Readonly<Record<string, unknown>>, params: Params): void {
    const words = Object.entries(warnings).map(([code, about]) => {
      const name = [about].flat().map(String).join(', ').replaceAll('_', ' ')
      if (code === 'exists' || code === 'exists-normalized') return t('upload.exists', { name })
      return code.startsWith('duplicate') ? t('upload.duplicate', { name }) : t('upload.warned', { code })
    })
    this.#say(t('upload.failed', { why: words.join(' ') }), 'wrong')
    const anyway = document.createElement('button')
    anyway.type = 'button'
    anyway.className = 'button'
    anyway.textContent = t('upload.anyway')
    anyway.addEventListener('click', () => void this.upload({ ...params, ignorewarnings: '1' }))
    this.#status.append(' ', anyway)
  }

  #say(text: string, look = ''): void {
    this.#status.textContent = text
    this.element.dataset.look = look
  }
}
