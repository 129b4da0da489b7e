import { hash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'

const SAMPLE = 256 * 1024
const PROOF = 64 * 1024

/** Identifies a file regardless of its name: by its beginning, and by its size and end as well. */
export async function identify(file: string): Promise<{ readonly head: string; readonly whole: string }> {
  return withFile(file, async (handle, size) => {
    const head = await sample(handle, 0, Math.min(SAMPLE, size))
    const tail = await sample(handle, Math.max(0, size - SAMPLE), size)
    return { head: short(head), whole: short(Buffer.concat([Buffer.from(`${size}:`), tail])) }
  })
}

/** Hash of the bytes before a position, so a later import can verify that it resumes in the same file. */
export interface FileProof {
  readonly at: number
  readonly hash: string
}

export async function proofAt(file: string, at: number): Promise<FileProof> {
  return withFile(file, async handle => ({ at, hash: short(await sample(handle, Math.max(0, at - PROOF), at)) }))
}

/** Whether the file has the same bytes there. A checkpoint without a proof never matches. */
export async function fitsProof(file: string, proof: FileProof | undefined): Promise<boolean> {
  if (proof === undefined) return false
  const { hash: found } = await proofAt(file, proof.at)
  return found === proof.hash
}

async function withFile<T>(file: string, work: (handle: FileHandle, size: number) => Promise<T>): Promise<T> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    return await work(handle, size)
  } finally {
    await handle.close()
  }
}

async function sample(handle: FileHandle, from: number, to: number): Promise<Buffer> {
  const buffer = Buffer.alloc(to - from)
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, from)
  return buffer.subarray(0, bytesRead)
}

const short = (bytes: Buffer): string => hash('sha256', bytes, 'hex').slice(0, 40)
