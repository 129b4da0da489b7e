import { compileUserPattern } from '#patterns/user-pattern.ts'
import type { ComponentRow } from './components.ts'

/**
 * Which keys of its files a component translates: those that begin with a match of `key_filter`, as in Weblate. Other
 * strings stay in the files as they are.
 */
export function keyFilter({ key_filter }: Pick<ComponentRow, 'key_filter'>): (key: string) => boolean {
  if (key_filter === '') return () => true
  const pattern = compileUserPattern(key_filter)
  return key => pattern.matcher(key).lookingAt()
}
