import { fail, plaintext } from '../../messages/message.ts'
import type { ParseContext } from './parse.ts'

/** A user parameter in its canonical spelling: a name, an address, `#id` or `prefix>name`, as far as the kinds allow. */
export function parseUser(name: string, raw: string, kinds: readonly string[], context: ParseContext): string {
  return context.parseUserName(raw, kinds) ?? fail('paramvalidator-baduser', [plaintext(name), plaintext(raw)])
}
