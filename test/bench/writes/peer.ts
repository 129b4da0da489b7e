import { measureWrites, type Rate } from './load.ts'

interface Peer {
  measure(writers: number, seconds: number): Promise<Rate>
}

/** The MediaWiki to compare with; null if none is named. */
export async function openPeer(): Promise<Peer | null> {
  const api = process.env.PARLANCE_PEER
  if (api === undefined) return null
  const cookies = new Map<string, string>()
  const headers = () => ({ cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') })
  const post = async (fields: Record<string, string>) => {
    const body = new URLSearchParams({ format: 'json', formatversion: '2', ...fields })
    const response = await fetch(api, { method: 'POST', headers: headers(), body })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
      cookies.set(name!, value!)
    }
    return (await response.json()) as { query: { tokens: Record<string, string> } }
  }
  const token = async (type: string) =>
    (await post({ action: 'query', meta: 'tokens', type })).query.tokens[`${type}token`]!
  const { PARLANCE_PEER_USER: lgname = '', PARLANCE_PEER_PASSWORD: lgpassword = '' } = process.env
  await post({ action: 'login', lgname, lgpassword, lgtoken: await token('login') })
  const csrf = await token('csrf')
  const path = new URL(api).pathname
  return {
    measure: (writers, seconds) =>
      measureWrites(
        api,
        writers,
        { seconds },
        (writer, turn) => {
          const title = `Bench ${(writer * 37 + turn * writers) % 500}`
          const text = `The text of [[${title}]], turn ${turn} of writer ${writer}. [[Category:Bench]]\n`.repeat(10)
          const fields = { action: 'edit', format: 'json', title, text, summary: `Turn ${turn}`, token: csrf }
          const form = { ...headers(), 'content-type': 'application/x-www-form-urlencoded' }
          return { method: 'POST', path, headers: form, body: String(new URLSearchParams(fields)) }
        },
        (status, text) => status === 200 && text.includes('"Success"'),
      ),
  }
}
