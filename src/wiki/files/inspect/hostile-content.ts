import { decodeCharacterReferences } from '../../site/character-references.ts'
import { usualMime } from './file-kinds.ts'
import type { Fault } from './hostile-drawing.ts'

/** Types rejected under any name, because a server, browser or system executes them. */
const REFUSED: ReadonlySet<string> = new Set([
  ...['text/html', 'application/javascript', 'text/javascript', 'text/x-javascript', 'application/x-shellscript'],
  ...['application/x-php', 'text/x-php', 'text/x-python', 'text/x-perl', 'text/x-bash', 'text/x-sh', 'text/x-csh'],
  ...['text/scriptlet', 'application/x-msdownload', 'application/x-msmetafile', 'application/java'],
  ...['application/xml', 'text/xml'],
])

/** Types whose content old browsers sniffed instead of trusting the declared type. */
const LOOKED_INTO: ReadonlySet<string> = new Set([
  ...['image/png', 'image/gif', 'image/jpeg', 'image/x-bmp', 'image/tiff', 'application/pdf', 'audio/x-wav'],
  ...['text/plain', 'text/html', 'text/xml', 'text/rtf', 'application/postscript', 'application/zip', 'video/mpeg'],
])

/** Why content of this type is rejected under any name; null if it is accepted. */
export function typeFault(bytes: Buffer, mime: string, ending: string): Fault | null {
  if (REFUSED.has(mime)) return ['filetype-badmime', mime]
  const guessed = guessOfOldBrowsers(bytes, usualMime(ending) ?? '')
  return guessed !== null && REFUSED.has(guessed) ? ['filetype-bad-ie-mime', guessed] : null
}

/** The type an old browser would guess for a file served with the given type. */
function guessOfOldBrowsers(bytes: Buffer, served: string): string | null {
  if (!LOOKED_INTO.has(served)) return null
  const head = bytes.toString('latin1', 0, 255)
  if (served === 'image/gif' && /^GIF8[79]/i.test(head)) return null
  if (served === 'image/jpeg' && head.startsWith('\xff\xd8')) return null
  if (/<\?xml[: \t]/i.test(head)) return 'text/xml'
  if (/<(?:html|head|title|body|script(?!let)|a href|pre|img|plaintext|table)/i.test(head)) return 'text/html'
  if (/<scriptlet/i.test(head)) return 'text/scriptlet'
  if (head.startsWith('MZ')) return 'application/x-msdownload'
  return head.startsWith('\xca\xfe\xba\xbe') ? 'application/java' : null
}

/** Bytes of a non-text file searched for scripts. */
const SEARCHED = 1024
const ENCODINGS = new Set([
  ...['UTF-8', 'US-ASCII', 'ISO-8859-1', 'ISO-8859-2', 'UTF-16', 'UTF-32'],
  ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map(last => `WINDOWS-125${last}`),
])

/** Whether a browser might treat something in the file as a script or a page. */
export function looksScripted(bytes: Buffer, mime: string, ending: string): boolean {
  const searched = mime.startsWith('text/') ? bytes : bytes.subarray(0, SEARCHED)
  const text = plainText(searched).toLowerCase()
  if (/<!doctype *x?html/.test(text)) return true
  if ((ending === 'svg' || mime.startsWith('image/svg')) && hasOddEncoding(bytes)) return true
  if (/<(?:body|head|html|script)/.test(text)) return true
  // Collapses whitespace, so that the patterns below cannot backtrack over it.
  const decoded = decodeCharacterReferences(text).replace(/\s+/g, ' ')
  if (/type\s*=\s*['"]?\s*(?:\w*\/)?(?:ecma|java)/.test(decoded)) return true
  return /(?:(?:href|src|data)\s*=|url\s*\()\s*['"]?\s*(?:ecma|java)script:/.test(decoded)
}

function plainText(bytes: Buffer): string {
  const wide = bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : bytes[0] === 0xff && bytes[1] === 0xfe
  if (wide === false) return bytes.toString('latin1')
  return new TextDecoder(wide === true ? 'utf-16le' : wide).decode(bytes)
}

/** Whether XML declares an encoding that can disguise a script. */
function hasOddEncoding(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 64 * 1024)
  if (head.toString('latin1', 0, 4) === 'Lo\xa7\x94') return true
  const texts = [
    head.toString('latin1'),
    new TextDecoder('utf-16le').decode(head),
    new TextDecoder('utf-16be').decode(head),
  ]
  return texts.some(text => {
    const start = text.search(/<\?xml\b/i)
    if (start < 0) return false
    const end = text.indexOf('?>', start)
    if (end < 0) return true
    const encoding = /encoding[ \t\n\r]*=[ \t\n\r]*['"](.*?)['"]/is.exec(text.slice(start, Math.min(end, start + 1000)))
    return encoding !== null && !ENCODINGS.has(encoding[1]!.toUpperCase())
  })
}
