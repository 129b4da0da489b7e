/** Decodes XML; null when the encoding is invalid or unsupported. */
export function xmlText(bytes: Buffer): string | null {
  const encoding = encodingOf(bytes)
  if (encoding === null) return null
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** The encoding by byte order mark or XML declaration. */
function encodingOf(bytes: Buffer): string | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const head = bytes.toString('latin1', 0, 200)
  const declared = /^(?:\xef\xbb\xbf)?<\?xml\b[^>]*?\bencoding\s*=\s*["']([\w.-]+)["']/.exec(head)?.[1]
  const name = declared?.toLowerCase() ?? 'utf-8'
  return READ.test(name) ? name : null
}

const READ = /^(?:utf-8|us-ascii|iso-8859-[12]|windows-125[0-8])$/
