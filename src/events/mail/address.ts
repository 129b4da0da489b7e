/** An email address with a display name. */
export interface Mailbox {
  readonly name: string
  readonly address: string
}

const ADDRESS = /^[^\s@<>",;:()[\]\\]+@(?:[^\s@<>",;:()[\]\\]+|\[[0-9A-Fa-f:.]+\])$/

export const isAddress = (text: string): boolean => ADDRESS.test(text) && text.length <= 254

/** Parses `parlance@example.org` and `Parlance <parlance@example.org>`; null if invalid. */
export function parseMailbox(text: string): Mailbox | null {
  const named = /^([^<>]*)<([^<>]*)>$/.exec(text.trim())
  const name = (named?.[1] ?? '').trim().replace(/^"(.*)"$/, '$1')
  const address = (named?.[2] ?? text).trim()
  return isAddress(address) && !/[\r\n]/.test(name) ? { name, address } : null
}
