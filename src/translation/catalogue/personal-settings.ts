// Settings of a person that are kept as account options.

import { optionOfAll, optionsOf } from '#accounts/options.ts'
import type { Reader } from '#store/store.ts'

export const personalOption = (name: string): string => `parlance-profile-${name}`

/** Shown on the page of a user. */
export const PUBLIC_FIELDS = [
  'website',
  'contact',
  'liberapay',
  'fediverse',
  'codesite',
  'github',
  'twitter',
  'linkedin',
  'location',
  'company',
  'public_email',
] as const

/** Whose name commits have: the full name, or none. */
export const COMMIT_NAME = { default: 0, public: 1, private: 2 } as const

/** Strings before and after the current one in the editor. */
const NEARBY_STRINGS = 5

const yes = (value: string | null | undefined, fallback: boolean): boolean =>
  value === undefined || value === null ? fallback : value === '1'

/** Settings by name, with their defaults. */
export function personalSettings(options: ReadonlyMap<string, string | null>) {
  const of = (name: string) => options.get(personalOption(name))
  return {
    hide_completed: yes(of('hide_completed'), false),
    editor_link: of('editor_link') ?? '',
    auto_watch: yes(of('auto_watch'), true),
    commit_email: of('commit_email') ?? '',
    special_chars: of('special_chars') ?? '',
    nearby_strings: Number(of('nearby_strings') ?? NEARBY_STRINGS),
    commit_name: Number(of('commit_name') ?? COMMIT_NAME.default),
    ...(Object.fromEntries(PUBLIC_FIELDS.map(name => [name, of(name) ?? ''])) as Record<
      (typeof PUBLIC_FIELDS)[number],
      string
    >),
  }
}

export type PersonalSettings = ReturnType<typeof personalSettings>

export const settingsOfAccount = async (db: Reader, account: number): Promise<PersonalSettings> =>
  personalSettings(await optionsOf(db, account))

/** Which of the accounts watch the projects that they contribute to. */
export async function watchesOwnProjects(db: Reader, account: number): Promise<boolean> {
  const option = await optionOfAll(db, [account], personalOption('auto_watch'))
  return yes(option.get(account), true)
}

/** Address for commits of people who do not show their own. */
export const privateEmail = (name: string, siteUrl: string): string =>
  `${name.replace(/[^\w.-]+/g, '.')}@users.noreply.${new URL(siteUrl).hostname}`
