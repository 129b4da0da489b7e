import type { Account } from '#accounts/account.ts'
import { optionsOf, setOptions } from '#accounts/options.ts'
import { LOOKS } from '#core/reader.ts'
import type { Services } from '#core/services.ts'
import { help, type Input, optional, readOnly, ruled } from '#fields/field.ts'
import { boolean, choice, integer, text, webAddress } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { THEMES } from '#html/page.ts'
import type { Reader, Writer } from '#store/store.ts'
import {
  COMMIT_NAME,
  PUBLIC_FIELDS,
  personalOption,
  personalSettings,
  privateEmail,
} from '../../catalogue/personal-settings.ts'
import { checkRepoweb } from '../../repositories/repoweb.ts'
import { readableByRepositories } from './rules.ts'

const line = (max: number) => optional(text({ blank: true, max }))
const link = () => optional(webAddress({ blank: true, max: 200 }))
const counted = (what: string) => help(readOnly(integer()), `Number of ${what}, as far as you can see them.`)

const COMMIT_NAMES = new Map([
  [COMMIT_NAME.default, 'Default: the full name'],
  [COMMIT_NAME.public, 'Full name'],
  [COMMIT_NAME.private, 'No name'],
] as const)

/** Fields of a profile that are account options. */
export const personalFields = {
  language: help(line(50), 'Code of the interface language; empty for the default.'),
  theme: help(optional(choice({ auto: 'As in the system', light: 'Light', dark: 'Dark' })), 'Colours of pages.'),
  hide_completed: help(optional(boolean()), 'Whether the dashboard leaves out what is completely translated.'),
  editor_link: help(
    ruled(line(200), readableByRepositories(checkRepoweb)),
    'Template of links to source files, instead of that of the component.',
  ),
  special_chars: help(line(30), 'Characters that the editor offers, besides those of the language.'),
  nearby_strings: help(
    optional(integer({ min: 1, max: 50 })),
    'Number of strings before and after the current one that the editor shows as nearby.',
  ),
  auto_watch: help(optional(boolean()), 'Whether the user watches projects from their first contribution on.'),
  website: help(link(), 'Website of the user.'),
  contact: help(link(), 'Web address for messages to the user.'),
  liberapay: help(line(30), 'Username on Liberapay.'),
  fediverse: help(link(), 'Web address of the profile in the fediverse.'),
  codesite: help(link(), 'Web address of a code host with work of the user.'),
  github: help(line(50), 'Username on GitHub.'),
  twitter: help(line(50), 'Username on X.'),
  linkedin: help(line(120), 'Username on LinkedIn.'),
  location: help(line(100), 'Where the user is.'),
  company: help(line(100), 'Company of the user.'),
  public_email: help(line(190), 'Email address on the page of the user: empty, or the address of the account.'),
  commit_email: help(
    line(190),
    'Email address in commits: empty or the address of the account, or the noreply address of the site.',
  ),
  commit_name: help(optional(choice(COMMIT_NAMES)), 'Name in commits.'),
  suggested: counted('suggestions'),
  translated: counted('translations'),
  uploaded: counted('uploads'),
  commented: counted('comments'),
  last_2fa: help(readOnly(text()), 'Second factor of the last login: totp, webauthn or empty.'),
} as const

type PersonalInput = Partial<Input<typeof personalFields>>

export async function personalObject(db: Reader, account: number) {
  const options = await optionsOf(db, account)
  const { commit_name, ...settings } = personalSettings(options)
  return {
    language: options.get(LOOKS.language) ?? '',
    theme: options.get(LOOKS.theme) || 'auto',
    ...settings,
    commit_name,
  }
}

/** Stores the fields that were sent. Addresses must be the user's own. */
export async function setPersonal(tx: Writer, services: Services, account: Account, input: PersonalInput) {
  const options: [string, string | null][] = []
  const { language, theme } = input
  if (language !== undefined) {
    const known = services.texts.languages.map(spelled)
    if (language !== '' && !known.includes(spelled(language)))
      throw invalidField(
        'profile.language',
        'invalid_choice',
        `"${language}" is not a valid choice. Valid choices: ${known.join(', ')}.`,
      )
    options.push([LOOKS.language, spelled(language) || null])
  }
  if (theme !== undefined) options.push([LOOKS.theme, THEMES.find(each => each === theme) ?? null])
  checkAddress('public_email', input.public_email, [account.email])
  checkAddress('commit_email', input.commit_email, [account.email, privateEmail(account.name, services.config.siteUrl)])
  for (const name of ['hide_completed', 'auto_watch'] as const)
    if (input[name] !== undefined) options.push([personalOption(name), input[name] ? '1' : '0'])
  for (const name of ['editor_link', 'special_chars', 'commit_email', ...PUBLIC_FIELDS] as const)
    if (input[name] !== undefined) options.push([personalOption(name), input[name] || null])
  if (input.nearby_strings !== undefined) options.push([personalOption('nearby_strings'), String(input.nearby_strings)])
  if (input.commit_name !== undefined) options.push([personalOption('commit_name'), String(input.commit_name)])
  await setOptions(tx, account.id, options)
}

/** The option that MediaWiki's clients know is in lower case, with hyphens. */
const spelled = (code: string): string => code.replaceAll('_', '-').toLowerCase()

function checkAddress(name: string, value: string | undefined, own: readonly string[]): void {
  if (!value || own.includes(value)) return
  const choices = own.filter(each => each !== '').map(each => `"${each}"`)
  const detail = `Must be empty${choices.map(each => ` or ${each}`).join('')}.`
  throw invalidField(`profile.${name}`, 'invalid_choice', detail)
}
