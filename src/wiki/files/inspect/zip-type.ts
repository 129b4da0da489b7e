const DIRECTORY_ENTRY = 0x02014b50
const MAX_ENTRIES = 100_000

/** The type of a ZIP archive, by the names in its directory. An unreadable one is a plain archive. */
export function zipType(bytes: Buffer): string {
  try {
    const types = new Set(names(bytes).flatMap(typeOfEntry))
    if (types.has('application/java')) return 'application/java'
    return [...types][0] ?? 'application/zip'
  } catch (error) {
    if (error instanceof RangeError) return 'application/zip'
    throw error
  }
}

function typeOfEntry(name: string): string[] {
  if ([name, name.split('\0', 1)[0]!].some(each => /\.class\/?$/.test(each))) return ['application/java']
  if (name === '[Content_Types].xml') return ['application/x-opc+zip']
  return name === 'mimetype' ? ['application/vnd.oasis.opendocument'] : []
}

function names(bytes: Buffer): string[] {
  const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  const [count, size, offset] = [
    bytes.readUInt16LE(end + 10),
    bytes.readUInt32LE(end + 12),
    bytes.readUInt32LE(end + 16),
  ]
  // Data before the archive makes its offsets wrong.
  if (offset + size !== end) throw new RangeError()
  const found: string[] = []
  for (let at = offset; found.length < Math.min(count, MAX_ENTRIES); ) {
    if (bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new RangeError()
    const [name, extra, comment] = [28, 30, 32].map(field => bytes.readUInt16LE(at + field)) as [number, number, number]
    found.push(bytes.toString('latin1', at + 46, at + 46 + name))
    at += 46 + name + extra + comment
  }
  return found
}
