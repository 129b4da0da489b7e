// Paths into nested structures. The id escapes dots within keys, so "a.b" as one key and b inside a stay apart.

export type Segment = string | number

export function encodePath(path: readonly Segment[]): string {
  return path
    .map((segment, i) =>
      typeof segment === 'number' ? `[${segment}]` : (i > 0 ? '.' : '') + segment.replace(/[\\.[]/g, '\\$&'),
    )
    .join('')
}

export function decodePath(id: string): Segment[] {
  const path: Segment[] = []
  let key = ''
  let open = true
  for (let i = 0; i < id.length; i++) {
    const index = id[i] === '[' ? /\[(\d{1,6})\](?=$|[.[])/y : undefined
    if (index !== undefined) index.lastIndex = i
    const match = index?.exec(id)
    if (match) {
      if (open) path.push(key)
      path.push(Number(match[1]))
      i += match[0].length - 1
      key = ''
      open = false
    } else if (id[i] === '.') {
      if (open) path.push(key)
      key = ''
      open = true
    } else {
      if (id[i] === '\\' && i + 1 < id.length) i++
      key += id[i]
      open = true
    }
  }
  if (open) path.push(key)
  return path
}

// For display, as a developer would write it.
export function showPath(path: readonly Segment[]): string {
  return path
    .map((segment, i) => (typeof segment === 'number' ? `[${segment}]` : (i > 0 ? '.' : '') + segment))
    .join('')
}
