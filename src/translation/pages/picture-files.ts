import type { FastifyReply } from 'fastify'

/** Renders an SVG as PNG. */
export async function asPng(drawing: string): Promise<Buffer> {
  // Loaded on demand, because loading it takes longer than starting the rest of the server.
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(drawing)).png({ compressionLevel: 9 }).toBuffer()
}

/** Requests for files get a plain text error instead of a page. */
export const refuse = (reply: FastifyReply, status: number, why: string): FastifyReply =>
  reply.code(status).type('text/plain; charset=utf-8').send(`${why}\n`)
