// Passkeys: gets a challenge from the server, asks the browser for a credential, and sends it with the button's form.
type Options = Record<string, unknown>

const bytes = (text: string): ArrayBuffer => {
  const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'))
  return Uint8Array.from(binary, letter => letter.charCodeAt(0)).buffer
}

const base64url = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')

const withBytes = (list: unknown): unknown =>
  (list as { id: string }[] | undefined)?.map(each => ({ ...each, id: bytes(each.id) }))

/** The options as `navigator.credentials` takes them: not every browser can parse the JSON form. */
const parsed = (options: Options): Options => ({
  ...options,
  challenge: bytes(String(options.challenge)),
  ...(options.user !== undefined && {
    user: { ...(options.user as object), id: bytes((options.user as { id: string }).id) },
  }),
  ...(options.allowCredentials !== undefined && { allowCredentials: withBytes(options.allowCredentials) }),
  ...(options.excludeCredentials !== undefined && { excludeCredentials: withBytes(options.excludeCredentials) }),
})

const FIELDS = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'] as const

/** The credential in its JSON form. */
function written(credential: PublicKeyCredential): string {
  const of = credential.response as AuthenticatorAssertionResponse & AuthenticatorAttestationResponse
  const fields = FIELDS.flatMap(name => (of[name] ? [[name, base64url(of[name])]] : []))
  return JSON.stringify({
    id: credential.id,
    rawId: base64url(credential.rawId),
    type: credential.type,
    response: { ...Object.fromEntries(fields), transports: of.getTransports?.() },
    clientExtensionResults: credential.getClientExtensionResults(),
  })
}

async function ask(button: HTMLButtonElement, form: HTMLFormElement): Promise<PublicKeyCredential> {
  const purpose = button.dataset.passkey!
  const token = new FormData(form).get('csrfmiddlewaretoken') as string
  const answer = await fetch('/accounts/passkey/', {
    method: 'POST',
    body: new URLSearchParams({ csrfmiddlewaretoken: token, purpose }),
  })
  const options = await answer.json()
  if (!answer.ok) throw new Error(options.error)
  const publicKey = parsed(options)
  const credential =
    purpose === 'add'
      ? await navigator.credentials.create({ publicKey: publicKey as unknown as PublicKeyCredentialCreationOptions })
      : await navigator.credentials.get({ publicKey: publicKey as unknown as PublicKeyCredentialRequestOptions })
  return credential as PublicKeyCredential
}

/** Names of errors by which browsers say that the user cancelled, or that the authenticator is registered already. */
const why = (error: Error, { cancelled, known }: DOMStringMap): string =>
  error.name === 'InvalidStateError'
    ? known!
    : error.name === 'NotAllowedError' || error.name === 'AbortError'
      ? cancelled!
      : error.message

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-passkey]')) {
  const form = button.form!
  const field = form.elements.namedItem('credential') as HTMLInputElement
  const note = form.querySelector<HTMLElement>('[role="alert"]')!
  const say = (text: string): void => {
    note.hidden = text === ''
    note.textContent = text
  }
  button.addEventListener('click', async event => {
    event.preventDefault()
    if (!button.formNoValidate && !form.reportValidity()) return
    say('')
    if (!('PublicKeyCredential' in window)) return say(button.dataset.unsupported!)
    button.setAttribute('aria-busy', 'true')
    try {
      field.value = written(await ask(button, form))
      form.requestSubmit(button)
    } catch (error) {
      say(why(error as Error, button.dataset))
    } finally {
      field.value = ''
      button.removeAttribute('aria-busy')
    }
  })
}
