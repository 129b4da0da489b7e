/** A range of text that is in both texts, only in the newer or only in the older one. */
export interface Stretch {
  readonly kind: 'same' | 'add' | 'remove'
  readonly text: string
}

/** Above this many comparisons, the middle is shown as replaced. */
const MOST_COMPARISONS = 400_000

/** Word diff of two texts. Also segments languages without spaces. */
export function wordDiff(before: string, after: string, language = 'en'): Stretch[] {
  const a = words(before, language)
  const b = words(after, language)
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  return joined([
    { kind: 'same', text: a.slice(0, start).join('') },
    ...middle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    { kind: 'same', text: a.slice(a.length - end).join('') },
  ])
}

function words(text: string, language: string): string[] {
  return Array.from(segmenter(language).segment(text), part => part.segment)
}

function segmenter(language: string): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language, { granularity: 'word' })
  } catch {
    return new Intl.Segmenter('en', { granularity: 'word' })
  }
}

function middle(a: readonly string[], b: readonly string[]): Stretch[] {
  if (a.length * b.length > MOST_COMPARISONS)
    return [
      { kind: 'remove', text: a.join('') },
      { kind: 'add', text: b.join('') },
    ]
  // Length of the longest common subsequence of the remainders, for each pair of positions.
  const width = b.length + 1
  const length = new Uint32Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      length[i * width + j] =
        a[i] === b[j]
          ? length[(i + 1) * width + j + 1]! + 1
          : Math.max(length[(i + 1) * width + j]!, length[i * width + j + 1]!)
  const found: Stretch[] = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      found.push({ kind: 'same', text: a[i++]! })
      j++
    } else if (j >= b.length || (i < a.length && length[(i + 1) * width + j]! >= length[i * width + j + 1]!))
      found.push({ kind: 'remove', text: a[i++]! })
    else found.push({ kind: 'add', text: b[j++]! })
  }
  return found
}

/** Merges adjacent ranges of one kind. Deletions come before insertions. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const result: Stretch[] = []
  let removed = ''
  let added = ''
  const flush = () => {
    if (removed !== '') result.push({ kind: 'remove', text: removed })
    if (added !== '') result.push({ kind: 'add', text: added })
    removed = added = ''
  }
  for (const { kind, text } of stretches) {
    if (text === '') continue
    if (kind === 'remove') removed += text
    else if (kind === 'add') added += text
    else {
      flush()
      const last = result.at(-1)
      if (last?.kind === 'same') result[result.length - 1] = { kind, text: last.text + text }
      else result.push({ kind, text })
    }
  }
  flush()
  return result
}
