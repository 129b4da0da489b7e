import { targetCheck } from '../check.ts'

const SCHEME = /^(?:https?|ftps?):\/\//i
const PORT = /^:\d{1,5}$/
const LABEL = /^[a-z0-9\u00A1-\uFFFF](?:[a-z0-9\u00A1-\uFFFF-]{0,61}[a-z0-9\u00A1-\uFFFF])?$/i
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.|$)){4}$/
const MAX_LENGTH = 2048

function isHost(host: string): boolean {
  if (host.toLowerCase() === 'localhost') return true
  if (host.startsWith('[')) return URL.canParse(`http://${host}/`)
  if (IPV4.test(host) && !host.endsWith('.')) return true
  const labels = host.replace(/\.$/, '').split('.')
  if (host.length > 253 || labels.length < 2 || !labels.every(label => LABEL.test(label))) return false
  return !/^\d+$/.test(labels.at(-1)!) && labels.at(-1)!.length >= 2
}

/** Whether a text is a web or FTP URL and nothing else. */
function isUrl(text: string): boolean {
  const scheme = SCHEME.exec(text)
  if (scheme === null || text.length > MAX_LENGTH || /[\s\p{Cc}]/u.test(text)) return false
  const authority = text.slice(scheme[0].length).split(/[/?#]/, 1)[0]!
  const address = authority.slice(authority.indexOf('@') + 1)
  const portAt = address.startsWith('[') ? address.indexOf(']') + 1 : address.indexOf(':')
  const host = portAt > 0 ? address.slice(0, portAt) : address
  const port = portAt > 0 ? address.slice(portAt) : ''
  return isHost(host) && (port === '' || PORT.test(port))
}

export const url = targetCheck({
  id: 'url',
  name: 'URL',
  description: 'The translation is not a URL.',
  flag: 'url',
  fails: (source, target) => source !== '' && !isUrl(target),
})
