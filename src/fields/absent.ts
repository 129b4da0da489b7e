import { type Field, type ReadOnly, refuse } from './field.ts'

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/**
 * Members of Weblate's objects that Parlance does not support. A request may send the value that applies anyway, or an
 * empty one (null, an empty text or list). Other values are rejected, because they would be silently ignored otherwise.
 */
export function absent<const N extends string>(
  why: string,
  members: Readonly<Record<N, readonly unknown[]>>,
): Record<N, Field<never> & ReadOnly> {
  const entries = Object.entries<readonly unknown[]>(members).map(([name, defaults]) => {
    const allowed = new Set(['', 'null', '[]', '{}', ...defaults.map(asText)])
    const field: Field<never> & ReadOnly = {
      type: 'field',
      schema: {},
      required: false,
      nullable: true,
      readOnly: true,
      read: (_, at) => refuse(at, 'read_only', why),
      guard: (value, at) => {
        if (allowed.has(asText(value))) return
        const advice = defaults.length === 0 ? 'omit it' : `the value is always ${defaults.map(asText).join(' or ')}`
        refuse(at, 'invalid', `${why}; ${advice}.`)
      },
    }
    return [name, field]
  })
  return Object.fromEntries(entries) as Record<N, Field<never> & ReadOnly>
}
