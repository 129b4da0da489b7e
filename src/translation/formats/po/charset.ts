// Finds the charset in the header before decoding. The header is ASCII in every supported charset.

const declaration = /("Content-Type:[^"\n]*?charset=)([\w.:-]+)/i
// ASCII templates contain the placeholder "CHARSET".
const plain = new Set(['charset', 'ascii', 'us-ascii'])

function named(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 65536)).toString('latin1')
  return declaration.exec(start)?.[2]?.toLowerCase() ?? 'utf-8'
}

export function declaredCharset(bytes: Uint8Array): string {
  const charset = named(bytes)
  return plain.has(charset) ? 'utf-8' : charset
}

// Whether the header declares plain ASCII: such a file is read as UTF-8, and must declare it once it contains more.
export function declaresAscii(bytes: Uint8Array): boolean {
  return plain.has(named(bytes))
}

export function declareUtf8(text: string): string {
  return text.replace(declaration, '$1UTF-8')
}
