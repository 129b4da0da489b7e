import { upperCase } from '../site/letter-case.ts'

/** The order of category members, MediaWiki's default collation: without regard to case, by code points. */
export const COLLATION = 'uppercase'

export const collationKey = (text: string): Buffer => Buffer.from(upperCase(text))

/** A member's place in a category: its sort key, if it has one, then its title. */
export const memberKey = (prefix: string, title: string): Buffer =>
  collationKey(prefix === '' ? title : `${prefix}\n${title}`)
