/** Asks an Action API; the answer is as it came, including errors. */
export async function ask(api: string, params: Readonly<Record<string, string>>): Promise<Record<string, unknown>> {
  const body = new URLSearchParams({ format: 'json', formatversion: '2', ...params })
  const response = await fetch(api, { method: 'POST', body })
  return (await response.json()) as Record<string, unknown>
}

interface Listed {
  readonly query: {
    readonly namespaces?: Readonly<Record<string, unknown>>
    readonly allpages?: readonly { readonly title: string }[]
  }
  readonly continue?: Readonly<Record<string, string>>
}

/** The titles of all pages of a wiki, by namespace. */
export async function allTitles(api: string): Promise<string[]> {
  const about = (await ask(api, { action: 'query', meta: 'siteinfo', siprop: 'namespaces' })) as unknown as Listed
  const titles: string[] = []
  for (const ns of Object.keys(about.query.namespaces ?? {})) {
    if (Number(ns) < 0) continue
    let next: Readonly<Record<string, string>> | undefined = {}
    while (next) {
      const list = { action: 'query', list: 'allpages', apnamespace: ns, aplimit: 'max', ...next }
      const answer = (await ask(api, list)) as unknown as Listed
      for (const { title } of answer.query.allpages ?? []) titles.push(title)
      next = answer.continue
    }
  }
  return titles
}
