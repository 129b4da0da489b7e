const TAG = /<(\/?)([a-z][\w:-]*)((?:[^<>"']|"[^"<]*"|'[^'<]*')*?)(\/?)>/giy

/**
 * Whether a text is a well-formed XML fragment: every tag closed, in order, and no stray angle brackets or ampersands.
 */
export function isBalanced(text: string): boolean {
  const open: string[] = []
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '&' && !/^&(?:#\d+|#x[\da-f]+|\w+);/i.test(text.slice(at, at + 40))) return false
    if (char !== '<') continue
    TAG.lastIndex = at
    const tag = TAG.exec(text)
    if (!tag) return false
    const [whole, closing, name, , single] = tag
    if (closing) {
      if (open.pop() !== name) return false
    } else if (!single) open.push(name!)
    at += whole.length - 1
  }
  return open.length === 0
}
