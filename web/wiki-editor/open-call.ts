/** The innermost template call around the end of a text: its name and the parameters that it has so far. */
export function openCall(before: string): { name: string; given: string[]; typed: string } | null {
  const stack: { start: number; parts: number[]; isLink: boolean }[] = []
  for (let at = 0; at < before.length; at++) {
    const two = before.slice(at, at + 2)
    if (two === '{{' || two === '[[') stack.push({ start: at++ + 2, parts: [], isLink: two === '[[' })
    else if (two === '}}' || two === ']]') {
      stack.pop()
      at++
    } else if (before[at] === '|') stack.at(-1)?.parts.push(at)
  }
  const call = stack.at(-1)
  const last = call?.parts.at(-1)
  if (!call || call.isLink || last === undefined) return null
  const name = before.slice(call.start, call.parts[0]).trim()
  // Parser functions and variables have no TemplateData.
  if (name === '' || /[#{}[\]<>\n]/.test(name)) return null
  const given = call.parts.slice(0, -1).map((from, i) => before.slice(from + 1, call.parts[i + 1]))
  return { name, given: given.map((part, i) => parameterName(part, i)), typed: before.slice(last + 1) }
}

const parameterName = (part: string, index: number): string => {
  const at = part.indexOf('=')
  return at < 0 ? String(index + 1) : part.slice(0, at).trim()
}
