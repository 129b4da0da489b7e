import { type Field, type ReadOnly, refuse } from './field.ts'

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/**
 * Members that Weblate's object has and this server has not. A value that says what is the case anyway may be sent, and so
 * may nothing (null, an empty text or list); everything else is refused by name, since it would be dropped otherwise.
 */
export function absent<const N extends string>(
  why: string,
  members: Readonly<Record<N, readonly unknown[]>>,
): Record<N, Field<never> & ReadOnly> {
  const entries = Object.entries<readonly unknown[]>(members).map(([name, same]) => {
    const allowed = new Set(['', 'null', '[]', '{}', ...same.map(asText)])
    const field: Field<never> & ReadOnly = {
      type: 'field',
      schema: {},
      required: false,
      nullable: true,
      readOnly: true,
      read: (_, at) => refuse(at, 'read_only', why),
      guard: (value, at) => {
        if (allowed.has(asText(value))) return
        const rest = same.length === 0 ? 'leave it out' : `it is always ${same.map(asText).join(' or ')}`
        refuse(at, 'invalid', `${why}; ${rest}.`)
      },
    }
    return [name, field]
  })
  return Object.fromEntries(entries) as Record<N, Field<never> & ReadOnly>
}

/** What Weblate lets components inherit from their project, and projects from their workspace. */
export const INHERITED = {
  inherit_license: [false],
  inherit_agreement: [false],
  inherit_new_lang: [false],
  inherit_language_code_style: [false],
  inherit_secondary_language: [false],
  inherit_commit_message: [false],
  inherit_add_message: [false],
  inherit_delete_message: [false],
  inherit_merge_message: [false],
  inherit_addon_message: [false],
  inherit_pull_message: [false],
} as const

/** Texts of commits, which there are none of. */
export const MESSAGES = {
  commit_message: [],
  add_message: [],
  delete_message: [],
  merge_message: [],
  addon_message: [],
  pull_message: [],
} as const
