const mark = /-\{|\}-|\|/g

/** Splits options at pipes, except inside language conversion rules such as -{a|b}-. */
export function splitOptions(text: string): string[] {
  if (!text.includes('-{')) return text.split('|')
  const options: string[] = []
  let depth = 0
  let start = 0
  for (const { 0: found, index } of text.matchAll(mark)) {
    if (found === '-{') depth++
    else if (found === '}-') depth = Math.max(0, depth - 1)
    else if (depth === 0) {
      options.push(text.slice(start, index))
      start = index + 1
    }
  }
  return [...options, text.slice(start)]
}
