import { reader } from './reader.ts'

/** Sends a read request to the Action API; null if it fails. */
export async function askWiki<T>(
  params: Readonly<Record<string, string | number>>,
  signal?: AbortSignal,
  headers: Readonly<Record<string, string>> = {},
): Promise<T | null> {
  const query = new URLSearchParams({ format: 'json', formatversion: '2', uselang: reader.language })
  for (const [name, value] of Object.entries(params)) query.set(name, String(value))
  try {
    const answer = await fetch(`/api.php?${query}`, { credentials: 'same-origin', headers, signal: signal ?? null })
    if (!answer.ok) return null
    const json = (await answer.json()) as T & { error?: unknown }
    return json.error === undefined ? json : null
  } catch {
    return null
  }
}
