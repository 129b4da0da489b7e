import type { FastifyReply } from 'fastify'

/** A drawing of ours as a picture of dots. */
export async function asPng(drawing: string): Promise<Buffer> {
  // Loading the image library takes longer than starting the rest of the server.
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(drawing)).png({ compressionLevel: 9 }).toBuffer()
}

/** Whoever asks for a file gets no page. */
export const refuse = (reply: FastifyReply, status: number, why: string): FastifyReply =>
  reply.code(status).type('text/plain; charset=utf-8').send(`${why}\n`)
