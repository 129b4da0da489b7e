import {
  at,
  chineseByCountry,
  MachineryError,
  oneByOne,
  RateLimitError,
  type TranslationService,
  withoutSlash,
} from './service.ts'

/** The service accepts no longer texts. */
const MOST_BYTES = 500
/** The quota is per day; the service does not say when it starts again. */
const PAUSE_SECONDS = 600

export const myMemory: TranslationService = {
  name: 'mymemory',
  label: 'MyMemory',
  quality: 80,
  settings: {
    email: { kind: 'text', about: 'Contact email. The service translates more with one.', fallback: '' },
    username: { kind: 'text', about: 'User name, to search your private memories too.', fallback: '' },
    key: { kind: 'text', about: 'Key of the user.', secret: true, fallback: '' },
    url: { kind: 'address', about: 'API address.', fallback: 'https://api.mymemory.translated.net' },
  },
  mistake: ({ username, key }) =>
    username && !key ? { setting: 'key', why: 'A user name needs the key of this user.' } : null,
  translate: (texts, { from, to }, { email, username, key, url }, ask) =>
    oneByOne(texts, async q => {
      if (Buffer.byteLength(q) > MOST_BYTES)
        throw new MachineryError(`The service translates texts of up to ${MOST_BYTES} bytes.`)
      const query = new URLSearchParams({
        q,
        langpair: `${chineseByCountry(from)}|${chineseByCountry(to)}`,
        ...(email && { de: email }),
        ...(username && { user: username }),
        ...(key && { key }),
      })
      const answer = await ask(`${withoutSlash(url!)}/get?${query}`, {}, undefined, { method: 'GET' })
      const status = Number(at(answer, 'responseStatus'))
      const details = at(answer, 'responseDetails')
      const reason = typeof details === 'string' && details !== '' ? details.slice(0, 300) : `status ${status}`
      // Errors come with the HTTP status 200 and, in place of the translation, their text.
      if (status === 429 || at(answer, 'quotaFinished') === true) throw new RateLimitError(reason, PAUSE_SECONDS)
      if (status !== 200) throw new MachineryError(reason)
      return at(answer, 'responseData', 'translatedText')
    }),
}
