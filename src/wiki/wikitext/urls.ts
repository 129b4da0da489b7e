// External URLs as stored: normalized, plus the reversed-host form used for searches.

import { isIp } from '#wiki/site/ip.ts'
import { percentDecode } from './text.ts'

const scheme = '[a-z][a-z0-9+.-]*:'
const userInfo = "(?:[a-z0-9\\-._~!$&'()*+,;=:]|%[0-9a-f]{2})*"
const bracketedHost = new RegExp(
  `^(?:${scheme})?//(?:${userInfo}@)?\\[((?:[0-9a-f:]|%3[0-A]|%[46][1-6])+)\\](?:[:/?#].*|)$`,
  'i',
)
const unsafe = /[\u0000-\u0020"<>[\\\]^`{|}\u007f-\u{10ffff}]/gu

const percent = (text: string) => {
  let encoded = ''
  for (const byte of Buffer.from(text)) encoded += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  return encoded
}

/** Decodes unnecessary escapes in this part of a URL and capitalizes the others. */
function normalizeComponent(text: string, keep: string): string {
  if (!text.includes('%')) return text
  return text.replace(/%[0-9A-Fa-f]{2}/g, written => {
    const code = Number.parseInt(written.slice(1), 16)
    const char = String.fromCharCode(code)
    return code > 32 && code < 127 && !keep.includes(char) ? char : written.toUpperCase()
  })
}

export function normalizeUrl(address: string): string {
  const bracketed = bracketedHost.exec(address)
  const written = bracketed ? percentDecode(bracketed[1]!) : ''
  const host = isIp(written) ? written : null
  const url = address.replace(unsafe, percent)
  const hash = url.indexOf('#')
  const beforeHash = hash < 0 ? url : url.slice(0, hash)
  const question = beforeHash.indexOf('?')
  const beforeQuery = question < 0 ? beforeHash : beforeHash.slice(0, question)
  const slashes = beforeQuery.indexOf('//')
  const pathStart = slashes < 0 ? -1 : beforeQuery.indexOf('/', slashes + 2)
  const authority = pathStart < 0 ? beforeQuery : beforeQuery.slice(0, pathStart)

  let result = normalizeComponent(authority, '"#%<>[\\]^`{|}/?')
  if (pathStart >= 0) result += normalizeComponent(beforeQuery.slice(pathStart), '"#%<>[\\]^`{|}/?')
  if (question >= 0) result += normalizeComponent(beforeHash.slice(question), '"#%<>[\\]^`{|}&=+;')
  if (hash >= 0) result += normalizeComponent(url.slice(hash), '"#%<>[\\]^`{|}')
  if (host !== null) result = result.replace(`%5B${host}%5D`, `[${host}]`)
  return result
}

/** Whether a URL points to this wiki's own server; such links are not recorded. */
export function isOwnAddress(server: string, url: string): boolean {
  if (server === '') return false
  const candidates = server.startsWith('//') ? [server, `http:${server}`, `https:${server}`] : [server]
  return candidates.some(candidate => {
    if (url.slice(0, candidate.length).toLowerCase() !== candidate.toLowerCase()) return false
    const next = url.charAt(candidate.length)
    return next === '' || next === '/' || next === '?' || next === '#'
  })
}
