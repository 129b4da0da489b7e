// Links to source code: an address template with `{{branch}}`, `{{filename}}` and `{{line}}`.

import type { ComponentRow } from '../catalogue/components.ts'
import { RepositoryError } from './repository-error.ts'

const PLACE = /\{\{\s*(\w+)((?:\s*\|\s*parentdir)*)\s*\}\}/g
const NAMES = ['branch', 'filename', 'line'] as const

/** Rejects an invalid template. */
export function checkRepoweb(template: string): void {
  for (const [, name = ''] of template.matchAll(PLACE))
    if (!(NAMES as readonly string[]).includes(name))
      throw new RepositoryError('refused', `Unknown variable "${name}". Available variables: ${NAMES.join(', ')}.`)
  const rest = template.replace(PLACE, 'x')
  if (/\{[{%#]|\}\}/.test(rest))
    throw new RepositoryError('refused', 'Write variables as a name in double braces. The only filter is |parentdir.')
  const url = URL.parse(rest)
  if (url === null || !/^https?:$/.test(url.protocol) || /[\s"<>]/.test(rest))
    throw new RepositoryError(
      'refused',
      'Enter an address like https://example.org/blob/{{branch}}/{{filename}}#L{{line}}.',
    )
}

/** A source location, with its address if the component has a template. */
export interface SourcePlace {
  readonly text: string
  readonly url: string | null
}

const MOST = 50

/** Parses locations like `src/a.c:12, src/b.c:7`. */
export function sourcePlaces(
  { repoweb, branch }: Pick<ComponentRow, 'repoweb' | 'branch'>,
  location: string,
): SourcePlace[] {
  return location
    .split(/\s*,\s*|\s+/)
    .filter(Boolean)
    .slice(0, MOST)
    .map(text => ({ text, url: repoweb === '' ? null : addressOf(repoweb, branch, text) }))
}

function addressOf(template: string, branch: string, location: string): string {
  const [, filename = location, line = '1'] = /^(.*):(\d+)$/.exec(location) ?? []
  const values: Readonly<Record<string, string>> = { branch, filename, line }
  return template.replace(PLACE, (_, name: string, filters: string) => {
    let value = values[name] ?? ''
    for (const _each of filters.matchAll(/parentdir/g)) value = value.replace(/^[^/]*\//, '')
    return value.split('/').map(encodeURIComponent).join('/')
  })
}
