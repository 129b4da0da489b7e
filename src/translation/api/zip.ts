import { ZipFile } from 'yazl'

/** A zip archive of files; the same files and time give the same bytes. */
export async function zip(files: ReadonlyMap<string, Uint8Array>, at: Date): Promise<Buffer> {
  const archive = new ZipFile()
  for (const [name, content] of files) archive.addBuffer(Buffer.from(content), name, { mtime: at })
  archive.end()
  const chunks: Buffer[] = []
  for await (const chunk of archive.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
