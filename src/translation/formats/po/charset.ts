// The charset stands in the header, which has to be found before anything is decoded. It is ASCII in every charset we read.
export function declaredCharset(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 65536)).toString('latin1')
  const charset = /"Content-Type:[^"\n]*?charset=([\w.:-]+)/i.exec(start)?.[1]?.toLowerCase()
  // Templates that are plain ASCII say "CHARSET".
  return charset === undefined || charset === 'charset' ? 'utf-8' : charset
}
