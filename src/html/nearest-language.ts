interface Tag {
  readonly language: string
  readonly script: string | undefined
}

const known = new Map<string, Tag | null>()
/** Clients can request any code. */
const MAX_KNOWN = 1000

const lower = (code: string): string => code.replaceAll('_', '-').toLowerCase()

/** Language and usual script of a code: `zh-TW` is written in Hant, `zh` in Hans. Null for what is no language tag. */
function tagOf(code: string): Tag | null {
  const cached = known.get(code)
  if (cached !== undefined) return cached
  if (known.size >= MAX_KNOWN) known.clear()
  const tag = parsedTag(code)
  known.set(code, tag)
  return tag
}

function parsedTag(code: string): Tag | null {
  try {
    const { language, script } = new Intl.Locale(code).maximize()
    return { language, script }
  } catch {
    return null
  }
}

/**
 * The available language that serves a reader of `code` best: the same, a broader one (`de` for `de-AT`), or another
 * variety of the same language, rather in the same script (`pt-BR` for `pt`, `zh-Hans` for `zh-CN`). Codes may have
 * underscores and any case.
 */
export function nearestLanguage(code: string, available: Iterable<string>): string | undefined {
  const byCode = new Map([...available].map(each => [lower(each), each]))
  const parts = lower(code).split('-')
  for (let end = parts.length; end > 0; end--) {
    const exact = byCode.get(parts.slice(0, end).join('-'))
    if (exact !== undefined) return exact
  }
  const tag = tagOf(parts.join('-'))
  if (tag === null) return undefined
  const related = [...byCode.values()].filter(each => tagOf(lower(each))?.language === tag.language).sort()
  return related.find(each => tagOf(lower(each))?.script === tag.script) ?? related[0]
}
