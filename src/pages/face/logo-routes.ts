import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Services } from '#core/services.ts'
import { searchParams } from '#html/search-params.ts'
import { storedLogo } from './logo.ts'

/** Nothing in a drawing runs or loads, even if it is opened as a page. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
const HOUR = 3600
const YEAR = 31_536_000

/** The logo, as uploaded or as PNG. Addresses on pages contain `v`, so that browsers may keep it. */
export function logoRoutes(app: FastifyInstance, services: Services): void {
  for (const [address, isPng] of [
    ['/site-logo', false],
    ['/site-logo.png', true],
  ] as const)
    app.get(address, async (request, reply) => {
      const { logo } = await services.face.freshen()
      const isCurrent = logo?.path.endsWith(`=${searchParams(request).get('v') ?? ''}`) === true
      const file = await logoFile(services, isPng, isCurrent ? YEAR : HOUR)
      return file === null ? notFound(reply) : reply.headers(file.headers).send(file.content)
    })
}

interface LogoFile {
  readonly headers: Readonly<Record<string, string>>
  readonly content: Buffer
}

/** The logo with the headers to send; null if the site has none. */
export async function logoFile({ store, face }: Services, isPng: boolean, maxAge: number): Promise<LogoFile | null> {
  const { logo } = await face.freshen()
  const stored = logo && (await storedLogo(store.read))
  if (!stored) return null
  const isDrawing = !isPng && stored.svg !== null
  return {
    headers: {
      'Content-Type': isDrawing ? 'image/svg+xml' : 'image/png',
      'Content-Security-Policy': POLICY,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': `public, max-age=${maxAge}${maxAge === YEAR ? ', immutable' : ''}`,
    },
    content: isDrawing ? stored.svg! : stored.png,
  }
}

const notFound = (reply: FastifyReply): FastifyReply =>
  reply.code(404).send({ error: 'not-found', message: 'This site has no logo.' })
